import { expect, test } from 'vitest'
import { plainCode } from './plain-code.ts'

test('reads a code however a keyboard or a mail program writes it', () => {
  for (const written of ['123456', ' 123 456 ', '１２３４５６', '١٢٣٤٥٦', '۱۲۳۴۵۶', '123\u2011456', '123\u00a0456'])
    expect(plainCode(written), written).toBe('123456')
  for (const dash of ['-', '\u2010', '\u2012', '\u2013', '\u2014', '\u2212', '\uff0d', '\u30fc', '\u00ad'])
    expect(plainCode(`ABCDE${dash}fghjk`), dash).toBe('abcdefghjk')
})
