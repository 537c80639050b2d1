import { useState } from 'react'

/**
 * The id that a list opens by itself: its first, which stays the one for as long as it stands in the list, so that what
 * comes in while it is read does not take its place. Undefined for an empty list.
 */
export function useFirst(items: readonly { id: string }[]): string | undefined {
  const [kept, setKept] = useState<string>()
  const first = items.some((i) => i.id === kept) ? kept : items[0]?.id
  if (first !== kept) setKept(first)
  return first
}
