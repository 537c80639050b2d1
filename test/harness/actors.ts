// Checks, when a test server closes, that everything its calls recorded names the caller. This covers every kind of
// audit log entry and event that any test causes.
import { sql } from 'kysely'
import type { Owner } from '../factories/people.ts'

/** Who made a call: a signed-in person, or the API key of a company. */
export type CallerOf = { userId: string } | { byKey: true }
type Found = {
  request: string
  act: string
  actor: string | null
  via: string | null
}

/**
 * Returns a sentence for each audit log entry and event that a call recorded with another person, or through another
 * way, than the caller's. Work that follows automatically from a call has no person.
 */
export async function findWrongActors(db: Owner, callers: ReadonlyMap<string, CallerOf>): Promise<string[]> {
  if (callers.size === 0) return []
  // Events have no request id. They take it from the audit log entries of the same transaction, which have the same
  // time.
  const { rows } = await sql<Found>`
    with acts as (select company_id, created_at, request_id, action, actor_id, via from audit_log where request_id is not null)
    select request_id as request, action as act, actor_id as actor, via from acts
    union all
    select distinct a.request_id, e.topic || '/' || e.kind, e.actor_id, null
    from acts a join events e on e.company_id = a.company_id and e.created_at = a.created_at`.execute(db)
  return rows.flatMap(({ request, act, actor, via }) => {
    const caller = callers.get(request)
    if (!caller || actor === null) return []
    const right =
      'byKey' in caller
        ? via === null || via === 'api_key'
        : actor === caller.userId && (via === null || via === 'session')
    return right
      ? []
      : [`${act} names ${actor} through ${via ?? 'an event'}, but the caller is ${JSON.stringify(caller)}.`]
  })
}
