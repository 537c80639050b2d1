import { describe, expect, test } from 'vitest'
import { Terms } from '../../contract/agreements.ts'
import { markdownHtml } from '../platform/mail-markdown.ts'
import { problemsOf, type Type, tidied } from './terms.ts'
import { inWords, sampleAbout, templateProblem, variables, written } from './text.ts'

const renderMarkdown = (body: string) => markdownHtml(body, 'https://portal.example')
const about = sampleAbout({ name: 'Millwright', email: 'support@millwright.example' })
const kept = (type: Type, terms: object = {}, name = 'Hours') => ({
  ...tidied(type, Terms.parse(terms)),
  name,
  type,
  slaName: null,
})
const text = (source: string, terms: object = {}, name?: string) =>
  written(source, kept('block_hours', { minutes: 1_200, priceCents: 332_500, ...terms }, name), about)

describe('variables', () => {
  test('are put in as plain words', () => {
    expect(
      text('{{ hours.block }} for {{ price.total }}, {{ agreement.starts_on }}', { startsOn: '2026-12-01' }).body,
    ).toBe('20 hours for $3,325.00, December 1, 2026')
    expect(text('Begins on {{ agreement.starts_on }}').body).toBe('Begins on the day it is signed')
    for (const v of variables) expect([v.name, templateProblem(`{{ ${v.name} }}`)]).toEqual([v.name, undefined])
  })
  test('what is not there is told, with its line, and does not become a gap in what is signed', () => {
    const { body, problem } = text('One\n\nNo end: {{ agreement.ends_on }}.')
    expect(body).toBe('One\n\nNo end: .')
    expect(problem).toBe(
      '“{{ agreement.ends_on }}” in line 3 has nothing to put in here. Fill it in, or write the sentence without it.',
    )
    expect(text('{% if agreement.ends_on %}Ends {{ agreement.ends_on }}.{% else %}Open.{% endif %}')).toEqual({
      body: 'Open.',
      problem: null,
    })
    expect(text('1. …').problem).toContain('Line 1 still has “…”')
  })
  test.each([
    ['{{ company.secret }}', 'There is no variable “company.secret”'],
    ['{{ company.constructor }}', 'There is no variable'],
    ['{{ constructor.constructor }}', 'There is no variable'],
    ['{% include "x" %}', 'There is no “include”'],
    ['{% render "x" %}', 'There is no “render”'],
    ['{% for i in (1..10000000) %}x{% endfor %}', 'There is no “for”'],
    ['{% if agreement.name %}open', '“if” is not closed'],
    ['{{ company.name', 'is not closed'],
    ['{{ company.name | date: "now" }}', 'There is no filter “date”'],
    ['x'.repeat(100_001), 'does too much'],
  ])('%.40s is refused in words', (body, words) => expect(templateProblem(body)).toContain(words))
  test('values stay text: neither markup, nor links, nor lines of their own', () => {
    const evil = '# Owned\n\n- **free** [now](https://evil.example) <script>alert(1)</script> {{ price.total }}'
    const { body } = written('Between us and {{ company.name }}.', kept('partnership', { monthlyPriceCents: 1 }), {
      ...about,
      company: { name: evil, address: null },
    })
    const html = renderMarkdown(body as string)
    expect(html).not.toMatch(/<(h\d|li|strong|script)|>now</)
    expect(html).toContain('{{ price.total }}')
    const list = written('{{ company.name }}\n{{ agreement.name }}', kept('partnership', {}, '1. x'), {
      ...about,
      company: { name: '- x', address: null },
    })
    expect(renderMarkdown(list.body as string)).not.toMatch(/<(li|ul|ol)/)
    expect(renderMarkdown(text('<img src=x onerror=alert(1)> [x](javascript:alert(1))').body as string)).not.toMatch(
      /<img|javascript:/,
    )
  })
})

describe('terms', () => {
  test('only what belongs to the type is kept', () => {
    const all = Terms.parse({
      minutes: 60,
      priceCents: 1,
      validMonths: 1,
      monthlyMinutes: 60,
      monthlyPriceCents: 1,
      rollover: 'capped',
      rolloverCap: 5,
      coversTime: true,
    })
    expect(tidied('block_hours', all)).toMatchObject({
      monthlyMinutes: null,
      monthlyPriceCents: null,
      coversTime: false,
    })
    expect(tidied('retainer', all)).toMatchObject({
      minutes: null,
      priceCents: null,
      rolloverCap: 5,
      coversTime: false,
    })
    expect(tidied('partnership', all)).toMatchObject({ rollover: 'none', rolloverCap: null, coversTime: true })
  })
  test.each([
    ['block_hours', {}, ['minutes', 'priceCents']],
    ['retainer', {}, ['monthlyMinutes', 'monthlyPriceCents']],
    ['retainer', { monthlyMinutes: 1, monthlyPriceCents: 1, rollover: 'capped' }, ['rolloverCap']],
    ['fixed_price', {}, ['priceCents']],
    ['partnership', { monthlyPriceCents: 1, overage: 'bill' }, ['hourlyRateCents']],
    ['partnership', { monthlyPriceCents: 1, overage: 'bill', coversTime: true }, []],
    ['partnership', { monthlyPriceCents: 1, overage: 'percent' }, ['overagePercent']],
    ['partnership', { monthlyPriceCents: 1, renewal: 'automatic' }, ['renewalMonths', 'endsOn']],
    ['partnership', { monthlyPriceCents: 1, startsOn: '2026-12-02', endsOn: '2026-12-01' }, ['endsOn']],
    ['partnership', { monthlyPriceCents: 1, startsOn: '2026-12-01', endsOn: '2026-12-01' }, []],
  ] as [Type, object, string[]][])('%s %j lacks %j', (type, terms, fields) =>
    expect(Object.keys(problemsOf(type, tidied(type, Terms.parse(terms))) ?? {}).sort()).toEqual(
      fields.map((f) => `terms.${f}`).sort(),
    ),
  )
  test('an amendment leaves what was bought', () => {
    const before = tidied('block_hours', Terms.parse({ minutes: 60, priceCents: 1, startsOn: '2026-12-01' }))
    expect(problemsOf('block_hours', { ...before, hourlyRateCents: 5 }, before)).toBeUndefined()
    expect(Object.keys(problemsOf('block_hours', { ...before, minutes: 120 }, before) ?? {})).toEqual(['terms.minutes'])
  })
  test('every term is said in plain words', () => {
    const words = inWords(
      kept('retainer', { monthlyMinutes: 600, monthlyPriceCents: 155_000, rollover: 'capped', rolloverCap: 300 }),
    )
    expect(words.map((w) => w.label)).toEqual([
      'Hours',
      'Price',
      'Unused hours',
      'Runs',
      'Rounding',
      'After hours',
      'No hours left',
      'Payment',
    ])
    expect(words[2]?.text).toBe(
      'Up to 5 hours that are not used by the end of a month stay usable for one more month. The rest expires.',
    )
  })
})
