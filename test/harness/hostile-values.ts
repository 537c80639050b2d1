// Hostile values by schema, and the smallest valid value of a schema. The first value for each type is the one that
// most likely reaches the database.

/** A JSON schema, as far as the OpenAPI document uses it. */
export type Schema = {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  minLength?: number
  minItems?: number
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}

/**
 * Values that are wrong for most fields: other types, extreme sizes, characters that databases and parsers stumble on.
 */
const ANY: unknown[] = [
  null,
  '',
  '\u0000',
  '\ud800',
  "' or 1=1 --",
  '%_\\',
  '((((:*&|!<->',
  '__proto__',
  'a'.repeat(20_000),
  '🙂'.repeat(300),
  '\u202e\u200b\u{10ffff}',
  -1,
  1.5,
  1e308,
  true,
  [],
  {},
  [[null]],
  { __proto__: null, constructor: 1, toJSON: 1 },
  Array.from({ length: 200 }, (_, i) => i),
]
const NUMBERS: unknown[] = [2 ** 31, -1, 0, -(2 ** 31) - 1, 2 ** 53, 1e308, '1e3', '0x10', 'NaN', '9'.repeat(20)]
const DAYS: unknown[] = ['0000-01-01', '0001-01-01', '9999-12-31', '2026-02-30', '-000001-01-01', 'infinity', 'now']
const MONTHS: unknown[] = ['0000-01', '0001-01', '9999-12', '2000-01', '2026-13']
const INSTANTS: unknown[] = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '0000-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59.999999Z',
  '9999-12-31T23:59:59-14:00',
  '2026-01-01T24:00:00Z',
  'infinity',
]
const IDS: unknown[] = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '01890A5D-AC96-774B-BCCE-B302099A8057',
  '{01890a5d-ac96-774b-bcce-b302099a8057}',
]
const ADDRESSES: unknown[] = [
  `${'a'.repeat(64)}@${'b'.repeat(180)}.example`,
  'a@b.example\r\nBcc: c@d.example',
  '"a b"@x.example',
]
const LINKS: unknown[] = [
  'http://[::1',
  'https://a:b@\u0000',
  'javascript:alert(1)',
  `https://${'a.'.repeat(200)}example`,
]
const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
const CURSORS: unknown[] = [
  'bm90IGpzb24',
  cursor(),
  cursor('updated', '0000-01-01T00:00:00Z', crypto.randomUUID()),
  cursor('updated', 'infinity', crypto.randomUUID()),
  cursor('updated', '9'.repeat(40), 'x'),
  cursor({ a: 1 }, null, null),
]

const kinds = (s: Schema): Schema[] => {
  const parts = [...(s.anyOf ?? []), ...(s.oneOf ?? []), ...(s.allOf ?? [])]
  return parts.length > 0 ? parts.flatMap(kinds) : [s]
}
const typesOf = (s: Schema) => new Set(kinds(s).flatMap((k) => k.type ?? []))

/**
 * Returns the hostile values of a field. `own` are those for its type, which are most likely to pass validation. `any`
 * are those for every field.
 */
export function hostileValues(name: string, schema: Schema): { own: unknown[]; any: unknown[] } {
  const types = typesOf(schema)
  const formats = new Set(kinds(schema).map((k) => k.format))
  const patterns = kinds(schema).map((k) => k.pattern ?? '')
  const own = [
    ...(types.has('number') || types.has('integer') ? NUMBERS : []),
    ...(formats.has('date') ? DAYS : []),
    ...(patterns.some((p) => p.includes('d{4}-(0') || p.includes('20\\d\\d-(0')) ? MONTHS : []),
    ...(formats.has('date-time') ? INSTANTS : []),
    ...(formats.has('uuid') ? IDS : []),
    ...(formats.has('email') ? ADDRESSES : []),
    ...(/url|website|link|redirect/i.test(name) ? LINKS : []),
    ...(name === 'cursor' ? CURSORS : []),
  ]
  return { own, any: ANY }
}

/** Returns the smallest valid value of a schema. `known` gives values of fields by their names, such as ids. */
export function sampleOf(schema: Schema, name: string, known: Record<string, unknown>): unknown {
  if (name in known) return known[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  const [first] = kinds(schema).filter((k) => k.type !== 'null')
  if (first && first !== schema) return sampleOf(first, name, known)
  const types = typesOf(schema)
  if (types.has('object'))
    return Object.fromEntries(
      (schema.required ?? []).map((key) => [key, sampleOf(schema.properties?.[key] ?? {}, key, known)]),
    )
  if (types.has('array')) {
    const items = schema.items
    return items && (schema.minItems ?? 0) > 0 ? [sampleOf(items, '', known)] : []
  }
  if (types.has('boolean')) return true
  if (types.has('number') || types.has('integer')) return Math.max(schema.minimum ?? 1, 1)
  if (schema.format === 'uuid') return crypto.randomUUID()
  if (schema.format === 'date') return '2026-11-02'
  if (schema.format === 'date-time') return '2026-11-02T10:00:00Z'
  if (schema.format === 'email') return `walked-${crypto.randomUUID()}@partner.test`
  return 'Walked'.padEnd(schema.minLength ?? 0, 'x')
}

/** A field within a body: the keys that lead to it, and its schema. */
export type Place = { path: string[]; schema: Schema }

/** Returns every field of a schema, with those of nested objects and the first item of lists. */
export function placesIn(schema: Schema, path: string[] = []): Place[] {
  if (path.length > 5) return []
  return kinds(schema).flatMap((k) => [
    ...Object.entries(k.properties ?? {}).flatMap(([name, field]) => [
      { path: [...path, name], schema: field },
      ...placesIn(field, [...path, name]),
    ]),
    ...(k.items ? [{ path: [...path, '0'], schema: k.items }, ...placesIn(k.items, [...path, '0'])] : []),
  ])
}

/** Returns a copy of a body with the value at one place. Objects and lists on the way are filled from the schema. */
export function withValue(
  body: unknown,
  schema: Schema,
  [key, ...rest]: string[],
  value: unknown,
  known: Record<string, unknown>,
): unknown {
  if (key === undefined) return value
  const inside = (at: 'list' | 'object') =>
    kinds(schema).find((k) => (at === 'list' ? k.items : k.properties && key in k.properties))
  if (key === '0' && inside('list')) {
    const items = inside('list')?.items as Schema
    const list = Array.isArray(body) ? body : []
    return [withValue(list[0] ?? sampleOf(items, '', known), items, rest, value, known), ...list.slice(1)]
  }
  const field = inside('object')?.properties?.[key] ?? {}
  const object = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  const before = (object as Record<string, unknown>)[key]
  return {
    ...object,
    [key]: withValue(rest.length > 0 ? (before ?? sampleOf(field, key, known)) : before, field, rest, value, known),
  }
}
