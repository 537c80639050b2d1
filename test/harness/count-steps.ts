// Counts the work of a function on texts, in characters, so that a test can compare inputs without measuring time.

type Method = (this: unknown, ...args: unknown[]) => unknown

const WHOLE = [
  'split',
  'trim',
  'trimEnd',
  'trimStart',
  'replace',
  'replaceAll',
  'toLowerCase',
  'match',
  'search',
] as const

/**
 * Runs a function and returns its result and the characters that it handed to string and pattern methods. Repeated work
 * on the same text counts each time. Work within one pattern does not count.
 */
export function countSteps<T>(run: () => T): { steps: number; result: T } {
  let steps = 0
  const original: [object, string, Method][] = []
  const wrap = (target: object, name: string, count: (self: unknown, args: unknown[], result: unknown) => number) => {
    const method = (target as Record<string, Method>)[name] as Method
    original.push([target, name, method])
    ;(target as Record<string, Method>)[name] = function (...args) {
      const result = method.apply(this, args)
      steps += count(this, args, result)
      return result
    }
  }
  for (const name of WHOLE) wrap(String.prototype, name, (self) => (self as string).length)
  for (const name of ['slice', 'concat', 'repeat']) wrap(String.prototype, name, (_, __, out) => (out as string).length)
  wrap(String.prototype, 'indexOf', (self, [, from], at) => {
    const begin = Number(from ?? 0)
    return Math.max(0, ((at as number) < 0 ? (self as string).length : (at as number)) - begin)
  })
  wrap(Array.prototype, 'join', (_, __, out) => (out as string).length)
  wrap(RegExp.prototype, 'test', (self, [text], found) => {
    const { sticky, global, lastIndex } = self as RegExp
    // A pattern at a fixed place reads up to where it ends.
    if (sticky) return found ? 1 : 0
    return global && found ? 1 : Math.min(String(text).length, global ? String(text).length - lastIndex : Infinity)
  })
  try {
    return { result: run(), steps }
  } finally {
    for (const [target, name, method] of original) (target as Record<string, Method>)[name] = method
  }
}
