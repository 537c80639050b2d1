// Backup and restore: tables as JSON Lines, and the files, in a folder. Needs no other program, since the embedded
// Postgres comes without pg_dump. Works while the product runs: it reads one snapshot and does not block writers.
import { once } from 'node:events'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { installJobs } from '../jobs/jobs.ts'
import { migrate } from './migrate.ts'

const AT_ONCE = 1_000
/** Tables that every start recreates or that are only valid in this database. Unlogged tables are left out too. */
const LEFT_OUT = new Set([
  'public.schema_migrations',
  'public.schema_functions',
  'public.schema_release',
  'auth.rate_limits',
  'feed.cursor',
])
const OWN_SCHEMAS = `(n.nspname !~ '^pg_' and n.nspname <> 'information_schema')`
/** Tables of the job store that are saved, with a condition: only unfinished jobs. */
const OF_JOBS = new Map([
  ['jobs.queue', ''],
  ['jobs.job', `where state < 'completed'`],
])

type Table = { name: string; columns: string[]; rows: number }
type Manifest = {
  format: 1
  at: string
  migrations: string[]
  tables: Table[]
  sequences: { name: string; value: string; called: boolean }[]
  /** The bucket that has the files. Without one, the files are in the backup. */
  bucket?: string
  /** Ids of events that notifiers had not processed yet. */
  untold: string[]
}

/** Thrown when a backup cannot be made or restored for a reason that the operator can fix. */
export class BackupError extends Error {
  override name = 'BackupError'
}

async function connected<T>(url: string, fn: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'backup' })
  await client.connect()
  try {
    await client.query(`set timezone = 'UTC'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`)
    return await fn(client)
  } finally {
    await client.end()
  }
}

/**
 * Lists the tables with the columns to save: all except generated ones and transaction ids, which mean nothing
 * elsewhere.
 */
async function tablesOf(client: pg.Client): Promise<Omit<Table, 'rows'>[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       array_agg(quote_ident(a.attname) order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.atttypid <> 'xid8'::regtype
     where ${OWN_SCHEMAS} and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
     group by 1 order by 1`,
  )
  return rows.filter(({ name }) => (name.startsWith('jobs.') ? OF_JOBS.has(name) : !LEFT_OUT.has(name)))
}

const fileOf = (folder: string, table: string) => path.join(folder, 'tables', `${table}.jsonl.gz`)

async function saveTable(client: pg.Client, folder: string, { name, columns }: Omit<Table, 'rows'>): Promise<number> {
  await client.query(
    `declare lines no scroll cursor for
     select row_to_json(t)::text as line from (select ${columns.join(', ')} from ${name} ${OF_JOBS.get(name) ?? ''}) t`,
  )
  const zip = createGzip({ level: 6 })
  const written = pipeline(zip, createWriteStream(fileOf(folder, name), { mode: 0o600, flush: true }))
  let count = 0
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${AT_ONCE} from lines`)
    count += rows.length
    if (rows.length > 0 && !zip.write(`${rows.map((r) => r.line).join('\n')}\n`)) await once(zip, 'drain')
    if (rows.length < AT_ONCE) break
  }
  zip.end()
  await written
  await client.query('close lines')
  return count
}

/** Where files are: a folder, or a bucket, whose files are not part of the backup. */
type Files = string | { bucket: string }

/**
 * Writes a backup into `folder` and returns its manifest. The folder must not exist yet: it appears complete or not at
 * all. Tables come from one snapshot. Files are copied after it, so that every file that a table refers to is included.
 * Files in a bucket are not copied. Throws BackupError when the folder exists.
 */
export async function saveBackup(ownerUrl: string, folder: string, files: Files): Promise<Manifest> {
  const taken = await readdir(folder).catch(() => undefined)
  if (taken) throw new BackupError(`${folder} already exists. Choose a folder that does not exist yet.`)
  const part = `${folder}.part`
  await rm(part, { recursive: true, force: true })
  await mkdir(path.join(part, 'tables'), { recursive: true, mode: 0o700 })
  try {
    const manifest = await connected(ownerUrl, async (client): Promise<Manifest> => {
      await client.query('begin isolation level repeatable read read only')
      const migrations = await client.query<{ name: string }>('select name from schema_migrations order by name')
      const tables: Table[] = []
      for (const table of await tablesOf(client)) tables.push({ ...table, rows: await saveTable(client, part, table) })
      const { rows: names } = await client.query<{ name: string }>(
        `select format('%I.%I', n.nspname, c.relname) as name from pg_class c
         join pg_namespace n on n.oid = c.relnamespace
         where ${OWN_SCHEMAS} and n.nspname <> 'jobs' and c.relkind = 'S' order by 1`,
      )
      const untold = await client.query<{ id: string }>(
        'select e.id::text as id from events e, feed.cursor c where (e.tx, e.id) > (c.tx, c.event_id)',
      )
      const sequences: Manifest['sequences'] = []
      for (const { name } of names) {
        const { rows } = await client.query<{ value: string; called: boolean }>(
          `select last_value::text as value, is_called as called from ${name}`,
        )
        sequences.push({ name, ...(rows[0] as { value: string; called: boolean }) })
      }
      await client.query('commit')
      const at = new Date().toISOString()
      return {
        format: 1,
        at,
        migrations: migrations.rows.map((r) => r.name),
        tables,
        sequences,
        ...(typeof files === 'string' ? {} : { bucket: files.bucket }),
        untold: untold.rows.map((r) => r.id),
      }
    })
    if (typeof files === 'string')
      await cp(files, path.join(part, 'files'), {
        recursive: true,
        mode: constants.COPYFILE_FICLONE,
        filter: (file) => !file.endsWith('.part'),
      }).catch((e: NodeJS.ErrnoException) => {
        if (e.code !== 'ENOENT') throw e
      })
    await writeFile(path.join(part, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    await rename(part, folder)
    return manifest
  } catch (e) {
    await rm(part, { recursive: true, force: true })
    throw e
  }
}

async function manifestOf(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, 'manifest.json'), 'utf8').catch(() => undefined)
  if (!text) throw new BackupError(`${folder} is not a backup: it contains no manifest.json.`)
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 1)
    throw new BackupError('This backup was made by a newer version. Use that version to restore it.')
  return manifest
}

/**
 * Yields the lines of a text. Not by `node:readline`, which also ends a line at U+2028 and U+2029: a user's text can
 * contain them, and JSON does not escape them.
 */
async function* linesOf(source: Readable): AsyncGenerator<string> {
  let begun: string[] = []
  for await (const chunk of source.setEncoding('utf8')) {
    const [first = '', ...rest] = (chunk as string).split('\n')
    begun.push(first)
    for (const next of rest) {
      yield begun.join('')
      begun = [next]
    }
  }
  const last = begun.join('')
  if (last !== '') yield last
}

async function loadTable(client: pg.Client, folder: string, { name, columns, rows }: Table): Promise<void> {
  const list = columns.join(', ')
  const put = async (lines: string[]) =>
    client.query(
      `insert into ${name} (${list}) overriding system value
       select ${list} from json_populate_recordset(null::${name}, $1::json)`,
      [`[${lines.join(',')}]`],
    )
  let batch: string[] = []
  let count = 0
  for await (const line of linesOf(createReadStream(fileOf(folder, name)).pipe(createGunzip()))) {
    count++
    if (batch.push(line) < AT_ONCE) continue
    await put(batch)
    batch = []
  }
  if (batch.length > 0) await put(batch)
  if (count !== rows) throw new BackupError(`The backup is damaged: ${name} has ${count} rows instead of ${rows}.`)
}

/**
 * Restores a backup into an empty database and an empty folder of files, and returns its manifest. All tables are
 * restored in one transaction. The schema is first migrated to the state of the backup; the next start does the rest.
 * Throws BackupError when the database or the folder is not empty.
 */
export async function loadBackup(ownerUrl: string, appSecret: string, folder: string, files: Files): Promise<Manifest> {
  const manifest = await manifestOf(folder)
  if (typeof files === 'string' && manifest.bucket)
    throw new BackupError(
      `The files of this backup are in the bucket ${manifest.bucket}. Set the S3_ settings to that bucket or to a copy of it.`,
    )
  if (
    typeof files !== 'string' &&
    !manifest.bucket &&
    (await readdir(path.join(folder, 'files')).catch(() => [])).length > 0
  )
    throw new BackupError(
      `This backup contains files. Copy ${path.join(folder, 'files')} into the bucket, remove that folder, and restore again.`,
    )
  if (typeof files === 'string' && (await readdir(files).catch(() => [])).length > 0)
    throw new BackupError(`${files} already contains files. Restore into an empty folder.`)
  await connected(ownerUrl, async (client) => {
    const { rows } = await client.query(`select to_regclass('public.companies') as there`)
    if (rows[0].there && (await client.query('select from companies limit 1')).rowCount)
      throw new BackupError('The database already contains companies. Restore into an empty one.')
  })
  await migrate(ownerUrl, appSecret, { to: manifest.migrations })
  await installJobs(ownerUrl)
  await connected(ownerUrl, async (client) => {
    await client.query('begin')
    const known = new Map((await tablesOf(client)).map((t) => [t.name, t]))
    const missing = manifest.tables.find((t) => !known.has(t.name))
    if (missing)
      throw new BackupError(`This version has no table ${missing.name}. Use the version that made the backup.`)
    const own = manifest.tables.map((t) => t.name)
    // Rows arrive in any order, and triggers must not count or announce anything a second time.
    const { rows: keys } = await client.query<{ owner: string; name: string }>(
      `select conrelid::regclass::text as owner, quote_ident(conname) as name from pg_constraint
       where contype = 'f' and not condeferrable and conparentid = 0
         and conrelid = any($1::text[]::regclass[])`,
      [own],
    )
    for (const k of keys)
      await client.query(`alter table ${k.owner} alter constraint ${k.name} deferrable initially deferred`)
    for (const name of own) await client.query(`alter table ${name} disable trigger user`)
    // Rows inserted by migrations are in the backup too, in their latest state.
    const { rows: passing } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where ${OWN_SCHEMAS} and c.relpersistence = 'u' and c.relkind = 'r'`,
    )
    const emptied = [...own.filter((t) => !t.startsWith('jobs.')), ...passing.map((t) => t.name)]
    await client.query(`truncate ${emptied.join(', ')}`)
    for (const table of manifest.tables) await loadTable(client, folder, table)
    for (const { name, value, called } of manifest.sequences)
      await client.query('select setval($1::regclass, $2, $3)', [name, value, called])
    // The event reader starts over: move the events that it had processed behind its position.
    await client.query(`update events set tx = '0' where not id = any($1::bigint[])`, [manifest.untold])
    await client.query('set constraints all immediate')
    for (const name of own) await client.query(`alter table ${name} enable trigger user`)
    for (const k of keys) await client.query(`alter table ${k.owner} alter constraint ${k.name} not deferrable`)
    if (typeof files === 'string')
      await cp(path.join(folder, 'files'), files, { recursive: true, mode: constants.COPYFILE_FICLONE }).catch(
        (e: NodeJS.ErrnoException) => {
          if (e.code !== 'ENOENT') throw e
        },
      )
    await client.query('commit')
    await client.query('analyze')
  })
  return manifest
}
