import { expect, test } from 'vitest'
import { type Mark, markEdit } from './markdown-marks.ts'

/** `|` marks both ends of the selection, or the cursor if there is one. */
function press(marked: string, mark: Mark): string {
  const start = marked.indexOf('|')
  const text = marked.replaceAll('|', '')
  const last = marked.lastIndexOf('|')
  const end = last === start ? start : last - 1
  const { from, to, insert, select } = markEdit(text, start, end, mark)
  const next = text.slice(0, from) + insert + text.slice(to)
  const [a, b] = select
  return a === b ? `${next.slice(0, a)}|${next.slice(a)}` : `${next.slice(0, a)}|${next.slice(a, b)}|${next.slice(b)}`
}

test('adds markers around the selection and removes them again', () => {
  expect(press('a |b| c', 'bold')).toBe('a **|b|** c')
  expect(press('a **|b|** c', 'bold')).toBe('a |b| c')
  expect(press('a |**b**| c', 'bold')).toBe('a |b| c')
  expect(press('a |b | c', 'italic')).toBe('a _|b|_  c')
  expect(press('a |', 'bold')).toBe('a **|bold text|**')
  expect(press('|x|', 'code')).toBe('`|x|`')
})

test('turns several lines of code into a block', () => {
  expect(press('see |a\nb|', 'code')).toBe('see \n```\n|a\nb|\n```')
  expect(press('|a\nb|\nc', 'code')).toBe('```\n|a\nb|\n```\nc')
})

test('turns lines into a list and back', () => {
  expect(press('a|', 'list')).toBe('- a|')
  expect(press('x\n|a\n\nb|\ny', 'list')).toBe('x\n|- a\n\n- b|\ny')
  expect(press('|- a\n- b|', 'list')).toBe('|a\nb|')
  expect(press('|', 'list')).toBe('- |')
})

test('selects the missing part of a link', () => {
  expect(press('see |the page|', 'link')).toBe('see [the page](|https://|)')
  expect(press('|https://a.example/b|', 'link')).toBe('[|text|](https://a.example/b)')
  expect(press('|', 'link')).toBe('[text](|https://|)')
})
