import { expect, test } from 'vitest'
import { foldAt } from './fold-text.ts'

test('shows all of a text with 8,000 characters in 200 lines', () => {
  expect(foldAt('a'.repeat(8_000))).toBeUndefined()
  expect(foldAt('a\n'.repeat(200))).toBeUndefined()
  expect(foldAt('')).toBeUndefined()
})
test('folds a text with more lines after 40 lines', () => {
  expect(foldAt('a\n'.repeat(201))).toBe(80)
})
test('folds a text with more characters after a line, or else after a word, or else anywhere', () => {
  expect(foldAt(`${'word '.repeat(300)}\n${'word '.repeat(1_500)}`)).toBe(1_501)
  expect(foldAt('words '.repeat(1_500))).toBe(1_998)
  expect(foldAt('a'.repeat(9_000))).toBe(2_000)
})
test('does not split a surrogate pair', () => {
  const text = `a${'😀'.repeat(5_000)}`
  const at = foldAt(text) as number
  expect(text.slice(0, at).isWellFormed() && text.slice(at).isWellFormed()).toBe(true)
})
