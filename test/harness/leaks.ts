// Fails a test file that leaves a server, a process or a database behind. It would disturb later files of the same
// worker, whose failures would not show the cause.
import { afterAll, expect } from 'vitest'
import { forgetOpen, leftOpen } from './open.ts'
import { LIMIT, patient } from './patience.ts'

/** Kinds of handles that Node reports, with their descriptions. */
const HANDLES: Record<string, string> = {
  ProcessWrap: 'a child process that still runs',
  TCPServerWrap: 'a server that still listens',
}
const count = (kind: string) => process.getActiveResourcesInfo().filter((name) => name === kind).length
const before = Object.keys(HANDLES).map((kind) => [kind, count(kind)] as const)

const left = () => [
  ...leftOpen(),
  ...before.flatMap(([kind, n]) => Array<string>(Math.max(0, count(kind) - n)).fill(HANDLES[kind] as string)),
]

// Runs after the hooks of the file, because it is registered before them.
afterAll(async () => {
  // Processes and servers take a moment to end.
  const end = Date.now() + patient(LIMIT.expect)
  while (left().length > 0 && Date.now() < end) await new Promise((go) => setTimeout(go, 10))
  const stays = left()
  forgetOpen()
  expect(stays, 'left behind by this file').toEqual([])
})
