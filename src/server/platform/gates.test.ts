import { expect, test } from 'vitest'
import { gatesOf } from './gates.ts'
import { TooMany } from './http/too-many.ts'

test('runs so much work of a key at the same time, refuses what exceeds the line, and other keys do not wait', async () => {
  const gates = gatesOf(1, 1)
  const leave = await gates.enter('a')
  const second = gates.run('a', async () => 'second')
  await expect(gates.run('a', async () => 'third')).rejects.toThrow(TooMany)
  expect(await gates.run('b', async () => 'other')).toBe('other')
  leave()
  // Freed once, although it is called twice.
  leave()
  expect(await second).toBe('second')
  await expect(gates.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await gates.run('a', async () => 'next')).toBe('next')
})

test('what waited too long is refused, and the next one gets its place', async () => {
  const gates = gatesOf(1, 5, 1)
  const leave = await gates.enter('a')
  await expect(gates.enter('a')).rejects.toThrow(TooMany)
  leave()
  expect(await gates.run('a', async () => 'next')).toBe('next')
})
