// zod runs all checks of a text, also when an earlier one failed. A pattern that is tested against a text of a megabyte
// can take minutes, although the text is refused for its length.
import type { $ZodType } from 'zod/v4/core'

/** What of a schema's definition is needed here. */
type Definition = {
  shape?: Record<string, $ZodType>
  element?: $ZodType
  innerType?: $ZodType
  in?: $ZodType
  out?: $ZodType
  left?: $ZodType
  right?: $ZodType
  keyType?: $ZodType
  valueType?: $ZodType
  options?: readonly $ZodType[]
  items?: readonly $ZodType[]
  getter?: () => $ZodType
  checks?: readonly { _zod: { def: { check: string; abort?: boolean } } }[]
}

/** Makes texts and lists that are too long fail at once, at any depth of a schema, without the checks that follow. */
export function stopAtLength(schema: $ZodType, seen = new Set<$ZodType>()): void {
  if (seen.has(schema)) return
  seen.add(schema)
  const d = schema._zod.def as Definition
  for (const { _zod } of d.checks ?? []) if (_zod.def.check === 'max_length') _zod.def.abort = true
  const inner = [d.element, d.innerType, d.in, d.out, d.left, d.right, d.keyType, d.valueType, d.getter?.()]
  for (const each of [...Object.values(d.shape ?? {}), ...(d.options ?? []), ...(d.items ?? []), ...inner])
    if (each) stopAtLength(each, seen)
}
