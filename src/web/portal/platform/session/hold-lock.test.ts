import { afterEach, expect, test, vi } from 'vitest'
import { holdLock } from './hold-lock.ts'

afterEach(() => vi.unstubAllGlobals())

const refused = () => Promise.reject(new DOMException('denied', 'SecurityError'))

test.each([
  ['has none', {}],
  ['refuses them', { locks: { request: refused } }],
])('a browser that %s: work of one name takes turns, also after a failure', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  const steps: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = holdLock('a', async () => {
    steps.push('first begins')
    await gate.promise
    steps.push('first ends')
    throw new Error('broken')
  })
  const second = holdLock('a', async () => {
    steps.push('second')
    return 2
  })
  await holdLock('b', async () => steps.push('another name'))
  gate.resolve()
  await expect(first).rejects.toThrow('broken')
  expect(await second).toBe(2)
  expect(steps).toEqual(['first begins', 'another name', 'first ends', 'second'])
})

test('a failure of the work itself is not repeated, and an aborted wait ends', async () => {
  vi.stubGlobal('navigator', { locks: { request: (_: string, __: object, work: () => Promise<unknown>) => work() } })
  const work = vi.fn(() => Promise.reject(new Error('broken')))
  await expect(holdLock('a', work)).rejects.toThrow('broken')
  expect(work).toHaveBeenCalledTimes(1)
  vi.stubGlobal('navigator', { locks: { request: refused } })
  await expect(holdLock('a', work, { signal: AbortSignal.abort() })).rejects.toThrow('denied')
  expect(work).toHaveBeenCalledTimes(1)
})
