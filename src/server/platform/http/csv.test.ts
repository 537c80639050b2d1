import { expect, test } from 'vitest'
import { csvRow } from './csv.ts'

test.each([
  [['a', 'b'], 'a,b\r\n'],
  [['a,b', 'say "hi"', 'two\nlines', ''], '"a,b","say ""hi""","two\nlines",\r\n'],
  [['=1+1', '+1', '-1', '@x', '\tx', '\rx'], `'=1+1,'+1,'-1,'@x,'\tx,"'\rx"\r\n`],
  [['1-1', ' =1'], '1-1, =1\r\n'],
  [[`'=1`, `''-1`, `'90s`], `''=1,'''-1,'90s\r\n`],
])('writes %j so that no spreadsheet reads a formula', (cells, line) => expect(csvRow(cells)).toBe(line))
