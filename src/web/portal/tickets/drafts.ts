// What somebody has written and not sent yet, kept in this browser for this user.
import { brand } from '../../../../brand.config.ts'

const PREFIX = `${brand.slug}.draft.`
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

type Kept = { at: number; value: unknown }

/** The name of a draft: whose, and of what. */
export const draftKey = (userId: string, of: string): string => `${PREFIX}${userId}.${of}`

/** The draft, if there is one that is not too old. */
export function readDraft<T>(key: string): T | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null
    if (kept && Date.now() - kept.at < KEPT_MS) return kept.value as T
    localStorage.removeItem(key)
  } catch {
    // Nonsense or no storage at all: there is no draft.
  }
  return undefined
}

/** Keeps a draft; undefined removes it. False where the browser keeps nothing. */
export function writeDraft(key: string, value: unknown): boolean {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify({ at: Date.now(), value } satisfies Kept))
    return true
  } catch {
    return false
  }
}
