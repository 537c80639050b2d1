import { type Actored, refuse } from '../platform/api.ts'

type Version = { body: string; writtenAt: string; replacedAt: string }

/** What a message said before it was put right, oldest first; for staff. */
export function messageVersions(
  { platform, actor }: Actored,
  { id, messageId }: { id: string; messageId: string },
): Promise<{ items: Version[] }> {
  return platform.db.asActor(actor, async (db) => {
    const message = await db
      .selectFrom('messages')
      .select(['company_id', 'id'])
      .where('ticket_id', '=', id)
      .where('id', '=', messageId)
      .executeTakeFirst()
    if (!message) throw refuse('NOT_FOUND')
    const rows = await db
      .selectFrom('message_versions')
      .select(['body', 'written_at', 'replaced_at'])
      .where('company_id', '=', message.company_id)
      .where('message_id', '=', messageId)
      .orderBy('replaced_at')
      .orderBy('id')
      .execute()
    return { items: rows.map((r) => ({ body: r.body, writtenAt: r.written_at, replacedAt: r.replaced_at })) }
  })
}
