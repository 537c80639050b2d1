// Generates docs/data-model.md, which shows the tables of each module, and the modules' pages, from a migrated
// database.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { tablesPage } from './data-model-pages.ts'

const MIGRATIONS = path.resolve(import.meta.dirname, '../database/migrations')
/** Left out because nearly every table refers to these, which would clutter the diagrams. */
const LEFT_OUT = ['companies', 'profiles']

type Table = { name: string; comment: string | null; isView: boolean; columns: number }
type Reference = { from: string; to: string; required: boolean; one: boolean; column: string }

/** Returns the module that creates each table and view, from file names `<number>_<module>…`. Throws for any other. */
export function ownersOfTables(modules: string[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const file of readdirSync(MIGRATIONS).sort()) {
    const module = /^\d{4}_([a-z]+)(?:_[a-z0-9_]+)?\.sql$/.exec(file)?.[1]
    if (!module || !modules.includes(module))
      throw new Error(`database/migrations/${file} must be named <number>_<module>_<what>.sql.`)
    const text = readFileSync(path.join(MIGRATIONS, file), 'utf8')
    for (const [, name = ''] of text.matchAll(/^create (?:unlogged )?(?:table|view) ([\w."]+)/gm))
      owners.set(name.replaceAll('"', ''), module)
  }
  return owners
}

async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select replace(c.oid::regclass::text, '"', '') as name, obj_description(c.oid, 'pg_class') as comment, c.relkind = 'v' as "isView",
       (select count(*)::integer from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'auth', 'feed', 'stripe', 'derived') and c.relkind in ('r', 'p', 'v') and not c.relispartition
       and c.relname !~ '^schema_' order by 1`,
  )
  return rows
}

/** Returns the foreign keys, each by its last column. The other columns are the company. */
async function readReferences(client: pg.Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select replace(x.conrelid::regclass::text, '"', '') as from, replace(x.confrelid::regclass::text, '"', '') as to,
       a.attname as column, a.attnotnull as required,
       exists (select from pg_index i where i.indrelid = x.conrelid and i.indisunique and i.indpred is null
         and i.indkey::smallint[] <@ x.conkey and x.conkey @> i.indkey::smallint[]) as one
     from pg_constraint x join pg_class c on c.oid = x.conrelid
       join pg_attribute a on a.attrelid = x.conrelid and a.attnum = (
         select k from unnest(x.conkey) with ordinality as keys(k, n) join pg_attribute b on b.attrelid = x.conrelid and b.attnum = k
         order by b.attname = 'company_id', n desc limit 1)
     where x.contype = 'f' and x.conparentid = 0 and not c.relispartition and c.relnamespace <> 'jobs'::regnamespace
     order by 1, 2, 3`,
  )
  return rows
}

/**
 * Returns the texts of docs/data-model.md and of the pages in docs/data-model, by file, for a migrated database.
 */
export async function dataModelDocuments(databaseUrl: string, modules: string[]): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set search_path = public')
    const owners = ownersOfTables(modules)
    const [tables, references] = [await readTables(client), await readReferences(client)]
    const inOrder = [...new Set(owners.values())].sort()
    const entity = (name: string) => name.replace('.', '_')
    const sections = inOrder.map((module) => {
      const own = tables.filter(({ name }) => owners.get(name) === module)
      const shown = references.filter(
        ({ from, to }) => owners.get(from) === module && (!LEFT_OUT.includes(to) || owners.get(to) === module),
      )
      const related = new Set(shown.flatMap(({ from, to }) => [from, to]))
      const alone = own.filter(({ name, isView }) => !isView && !related.has(name)).map(({ name }) => name)
      const diagram = [
        // An entity name cannot contain a dot, so such a name becomes the entity's label.
        ...[...related].filter((name) => name.includes('.')).map((name) => `  ${entity(name)}["${name}"]`),
        ...alone.map((name) => (name.includes('.') ? `  ${entity(name)}["${name}"]` : `  ${name}`)),
        ...shown.map(
          ({ from, to, required, one, column }) =>
            `  ${entity(from)} ${one ? '|o' : '}o'}--${required ? '||' : 'o|'} ${entity(to)} : ${column}`,
        ),
      ]
      const lines = own.map(
        ({ name, comment, isView, columns }) =>
          `| \`${name}\`${isView ? ' (view)' : ''} | ${columns} | ${comment ?? ''} |`,
      )
      return `## ${module}

[Columns, keys, indexes, policies, grants and triggers](data-model/${module}.md)

\`\`\`mermaid
erDiagram
${diagram.join('\n')}
\`\`\`

| table | columns | what it keeps |
|---|---|---|
${lines.join('\n')}`
    })
    const pages = new Map<string, string>()
    for (const module of inOrder) {
      const own = tables.filter(({ name }) => owners.get(name) === module).map(({ name }) => name)
      pages.set(`docs/data-model/${module}.md`, await tablesPage(client, module, own))
    }
    const overview = `# Data model

The tables and views of each module with their foreign keys. This page is generated from the database by
\`DATABASE_URL=… npm run docs\`, and a test compares the two. Each module has a page with its tables as they are now.
Functions are in \`database/functions/\`.

Each diagram leaves out references to \`companies\` and \`profiles\` from other modules, because nearly every table has
them. A line has the name of the referring column. Tables without a schema are in \`public\`.

${sections.join('\n\n')}
`
    return pages.set('docs/data-model.md', overview)
  } finally {
    await client.end()
  }
}
