// Two people changed the same thing: what to take over, what to ask. Pure.

const same = (a: unknown, b: unknown): boolean => {
  if (typeof a === 'string' && typeof b === 'string') return a.trim() === b.trim()
  const id = (v: unknown) => (v as { id?: unknown } | null)?.id ?? v
  return id(a) === id(b)
}

/** The fields of `now` that differ from `base`. */
export const changed = <V extends object>(base: V, now: V): Partial<V> =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => !same(base[name as keyof V], value))) as Partial<V>

/** What only they changed is to be taken over; what both changed, and not to the same, is to be asked about. */
export function merge<V extends object>(base: V, mine: V, theirs: V): { take: Partial<V>; ask: Partial<V> } {
  const own = changed(base, mine)
  const others = Object.entries(changed(base, theirs)) as [keyof V, V[keyof V]][]
  return {
    take: Object.fromEntries(others.filter(([name]) => !(name in own))) as Partial<V>,
    ask: Object.fromEntries(others.filter(([name, value]) => name in own && !same(mine[name], value))) as Partial<V>,
  }
}
