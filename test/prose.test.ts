// The English of the project: phrases, grammar, spelling, and how hard the texts are to read.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../content/marketplace/index.ts'
import type { CatalogueEntry } from '../content/marketplace/shape.ts'
import { checkGrammar, checkPhrases, checkSpelling, type Problem } from './prose/check.ts'
import { gradeOf } from './prose/grade.ts'
import { groupByPage } from './prose/pages.ts'
import { ALLOWED } from './prose/rules.ts'
import { proseFiles, ROOT, readTexts, type Text } from './prose/texts.ts'

/** The highest Flesch-Kincaid reading grade that texts may have. */
const GRADE_MAX = { interface: 8, content: 10 }

let texts: Text[]
beforeAll(() => {
  texts = proseFiles().flatMap((file) => readTexts(file))
})
const lines = (problems: Problem[]) => problems.map((p) => `${p.file}:${p.line} ${p.message}: ${p.text.slice(0, 120)}`)

describe('all texts', () => {
  test('use no phrase of the list', () => expect(lines(checkPhrases(texts))).toEqual([]))
  test('repeat no word and use the right article', () => expect(lines(checkGrammar(texts))).toEqual([]))
  test('are spelled as in American English or in the list of terms', async () => {
    expect(lines(await checkSpelling(texts))).toEqual([])
  })
})

describe('reading grade', () => {
  const of = (kind: Text['kind'], matching = /./) => texts.filter((one) => one.kind === kind && matching.test(one.file))
  test('of the interface is low enough', () => {
    expect(gradeOf(of('interface', /^src\//))).toBeLessThanOrEqual(GRADE_MAX.interface)
  })
  test('of each public page, article, legal text, product and list of vendor facts is low enough', () => {
    const hard = [...groupByPage(texts)]
      .map(([page, own]) => `${gradeOf(own).toFixed(1)} ${page}`)
      .filter((line) => Number.parseFloat(line) > GRADE_MAX.content)
    expect(hard).toEqual([])
  })
  test('of a product that is too hard to read is found', () => {
    const hard =
      'Notwithstanding organizational heterogeneity, administrators appreciate interoperability considerations.'
    const [entry] = catalogue
    const planted = [{ ...entry, slug: 'planted', promise: hard, steps: Array(40).fill(hard) }] as CatalogueEntry[]
    expect(gradeOf(groupByPage([], planted).get('planted') ?? [])).toBeGreaterThan(GRADE_MAX.content)
  })
})

describe('planted problems are found', () => {
  const read = (source: string, file = 'src/web/portal/planted.tsx') => readTexts(file, source)
  const found = async (source: string, file?: string) => {
    const own = read(source, file)
    return lines([...checkPhrases(own), ...checkGrammar(own), ...(await checkSpelling(own))])
  }
  test.each([
    ['a phrase of the list', `const text = 'How this is reckoned'`, /reckoned/],
    ['a phrase across elements and values', '<p>You are told of {name} <b>at once</b>.</p>', /told of/],
    ['British spelling', `const text = 'Choose a colour.'`, /colour/],
    ['a misspelled word', `const text = 'Archive the contcat.'`, /contcat/],
    ['a repeated word', `const text = 'Archive the the contact.'`, /the/],
    ['a wrong article', `const text = 'Enter a email address.'`, /\ba\b/],
    ['a verb with “no” in place of “doesn’t”', `const text = 'It opens no case.'`, /opens no/],
    ['a phrase in a comment', '// It stands in the ledger.\nconst a = 1', /stands in/],
  ])('%s', async (_, source, message) => {
    expect((await found(source)).join('\n')).toMatch(message)
  })
  test.each([
    ['the settings', '.env.example', '# Address that is reckoned\n# PUBLIC_URL=', /reckoned/],
    ['a Markdown document', 'docs/planted.md', 'The bill is reckoned monthly.', /reckoned/],
    ['SQL', 'database/functions/x/planted.sql', '-- Mends the balance.\nselect 1', /Mends/],
    ['a catalog entry', 'content/marketplace/planted.ts', `const a = { text: 'It mends scripts.' }`, /mends/],
  ])('in %s', async (_, file, source, message) => {
    expect((await found(source, file)).join('\n')).toMatch(message)
  })
  test('identifiers, class names and queries are not checked', async () => {
    const source = `import { reckon } from './reckon.ts'
      const a = <a className="mends flex" href="/reckoned/whole">{reckon()}</a>
      const b = sql\`select mends from colours\``
    expect(await found(source)).toEqual([])
  })
})

test('every allowed text exists', () => {
  expect(ALLOWED.filter((allowed) => !texts.some(({ text }) => text === allowed))).toEqual([])
})

test('every term in the list is needed', async () => {
  const terms = readFileSync(path.join(ROOT, 'test/prose/terms.txt'), 'utf8').split('\n')
  const all = texts.map(({ text }) => text.toLowerCase()).join('\n')
  const unused = terms.filter((term) => term && !term.startsWith('#') && !all.includes(term.toLowerCase()))
  expect(unused).toEqual([])
})
