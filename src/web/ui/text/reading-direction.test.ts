import { expect, test } from 'vitest'
import { withoutOverrides } from './reading-direction.ts'

test('removes overrides and keeps letters of both directions', () => {
  expect(withoutOverrides('file a\u202egnp.exe end')).toBe('file agnp.exe end')
  expect(withoutOverrides('\u2066שלום\u2069 ABC \u200f')).toBe('שלום ABC \u200f')
})
