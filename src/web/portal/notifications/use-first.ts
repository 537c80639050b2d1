import { useState } from 'react'

/**
 * Returns the id of the item that a list opens automatically: the first one. It stays open while it is in the list, so
 * that new items do not replace what is being read. Undefined for an empty list.
 */
export function useFirst(items: readonly { id: string }[]): string | undefined {
  const [kept, setKept] = useState<string>()
  const first = items.some((i) => i.id === kept) ? kept : items[0]?.id
  if (first !== kept) setKept(first)
  return first
}
