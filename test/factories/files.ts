import { Readable } from 'node:stream'
import { v7 as uuid } from 'uuid'
import type { Storage } from '../../src/server/platform/files/storage.ts'
import type { MadeUser, Owner } from './people.ts'

type Fields = {
  name: string
  type: string
  bytes: Uint8Array
  by: MadeUser
  on: { ticket: { id: string; company_id: string }; messageId?: string; staffOnly?: boolean }
  at?: string
}

/** Creates a stored file that is attached to a ticket's description or to one of its messages. */
export async function makeAttachment(
  db: Owner,
  storage: Storage,
  { name, type, bytes, by, on, at }: Fields,
): Promise<{ id: string }> {
  const id = uuid()
  const { size, sha256 } = await storage.put(id, Readable.from([bytes]), bytes.length)
  const common = {
    company_id: on.ticket.company_id,
    staff_only: on.staffOnly ?? false,
    ...(at ? { created_at: at } : {}),
  }
  await db
    .insertInto('files')
    .values({ ...common, id, name, type, size, sha256, state: 'claimed', uploaded_by: by.id })
    .execute()
  await db
    .insertInto('attachments')
    .values({ ...common, id: uuid(), ticket_id: on.ticket.id, message_id: on.messageId ?? null, file_id: id })
    .execute()
  return { id }
}
