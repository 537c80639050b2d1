/** Deeper than any valid body. Checking a thousand levels would only cost time. */
const MAX_DEPTH = 40

/** Returns why a parsed body is rejected although it is valid JSON; undefined when it is acceptable. */
export function findJsonProblem(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0')) return 'Text must not contain NUL characters.'
    return value.isWellFormed() ? undefined : 'Text must be well-formed Unicode without lone surrogates.'
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= MAX_DEPTH) return `The body is nested more than ${MAX_DEPTH} levels deep.`
  if (Array.isArray(value)) {
    for (const item of value) {
      const why = findJsonProblem(item, depth + 1)
      if (why) return why
    }
    return undefined
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__') return 'The body must not have a key named __proto__.'
    const why = findJsonProblem(key) ?? findJsonProblem((value as Record<string, unknown>)[key], depth + 1)
    if (why) return why
  }
  return undefined
}
