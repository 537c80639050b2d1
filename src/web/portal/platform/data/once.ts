import { localStore } from '../../../browser-storage.ts'
import { isPersonalStorageClosed } from '../../../personal-storage.ts'

/**
 * Creates idempotency keys for a call that creates something. The same input gets the same key until `done`, so that a
 * retry after a broken connection cannot create it twice. `kept`, a name in the browser's storage, keeps the key even
 * when the page is closed.
 */
export function createOnceKeys(kept?: string) {
  let last = kept ? read(kept) : undefined
  const write = (value: Last | undefined) => {
    if (!kept || isPersonalStorageClosed()) return
    if (value) localStore.set(kept, JSON.stringify(value))
    else localStore.remove(kept)
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
    return (JSON.parse(localStore.get(name) ?? 'null') as Last | null) ?? undefined
  } catch {
    return undefined
  }
}
