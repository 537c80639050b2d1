// Steps that the actions of this module share.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Agreement, TermsPart } from '../../contract/agreements/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { type By, recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { type ActorContext, refuse } from '../platform/http/api.ts'
import { presentTerms } from './present.ts'
import { agreementRows, fullRevisions, type Row } from './queries.ts'
import { readAgreement, readTextVariables } from './read.ts'
import { dropUnusedTerms, type KeptTerms, problemsOf, type Terms, type Type, toTermColumns } from './terms.ts'
import { renderAgreementText } from './text/text.ts'

/** Returns the checksum that identifies a text: SHA-256 of its UTF-8, in hex. */
export const checksumText = (body: string): string => createHash('sha256').update(body, 'utf8').digest('hex')

/**
 * Locks an agreement for a change and returns it. Throws NOT_FOUND, and CONFLICT with the current agreement when
 * `version` is not the current one. `for update` would also block new ledger entries that refer to the agreement. Their
 * writers already hold the lock on the hours, which is taken after the agreement here, so that could deadlock.
 */
export async function lockAgreement(db: Db, actor: Actor, id: string, version?: number): Promise<Row> {
  const lockedRow = await db
    .selectFrom('agreements')
    .select(['id', 'version'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!lockedRow) throw refuse('NOT_FOUND')
  if (version !== undefined && lockedRow.version !== version)
    throw refuse('CONFLICT', { current: await readAgreement(db, actor, id) })
  return agreementRows(db).where('a.id', '=', id).executeTakeFirstOrThrow()
}

/** Returns WRONG_STATUS, with the current agreement. */
export const wrongStatus = async (db: Db, actor: Actor, id: string) =>
  refuse('WRONG_STATUS', { current: await readAgreement(db, actor, id) })

/** Returns the open text of an agreement. */
export const openRevision = (db: Db, row: Row) =>
  fullRevisions(db)
    .where('r.company_id', '=', row.company_id)
    .where('r.id', '=', row.open?.id ?? null)
    .executeTakeFirstOrThrow()

/** Returns the current text of an agreement, if there is one. */
export const holdingRevision = (db: Db, row: Row) =>
  fullRevisions(db)
    .where('r.company_id', '=', row.company_id)
    .where('r.agreement_id', '=', row.id)
    .where('r.revision', '=', row.revision)
    .executeTakeFirst()

type Proposal = { type: Type; name: string; terms: Terms; source: string }
/**
 * Returns terms and text as they are saved. Throws UNPROCESSABLE at the fields that are not valid: terms that do not
 * fit their type, an SLA policy that does not exist, a text that cannot be rendered. `holding` are the terms that an
 * amendment changes.
 */
export async function checkTerms(
  db: Db,
  p: Proposal,
  agreement: Pick<Row, 'number' | 'company_id'>,
  holding?: Terms,
): Promise<{ kept: KeptTerms; body: string }> {
  const terms = dropUnusedTerms(p.type, p.terms)
  const fields = problemsOf(p.type, terms, holding) ?? {}
  const sla = terms.slaPolicyId
    ? await db
        .selectFrom('shared_sla_policies')
        .select(['name', 'archived_at'])
        .where('id', '=', terms.slaPolicyId)
        .executeTakeFirst()
    : undefined
  if (terms.slaPolicyId && (!sla || sla.archived_at) && holding?.slaPolicyId !== terms.slaPolicyId)
    fields['terms.slaPolicyId'] = ['This SLA policy no longer exists. Choose another.']
  const kept: KeptTerms = { ...terms, name: p.name, type: p.type, slaName: sla?.name ?? null }
  const { body, problem } = renderAgreementText(p.source, kept, await readTextVariables(db, agreement))
  if (body === null || body.length > 200_000) fields.source = [problem ?? 'At most 200,000 characters.']
  if (Object.keys(fields).length > 0) throw refuse('UNPROCESSABLE', { fields })
  return { kept, body: body as string }
}

/** Returns the terms with the given ones replaced. */
export const mergeTerms = (terms: Terms, part: z.infer<typeof TermsPart> | undefined): Terms =>
  ({ ...terms, ...Object.fromEntries(Object.entries(part ?? {}).filter(([, v]) => v !== undefined)) }) as Terms

/** Returns the columns of an agreement whose text is not signed yet. */
export const proposedColumns = (kept: KeptTerms) => ({
  name: kept.name,
  type: kept.type,
  ...toTermColumns(presentTerms(kept)),
})

/** Creates a new revision in draft. Returns its id and number. */
export async function prepareRevision(
  db: Db,
  actor: Actor,
  row: Pick<Row, 'company_id' | 'id'>,
  text: { kept: unknown; body: string; source: string; templateId?: string | null },
): Promise<{ id: string; revision: number }> {
  const { last } = await db
    .selectFrom('agreement_revisions')
    .select(sql<number>`coalesce(max(revision), 0)::int`.as('last'))
    .where('company_id', '=', row.company_id)
    .where('agreement_id', '=', row.id)
    .executeTakeFirstOrThrow()
  const id = uuid()
  await db
    .insertInto('agreement_revisions')
    .values({
      company_id: row.company_id,
      id,
      agreement_id: row.id,
      revision: last + 1,
      terms: JSON.stringify(text.kept),
      body: text.body,
      source: text.source,
      template_id: text.templateId ?? null,
      created_by: actor.userId,
    })
    .execute()
  return { id, revision: last + 1 }
}

/** Returns an update query for one revision. The caller adds the columns to set. */
export const reviseRow = (db: Db, companyId: string, id: string) =>
  db
    .updateTable('agreement_revisions')
    .set({ updated_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)

/** Returns an update query for the agreement that increments its version. The caller adds the columns to set. */
export const updateAgreementRow = (db: Db, row: Pick<Row, 'company_id' | 'id'>) =>
  db
    .updateTable('agreements')
    .set((e) => ({ version: e('version', '+', 1), updated_at: sql<string>`now()` }))
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)

type Act = {
  kind: string
  before?: object
  after?: object
  reason?: string | undefined
  /** Partners must not learn that it happened. */
  staffOnly?: boolean
  data?: object
}
/** Writes the audit log and publishes an event to those who may see it, in the transaction of the change. */
export async function recordAgreementAct(db: Db, by: By, row: Pick<Row, 'company_id' | 'id'>, act: Act): Promise<void> {
  await recordAudit(db, by, {
    companyId: row.company_id,
    action: `agreement.${act.kind}`,
    subjectType: 'agreement',
    subjectId: row.id,
    ...(act.before ? { before: act.before } : {}),
    ...(act.after ? { after: act.after } : {}),
    ...(act.reason ? { reason: act.reason } : {}),
  })
  await publish(db, by.actor, {
    companyId: row.company_id,
    topic: 'agreement',
    kind: act.kind,
    subjectId: row.id,
    staffOnly: act.staffOnly ?? false,
    ...(act.data ? { data: act.data } : {}),
  })
}

/** Runs a change on a locked agreement and returns the agreement as it is then. Throws as `lockAgreement` does. */
export function actOnAgreement(
  context: ActorContext,
  { id, version }: { id: string; version?: number },
  act: (db: Db, row: Row) => Promise<void>,
): Promise<z.infer<typeof Agreement>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    await act(db, await lockAgreement(db, actor, id, version))
    return readAgreement(db, actor, id)
  })
}
