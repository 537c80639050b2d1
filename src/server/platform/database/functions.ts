// The files in `database/functions`: reading, applying and checking them.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql, type Transaction } from 'kysely'
import type pg from 'pg'

export const ROLES = ['portal_tenant', 'portal_staff'] as const
const SYNTAX_ERROR = '42601'

/** A file of `database/functions`. `problem` is the error of the last try to apply it. */
export type SqlFunction = { name: string; file: string; text: string; sha256: string; problem?: string }

/** Returns the functions of the folder. Each file has the name of its function. */
export function readFunctions(folder: string): SqlFunction[] {
  const directory = path.join(folder, 'functions')
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const text = readFileSync(path.join(directory, file), 'utf8')
      const sha256 = createHash('sha256').update(text).digest('hex')
      return { name: path.basename(file, '.sql'), file: path.posix.join('database/functions', file), text, sha256 }
    })
}

/**
 * The file with the release of the functions: a number that rises whenever a text changes, and a digest of all texts.
 */
export const RELEASE_FILE = 'functions/release.json'

/** Returns a digest of the texts of all functions. */
export const digestFunctions = (functions: SqlFunction[]): string =>
  createHash('sha256')
    .update(functions.map(({ file, sha256 }) => `${file} ${sha256}\n`).join(''))
    .digest('hex')

/**
 * Throws when the functions of the database have a higher release than those of the folder, and records the release of
 * the folder otherwise. Without it, an older version that starts last would replace the functions of a newer one.
 */
export async function recordRelease(tx: Transaction<unknown>, folder: string): Promise<void> {
  const { number } = JSON.parse(readFileSync(path.join(folder, RELEASE_FILE), 'utf8')) as { number: number }
  await sql`create table if not exists schema_release (number integer not null)`.execute(tx)
  const found = await sql<{ number: number }>`select number from schema_release`.execute(tx)
  const recorded = found.rows[0]?.number
  if (recorded !== undefined && recorded > number)
    throw new Error(
      `This database was created by a newer version: its functions are from release ${recorded}, and this version is at release ${number}.`,
    )
  if (recorded === number) return
  await sql`delete from schema_release`.execute(tx)
  await sql`insert into schema_release (number) values (${number})`.execute(tx)
}

/** Returns the functions whose text has changed since they were last applied. */
export async function changedFunctions(tx: Transaction<unknown>, functions: SqlFunction[]): Promise<SqlFunction[]> {
  const applied = await sql<{ name: string; sha256: string }>`select name, sha256 from schema_functions`.execute(tx)
  const known = new Map(applied.rows.map(({ name, sha256 }) => [name, sha256]))
  return functions.filter(({ name, sha256 }) => known.get(name) !== sha256)
}

/** Returns the signatures of the functions in the database with these names. */
async function signatures(tx: Transaction<unknown>, names: string[]): Promise<Map<string, string[]>> {
  const found = await sql<{ name: string; signatures: string[] }>`
    select proname as name, array_agg(oid::regprocedure::text) as signatures from pg_proc
    where pronamespace = 'public'::regnamespace and proname = any(${names}) group by proname`.execute(tx)
  return new Map(found.rows.map((row) => [row.name, row.signatures]))
}

/**
 * Applies functions, each in its own savepoint, until no more can be applied: one may need another, or a table that
 * does not exist yet. A function gets the grants of its file and no others. Returns the functions that are left, each
 * with its error message. Throws on a syntax error outside of a body, which no later try can repair.
 */
export async function applyFunctions(tx: Transaction<unknown>, functions: SqlFunction[]): Promise<SqlFunction[]> {
  if (functions.length === 0) return []
  // Bodies may use tables and functions that are created later. `checkBodies` checks them at the end.
  await sql`set local check_function_bodies = off`.execute(tx)
  const existing = await signatures(
    tx,
    functions.map(({ name }) => name),
  )
  let left = functions
  for (let before = -1; left.length > 0 && left.length !== before; ) {
    before = left.length
    const failed: SqlFunction[] = []
    for (const one of left) {
      const grants = (existing.get(one.name) ?? []).map(
        (signature) =>
          `revoke all on routine ${signature} from public, ${ROLES.join(', ')}; grant execute on routine ${signature} to public;`,
      )
      // Send each in one packet to save time: every test file creates its own database this way.
      const packet = `savepoint one_function; ${grants.join(' ')}\n${one.text}\n; release savepoint one_function`
      try {
        await sql.raw(packet).execute(tx)
      } catch (e) {
        const cause = e as pg.DatabaseError
        if (cause.code === SYNTAX_ERROR)
          throw errorAt(one, 'cannot be applied', cause, one.text, Number(cause.position) - packet.indexOf(one.text))
        await sql`rollback to savepoint one_function`.execute(tx)
        failed.push({ ...one, problem: (e as Error).message })
      }
    }
    left = failed
  }
  const applied = functions.filter(({ name }) => !left.some((one) => one.name === name))
  await sql`insert into schema_functions (name, sha256)
    select * from unnest(${applied.map(({ name }) => name)}::text[], ${applied.map(({ sha256 }) => sha256)}::text[])
    on conflict (name) do update set sha256 = excluded.sha256`.execute(tx)
  return left
}

/** Returns the error with the file and the line in it. `position` counts characters from 1. */
function errorAt({ file }: SqlFunction, what: string, cause: pg.DatabaseError, text: string, position: number): Error {
  const line = position > 0 ? `:${text.slice(0, position).split('\n').length}` : ''
  return new Error(`${file}${line} ${what}: ${cause.message}`, { cause })
}

/**
 * Throws on the first body with an error, by the check that Postgres makes when it creates a function. PL/pgSQL bodies
 * are checked for their syntax, SQL bodies also for the tables, columns and functions that they use.
 */
async function checkBodies(tx: Transaction<unknown>, functions: SqlFunction[]): Promise<void> {
  const found = await sql<{ name: string; check: string }>`
    select proname as name, format('select %s(%s)', l.lanvalidator::regproc, p.oid) as check
    from pg_proc p join pg_language l on l.oid = p.prolang
    where pronamespace = 'public'::regnamespace and proname = any(${functions.map(({ name }) => name)})`.execute(tx)
  const checks = new Map(found.rows.map(({ name, check }) => [name, check]))
  await sql`set local check_function_bodies = on`.execute(tx)
  for (const one of functions) {
    try {
      await sql.raw(checks.get(one.name) as string).execute(tx)
    } catch (e) {
      const cause = e as pg.DatabaseError
      const { internalQuery: body = '', internalPosition } = cause
      const position = one.text.indexOf(body) + Number(internalPosition)
      throw errorAt(one, 'has an error in its body', cause, one.text, position)
    }
  }
}

/**
 * Throws when a function could not be applied or has an error in its body, or when the old version of a function with
 * changed parameters or without a file still exists: only migrations drop functions.
 */
export async function checkFunctions(
  tx: Transaction<unknown>,
  functions: SqlFunction[],
  changed: SqlFunction[],
  left: SqlFunction[],
): Promise<void> {
  const [failed] = left
  if (failed)
    throw new Error(
      `${failed.file} cannot be applied: ${failed.problem}. If its result or the names of its parameters have changed, add a migration that drops the old one.`,
    )
  const recorded = await sql<{ name: string }>`select name from schema_functions`.execute(tx)
  const files = new Set(functions.map(({ name }) => name))
  const removed = recorded.rows.map(({ name }) => name).filter((name) => !files.has(name))
  if (changed.length === 0 && removed.length === 0) return
  const found = await signatures(tx, [...changed.map(({ name }) => name), ...removed])
  for (const name of removed) {
    const [signature] = found.get(name) ?? []
    if (signature) throw new Error(`The function ${signature} has no file anymore: add a migration that drops it.`)
    await sql`delete from schema_functions where name = ${name}`.execute(tx)
  }
  for (const { name, file } of changed) {
    const all = found.get(name) ?? []
    if (all.length !== 1)
      throw new Error(
        `There must be one function ${name}, as in ${file}, but there are ${all.length}: ${all.join(' and ')}. Add a migration that drops the old one.`,
      )
  }
  await checkBodies(tx, changed)
}
