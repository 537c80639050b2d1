// Sends changes that the screen shows before the server has them. They are sent one after the other, and none is lost
// when the page closes in the meantime.
import { guardUntilAnswered } from '../forms/use-leave-guard.ts'
import { parseFailure } from './api.ts'
import { showUntilAnswered } from './newest.ts'

/** `keepalive` lets the request finish after the page has closed. */
type Context = { keepalive: true }
/**
 * Sends a change. `leaving` is true if it is sent early, because the page closes before the changes ahead of it are
 * done.
 */
export type Send<T> = (context: Context, leaving: boolean) => Promise<T>
/** A change that waits for those ahead of it. */
type Waiting = { what: string; send: Send<unknown> }
type Versioned = { id: string; version: number }

/** The lines: queues of pending changes, by name. `answer` is the record as the last response returned it. */
const lines = new Map<string, { last: Promise<unknown>; waiting: Set<Waiting>; answer?: Versioned }>()

/** Sends what still waits when the page closes. Of changes with the same `what`, sends only the last one. */
function sendWaiting(): void {
  const all = new Set([...lines.values()].flatMap(({ waiting }) => [...waiting]))
  const last = new Map([...all].map((one) => [one.what, one]))
  for (const { send } of last.values()) send({ keepalive: true }, true).catch(() => {})
}

/**
 * Sends a change after those before it in the same lines, so that the last choice also arrives last. Returns the result
 * of `send`. Until then, the browser asks before the user leaves the page. Changes of a line that replace each other
 * have the same `what`. `send` may be called twice, so the change must be one that can be repeated.
 */
export function sendInTurn<T>(line: string | readonly string[], what: string, send: Send<T>): Promise<T> {
  addEventListener('pagehide', sendWaiting)
  const names = typeof line === 'string' ? [line] : line
  const before = names.flatMap((name) => lines.get(name)?.last ?? [])
  const mine = { what: `${names} ${what}`, send }
  const start = () => {
    for (const name of names) lines.get(name)?.waiting.delete(mine)
    return send({ keepalive: true }, false)
  }
  const last = guardUntilAnswered(before.length > 0 ? Promise.allSettled(before).then(start) : start())
  for (const name of names) {
    const now = lines.get(name) ?? { waiting: new Set<Waiting>() }
    if (before.length > 0) now.waiting.add(mine)
    lines.set(name, { ...now, last })
  }
  const end = () => {
    for (const name of names) if (lines.get(name)?.last === last) lines.delete(name)
  }
  last.then(end, end)
  return last
}

/** Returns whether a change of this line is pending. */
export const isSending = (line: string): boolean => lines.has(line)

const lineOf = (kind: string, { id }: Versioned) => `${kind} ${id}`

/** Records what the server returned for a change, so that the next change in the record's line continues from it. */
export function continueFrom(kind: string, answer: Versioned): void {
  const line = lines.get(lineOf(kind, answer))
  if (line) line.answer = answer
}

/**
 * Returns the version to change: that of the last response in the record's line if its fields are as `base` shows them,
 * or else that of `base`.
 */
export function getVersionInTurn<R extends Versioned>(kind: string, base: R, isSame: (now: R) => boolean): number {
  const last = lines.get(lineOf(kind, base))?.answer as R | undefined
  return last && last.version > base.version && isSame(last) ? last.version : base.version
}

interface Change<Base extends Versioned, Answer extends Base> {
  kind: string
  /** The names of the fields that the change sets. */
  what: string
  /** The record as it is shown, including pending changes. */
  base: Base
  /** The fields as they are shown until the response. */
  shown: Partial<Answer>
  /** Returns whether the fields are still those of `base`. */
  isSame: (now: Base) => boolean
  /** Sends the change. The version is undefined if the page closes while earlier changes are pending. */
  send: (version: number | undefined, context: Context) => Promise<Answer>
}

/**
 * Changes a record that several people change, after the pending changes of the same record. Returns the saved record.
 * If others changed other fields in the meantime, tries again with their version. Throws CONFLICT if they changed the
 * same fields.
 */
export function changeInTurn<Base extends Versioned, Answer extends Base>(
  change: Change<Base, Answer>,
): Promise<Answer> {
  const { kind, what, base, shown, isSame, send } = change
  const request = sendInTurn(lineOf(kind, base), what, async (context, leaving) => {
    if (leaving) return send(undefined, context)
    let version = getVersionInTurn(kind, base, isSame)
    for (;;) {
      try {
        const answer = await send(version, context)
        continueFrom(kind, answer)
        return answer
      } catch (e) {
        const now = parseFailure(e)?.data?.current as Base | undefined
        if (!now || now.version <= version || !isSame(now)) throw e
        version = now.version
      }
    }
  })
  return showUntilAnswered(base.id, shown, request)
}
