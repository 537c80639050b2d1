import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffTexts } from './diff.ts'

describe('the difference between two texts', () => {
  test('marks changed words within a line, and added and removed lines', () => {
    const diff = diffTexts('# A\n\nFor $100 a month.\n\nEnd.', '# A\n\nFor $120 a month.\n\nNew.\n\nEnd.')
    expect(diff.filter((l) => l.kind !== 'same')).toEqual([
      {
        kind: 'changed',
        pieces: [
          { kind: 'same', text: 'For ' },
          { kind: 'gone', text: '$100' },
          { kind: 'new', text: '$120' },
          { kind: 'same', text: ' a month.' },
        ],
      },
      { kind: 'new', pieces: [{ kind: 'new', text: 'New.' }] },
    ])
    expect(diffTexts('a\nb', 'a\nb').every((l) => l.kind === 'same')).toBe(true)
  })
  test('shows all lines of texts with very many differences, in a short time', () => {
    const text = (word: string) => Array.from({ length: 3_000 }, (_, n) => `${word}${n}`).join('\n')
    const diff = diffTexts(text('old'), text('new'))
    expect(diff.filter((l) => l.kind === 'gone')).toHaveLength(3_000)
    expect(diff.filter((l) => l.kind === 'new')).toHaveLength(3_000)
  })
  test('contains all of both texts, for any texts', () => {
    const text = fc
      .array(fc.constantFrom('a b', 'b c', 'x', 'long line of words', ''), { maxLength: 12 })
      .map((l) => l.join('\n'))
    fc.assert(
      fc.property(text, text, (a, b) => {
        const side = (not: string) =>
          diffTexts(a, b)
            .filter((l) => l.kind !== not)
            .map((l) =>
              l.pieces
                .filter((p) => p.kind !== not)
                .map((p) => p.text)
                .join(''),
            )
            .filter((l) => l.trim())
        const lines = (t: string) => t.split('\n').filter((l) => l.trim())
        expect(side('new')).toEqual(lines(a))
        expect(side('gone')).toEqual(lines(b))
      }),
    )
  })
})
