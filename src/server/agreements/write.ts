// The steps that the verbs of this room share.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Agreement, TermsPart } from '../../contract/agreements.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { type By, record } from '../platform/audit.ts'
import type { Actor, Db } from '../platform/db.ts'
import { publish } from '../platform/publish.ts'
import { bare } from './present.ts'
import { fullRevisions, type Row, rows } from './queries.ts'
import { aboutOf, read } from './read.ts'
import { columnsOf, type KeptTerms, problemsOf, type Terms, type Type, tidied } from './terms.ts'
import { written } from './text.ts'

/** The checksum that stands for a text: SHA-256 of its UTF-8, in hex. */
export const checksum = (body: string): string => createHash('sha256').update(body, 'utf8').digest('hex')

/**
 * An agreement that is held for a change. NOT_FOUND; CONFLICT with it as it is now when `version` is another. Not `for
 * update`: lines of the ledger refer to agreements, and who writes them holds the hours, which come after agreements here.
 */
export async function take(db: Db, actor: Actor, id: string, version?: number): Promise<Row> {
  const held = await db
    .selectFrom('agreements')
    .select(['id', 'version'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!held) throw refuse('NOT_FOUND')
  if (version !== undefined && held.version !== version)
    throw refuse('CONFLICT', { current: await read(db, actor, id) })
  return rows(db).where('a.id', '=', id).executeTakeFirstOrThrow()
}

/** WRONG_STATUS, with the agreement as it is now. */
export const wrongStatus = async (db: Db, actor: Actor, id: string) =>
  refuse('WRONG_STATUS', { current: await read(db, actor, id) })

/** The text of an agreement that is open. */
export const openRevision = (db: Db, row: Row) =>
  fullRevisions(db)
    .where('r.company_id', '=', row.company_id)
    .where('r.id', '=', row.open?.id ?? null)
    .executeTakeFirstOrThrow()

/** The text of an agreement that holds, if one does. */
export const holdingRevision = (db: Db, row: Row) =>
  fullRevisions(db)
    .where('r.company_id', '=', row.company_id)
    .where('r.agreement_id', '=', row.id)
    .where('r.revision', '=', row.revision)
    .executeTakeFirst()

type Proposal = { type: Type; name: string; terms: Terms; source: string }
/**
 * Terms and text as they are kept. UNPROCESSABLE beside what does not fit: terms against their type, a policy that is
 * not there, a text that cannot be read. `holding` is what an amendment changes.
 */
export async function checked(
  db: Db,
  p: Proposal,
  agreement: Pick<Row, 'number' | 'company_id'>,
  holding?: Terms,
): Promise<{ kept: KeptTerms; body: string }> {
  const terms = tidied(p.type, p.terms)
  const fields = problemsOf(p.type, terms, holding) ?? {}
  const sla = terms.slaPolicyId
    ? await db
        .selectFrom('sla_policies')
        .select(['name', 'archived_at'])
        .where('id', '=', terms.slaPolicyId)
        .executeTakeFirst()
    : undefined
  if (terms.slaPolicyId && (!sla || sla.archived_at) && holding?.slaPolicyId !== terms.slaPolicyId)
    fields['terms.slaPolicyId'] = ['This service level is not there any more. Choose another.']
  const kept: KeptTerms = { ...terms, name: p.name, type: p.type, slaName: sla?.name ?? null }
  const { body, problem } = written(p.source, kept, await aboutOf(db, agreement))
  if (body === null || body.length > 200_000) fields.source = [problem ?? 'This text is too long.']
  if (Object.keys(fields).length > 0) throw refuse('UNPROCESSABLE', { fields })
  return { kept, body: body as string }
}

/** Puts terms over others; what is left out stays. */
export const merged = (terms: Terms, part: z.infer<typeof TermsPart> | undefined): Terms =>
  ({ ...terms, ...Object.fromEntries(Object.entries(part ?? {}).filter(([, v]) => v !== undefined)) }) as Terms

/** The columns of an agreement that no text holds for yet. */
export const proposedColumns = (kept: KeptTerms) => ({ name: kept.name, type: kept.type, ...columnsOf(bare(kept)) })

/** Prepares a text: a new revision in draft. */
export async function prepare(
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

/** Writes to one revision. */
export const reviseRow = (db: Db, companyId: string, id: string) =>
  db
    .updateTable('agreement_revisions')
    .set({ updated_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)

/** Writes to the agreement; its version goes up. */
export const changeRow = (db: Db, row: Pick<Row, 'company_id' | 'id'>) =>
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
  /** Partners must not even learn that it happened. */
  staffOnly?: boolean
  data?: object
}
/** Keeps who did what and why, and tells whoever may see it; in the transaction of the act. */
export async function keep(db: Db, by: By, row: Pick<Row, 'company_id' | 'id'>, act: Act): Promise<void> {
  await record(db, by, {
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

/** Runs an act on an agreement that is held, and gives it as it is then. */
export function acting(
  context: Actored,
  { id, version }: { id: string; version?: number },
  act: (db: Db, row: Row) => Promise<void>,
): Promise<z.infer<typeof Agreement>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    await act(db, await take(db, actor, id, version))
    return read(db, actor, id)
  })
}
