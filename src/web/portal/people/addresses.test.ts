import { expect, test } from 'vitest'
import { addressesIn, wrongAddress } from './addresses.ts'

test('addresses are found however they were pasted, each once', () => {
  expect(addressesIn(' Ana Ruiz <Ana@x.example>, bo@x.example;cy@x.example\n\nbo@x.example  di@x.example ')).toEqual([
    'ana@x.example',
    'bo@x.example',
    'cy@x.example',
    'di@x.example',
  ])
  expect(addressesIn(' \n, ')).toEqual([])
})
test.each(['ana', 'ana@x', '@x.example', 'ana@x..example', `${'x'.repeat(250)}@x.example`])('%s is none', (text) =>
  expect(wrongAddress(text)).toBe(true),
)
test('ana+b@sub.x.example is one', () => expect(wrongAddress('ana+b@sub.x.example')).toBe(false))
