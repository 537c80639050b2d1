// Merges the changes of two people to the same record. Pure.

const same = (a: unknown, b: unknown): boolean => {
  if (typeof a === 'string' && typeof b === 'string') return a.trim() === b.trim()
  const id = (v: unknown) => (v as { id?: unknown } | null)?.id ?? v
  return id(a) === id(b)
}

/** Returns the fields of `now` that differ from `base`. */
export const listChanged = <V extends object>(base: V, now: V): Partial<V> =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => !same(base[name as keyof V], value))) as Partial<V>

/** Returns what to take over (only they changed it) and what to ask about (both changed it, to different values). */
export function mergeEdits<V extends object>(base: V, mine: V, theirs: V): { take: Partial<V>; ask: Partial<V> } {
  const own = listChanged(base, mine)
  const others = Object.entries(listChanged(base, theirs)) as [keyof V, V[keyof V]][]
  return {
    take: Object.fromEntries(others.filter(([name]) => !(name in own))) as Partial<V>,
    ask: Object.fromEntries(others.filter(([name, value]) => name in own && !same(mine[name], value))) as Partial<V>,
  }
}
