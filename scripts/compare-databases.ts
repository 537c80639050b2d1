// Compares the structure of two databases: node scripts/compare-databases.ts <DATABASE_URL> <DATABASE_URL> [--rows]
// Prints the differences, and exits with 1 if there are any. `--rows` also compares the number of rows in each
// table. For two new databases, that shows whether the migrations filled the same tables.
import { describeDatabase } from '../src/server/platform/database/catalog.ts'

/**
 * Returns a text per difference between the structure of two databases, or an empty list when they are equal. Ignores
 * the order of columns, the schema `jobs`, and the tables that record which migrations ran. `rows` also compares the
 * number of rows.
 */
export async function compareDatabases(
  firstUrl: string,
  secondUrl: string,
  { rows = false }: { rows?: boolean } = {},
): Promise<string[]> {
  const [first, second] = await Promise.all([
    describeDatabase(firstUrl, { rows }),
    describeDatabase(secondUrl, { rows }),
  ])
  const differences: string[] = []
  for (const key of [...new Set([...first.keys(), ...second.keys()])].sort()) {
    const [a, b] = [first.get(key), second.get(key)]
    if (a === undefined) differences.push(`only in the second: ${key}\n  ${b}`)
    else if (b === undefined) differences.push(`only in the first: ${key}\n  ${a}`)
    else if (a !== b) differences.push(`different: ${key}\n  first:  ${a}\n  second: ${b}`)
  }
  return differences
}

if (import.meta.main) {
  const [first, second] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
  if (!first || !second)
    throw new Error('Usage: node scripts/compare-databases.ts <DATABASE_URL> <DATABASE_URL> [--rows]')
  const differences = await compareDatabases(first, second, { rows: process.argv.includes('--rows') })
  console.log(differences.length === 0 ? 'The databases are equal.' : differences.join('\n'))
  process.exitCode = differences.length === 0 ? 0 : 1
}
