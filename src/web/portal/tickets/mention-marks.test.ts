import { describe, expect, test } from 'vitest'
import { insertionFor, reachAt, withMarks, withoutMarks } from './mention-marks.ts'

const ana = { id: '018f3b2e-7c11-7aaa-8bbb-0123456789ab', name: 'Ana Ruiz' }
const an = { id: '018f3b2e-7c11-7aaa-8bbb-0123456789ac', name: 'Ana' }
const mark = (p: typeof ana) => `@[${p.name}](mention:${p.id})`

describe('names and marks', () => {
  test('go there and back', () => {
    const text = 'Hi @Ana Ruiz, ask @Ana. (@Ana Ruiz)'
    const stored = withMarks(text, [an, ana])
    expect(stored).toBe(`Hi ${mark(ana)}, ask ${mark(an)}. (${mark(ana)})`)
    expect(withoutMarks(stored)).toEqual({ text, people: [ana, an] })
  })
  test('leave addresses, longer words and what was escaped alone', () => {
    expect(withMarks('mail@Ana Ruiz @Anabel \\@Ana', [an])).toBe('mail@Ana Ruiz @Anabel \\@Ana')
    expect(withMarks('@Ana', [])).toBe('@Ana')
  })
  test('keep two people of one name apart', () => {
    const other = { ...an, name: 'Ana Ruiz' }
    const inserted = insertionFor(other, [ana])
    expect(inserted).toBe(`${mark(other)} `)
    const stored = withMarks(`@Ana Ruiz ${inserted}`, [ana])
    expect(withoutMarks(stored)).toEqual({ text: `@Ana Ruiz ${inserted}`, people: [ana] })
  })
  test('survive names with signs in them', () => {
    const odd = { ...ana, name: 'Jo (Ops) [x] $1 .*' }
    expect(withMarks(insertionFor(odd, []), [odd])).toBe(`@[Jo (Ops)  x  $1 .*](mention:${odd.id}) `)
  })
})

describe('what is reached for', () => {
  test('a person after an at sign that begins a word', () => {
    expect(reachAt('Hi @', true)).toEqual({ for: 'person', words: '', from: 3 })
    expect(reachAt('Hi @Ana Ru', false)).toEqual({ for: 'person', words: 'Ana Ru', from: 3 })
    expect(reachAt('ana@north', true)).toBeUndefined()
    expect(reachAt('Hi @Ana\nand', true)).toBeUndefined()
    expect(reachAt('Hi @Ana Ruiz ', true)).toBeDefined()
    expect(reachAt('Hi @Ana Ruiz ', true, [ana])).toBeUndefined()
  })
  test('a canned reply only at the beginning of a line, and only for staff', () => {
    expect(reachAt('Hi\n/lo', true)).toEqual({ for: 'canned', words: 'lo', from: 3 })
    expect(reachAt('/', true)).toEqual({ for: 'canned', words: '', from: 0 })
    expect(reachAt('and/or', true)).toBeUndefined()
    expect(reachAt('/lo', false)).toBeUndefined()
  })
})
