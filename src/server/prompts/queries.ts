import { sql } from 'kysely'
import type { z } from 'zod'
import type { Figures } from '../../contract/prompts.ts'
import type { Db } from '../platform/database/db.ts'
import type { Key } from './kinds.ts'

export type FiguresOf = z.infer<typeof Figures>
const NONE: FiguresOf = {
  runs: 0,
  failed: 0,
  tokensIn: 0,
  tokensOut: 0,
  p50: null,
  p95: null,
  costMicros: null,
  accepted: 0,
  edited: 0,
  rejected: 0,
}
const LATELY = sql<string>`now() - interval '30 days'`

/**
 * Returns a function that gives the figures of a version for the last 30 days. With `key`, only for that prompt. Tests
 * and replays do not count.
 */
export async function promptFigures(db: Db, key?: Key): Promise<(key: Key, number: number) => FiguresOf> {
  let calls = db
    .selectFrom('model_calls')
    .select(['key', sql<number>`coalesce(number, 0)`.as('number'), sql<number>`count(*)::int`.as('runs')])
    .select([
      sql<number>`count(*) filter (where outcome not in ('ok', 'stopped', 'running'))::int`.as('failed'),
      sql<number>`sum(tokens_in)::bigint`.as('tokensIn'),
      sql<number>`sum(tokens_out)::bigint`.as('tokensOut'),
      sql<number | null>`percentile_disc(0.5) within group (order by ms) filter (where outcome = 'ok')`.as('p50'),
      sql<number | null>`percentile_disc(0.95) within group (order by ms) filter (where outcome = 'ok')`.as('p95'),
      sql<number | null>`sum(cost_micros)::bigint`.as('costMicros'),
    ])
    .where('purpose', '=', 'use')
    .where('created_at', '>', LATELY)
    .groupBy(['key', 'number'])
  let decisions = db
    .selectFrom('suggestions')
    .select(['key', sql<number>`coalesce(number, 0)`.as('number')])
    .select([
      sql<number>`count(*) filter (where state = 'accepted')::int`.as('accepted'),
      sql<number>`count(*) filter (where state = 'edited')::int`.as('edited'),
      sql<number>`count(*) filter (where state = 'rejected')::int`.as('rejected'),
    ])
    .where('created_at', '>', LATELY)
    .groupBy(['key', 'number'])
  if (key) {
    calls = calls.where('key', '=', key)
    decisions = decisions.where('key', '=', key)
  }
  const [did, became] = await Promise.all([calls.execute(), decisions.execute()])
  const all = new Map<string, FiguresOf>()
  const at = (k: string, n: number) => `${k} ${n}`
  for (const { key: k, number, ...more } of did) all.set(at(k, number), { ...NONE, ...more })
  for (const { key: k, number, ...more } of became)
    all.set(at(k, number), { ...(all.get(at(k, number)) ?? NONE), ...more })
  return (k, n) => all.get(at(k, n)) ?? NONE
}

/** Returns a query for the live version of each prompt. Leaves out prompts that have only the built-in text. */
export const livePointers = (db: Db) =>
  db
    .selectFrom('prompts as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .select(['p.key', 'p.live_number', 'p.version'])
    .select((e) => [
      e
        .selectFrom('prompt_versions as v')
        .select((x) => x.fn.max('v.number').as('n'))
        .whereRef('v.company_id', '=', 'p.company_id')
        .whereRef('v.key', '=', 'p.key')
        .as('newest'),
      e
        .selectFrom('prompt_pointers as m')
        .select((x) => x.fn.max('m.moved_at').as('at'))
        .whereRef('m.company_id', '=', 'p.company_id')
        .whereRef('m.key', '=', 'p.key')
        .as('live_since'),
    ])
    .where('c.is_internal', '=', true)

/** Returns a query for the versions of a prompt with their authors, newest first. */
export const promptVersions = (db: Db, key: Key) =>
  db
    .selectFrom('prompt_versions as v')
    .innerJoin('companies as c', 'c.id', 'v.company_id')
    .leftJoin('profiles as p', 'p.id', 'v.created_by')
    .select(['v.number', 'v.body', 'v.note', 'v.based_on', 'v.created_by', 'v.created_at', 'p.full_name as author'])
    .where('c.is_internal', '=', true)
    .where('v.key', '=', key)
    .orderBy('v.number', 'desc')
export type VersionRow = Awaited<ReturnType<ReturnType<typeof promptVersions>['execute']>>[number]

/** Returns a query for suggestions, with the name of the person who decided. */
export const suggestionRows = (db: Db) =>
  db
    .selectFrom('suggestions as s')
    .leftJoin('profiles as p', 'p.id', 's.decided_by')
    .select(['s.company_id', 's.id', 's.key', 's.number', 's.subject_id', 's.output', 's.state', 's.created_at'])
    .select(['s.decided_by', 's.decided_at', 'p.full_name as decider'])
export type SuggestionRow = Awaited<ReturnType<ReturnType<typeof suggestionRows>['execute']>>[number]
