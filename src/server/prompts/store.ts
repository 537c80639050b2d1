// Reads the stored prompts. They belong to the provider and are the same for all companies.
import { type Db, systemOf } from '../platform/database/db.ts'
import type { Log } from '../platform/observability/log.ts'
import type { Platform } from '../platform/platform.ts'
import { BUILT_IN } from './built-in.ts'
import { type Key, promptProblem } from './kinds.ts'

/** A prompt text and its version number; 0 is the built-in text. */
export type Written = { number: number; body: string }
const builtIn = (key: Key): Written => ({ number: 0, body: BUILT_IN[key] })

/** Returns the version with this number. Undefined when there is none. */
export async function versionOf(db: Db, key: Key, number: number): Promise<Written | undefined> {
  if (number === 0) return builtIn(key)
  return db
    .selectFrom('prompt_versions as v')
    .innerJoin('companies as c', 'c.id', 'v.company_id')
    .select(['v.number', 'v.body'])
    .where('c.is_internal', '=', true)
    .where('v.key', '=', key)
    .where('v.number', '=', number)
    .executeTakeFirst()
}

/** Returns the live text, or the built-in one when none is live or it cannot be read or used. */
export async function liveText(platform: Platform, companyId: string, key: Key): Promise<Written> {
  try {
    const found = await platform.db.askAs(systemOf(companyId), (db) =>
      db
        .selectFrom('prompts as p')
        .innerJoin('companies as c', 'c.id', 'p.company_id')
        .innerJoin('prompt_versions as v', (j) =>
          j
            .onRef('v.company_id', '=', 'p.company_id')
            .onRef('v.key', '=', 'p.key')
            .onRef('v.number', '=', 'p.live_number'),
        )
        .select(['v.number', 'v.body'])
        .where('c.is_internal', '=', true)
        .where('p.key', '=', key)
        .executeTakeFirst(),
    )
    return found ? usable(platform.log, key, found) : builtIn(key)
  } catch (e) {
    platform.log.error({ err: e, key }, 'the prompt store cannot be read')
    return builtIn(key)
  }
}

function usable(log: Log, key: Key, found: Written): Written {
  const problem = promptProblem(key, found.body)
  if (!problem) return found
  log.error({ key, number: found.number, problem }, 'the live prompt cannot be used')
  return builtIn(key)
}
