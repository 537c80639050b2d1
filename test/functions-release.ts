// Generates database/functions/release.json, which orders versions that differ in their functions only.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { digestFunctions, RELEASE_FILE, readFunctions } from '../src/server/platform/database/functions.ts'

const DATABASE = path.resolve(import.meta.dirname, '../database')

/**
 * Returns the text of the file: unchanged, or with the next number when the text of a function has changed. Of a file
 * with merge conflicts, the higher number counts.
 */
export function releaseFile(): string {
  const text = readFileSync(path.join(DATABASE, RELEASE_FILE), 'utf8')
  const sha256 = digestFunctions(readFunctions(DATABASE))
  if (text === written(Number(/\d+/.exec(text)), sha256)) return text
  const numbers = [...text.matchAll(/"number": (\d+)/g)].map(([, number]) => Number(number))
  return written(Math.max(...numbers) + 1, sha256)
}

const written = (number: number, sha256: string) => `${JSON.stringify({ number, sha256 }, null, 2)}\n`
