import { expect, test } from 'vitest'
import { isWrongAddress, parseAddresses } from './addresses.ts'

test('addresses are found however they were pasted, each once', () => {
  expect(parseAddresses(' Ana Ruiz <Ana@x.example>, bo@x.example;cy@x.example\n\nbo@x.example  di@x.example ')).toEqual(
    ['ana@x.example', 'bo@x.example', 'cy@x.example', 'di@x.example'],
  )
  expect(parseAddresses(' \n, ')).toEqual([])
})
test.each(['ana', 'ana@x', '@x.example', 'ana@x..example', `${'x'.repeat(250)}@x.example`])('%s is invalid', (text) =>
  expect(isWrongAddress(text)).toBe(true),
)
test('ana+b@sub.x.example is valid', () => expect(isWrongAddress('ana+b@sub.x.example')).toBe(false))
