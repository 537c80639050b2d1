// Steps that several actions share, always within the caller's transaction.
import { sql, type UpdateObject } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Lead, LeadActivity } from '../../contract/leads/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import type { DB } from '../platform/database/db.types.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { type ActorContext, refuse } from '../platform/http/api.ts'
import { presentLead } from './present.ts'
import { accountOf, type Locked, lockLeadRow, sameAddressOf, submissionsOf, wholeLead } from './queries.ts'

/** Returns the lead as the actor sees it. Throws NOT_FOUND when it does not exist. */
export async function readLead(db: Db, actor: Actor, id: string): Promise<z.infer<typeof Lead>> {
  const [row, submissions, same] = await Promise.all([
    wholeLead(db, actor.companyId, id).executeTakeFirst(),
    submissionsOf(db, actor.companyId, id).execute(),
    sameAddressOf(db, actor.companyId, id).execute(),
  ])
  if (!row) throw refuse('NOT_FOUND')
  const account = row.email ? await accountOf(db, row.email) : undefined
  return presentLead(row, { submissions, same, account }, actor)
}

/**
 * Locks the lead for a change and returns it. Throws NOT_FOUND when it does not exist, CONFLICT, with the lead as it is
 * now, when `version` is not the current one.
 */
export async function lockLead(db: Db, actor: Actor, id: string, version?: number): Promise<Locked> {
  const lead = await lockLeadRow(db, actor.companyId, id)
  if (!lead) throw refuse('NOT_FOUND')
  if (version !== undefined && version !== lead.version)
    throw refuse('CONFLICT', { current: await readLead(db, actor, id) })
  return lead
}

type Wording = {
  kind: z.infer<typeof LeadActivity>['kind']
  text?: string
  change?: { field: string; from: string | null; to: string | null; at?: string | null }
}

/** Adds an activity and returns its id. */
export async function writeLeadActivity(
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

/** Updates the row of a locked lead and increments its version. */
export const updateLead = (db: Db, lead: Locked, set: UpdateObject<DB, 'leads'>) =>
  db
    .updateTable('leads')
    .set({ ...set, updated_at: sql<string>`now()`, version: lead.version + 1 })
    .where('company_id', '=', lead.company_id)
    .where('id', '=', lead.id)
    .execute()

/**
 * Writes the audit log entry and notifies open pages. The entry must not name the person, because the log cannot be
 * changed and a lead can ask to be erased.
 */
export async function recordLeadAct(
  db: Db,
  context: ActorContext,
  lead: { company_id: string; id: string },
  act: { action: string; before?: object; after?: object },
): Promise<void> {
  const [, kind = act.action] = act.action.split('.')
  await recordAudit(db, context, { companyId: lead.company_id, subjectType: 'lead', subjectId: lead.id, ...act })
  await publish(db, context.actor, {
    companyId: lead.company_id,
    topic: 'lead',
    kind,
    subjectId: lead.id,
    staffOnly: true,
  })
}
