import { describe, expect, test } from 'vitest'
import { addMarks, buildInsertion, findTrigger, removeMarks } from './mention-marks.ts'

const ana = { id: '018f3b2e-7c11-7aaa-8bbb-0123456789ab', name: 'Ana Ruiz' }
const an = { id: '018f3b2e-7c11-7aaa-8bbb-0123456789ac', name: 'Ana' }
const mark = (p: typeof ana) => `@[${p.name}](mention:${p.id})`

describe('addMarks and removeMarks', () => {
  test('convert in both directions', () => {
    const text = 'Hi @Ana Ruiz, ask @Ana. (@Ana Ruiz)'
    const stored = addMarks(text, [an, ana])
    expect(stored).toBe(`Hi ${mark(ana)}, ask ${mark(an)}. (${mark(ana)})`)
    expect(removeMarks(stored)).toEqual({ text, people: [ana, an] })
  })
  test('leave addresses, longer words and escaped names alone', () => {
    expect(addMarks('mail@Ana Ruiz @Anabel \\@Ana', [an])).toBe('mail@Ana Ruiz @Anabel \\@Ana')
    expect(addMarks('@Ana', [])).toBe('@Ana')
  })
  test('keep two people with the same name apart', () => {
    const other = { ...an, name: 'Ana Ruiz' }
    const inserted = buildInsertion(other, [ana])
    expect(inserted).toBe(`${mark(other)} `)
    const stored = addMarks(`@Ana Ruiz ${inserted}`, [ana])
    expect(removeMarks(stored)).toEqual({ text: `@Ana Ruiz ${inserted}`, people: [ana] })
  })
  test('handle names with special characters', () => {
    const odd = { ...ana, name: 'Jo (Ops) [x] $1 .*' }
    expect(addMarks(buildInsertion(odd, []), [odd])).toBe(`@[Jo (Ops)  x  $1 .*](mention:${odd.id}) `)
  })
})

describe('findTrigger', () => {
  test('finds a person after an at sign that begins a word', () => {
    expect(findTrigger('Hi @', true)).toEqual({ for: 'person', words: '', from: 3 })
    expect(findTrigger('Hi @Ana Ru', false)).toEqual({ for: 'person', words: 'Ana Ru', from: 3 })
    expect(findTrigger('ana@north', true)).toBeUndefined()
    expect(findTrigger('Hi @Ana\nand', true)).toBeUndefined()
    expect(findTrigger('Hi @Ana Ruiz ', true)).toBeDefined()
    expect(findTrigger('Hi @Ana Ruiz ', true, [ana])).toBeUndefined()
  })
  test('finds a canned reply only at the beginning of a line, and only for staff', () => {
    expect(findTrigger('Hi\n/lo', true)).toEqual({ for: 'canned', words: 'lo', from: 3 })
    expect(findTrigger('/', true)).toEqual({ for: 'canned', words: '', from: 0 })
    expect(findTrigger('and/or', true)).toBeUndefined()
    expect(findTrigger('/lo', false)).toBeUndefined()
  })
})
