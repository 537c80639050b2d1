import { flushSync } from 'react-dom'

/**
 * Returns what was typed into a field while its text was being sent: the part behind the sent text, or all of it if the
 * sent text was edited.
 */
export const getTypedSince = (sent: string, now: string): string =>
  now.startsWith(sent) ? now.slice(sent.length).trimStart() : now

/**
 * Empties a field whose text was sent, except for what was typed since. Renders immediately: a letter that is typed
 * before the field is empty would bring the sent text back.
 */
export const removeSent = (sent: string, set: (change: (now: string) => string) => void): void =>
  flushSync(() => set((now) => getTypedSince(sent, now)))
