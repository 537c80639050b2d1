// The browser's storage, which can be blocked, full or null. Values that it rejects are kept in memory until the page
// closes.

/** A storage whose calls never throw. */
export interface Store {
  get: (key: string) => string | null
  /** Returns false if the value is only in memory. */
  set: (key: string, value: string) => boolean
  remove: (key: string) => void
  /** Drops a value that is only in memory, so that `get` returns what another tab has stored. */
  forget: (key: string) => void
  listKeys: () => string[]
}

function openStore(find: () => Storage): Store {
  const memory = new Map<string, string>()
  const attempt = <T>(use: (storage: Storage) => T, otherwise: T): T => {
    try {
      return use(find())
    } catch {
      return otherwise
    }
  }
  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    set(key, value) {
      memory.set(key, value)
      const stored = attempt((storage) => {
        storage.setItem(key, value)
        return true
      }, false)
      if (stored) memory.delete(key)
      return stored
    },
    remove(key) {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key), undefined)
    },
    forget: (key) => void memory.delete(key),
    listKeys: () => [...memory.keys(), ...attempt((storage) => Object.keys(storage), [])],
  }
}

/** The storage that all tabs share. */
export const localStore: Store = openStore(() => localStorage)
/** The storage of this tab. */
export const tabStore: Store = openStore(() => sessionStorage)

/**
 * Returns a function that sends a message to the other tabs, and calls `listener` with theirs. Without
 * BroadcastChannel, nothing is sent.
 */
export function openChannel<Message>(name: string, listener?: (message: Message) => void): (message: Message) => void {
  try {
    const channel = new BroadcastChannel(name)
    if (listener) channel.onmessage = ({ data }: MessageEvent<Message>) => listener(data)
    return (message) => channel.postMessage(message)
  } catch {
    return () => {}
  }
}
