import type { ReactNode } from 'react'

/** A text of `content/` as it stands on a page: `code` in backticks is its only mark-up. */
export function rich(text: string): ReactNode {
  const parts = text.split('`')
  return parts.length === 1
    ? text
    : // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places
      parts.map((part, i) => (i % 2 ? <code key={i}>{part}</code> : part))
}

/** The same text for those who read no mark-up. */
export const plain = (text: string) => text.replaceAll('`', '')
