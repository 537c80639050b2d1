// Generates docs/data-model/<module>.md, which shows each table of a module as it is now, from a migrated database.
import type pg from 'pg'

type Column = { name: string; type: string; rule: string; comment: string | null }
type Part = { kind: 'keys' | 'indexes' | 'policies' | 'grants' | 'triggers'; name: string; text: string }
type Described = { columns: Column[]; parts: Part[]; view: string | null; security: string; comment: string | null }

const HEADINGS: Record<Part['kind'], string> = {
  keys: 'Keys and checks',
  indexes: 'Other indexes',
  policies: 'Row-level security policies',
  grants: 'Grants',
  triggers: 'Triggers',
}

/** The table of an object and its parts, by the oid in `$1`. A part without a name has its text only. */
const PARTS = `
  select 'keys' as kind, conname as name, pg_get_constraintdef(oid) as text, array_position('{p,u,f,c,x}'::"char"[], contype) as place
    from pg_constraint where conrelid = $1 and contype in ('p', 'u', 'f', 'c', 'x')
  union all
  select 'indexes', indexrelid::regclass::text,
      regexp_replace(pg_get_indexdef(indexrelid), '^CREATE (UNIQUE )?INDEX .*? USING (btree )?', '\\1'), 0
    from pg_index where indrelid = $1 and not exists (select from pg_constraint where conindid = indexrelid and conrelid = $1)
  union all
  select 'policies', polname, concat_ws(' ', case when not polpermissive then 'restrictive' end,
      case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end || ' for',
      (select string_agg(case r when 0 then 'public' when relowner then 'the owner' else r::regrole::text end, ', ' order by r::regrole::text)
        from unnest(polroles) as r),
      'using ' || pg_get_expr(polqual, polrelid), 'with check ' || pg_get_expr(polwithcheck, polrelid)), 0
    from pg_policy join pg_class c on c.oid = polrelid where polrelid = $1
  union all
  select 'grants', role, string_agg(right_name, '; ' order by right_name), 0 from (
      select coalesce(nullif(grantee, 0)::regrole::text, 'public') as role, lower(privilege_type) as right_name
        from pg_class, aclexplode(relacl) where oid = $1 and grantee <> relowner
      union all
      select coalesce(nullif(grantee, 0)::regrole::text, 'public'),
          format('%s (%s)', lower(privilege_type), string_agg(attname, ', ' order by attnum))
        from pg_attribute, aclexplode(attacl) where attrelid = $1 and not attisdropped group by grantee, privilege_type
    ) granted group by role
  union all
  select 'triggers', tgname, regexp_replace(pg_get_triggerdef(oid), '^CREATE (CONSTRAINT )?TRIGGER \\S+ (.*) ON \\S+ ', '\\2 '), 0
    from pg_trigger where tgrelid = $1 and not tgisinternal
  order by place, name`

const COLUMNS = `
  select attname as name, format_type(atttypid, atttypmod) || case when attnotnull then '' else ' or null' end as type,
    concat_ws(' ', case when attgenerated <> '' then 'generated as' when attidentity <> '' then 'identity' end, pg_get_expr(adbin, adrelid)) as rule,
    col_description(attrelid, attnum) as comment
  from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attrelid = $1 and attnum > 0 and not attisdropped order by attnum`

const TABLE = `
  select case when relkind = 'v' then pg_get_viewdef(oid) end as view, obj_description(oid, 'pg_class') as comment,
    case when relkind = 'v' then '' when relforcerowsecurity and relrowsecurity then 'Row-level security is forced.'
      when relrowsecurity then 'Row-level security is on, but not for the owner.' else 'No row-level security.' end as security
  from pg_class where oid = $1`

async function describeTable(client: pg.Client, name: string): Promise<Described> {
  const values = [
    (await client.query<{ oid: number }>(`select to_regclass($1)::oid as oid`, [quoted(name)])).rows[0]?.oid,
  ]
  const [table] = (await client.query<Omit<Described, 'columns' | 'parts'>>(TABLE, values)).rows
  const { rows: columns } = await client.query<Column>(COLUMNS, values)
  const { rows: parts } = await client.query<Part>(PARTS, values)
  if (!table) throw new Error(`There is no table ${name}.`)
  return { ...table, columns, parts }
}

/** Quotes each part of a name, because `user` is a keyword. */
const quoted = (name: string) => name.replace(/\w+/g, '"$&"')
const code = (text: string) => (text === '' ? '' : `\`${text.replace(/\s+/g, ' ').replaceAll('|', '\\|')}\``)
const listed = (text: string) => `\`${text.replace(/\s+/g, ' ')}\``

function printTable(name: string, { columns, parts, view, security, comment }: Described): string {
  const commented = columns.some((column) => column.comment)
  const lines = [
    `## \`${name}\``,
    [comment, security].filter(Boolean).join(' '),
    [
      `| column | type | default |${commented ? ' meaning |' : ''}`,
      `|---|---|---|${commented ? '---|' : ''}`,
      ...columns.map(
        (column) =>
          `| \`${column.name}\` | ${code(column.type)} | ${code(column.rule)} |${commented ? ` ${column.comment ?? ''} |` : ''}`,
      ),
    ].join('\n'),
    ...Object.entries(HEADINGS).flatMap(([kind, heading]) => {
      const own = parts.filter((part) => part.kind === kind)
      return own.length === 0
        ? []
        : [`**${heading}**`, own.map((part) => `- \`${part.name}\`: ${listed(part.text)}`).join('\n')]
    }),
  ]
  if (view) lines.push(`\`\`\`sql\n${view}\n\`\`\``)
  return lines.join('\n\n')
}

/** Returns the page of a module with these tables and views. The connection must have the search path `public`. */
export async function tablesPage(client: pg.Client, module: string, names: string[]): Promise<string> {
  const tables: string[] = []
  for (const name of names) tables.push(printTable(name, await describeTable(client, name)))
  return `# Tables of ${module}

Each table and view of the module as it is now, generated by \`DATABASE_URL=… npm run docs\`. [Data
model](../data-model.md) shows how the tables refer to each other.

${tables.join('\n\n')}
`
}
