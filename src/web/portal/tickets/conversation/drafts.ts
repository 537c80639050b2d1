// Unsent texts, kept in this browser per user.
import { brand } from '../../../../../brand.config.ts'
import { localStore } from '../../../browser-storage.ts'
import { mayKeepFor } from '../../platform/session/session.client.ts'

const PREFIX = `${brand.slug}.draft.`
/** The server keeps its own copy longer: `DRAFT_DAYS`. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

type Kept = { at: number; value: unknown }

/** Returns the storage key of a draft, from the user and the place of the draft. */
export const buildDraftKey = (userId: string, of: string): string => `${PREFIX}${userId}.${of}`

/** Returns whether drafts with this key may be read and stored: see `mayKeepFor`. */
export const mayKeepDraft = (key: string): boolean => mayKeepFor(key.slice(PREFIX.length).split('.')[0] ?? '')

/** Returns the draft, or undefined if there is none or it is older than `KEPT_MS`. */
export function readDraft<T>(key: string): T | undefined {
  try {
    if (!mayKeepDraft(key)) return undefined
    const kept = JSON.parse(localStore.get(key) ?? 'null') as Kept | null
    if (kept && Date.now() - kept.at < KEPT_MS) return kept.value as T
    localStore.remove(key)
  } catch {
    // Invalid data: there is no draft.
  }
  return undefined
}

/** Stores a draft; undefined removes it. Returns false if it is lost when the page is closed. */
export function writeDraft(key: string, value: unknown): boolean {
  if (!mayKeepDraft(key)) return false
  if (value !== undefined) return localStore.set(key, JSON.stringify({ at: Date.now(), value } satisfies Kept))
  localStore.remove(key)
  return true
}
