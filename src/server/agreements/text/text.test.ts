import { describe, expect, test } from 'vitest'
import { Terms } from '../../../contract/agreements/index.ts'
import { markdownHtml } from '../../platform/mail/mail-markdown.ts'
import { dropUnusedTerms, problemsOf, type Type } from '../terms.ts'
import { describeTerms, listVariables, periodText, renderAgreementText, sampleAbout, templateProblem } from './text.ts'

const renderMarkdown = (body: string) => markdownHtml(body, 'https://portal.example')
const about = sampleAbout({ name: 'Millwright', email: 'support@millwright.example' })
const keptTerms = (type: Type, terms: object = {}, name = 'Hours') => ({
  ...dropUnusedTerms(type, Terms.parse(terms)),
  name,
  type,
  slaName: null,
})
const text = (source: string, terms: object = {}, name?: string) =>
  renderAgreementText(source, keptTerms('block_hours', { minutes: 1_200, priceCents: 332_500, ...terms }, name), about)

describe('variables', () => {
  test('are filled in as plain text', () => {
    expect(
      text('{{ hours.block }} for {{ price.total }}, {{ agreement.starts_on }}', { startsOn: '2026-12-01' }).body,
    ).toBe('20 h for $3,325.00, December 1, 2026')
    expect(text('Begins on {{ agreement.starts_on }}').body).toBe('Begins on the day it is signed')
    for (const v of listVariables) expect(templateProblem(`{{ ${v.name} }}`), v.name).toBeUndefined()
  })
  test('reports a missing value with its line, so that no signed text has a gap', () => {
    const { body, problem } = text('One\n\nNo end: {{ agreement.ends_on }}.')
    expect(body).toBe('One\n\nNo end: .')
    expect(problem).toBe(
      '“{{ agreement.ends_on }}” in line 3 has no value. Fill it in, or write the sentence without it.',
    )
    expect(text('{% if agreement.ends_on %}Ends {{ agreement.ends_on }}.{% else %}Open.{% endif %}')).toEqual({
      body: 'Open.',
      problem: null,
    })
    expect(text('1. …').problem).toContain('Line 1 still has “…”')
  })
  test.each([
    ['{{ company.secret }}', 'Unknown variable “company.secret”'],
    ['{{ company.constructor }}', 'Unknown variable'],
    ['{{ constructor.constructor }}', 'Unknown variable'],
    ['{% include "x" %}', 'Unknown tag “include”'],
    ['{% render "x" %}', 'Unknown tag “render”'],
    ['{% for i in (1..10000000) %}x{% endfor %}', 'Unknown tag “for”'],
    ['{% if agreement.name %}open', '“if” is not closed'],
    ['{{ company.name', 'is not closed'],
    ['{{ company.name | date: "now" }}', 'Unknown filter “date”'],
    ['x'.repeat(100_001), 'too complex'],
  ])('a text with %.40s is refused with a reason', (body, words) => expect(templateProblem(body)).toContain(words))
  test('values stay text: neither markup, nor links, nor lines of their own', () => {
    const evil = '# Owned\n\n- **free** [now](https://evil.example) <script>alert(1)</script> {{ price.total }}'
    const { body } = renderAgreementText(
      'Between us and {{ company.name }}.',
      keptTerms('partnership', { monthlyPriceCents: 1 }),
      {
        ...about,
        company: { name: evil, address: null },
      },
    )
    const html = renderMarkdown(body as string)
    expect(html).not.toMatch(/<(h\d|li|strong|script)|>now</)
    expect(html).toContain('{{ price.total }}')
    const list = renderAgreementText('{{ company.name }}\n{{ agreement.name }}', keptTerms('partnership', {}, '1. x'), {
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
  test('keeps only the terms that belong to the type', () => {
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
    expect(dropUnusedTerms('block_hours', all)).toMatchObject({
      monthlyMinutes: null,
      monthlyPriceCents: null,
      coversTime: false,
    })
    expect(dropUnusedTerms('retainer', all)).toMatchObject({
      minutes: null,
      priceCents: null,
      rolloverCap: 5,
      coversTime: false,
    })
    expect(dropUnusedTerms('partnership', all)).toMatchObject({ rollover: 'none', rolloverCap: null, coversTime: true })
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
  ] as [Type, object, string[]][])('terms of type %s with %j have errors at %j', (type, terms, fields) =>
    expect(Object.keys(problemsOf(type, dropUnusedTerms(type, Terms.parse(terms))) ?? {}).sort()).toEqual(
      fields.map((f) => `terms.${f}`).sort(),
    ),
  )
  test('an amendment cannot change what was bought', () => {
    const before = dropUnusedTerms('block_hours', Terms.parse({ minutes: 60, priceCents: 1, startsOn: '2026-12-01' }))
    expect(problemsOf('block_hours', { ...before, hourlyRateCents: 5 }, before)).toBeUndefined()
    expect(Object.keys(problemsOf('block_hours', { ...before, minutes: 120 }, before) ?? {})).toEqual(['terms.minutes'])
  })
  test('describes every term in plain words', () => {
    const words = describeTerms(
      keptTerms('retainer', { monthlyMinutes: 600, monthlyPriceCents: 155_000, rollover: 'capped', rolloverCap: 300 }),
    )
    expect(words.map((w) => w.label)).toEqual([
      'Hours',
      'Price',
      'Unused hours',
      'Term',
      'Rounding',
      'After hours',
      'Overage',
      'Payment',
    ])
    expect(words[2]?.text).toBe(
      'Up to 5 h not used by the end of a month stay available for one more month. The rest expire.',
    )
    expect(words[4]?.text).toBe('Each time entry is rounded up to the next 15 min, with a minimum of 15 min.')
  })
  test('names a term by its dates', () => {
    const term = (terms: object) => describeTerms(keptTerms('partnership', terms)).find((w) => w.label === 'Term')?.text
    expect(term({ startsOn: '2026-12-01', endsOn: '2027-11-30' })).toMatch(/^Dec 1, 2026 – Nov 30, 2027\. /)
    expect(term({ endsOn: '2027-11-30' })).toMatch(/^From the day it is signed through November 30, 2027\. /)
    expect(term({ startsOn: '2026-12-01' })).toMatch(/^From December 1, 2026, with no fixed end date\. /)
    expect(term({})).toMatch(/^From the day it is signed, with no fixed end date\. /)
  })
  test('names a billed month, with its dates if it is not a full month', () => {
    expect(periodText({ from: '2026-11-01', to: '2026-11-30', days: 30, ofDays: 30 })).toBe('November 2026')
    expect(periodText({ from: '2026-11-20', to: '2026-11-30', days: 11, ofDays: 30 })).toBe(
      'November 2026, 11 of 30 days (Nov 20–30, 2026)',
    )
  })
})
