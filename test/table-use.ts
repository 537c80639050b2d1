// Finds the tables that a file reads and writes, in Kysely builders and in SQL text.

/** A use of a table in a query. `write` means that the query changes its rows. */
type TableUse = { table: string; write: boolean; line: number }

const READS = 'selectFrom|from|using|(?:inner|left|right|full|cross)Join(?:Lateral)?'
const WRITES = 'insertInto|updateTable|deleteFrom|mergeInto|replaceInto'
/** Matches a builder call with its first argument: a name or a list of names, each with an optional alias. */
const BUILDER = new RegExp(`\\b(${READS}|${WRITES})\\(\\s*(\\[[^\\]]*\\]|'[^']*'|"[^"]*"|\`[^\`]*\`)`, 'g')
const NAME = '(?:only\\s+)?((?:[a-z_]+\\.)?(?:"[a-z_]+"|[a-z_]+))'
/** Matches a fragment of SQL that begins with a table and has an alias, or a join, or nothing else. */
const FRAGMENT = new RegExp(`\\bsql(?:<[^\`]*>)?\`\\s*${NAME}(?=\\s+(?:as\\s+)?[a-z_]+|\\s*\`)`, 'g')
const TEXT = new RegExp(`\\b(from|join|using|insert into|update|delete from|merge into|truncate)\\s+(?=${NAME})`, 'gi')

/** Replaces comments with spaces, so that line numbers stay the same. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|(?<=^|\s)--\s.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '))

/**
 * Returns the uses of known tables in the SQL of a file. It matches text, so it does not find a name that is built at
 * run time.
 */
export function readTableUse(source: string, known: ReadonlySet<string>): TableUse[] {
  const text = withoutComments(source)
  const uses: TableUse[] = []
  const add = (name: string, write: boolean, at: number) => {
    const table = name.replaceAll('"', '').replace(/^public\./, '')
    if (known.has(table)) uses.push({ table, write, line: text.slice(0, at).split('\n').length })
  }
  for (const { 1: method = '', 2: argument = '', index } of text.matchAll(BUILDER))
    for (const [, quoted = ''] of argument.matchAll(/['"`]([^'"`]+)['"`]/g))
      add(quoted.trim().split(/\s/)[0] ?? '', new RegExp(`^(${WRITES})$`).test(method), index)
  for (const { 1: name = '', index } of text.matchAll(FRAGMENT)) add(name, false, index)
  for (const { 1: word = '', 2: name = '', index } of text.matchAll(TEXT)) {
    add(name, /insert|update|delete|merge|truncate/i.test(word), index)
    // More tables after commas: `from a, b as c`.
    if (word.toLowerCase() === 'from')
      for (const [, more = ''] of listAfter(text, index).matchAll(new RegExp(`,\\s*${NAME}`, 'g')))
        add(more, false, index)
  }
  return uses
}

/** Returns `a, b as c` of `from a, b as c where …`. */
const listAfter = (text: string, at: number): string =>
  /^from\s+[\w."]+(?:\s+(?:as\s+)?\w+)?(?:\s*,\s*[\w."]+(?:\s+(?:as\s+)?\w+)?)+/i.exec(text.slice(at, at + 500))?.[0] ??
  ''
