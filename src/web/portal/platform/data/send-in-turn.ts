// Sends changes that the screen shows before the server has them. They are sent one after the other, and none is lost
// when the page closes meanwhile.
import { guardUntilAnswered } from '../forms/use-leave-guard.ts'

/** `keepalive` lets the request finish after the page has closed. */
type Send<T> = (context: { keepalive: true }) => Promise<T>
/** A change that waits for the one before it. */
type Waiting = { what: string; send: Send<unknown> }

const lines = new Map<string, { last: Promise<unknown>; waiting: Set<Waiting> }>()

/** Sends what still waits when the page closes: of several changes of the same thing, the last one. */
function sendWaiting(): void {
  for (const { waiting } of lines.values()) {
    const last = new Map([...waiting].map((one) => [one.what, one]))
    for (const { send } of last.values()) send({ keepalive: true }).catch(() => {})
  }
}

/**
 * Sends a change after those that were sent before it in the same line, so that the last choice also arrives last. The
 * browser asks before it leaves a page that still sends. `what` is the same for changes that replace each other. `send`
 * may be called twice, so the change must be one that can be repeated.
 */
export function sendInTurn<T>(line: string, what: string, send: Send<T>): Promise<T> {
  addEventListener('pagehide', sendWaiting)
  const { last, waiting } = lines.get(line) ?? { last: Promise.resolve(), waiting: new Set<Waiting>() }
  const mine = { what, send }
  waiting.add(mine)
  const start = () => {
    waiting.delete(mine)
    return send({ keepalive: true })
  }
  const answer = guardUntilAnswered(last.then(start, start))
  lines.set(line, { last: answer, waiting })
  return answer
}
