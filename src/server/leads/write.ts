// The steps that several verbs share: always within the caller's transaction.
import { sql, type UpdateObject } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Activity, Lead } from '../../contract/leads.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import type { Actor, Db } from '../platform/db.ts'
import type { DB } from '../platform/db.types.ts'
import { publish } from '../platform/publish.ts'
import { presentLead } from './present.ts'
import { accountOf, type Locked, lock, sameAddressOf, submissionsOf, whole } from './queries.ts'

/** The lead as the actor sees it. NOT_FOUND when there is none of that id. */
export async function read(db: Db, actor: Actor, id: string): Promise<z.infer<typeof Lead>> {
  const [row, submissions, same] = await Promise.all([
    whole(db, actor.companyId, id).executeTakeFirst(),
    submissionsOf(db, actor.companyId, id).execute(),
    sameAddressOf(db, actor.companyId, id).execute(),
  ])
  if (!row) throw refuse('NOT_FOUND')
  const account = row.email ? await accountOf(db, row.email) : undefined
  return presentLead(row, { submissions, same, account }, actor)
}

/** Takes the lead for a change. NOT_FOUND without it; CONFLICT, with the lead as it is now, when `version` is not the current one. */
export async function take(db: Db, actor: Actor, id: string, version?: number): Promise<Locked> {
  const lead = await lock(db, actor.companyId, id)
  if (!lead) throw refuse('NOT_FOUND')
  if (version !== undefined && version !== lead.version)
    throw refuse('CONFLICT', { current: await read(db, actor, id) })
  return lead
}

type Wording = {
  kind: z.infer<typeof Activity>['kind']
  text?: string
  change?: { field: string; from: string | null; to: string | null; at?: string | null }
}

/** Writes a line about what was done. Gives its id. */
export async function write(
  db: Db,
  actor: Actor,
  lead: { company_id: string; id: string },
  { kind, text, change }: Wording,
): Promise<string> {
  const id = uuid()
  await db
    .insertInto('lead_activities')
    .values({
      company_id: lead.company_id,
      id,
      lead_id: lead.id,
      kind,
      author_id: actor.userId,
      author_name: sql<string>`(select full_name from profiles where id = ${actor.userId})`,
      text: text ?? '',
      data: change ? JSON.stringify({ at: null, ...change }) : null,
    })
    .execute()
  return id
}

/** Changes the row of a locked lead; its version goes up. */
export const update = (db: Db, lead: Locked, set: UpdateObject<DB, 'leads'>) =>
  db
    .updateTable('leads')
    .set({ ...set, updated_at: sql<string>`now()`, version: lead.version + 1 })
    .where('company_id', '=', lead.company_id)
    .where('id', '=', lead.id)
    .execute()

/**
 * Notes an act for the audit and for open pages. What is said about the act names fields, stages and ids, never the
 * person: the log is kept for ever, and a lead can ask to be forgotten.
 */
export async function tell(
  db: Db,
  context: Actored,
  lead: { company_id: string; id: string },
  act: { action: string; before?: object; after?: object },
): Promise<void> {
  const [, kind = act.action] = act.action.split('.')
  await record(db, context, { companyId: lead.company_id, subjectType: 'lead', subjectId: lead.id, ...act })
  await publish(db, context.actor, {
    companyId: lead.company_id,
    topic: 'lead',
    kind,
    subjectId: lead.id,
    staffOnly: true,
  })
}
