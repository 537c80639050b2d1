/**
 * Keys for a creating call. The same input gets the same key until `done`, so that trying again after a broken
 * connection cannot create twice.
 */
export function onceKeys() {
  let last: { body: string; key: string } | undefined
  return {
    keyFor(input: unknown): string {
      const body = JSON.stringify(input)
      if (last?.body !== body) last = { body, key: crypto.randomUUID() }
      return last.key
    },
    done() {
      last = undefined
    },
  }
}
