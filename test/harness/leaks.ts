// Nothing outlives the file that started it: what a test leaves behind disturbs the files after it in its worker, and
// fails at a moment when nobody knows any more whose it was.
import { afterAll, expect } from 'vitest'
import { forgetOpen, leftOpen } from './open.ts'
import { LIMIT, patient } from './patience.ts'

/** Handles of this process, by the names that Node gives them, and what they are. */
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

// Registered before every hook of the file itself, so that it runs after them.
afterAll(async () => {
  // What was told to end takes a moment to do so.
  const end = Date.now() + patient(LIMIT.expect)
  while (left().length > 0 && Date.now() < end) await new Promise((go) => setTimeout(go, 10))
  const stays = left()
  forgetOpen()
  expect(stays, 'left behind by this file').toEqual([])
})
