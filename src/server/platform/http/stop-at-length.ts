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
/** Returns whether a check without a condition may run. It is what zod decides: some issues end the checks. */
const mayContinue = ({ issues }: ParsePayload) => issues.every((issue) => issue.continue === true)

/**
 * Changes schemas, at any depth, so that the checks after the length of a text or list are skipped if it is too long.
 */
export function stopAtLength(schemas: Iterable<$ZodType>): void {
  // Schemas share parts, and each part is changed once.
  const seen = new Set<$ZodType>()
  const change = (schema: $ZodType | undefined): void => {
    if (!schema || seen.has(schema)) return
    seen.add(schema)
    const d = schema._zod.def as Definition
    const checks = (d.checks ?? []).map(({ _zod }) => _zod.def)
    const length = checks.findIndex(({ check }) => check === 'max_length')
    // Without a length of its own, the schema may contain what is too long. Not `abort` of zod: a union then loses the
    // messages of its options.
    for (const def of checks.slice(length + 1)) {
      const { when = mayContinue } = def
      def.when = (payload) => !isTooLong(payload) && when(payload)
    }
    const lazy = (schema._zod as { innerType?: $ZodType }).innerType
    const inner = [d.element, d.innerType, lazy, d.in, d.out, d.left, d.right, d.keyType, d.valueType]
    for (const each of [...Object.values(d.shape ?? {}), ...(d.options ?? []), ...(d.items ?? []), ...inner])
      change(each)
  }
  for (const schema of schemas) change(schema)
}
