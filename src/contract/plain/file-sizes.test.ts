import { expect, test } from 'vitest'
import { formatFileSize } from './file-sizes.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1 KB'],
  [14_000, '14 KB'],
  [1_023_000, '999 KB'],
  [1_023_999, '1.0 MB'],
  [25 * 1024 * 1024, '25.0 MB'],
  [5 * 1024 ** 3, '5.0 GB'],
])('%i bytes are %s', (bytes, text) => expect(formatFileSize(bytes)).toBe(text))
