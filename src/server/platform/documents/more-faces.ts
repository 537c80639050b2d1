// Reads the typefaces of other scripts that a document needs, each reduced to the characters in the document.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { filesFor, packageFolder } from './coverage.ts'
import type { Missing, Weight } from './pdf-text.ts'

/** A part of a typeface as TrueType or OpenType, with the characters that it was reduced to. */
export type Loaded = { name: string; family: string; weight: Weight; bytes: Buffer; points: ReadonlySet<number> }

/** The weights of the built-in typefaces. */
const WEIGHTS: Record<Weight, number> = { regular: 400, bold: 600 }
const always = ' \u200c\u200d'

/** Returns the typefaces with the characters that are missing. Characters that no typeface has are left out. */
export async function loadFaces(missing: Iterable<Missing>): Promise<Loaded[]> {
  const wanted = new Map<string, Omit<Loaded, 'bytes' | 'points'> & { file: string; points: Set<number> }>()
  for (const { word, weight } of missing)
    for (const [{ family, file }, points] of filesFor(word)) {
      const name = `${family}/${file} ${weight}`
      const one = wanted.get(name) ?? { name, family, weight, file, points: new Set<number>() }
      for (const point of points) one.points.add(point)
      wanted.set(name, one)
    }
  if (wanted.size === 0) return []
  const { default: subset } = await import('subset-font')
  const loaded: Loaded[] = []
  // One after the other, so that one complete typeface is in memory at a time.
  for (const { file, points, ...face } of wanted.values()) {
    const own = face.weight === 'bold' ? file.replace('-Regular.', '-Bold.') : file
    const bytes = await subset(
      await readFile(path.join(packageFolder(face.family), own)),
      always + String.fromCodePoint(...points),
      { targetFormat: 'sfnt', ...(file.includes('-wght-') ? { variationAxes: { wght: WEIGHTS[face.weight] } } : {}) },
    )
    loaded.push({ ...face, bytes, points })
  }
  return loaded
}
