// Prints what the prose check finds and how hard the texts are to read; with `--sample N [kind]`, N random texts.
import { checkGrammar, checkPhrases, checkSpelling } from '../test/prose/check.ts'
import { gradeOf } from '../test/prose/grade.ts'
import { groupByPage } from '../test/prose/pages.ts'
import { proseFiles, readTexts } from '../test/prose/texts.ts'

const texts = proseFiles().flatMap((file) => readTexts(file))
const [flag, count = '100', kind] = process.argv.slice(2)

if (flag === '--sample') {
  const pool = texts.filter((text) => !kind || text.kind === kind)
  for (let left = Number(count); left > 0 && pool.length > 0; left--) {
    const [one] = pool.splice(Math.floor(Math.random() * pool.length), 1)
    if (one) console.log(`${one.file}:${one.line}\n  ${one.text}`)
  }
} else {
  const problems = [...checkPhrases(texts), ...checkGrammar(texts), ...(await checkSpelling(texts))]
  for (const { file, line, message, text } of problems)
    console.log(`${file}:${line} ${message}\n  ${text.slice(0, 200)}`)
  const shown = texts.filter((text) => text.kind === 'interface')
  const content = texts.filter((text) => text.kind === 'content')
  console.log(`\nGrade of the interface: ${gradeOf(shown).toFixed(1)} (${shown.length} texts)`)
  console.log(`Grade of the content: ${gradeOf(content).toFixed(1)} (${content.length} texts)`)
  for (const [page, own] of groupByPage(texts)) console.log(`  ${gradeOf(own).toFixed(1)}  ${page}`)
  console.log(`${problems.length} problems in ${texts.length} texts.`)
}
