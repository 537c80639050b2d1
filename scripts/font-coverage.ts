// npm run font-coverage: writes which characters the typefaces of PDFs have. Run it after a change of the packages that
// `SOURCES` names, or of the files in `fonts`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import PDFDocument from 'pdfkit'
import {
  COVERAGE_FILE,
  type Coverage,
  packageFolder,
  rangesOf,
  SOURCES,
} from '../src/server/platform/documents/coverage.ts'
import { BUILT_IN_FACES } from '../src/server/platform/documents/pdf-text.ts'

type Opened = { _font: { font: { characterSet: number[] } } }

/** Returns the characters of a typeface, without controls, private use and unassigned ones. */
function charactersOf(file: string): number[] {
  const doc = new PDFDocument({ font: null as never })
  const { characterSet } = (doc.font(readFileSync(file) as never) as unknown as Opened)._font.font
  return characterSet.filter((point) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(String.fromCodePoint(point)))
}

const builtIn = new Set(
  BUILT_IN_FACES.filter((face) => face.weight === 'regular').flatMap(({ file }) => charactersOf(file)),
)
const coverage: Coverage = {
  builtIn: rangesOf(builtIn),
  sources: SOURCES.map(({ name, folder, files }) => {
    const root = packageFolder(name)
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
    const own: Record<string, string> = {}
    for (const file of readdirSync(path.join(root, folder))
      .filter((f) => files.test(f))
      .sort()) {
      const points = charactersOf(path.join(root, folder, file)).filter((point) => !builtIn.has(point))
      if (points.length > 0) own[`${folder}/${file}`] = rangesOf(points)
    }
    return { name, version, files: own }
  }),
}
writeFileSync(COVERAGE_FILE, `${JSON.stringify(coverage, null, 1)}\n`)
