// Checks texts by the rules, by retext and by a spelling dictionary.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type CSpellSettings, createTextDocument, DocumentValidator, getDefaultSettings } from 'cspell-lib'
import { retext } from 'retext'
import retextIndefiniteArticle from 'retext-indefinite-article'
import retextRedundantAcronyms from 'retext-redundant-acronyms'
import retextRepeatedWords from 'retext-repeated-words'
import { ALLOWED, RULES } from './rules.ts'
import { type Kind, type Text, VALUE } from './texts.ts'

/** A place where a text must change. `message` says why. */
export type Problem = { file: string; line: number; message: string; text: string }

/** Returns the phrases of the rules that are in the texts. */
export function checkPhrases(texts: readonly Text[]): Problem[] {
  // The glossary lists what a term is not called.
  const own = texts.filter(({ file }) => file !== 'docs/glossary.md')
  return own.flatMap((one) =>
    RULES.flatMap(({ pattern, instead, kinds }) => {
      if ((kinds && !kinds.includes(one.kind)) || ALLOWED.includes(one.text)) return []
      const found = pattern.exec(one.text)
      return found ? [problem(one, `“${found[0]}” → ${instead}`)] : []
    }),
  )
}

const grammar = retext().use(retextRepeatedWords).use(retextIndefiniteArticle).use(retextRedundantAcronyms)

/** Returns repeated words, wrong articles and redundant acronyms ("PIN number"). */
export function checkGrammar(texts: readonly Text[]): Problem[] {
  return texts
    .filter(({ text }) => text.includes(' '))
    .flatMap((one) => {
      const file = grammar.processSync({ value: one.text } as never)
      return file.messages
        .filter(({ reason }) => !reason.includes(VALUE) && !/repeated [`“]?\w\b/.test(reason))
        .map(({ reason }) => problem(one, reason.replaceAll('`', '')))
    })
}

const TERMS = readFileSync(path.join(import.meta.dirname, 'terms.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

const CHECKED: readonly Kind[] = ['interface', 'content', 'document', 'comment']

/** Returns words that neither the American dictionary nor `terms.txt` knows. */
export async function checkSpelling(texts: readonly Text[]): Promise<Problem[]> {
  const known = texts.filter(({ kind }) => CHECKED.includes(kind))
  const settings: CSpellSettings = {
    ...(await getDefaultSettings(true)),
    language: 'en-US',
    words: TERMS,
    caseSensitive: false,
    allowCompoundWords: false,
    enabledLanguageIds: ['plaintext'],
    maxNumberOfProblems: 100_000,
    maxDuplicateProblems: 100_000,
    ignoreRegExpList: [/\b[A-Z0-9]{2,}\w*\b/g, /\b\w*[a-z][A-Z]\w*\b/g, /\b\w+[_./@:]\w[\w./@:-]*\b/g, /&\w+;/g],
  }
  // One document for all texts: opening the dictionaries costs more than reading them.
  const content = known.map(({ text }) => text.replaceAll('\n', ' ').replaceAll('’', "'")).join('\n')
  const document = createTextDocument({ uri: 'file:///texts.txt', content, languageId: 'plaintext' })
  const validator = new DocumentValidator(document, { noConfigSearch: true, generateSuggestions: false }, settings)
  await validator.prepare()
  const starts: number[] = []
  let at = 0
  for (const line of content.split('\n')) {
    starts.push(at)
    at += line.length + 1
  }
  let index = 0
  return validator
    .checkText([0, content.length], undefined as never, undefined as never)
    .toSorted((a, b) => a.offset - b.offset)
    .map((issue) => {
      while ((starts[index + 1] ?? Number.POSITIVE_INFINITY) <= issue.offset) index++
      return problem(known[index] as Text, `unknown word “${issue.text}”`)
    })
}

const problem = ({ file, line, text }: Text, message: string): Problem => ({ file, line, message, text })
