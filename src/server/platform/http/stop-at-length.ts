// zod runs all checks of a text, also when an earlier one failed. A pattern that is tested against a text of a megabyte
// can take minutes, although the text is refused for its length.
import type { $ZodType, ParsePayload } from 'zod/v4/core'

type CheckDefinition = { check: string; when?: (payload: ParsePayload) => boolean }
/** The parts of a schema's definition that are needed here. */
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
  checks?: readonly { _zod: { def: CheckDefinition } }[]
}

/** Returns whether a text or list, or one that the value contains, was found too long. */
const isTooLong = ({ issues }: ParsePayload) =>
  issues.some((issue) => issue.code === 'too_big' && (issue.origin === 'string' || issue.origin === 'array'))
/** The condition of zod for checks that have none of their own: no issue so far ends the checks. */
const mayContinue = ({ issues }: ParsePayload) => issues.every((issue) => issue.continue === true)

/**
 * Skips the checks that follow the length of a text or list that is too long, at any depth of a schema. Schemas that
 * share parts need the same `seen`.
 */
export function stopAtLength(schema: $ZodType, seen: Set<$ZodType>): void {
  if (seen.has(schema)) return
  seen.add(schema)
  const d = schema._zod.def as Definition
  const checks = (d.checks ?? []).map(({ _zod }) => _zod.def)
  const length = checks.findIndex(({ check }) => check === 'max_length')
  // Not `abort` of zod: a union then loses the messages of its options.
  // Without a length of its own, the schema contains what may be too long.
  for (const def of checks.slice(length + 1)) {
    const { when = mayContinue } = def
    def.when = (payload) => !isTooLong(payload) && when(payload)
  }
  const lazy = (schema._zod as { innerType?: $ZodType }).innerType
  const inner = [d.element, d.innerType, lazy, d.in, d.out, d.left, d.right, d.keyType, d.valueType]
  for (const each of [...Object.values(d.shape ?? {}), ...(d.options ?? []), ...(d.items ?? []), ...inner])
    if (each) stopAtLength(each, seen)
}
