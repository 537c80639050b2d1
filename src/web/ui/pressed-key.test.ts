import { expect, test } from 'vitest'
import { getPressedKey, isSendKey } from './pressed-key.ts'

const press = (more: object) =>
  ({ key: 'Enter', isComposing: false, keyCode: 13, ctrlKey: false, metaKey: false, ...more }) as KeyboardEvent

test('a key counts, of the browser and of React', () => {
  expect(getPressedKey(press({}))).toBe('Enter')
  expect(getPressedKey({ key: 'Tab', nativeEvent: press({ key: 'Tab', keyCode: 9 }) })).toBe('Tab')
})

test('a key of an input method does not count, also when the composition has just ended', () => {
  expect(getPressedKey(press({ isComposing: true }))).toBe('')
  expect(getPressedKey(press({ keyCode: 229 }))).toBe('')
  expect(getPressedKey({ key: 'Escape', nativeEvent: press({ key: 'Escape', keyCode: 229 }) })).toBe('')
})

test('Ctrl+Enter and ⌘+Enter send, Enter alone and within a composition do not', () => {
  expect(isSendKey(press({ ctrlKey: true }))).toBe(true)
  expect(isSendKey(press({ metaKey: true }))).toBe(true)
  expect(isSendKey(press({}))).toBe(false)
  expect(isSendKey(press({ ctrlKey: true, isComposing: true }))).toBe(false)
  expect(isSendKey(press({ ctrlKey: true, key: 'a' }))).toBe(false)
})
