// The texts that a visitor reads together, so that each public page is graded by itself.
import { catalogue } from '../../content/marketplace/index.ts'
import type { CatalogueEntry } from '../../content/marketplace/shape.ts'
import { type Text, VALUE } from './texts.ts'

/**
 * Returns the texts of each public page, by the name of the file or product. A product comes with the vendor facts that
 * it quotes. The facts are also a group of their own for each vendor.
 */
export function groupByPage(
  texts: readonly Text[],
  products: readonly CatalogueEntry[] = catalogue,
): Map<string, Text[]> {
  const files = texts.filter(({ kind, file }) => kind === 'content' && !file.startsWith('content/marketplace/'))
  return new Map([
    ...Map.groupBy(files, ({ file }) => file),
    ...products.map((entry) => [entry.slug, readProduct(entry)] as const),
  ])
}

const readProduct = (entry: CatalogueEntry): Text[] =>
  [
    entry.promise,
    entry.problem,
    ...entry.steps,
    ...entry.needs,
    ...entry.included,
    ...entry.limits,
    entry.minutesWhy,
    ...entry.intake.flatMap(({ label, help = '' }) => [label, help]),
  ].map((text) => ({
    file: `content/marketplace/${entry.slug}`,
    line: 1,
    kind: 'content',
    text: text.replace(/`[^`]*`/g, VALUE),
  }))
