/**
 * Keys for a creating call. The same input gets the same key until `done`, so that trying again after a broken
 * connection cannot create twice. With `kept`, a name in the browser's storage, not even after the page was closed.
 */
export function onceKeys(kept?: string) {
  let last = kept ? read(kept) : undefined
  const write = (value: Last | undefined) => {
    if (!kept) return
    try {
      if (value) localStorage.setItem(kept, JSON.stringify(value))
      else localStorage.removeItem(kept)
    } catch {
      // No storage: the key lives as long as the page.
    }
  }
  return {
    keyFor(input: unknown): string {
      const body = JSON.stringify(input)
      if (last?.body !== body) {
        last = { body, key: crypto.randomUUID() }
        write(last)
      }
      return last.key
    },
    done() {
      last = undefined
      write(undefined)
    },
  }
}

type Last = { body: string; key: string }

function read(name: string): Last | undefined {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? 'null') as Last | null) ?? undefined
  } catch {
    return undefined
  }
}
