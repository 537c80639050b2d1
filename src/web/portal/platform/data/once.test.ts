import { expect, test } from 'vitest'
import { createOnceKeys } from './once.ts'

test('the same input gets the same key until `done`', () => {
  const keys = createOnceKeys()
  const first = keys.keyFor({ body: 'a' })
  expect(keys.keyFor({ body: 'a' })).toBe(first)
  const other = keys.keyFor({ body: 'b' })
  expect(other).not.toBe(first)
  keys.done()
  expect(keys.keyFor({ body: 'b' })).not.toBe(other)
})
