import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { stopAtLength } from './stop-at-length.ts'

test('a text or list that is too long is not checked further, at any depth', () => {
  const check = vi.fn(() => true)
  const text = z.string().trim().max(3, 'Too long.').refine(check)
  const pair = z.object({ both: z.tuple([text, z.record(z.string(), text)]) }).and(z.object({ it: text }))
  const tree: z.ZodType = z.lazy(() =>
    z.object({ text: z.string().max(3).refine(check).nullable().default('a'), more: tree.optional() }),
  )
  const schema = z.object({
    plain: text,
    wrapped: text.nullable().refine(check),
    list: z.array(text).max(1, 'Too many.').refine(check),
    either: z.union([z.number(), text.transform((t) => t.length)]),
    pair,
    tree,
  })
  const long = 'a'.repeat(4)
  const value = {
    plain: long,
    wrapped: long,
    list: [long, long],
    either: long,
    pair: { both: [long, { a: long }], it: long },
    tree: { text: long, more: { text: long } },
  }
  expect(schema.safeParse(value).success).toBe(false)
  expect(check).toHaveBeenCalled()
  check.mockClear()
  stopAtLength([schema])
  const messages = schema.safeParse(value).error?.issues.map((issue) => issue.message)
  expect(check).not.toHaveBeenCalled()
  expect(messages).toContain('Too long.')
  // A union still says what is wrong with the only option that fits.
  const code = z.union([z.string().max(3, 'Too long.').regex(/x/, 'No x.'), z.number()])
  stopAtLength([code])
  expect(code.safeParse(long).error?.issues.map((issue) => issue.message)).toEqual(['Too long.'])
  schema.parse({
    plain: 'abc',
    wrapped: null,
    list: ['a'],
    either: 'b',
    pair: { both: ['c', { a: 'd' }], it: 'e' },
    tree: { more: { text: 'f' } },
  })
  expect(check).toHaveBeenCalled()
})
