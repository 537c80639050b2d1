// Keeps the newest state of each record in the cache when responses arrive in another order than their requests.

type Plain = Record<string, unknown>
type Identified = Plain & { id: string }

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
const isIdentified = (value: unknown): value is Identified => isPlain(value) && typeof value.id === 'string'

/** The fields of each record with a pending change, with the values that are shown until the server responds. */
const underWay = new Map<string, Set<object>>()

/** Keeps these fields of a record shown, whatever else arrives, while the request is pending. Returns its response. */
export async function showUntilAnswered<T>(id: string, fields: object, request: Promise<T>): Promise<T> {
  const all = underWay.get(id) ?? new Set()
  underWay.set(id, all.add(fields))
  try {
    return await request
  } finally {
    all.delete(fields)
    if (all.size === 0) underWay.delete(id)
  }
}

/** Returns whether a change of this record is pending. */
export const isUnderWay = (id: string): boolean => underWay.has(id)

function putChanges(record: Plain): Plain {
  const changes = isIdentified(record) ? underWay.get(record.id) : undefined
  if (!changes) return record
  const entries = [...changes].flatMap(Object.entries).filter(([name]) => name in record)
  return { ...record, ...Object.fromEntries(entries) }
}

function keepList(before: unknown, after: readonly unknown[]): unknown {
  const old: readonly unknown[] = Array.isArray(before) ? before : []
  const byId = new Map(old.filter(isIdentified).map((one) => [one.id, one]))
  const next = after.map((one, at) => keepNewest(isIdentified(one) ? byId.get(one.id) : old[at], one))
  return next.some((one, at) => one !== after[at]) ? next : after
}

/**
 * Returns what arrived, with two exceptions: a record whose cached version is newer stays as it is, and pending changes
 * stay shown. Records have an `id` and a `version`, and can be nested.
 */
export function keepNewest(before: unknown, after: unknown): unknown {
  if (Array.isArray(after)) return keepList(before, after)
  if (!isPlain(after)) return after
  const old = isPlain(before) && before.id === after.id ? before : {}
  if (typeof after.version === 'number' && typeof old.version === 'number' && after.version < old.version)
    return putChanges(old)
  const entries = Object.entries(after).map(([name, value]) => [name, keepNewest(old[name], value)] as const)
  const changed = entries.some(([name, value]) => value !== after[name])
  return putChanges(changed ? Object.fromEntries(entries) : after)
}

/** Stands for a saved value that cannot replace the cached one. */
const OTHER_SHAPE = Symbol('other shape')

/** Returns a saved value with only the fields of the cached one, because a list has fewer of them than a page. */
function toShapeOf(before: unknown, after: unknown): unknown {
  if (before === null || after === null) return after
  if (isPlain(before) && isPlain(after)) {
    const names = Object.keys(before)
    return names.every((name) => name in after)
      ? Object.fromEntries(names.map((name) => [name, after[name]]))
      : OTHER_SHAPE
  }
  return typeof before === typeof after && Array.isArray(before) === Array.isArray(after) ? after : OTHER_SHAPE
}

type Versioned = Identified & { version: number }
const isVersioned = (value: unknown): value is Versioned => isIdentified(value) && typeof value.version === 'number'

/**
 * Returns cached data in which every older version of a saved record has the fields of the saved one. Fields that the
 * saved record lacks stay. A record with a field of another shape stays as it is. Returns data without an older version
 * unchanged, and everything if `saved` has no `id` or `version`.
 */
export function replaceOlder<T>(cached: T, saved: unknown): T {
  if (!isVersioned(saved)) return cached
  if (Array.isArray(cached)) {
    const next = cached.map((one) => replaceOlder(one, saved))
    return next.some((one, at) => one !== cached[at]) ? (next as T) : cached
  }
  if (!isPlain(cached)) return cached
  if (isVersioned(cached) && cached.id === saved.id) {
    if (cached.version >= saved.version) return cached
    const fields = Object.entries(saved)
      .filter(([name]) => name in cached)
      .map(([name, value]) => [name, toShapeOf(cached[name], value)] as const)
    // A record with the new version and one old field would let the next change overwrite that field unnoticed.
    return fields.some(([, value]) => value === OTHER_SHAPE) ? cached : { ...cached, ...Object.fromEntries(fields) }
  }
  const entries = Object.entries(cached).map(([name, value]) => [name, replaceOlder(value, saved)] as const)
  return entries.some(([name, value]) => value !== cached[name]) ? (Object.fromEntries(entries) as T) : cached
}
