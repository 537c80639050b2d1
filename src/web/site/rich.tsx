import type { ReactNode } from 'react'

/** Renders a text of `content/`. Its only markup is `code` in backticks. */
export function renderRich(text: string): ReactNode {
  const parts = text.split('`')
  return parts.length === 1
    ? text
    : // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
      parts.map((part, i) => (i % 2 ? <code key={i}>{part}</code> : part))
}

/** Returns the text without its markup. */
export const stripRich = (text: string) => text.replaceAll('`', '')
