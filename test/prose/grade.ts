// Reading grade of texts after Flesch and Kincaid (1975): years of American schooling needed to understand them.
import { fleschKincaid } from 'flesch-kincaid'
import { syllable } from 'syllable'
import { type Text, VALUE } from './texts.ts'

/**
 * Returns the grade of all sentences together. Labels are left out, because they would make every grade look low. A
 * value counts as a word of one syllable, and product names count as they are.
 */
export function gradeOf(texts: readonly Text[]): number {
  let sentence = 0
  let word = 0
  let syllables = 0
  for (const { text } of texts) {
    const ends = text.match(/[.!?](?=\s|$)/g)?.length ?? 0
    if (ends === 0) continue
    sentence += ends
    for (const one of text.replaceAll(VALUE, ' it ').match(/[\p{L}\p{N}][\p{L}\p{N}’'.-]*/gu) ?? []) {
      word++
      syllables += Math.max(1, syllable(one))
    }
  }
  return word === 0 ? 0 : fleschKincaid({ sentence, word, syllable: syllables })
}
