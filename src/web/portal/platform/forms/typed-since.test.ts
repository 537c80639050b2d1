import { expect, test } from 'vitest'
import { getTypedSince } from './typed-since.ts'

test('what was typed while a text was being sent stays', () => {
  expect(getTypedSince('Sent', 'Sent')).toBe('')
  expect(getTypedSince('Sent', 'Sent\nand more')).toBe('and more')
  expect(getTypedSince('Sent', 'Se nt')).toBe('Se nt')
})
