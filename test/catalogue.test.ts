// The catalog of a new installation is complete, within the length limits, and has no duplicate entries. What it says
// about vendors comes from the facts in `content/vendors`.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { catalogue } from '../content/marketplace/index.ts'
import { CATALOGUE_CATEGORIES } from '../content/marketplace/shape.ts'
import type { Vendor } from '../content/vendors/shape.ts'
import { toProductContent } from '../src/server/marketplace/catalogue/load-catalogue.ts'

test('more than a hundred entries, in every category, each with its own name, promise and address', () => {
  expect(catalogue.length).toBeGreaterThan(100)
  for (const key of ['slug', 'name', 'promise', 'problem'] as const)
    expect(new Set(catalogue.map((e) => e[key].toLowerCase())).size, key).toBe(catalogue.length)
  for (const category of Object.keys(CATALOGUE_CATEGORIES))
    expect(catalogue.filter((e) => e.category === category).length >= 6, category).toBe(true)
})

test('no step, requirement or limit appears twice', () => {
  const firstUse = new Map<string, string>()
  const again: string[] = []
  for (const e of catalogue)
    for (const text of [...e.steps, ...e.needs, ...e.limits, e.minutesWhy]) {
      const first = firstUse.get(text)
      if (first) again.push(`${e.slug} says as ${first}: ${text}`)
      firstUse.set(text, e.slug)
    }
  expect(again).toEqual([])
})

test('no phrase of six words appears in more than three entries', () => {
  const uses = new Map<string, Set<string>>()
  for (const e of catalogue)
    for (const text of [e.promise, e.problem, ...e.steps, ...e.needs, ...e.included, ...e.limits, e.minutesWhy]) {
      const words = text.toLowerCase().match(/[a-z0-9’]+/g) ?? []
      for (let i = 0; i + 6 <= words.length; i++) {
        const phrase = words.slice(i, i + 6).join(' ')
        uses.set(phrase, (uses.get(phrase) ?? new Set()).add(e.slug))
      }
    }
  expect([...uses].filter(([, slugs]) => slugs.size > 3)).toEqual([])
})

const folder = path.resolve(import.meta.dirname, '../content/vendors')
const files = readdirSync(folder).filter((file) => file !== 'shape.ts')
const modules = await Promise.all(
  files.map((file) => import(path.join(folder, file)) as Promise<Record<string, Vendor>>),
)

describe('a fact about a vendor', () => {
  const facts = modules
    .flatMap((exported) => Object.values(exported))
    .flatMap((vendor) => Object.values(vendor.facts).map((fact) => ({ ...fact, vendor })))

  test('comes from a page of the vendor', () => {
    expect(facts.length).toBeGreaterThan(80)
    const wrong = facts.filter(({ vendor, source }) => {
      const { host, pathname } = new URL(source)
      return !vendor.sites.some((site) => `.${host}${pathname}`.includes(`.${site}`))
    })
    expect(wrong.map(({ vendor, source }) => `${vendor.name}: ${source}`)).toEqual([])
  })
  test('has the date on which it was checked, and an entry quotes it', () => {
    const quotes = catalogue.flatMap((e) => [e.problem, ...e.steps, ...e.needs, ...e.included, ...e.limits])
    for (const { text, checked } of facts) {
      expect(checked).toMatch(/^20\d\d-\d\d-\d\d$/)
      expect(quotes.some((quote) => quote.includes(text)) ? [] : [text]).toEqual([])
    }
  })
})

describe.each(catalogue.map((e) => [e.slug, e] as const))('%s', (_, e) => {
  test('is complete and within its lengths', () => {
    expect(() => toProductContent(e)).not.toThrow()
    expect(e.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(e.slug.length).toBeLessThanOrEqual(60)
    expect(e.name.length).toBeLessThanOrEqual(60)
    expect(e.promise.length).toBeLessThanOrEqual(120)
    expect(e.promise).toMatch(/\.$/)
    const between = (list: unknown[], least: number, most: number) =>
      expect(list.length >= least && list.length <= most).toBe(true)
    between(e.steps, 4, 8)
    between(e.needs, 2, 6)
    between(e.included, 3, 6)
    between(e.limits, 1, 3)
    between(e.intake, 3, 7)
    expect(new Set(e.integrations).size).toBe(e.integrations.length)
    expect(e.minutesPerRun).toBeGreaterThanOrEqual(1)
    expect(e.minutesPerRun).toBeLessThanOrEqual(60)
    expect(e.setupDays).toBeGreaterThanOrEqual(1)
    if (e.price.model !== 'quote') expect(e.price.cents).toBeGreaterThanOrEqual(4_000)
  })
  test('asks for what it needs, and never for a secret', () => {
    expect(new Set(e.intake.map((f) => f.name)).size).toBe(e.intake.length)
    for (const f of e.intake) {
      expect(f.name).toMatch(/^[a-z][a-z0-9_]*$/)
      expect(`${f.name} ${f.label}`).not.toMatch(/password|secret|api key|token/i)
      expect((f.options?.length ?? 0) >= 2).toBe(f.type === 'choice' || f.type === 'choices')
    }
  })
})
