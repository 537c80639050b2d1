import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffOf } from './diff.ts'

describe('what differs between two texts', () => {
  test('words within a line, lines that came and went', () => {
    const diff = diffOf('# A\n\nFor $100 a month.\n\nEnd.', '# A\n\nFor $120 a month.\n\nNew.\n\nEnd.')
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
    expect(diffOf('a\nb', 'a\nb').every((l) => l.kind === 'same')).toBe(true)
  })
  test('both texts are in it, whatever they are', () => {
    const text = fc
      .array(fc.constantFrom('a b', 'b c', 'x', 'long line of words', ''), { maxLength: 12 })
      .map((l) => l.join('\n'))
    fc.assert(
      fc.property(text, text, (a, b) => {
        const side = (not: string) =>
          diffOf(a, b)
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
