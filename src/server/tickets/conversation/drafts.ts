import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import type { TicketDraft } from '../../../contract/tickets/index.ts'
import { describeFile, keepDraftFiles } from '../../files/index.ts'
import type { Actor, Db } from '../../platform/database/db.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'

type Draft = z.infer<typeof TicketDraft>
type Kind = 'reply' | 'note' | 'new'
type Place = { kind: Kind; ticketId?: string }

const ownDraft = (db: Db, actor: Actor, { kind, ticketId }: Place) =>
  db
    .selectFrom('ticket_drafts')
    .selectAll()
    .where('user_id', '=', actor.userId)
    .where('kind', '=', kind)
    .where('ticket_id', ticketId ? '=' : 'is', ticketId ?? null)

/** Returns the draft with those of its files that have not been sent yet. */
async function readDraft(db: Db, actor: Actor, place: Place): Promise<Draft | null> {
  const row = await ownDraft(db, actor, place).executeTakeFirst()
  if (!row) return null
  const files =
    row.file_ids.length === 0
      ? []
      : await db
          .selectFrom('shared_files')
          .select(['id', 'name', 'type', 'size', 'created_at'])
          .where('id', 'in', row.file_ids)
          .where('uploaded_by', '=', actor.userId)
          .where('state', '=', 'unclaimed')
          .execute()
  const order = new Map(row.file_ids.map((id, i) => [id, i]))
  return {
    body: row.body,
    fields: row.fields as Draft['fields'],
    files: files.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)).map(describeFile),
    revision: row.revision,
    updatedAt: row.updated_at,
  }
}

/**
 * Returns the ticket's company. Throws NOT_FOUND when the actor has no such ticket, FORBIDDEN when a partner asks for a
 * note.
 */
async function companyOf(db: Db, actor: Actor, { kind, ticketId }: Place): Promise<string | null> {
  if (kind === 'note' && actor.kind !== 'staff') throw refuse('FORBIDDEN')
  if (!ticketId) return null
  const ticket = await db.selectFrom('tickets').select('company_id').where('id', '=', ticketId).executeTakeFirst()
  if (!ticket) throw refuse('NOT_FOUND')
  return ticket.company_id
}

/**
 * Returns what the actor has written here and not sent, or null. An administrator who views as this person gets null.
 * Throws NOT_FOUND when the actor has no such ticket, FORBIDDEN when a partner asks for a note.
 */
export const getDraft = action(contract.tickets.draft, ({ platform, actor }, place) =>
  platform.db.asActor(actor, async (db) => {
    await companyOf(db, actor, place)
    return { draft: actor.viewerId ? null : await readDraft(db, actor, place) }
  }),
)

/**
 * Saves what the actor has written and returns the draft, or deletes the draft when it is empty and returns null.
 * Throws CONFLICT with the current draft when `revision` is not the current one, because another device has saved
 * since, and throws as `getDraft` does.
 */
export const saveDraft = action(contract.tickets.saveDraft, ({ platform, actor }, input) => {
  return platform.db.asActor(actor, async (db) => {
    const ticketCompany = await companyOf(db, actor, input)
    const now = await ownDraft(db, actor, input).forUpdate().executeTakeFirst()
    if ((now?.revision ?? null) !== input.revision)
      throw refuse('CONFLICT', { current: await readDraft(db, actor, input) })
    const at = new Date().toISOString()
    const empty = input.body.trim() === '' && input.fileIds.length === 0 && input.fields === null
    if (empty) {
      if (now)
        await db.deleteFrom('ticket_drafts').where('id', '=', now.id).where('user_id', '=', actor.userId).execute()
      return { draft: null }
    }
    await keepDraftFiles(db, actor, input.fileIds)
    const values = {
      body: input.body,
      fields: input.fields === null ? null : JSON.stringify(input.fields),
      file_ids: input.fileIds,
      revision: uuid(),
      updated_at: at,
    }
    if (now) {
      await db
        .updateTable('ticket_drafts')
        .set(values)
        .where('id', '=', now.id)
        .where('user_id', '=', actor.userId)
        .execute()
    } else {
      const made = await db
        .insertInto('ticket_drafts')
        .values({
          ...values,
          company_id: actor.companyId,
          id: uuid(),
          user_id: actor.userId,
          kind: input.kind,
          ticket_company_id: ticketCompany,
          ticket_id: input.ticketId ?? null,
        })
        .onConflict((c) => c.doNothing())
        .returning('id')
        .executeTakeFirst()
      // Two devices saved a first draft at the same moment, and the other one was first.
      if (!made) throw refuse('CONFLICT', { current: await readDraft(db, actor, input) })
    }
    return { draft: await readDraft(db, actor, input) }
  })
})

/**
 * Deletes the draft of a message that is sent in this transaction. A draft that another device has changed since stays.
 */
export async function consumeDraft(db: Db, actor: Actor, { kind, ticketId }: Place, revision?: string): Promise<void> {
  if (!revision) return
  await db
    .deleteFrom('ticket_drafts')
    .where('user_id', '=', actor.userId)
    .where('kind', '=', kind)
    .where('ticket_id', ticketId ? '=' : 'is', ticketId ?? null)
    .where('revision', '=', revision)
    .execute()
}
