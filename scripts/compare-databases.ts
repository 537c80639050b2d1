// Compares the structure of two databases: node scripts/compare-databases.ts <DATABASE_URL> <DATABASE_URL> [--rows]
// Prints the differences, and exits with 1 if there are any. `--rows` also compares the number of rows in each
// table. For two new databases, that shows whether the migrations filled the same tables.
import pg from 'pg'

const OWN_SCHEMA = `(n.nspname !~ '^pg_' and n.nspname <> 'information_schema')`
/**
 * Leaves out the schema `jobs`, whose tables the job library creates, and the tables that record which migrations ran.
 */
const COMPARED = `${OWN_SCHEMA} and n.nspname <> 'jobs' and c.relname !~ '^(kysely|schema)_'`
const NOT_OF_EXTENSION = (oid: string, catalog: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`
/** Replaces the month in the names of `runs` partitions. Which partitions exist depends on the day. */
const MONTHS = (expression: string) => `regexp_replace(${expression}, 'runs_\\d{4}_\\d{2}', 'runs_YYYY_MM', 'g')`
const GRANTS = (acl: string, kind: string, owner: string) =>
  `lateral (select coalesce(string_agg(distinct coalesce(nullif(grantee, 0)::regrole::text, 'public') || ' ' || privilege_type
     || case when is_grantable then ' with grant option' else '' end, ', '), 'nobody') as grants
   from aclexplode(coalesce(${acl}, acldefault(${kind}, ${owner}))))`

/** Each query returns the kind, name and definition of objects. */
const QUERIES = [
  `select 'extension' as kind, extname as name, extnamespace::regnamespace::text as definition from pg_extension`,
  `select 'schema', n.nspname, format('owner %s, granted to %s', n.nspowner::regrole, g.grants)
   from pg_namespace n, ${GRANTS('n.nspacl', `'n'`, 'n.nspowner')} g where ${OWN_SCHEMA}`,
  `select case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
     ${MONTHS('c.oid::regclass::text')},
     format('kind %s, persistence %s, owner %s, row-level security %s, forced %s, options %s, replica identity %s, granted to %s',
       c.relkind, c.relpersistence, c.relowner::regrole, c.relrowsecurity, c.relforcerowsecurity, c.reloptions, c.relreplident, g.grants)
   from pg_class c join pg_namespace n on n.oid = c.relnamespace,
     ${GRANTS('c.relacl', `case c.relkind when 'S' then 's' else 'r' end::"char"`, 'c.relowner')} g
   where ${COMPARED} and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')`,
  `select 'column', ${MONTHS(`format('%s.%s', c.oid::regclass, a.attname)`)},
     concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
       case when a.attgenerated <> '' then 'generated' when d.adbin is not null then 'default' end, pg_get_expr(d.adbin, d.adrelid),
       'identity ' || nullif(a.attidentity::text, ''), 'collation ' || nullif(a.attcollation, t.typcollation)::regcollation,
       'storage ' || nullif(a.attstorage::text, t.typstorage::text), 'compression ' || nullif(a.attcompression::text, ''),
       'statistics ' || nullif(a.attstattarget, -1), 'options ' || a.attoptions::text,
       'granted to ' || (select g.grants from ${GRANTS('a.attacl', `'c'`, 'c.relowner')} g where a.attacl is not null))
   from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where ${COMPARED} and c.relkind in ('r', 'p', 'v', 'm', 'f') and a.attnum > 0 and not a.attisdropped`,
  // Since Postgres 18, not-null constraints are separate objects. The column definition already covers them.
  `select 'constraint', ${MONTHS(`format('%s.%s', x.conrelid::regclass, x.conname)`)},
     ${MONTHS('pg_get_constraintdef(x.oid)')} || case when x.convalidated then '' else ' not valid' end
   from pg_constraint x join pg_class c on c.oid = x.conrelid join pg_namespace n on n.oid = c.relnamespace
   where ${COMPARED} and x.contype <> 'n'`,
  `select 'index', ${MONTHS('i.indexrelid::regclass::text')},
     ${MONTHS('pg_get_indexdef(i.indexrelid)')} || case when i.indisvalid then '' else ' invalid' end
     || coalesce((select string_agg(format(' statistics %s of column %s', a.attstattarget, a.attnum), '' order by a.attnum)
         from pg_attribute a where a.attrelid = i.indexrelid and a.attstattarget >= 0), '')
   from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace where ${COMPARED}`,
  `select 'statistics', s.stxname, pg_get_statisticsobjdef(s.oid) || coalesce(' ' || nullif(s.stxstattarget, -1), '')
   from pg_statistic_ext s join pg_class c on c.oid = s.stxrelid join pg_namespace n on n.oid = c.relnamespace where ${COMPARED}`,
  `select 'view text', c.oid::regclass::text, pg_get_viewdef(c.oid)
   from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${COMPARED} and c.relkind in ('v', 'm')`,
  `select 'sequence values', c.oid::regclass::text, format('%s from %s by %s, %s to %s, cache %s, cycle %s, owned by %s', s.seqtypid::regtype,
     s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle,
     (select string_agg(format('%s.%s', d.refobjid::regclass, a.attname), ', ') from pg_depend d
      join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')))
   from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace where ${COMPARED}`,
  `select 'policy', ${MONTHS(`format('%s.%s', x.polrelid::regclass, x.polname)`)},
     format('%s for %s to %s using (%s) with check (%s)', case when x.polpermissive then 'permissive' else 'restrictive' end, x.polcmd,
       (select string_agg(coalesce(nullif(r, 0)::regrole::text, 'public'), ', ' order by r::regrole::text) from unnest(x.polroles) as r),
       pg_get_expr(x.polqual, x.polrelid), pg_get_expr(x.polwithcheck, x.polrelid))
   from pg_policy x join pg_class c on c.oid = x.polrelid join pg_namespace n on n.oid = c.relnamespace where ${COMPARED}`,
  `select 'trigger', ${MONTHS(`format('%s.%s', t.tgrelid::regclass, t.tgname)`)},
     ${MONTHS('pg_get_triggerdef(t.oid)')} || ' enabled ' || t.tgenabled::text
   from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
   where ${COMPARED} and not t.tgisinternal`,
  `select 'rule', format('%s.%s', r.ev_class::regclass, r.rulename), pg_get_ruledef(r.oid)
   from pg_rewrite r join pg_class c on c.oid = r.ev_class join pg_namespace n on n.oid = c.relnamespace
   where ${COMPARED} and r.rulename <> '_RETURN'`,
  `select 'function', p.oid::regprocedure::text, format('%s\\ncost %s rows %s, granted to %s', pg_get_functiondef(p.oid), p.procost, p.prorows, g.grants)
   from pg_proc p join pg_namespace n on n.oid = p.pronamespace, ${GRANTS('p.proacl', `'f'`, 'p.proowner')} g
   where ${OWN_SCHEMA} and n.nspname <> 'jobs' and p.prokind in ('f', 'p') and ${NOT_OF_EXTENSION('p.oid', 'pg_proc')}`,
  `select 'function owner', p.oid::regprocedure::text, p.proowner::regrole::text
   from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where ${OWN_SCHEMA} and n.nspname <> 'jobs' and ${NOT_OF_EXTENSION('p.oid', 'pg_proc')}`,
  `select 'type', t.oid::regtype::text, concat_ws(' ', t.typtype::text, format_type(t.typbasetype, t.typtypmod), t.typdefault,
     (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid),
     (select string_agg(pg_get_constraintdef(x.oid), ' ') from pg_constraint x where x.contypid = t.oid))
   from pg_type t join pg_namespace n on n.oid = t.typnamespace
   where ${OWN_SCHEMA} and n.nspname <> 'jobs' and t.typtype in ('d', 'e', 'r') and ${NOT_OF_EXTENSION('t.oid', 'pg_type')}`,
  `select 'default privileges', format('%s in %s for %s', a.defaclrole::regrole, nullif(a.defaclnamespace, 0)::regnamespace, a.defaclobjtype), a.defaclacl::text
   from pg_default_acl a`,
  `select 'comment', ${MONTHS('pg_describe_object(d.classoid, d.objoid, d.objsubid)')}, d.description
   from pg_description d join pg_class c on d.classoid = 'pg_class'::regclass and c.oid = d.objoid
     join pg_namespace n on n.oid = c.relnamespace where ${COMPARED}
   union all select 'comment', pg_describe_object(d.classoid, d.objoid, 0), d.description
   from pg_description d join pg_proc p on d.classoid = 'pg_proc'::regclass and p.oid = d.objoid
     join pg_namespace n on n.oid = p.pronamespace where ${OWN_SCHEMA} and n.nspname <> 'jobs' and ${NOT_OF_EXTENSION('p.oid', 'pg_proc')}`,
]

/**
 * Returns the definition of every object of the database by `kind name`. Joins the definitions of objects with the same
 * name, such as the monthly partitions of `runs`.
 */
async function describeDatabase(url: string, rows: boolean): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set search_path = public`)
    const found = new Map<string, Set<string>>()
    const keep = (kind: string, name: string, definition: string) => {
      const key = `${kind} ${name}`
      found.set(key, (found.get(key) ?? new Set()).add(definition))
    }
    for (const query of QUERIES) {
      const result = await client.query<{ kind: string; name: string; definition: string }>({
        text: `select kind, name, definition::text from (${query}) as objects (kind, name, definition)`,
      })
      for (const { kind, name, definition } of result.rows) keep(kind, name, definition)
    }
    if (rows) {
      const tables = await client.query<{ name: string }>(
        `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where ${COMPARED} and c.relkind in ('r', 'p') and not c.relispartition`,
      )
      for (const { name } of tables.rows) {
        const counted = await client.query<{ count: string }>(`select count(*)::text as count from ${name}`)
        keep('rows of', name, counted.rows[0]?.count ?? '')
      }
    }
    return new Map([...found].map(([key, definitions]) => [key, [...definitions].sort().join('\n')]))
  } finally {
    await client.end()
  }
}

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
  const [first, second] = await Promise.all([describeDatabase(firstUrl, rows), describeDatabase(secondUrl, rows)])
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
