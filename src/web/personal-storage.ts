// What the browser stores for a user besides the session: drafts, recent items, the position in a list.
import { brand } from '../../brand.config.ts'
import { localStore, tabStore } from './browser-storage.ts'

/** Keys that survive a sign-out: the user's preferences and the scroll position of the public landing page. */
const LASTING = [`${brand.slug}.single-keys`, `${brand.slug}.move-on`, `${brand.slug}.automations.`, 'landing.scroll']

/** The key of the stored session and the name of the channel that keeps tabs in sync. */
export const SESSION_KEY = `${brand.slug}.session`
/** A session change as sent between tabs. `left` is set when the user signed out. */
export type SessionMessage<Event extends string> = { event: Event; left?: boolean }

// Screens save their state when they close during a sign-out. While this is true, that stores no personal data again.
let closed = false

/** Removes all personal data after a sign-out. Nothing is stored until `openPersonalStorage` is called. */
export function clearPersonalStorage(): void {
  closed = true
  for (const store of [localStore, tabStore])
    for (const key of store.listKeys())
      if (key !== SESSION_KEY && !LASTING.some((name) => key.startsWith(name))) store.remove(key)
}

/** Allows screens to store personal data again after a sign-in. */
export function openPersonalStorage(): void {
  closed = false
}

/** Returns whether storing is disabled because the user has just signed out. */
export const isPersonalStorageClosed = (): boolean => closed
