/** Deeper than any body of ours; a thousand levels would cost more than they say. */
const MAX_DEPTH = 40

/** Why a parsed body is refused although it is JSON; undefined when it is fine. */
export function hostile(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0')) return 'Text must not contain the character NUL.'
    return value.isWellFormed() ? undefined : 'Text must be well-formed Unicode: it has half of a surrogate pair.'
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= MAX_DEPTH) return `The body is nested more than ${MAX_DEPTH} levels deep.`
  if (Array.isArray(value)) {
    for (const item of value) {
      const why = hostile(item, depth + 1)
      if (why) return why
    }
    return undefined
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__') return 'The body must not have a key named __proto__.'
    const why = hostile(key) ?? hostile((value as Record<string, unknown>)[key], depth + 1)
    if (why) return why
  }
  return undefined
}
