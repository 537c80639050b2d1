import type { Insertable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Notifications } from '../../src/server/platform/database/db.types.ts'
import type { MadeUser, Owner } from './people.ts'

let event = 1_000_000_000

/** Creates a notification for a person. Default: unread and shown in the bell menu. */
export async function makeNotification(
  db: Owner,
  person: MadeUser,
  fields: Partial<Insertable<Notifications>> = {},
): Promise<{ id: string }> {
  const subject = fields.subject_id ?? uuid()
  return db
    .insertInto('notifications')
    .values({
      company_id: person.companyId,
      id: uuid(),
      user_id: person.id,
      event_id: ++event,
      kind: 'ticket_reply',
      title: 'Erin Engineer replied on T-1001',
      body: 'A scheduled run did not start',
      path: `/tickets/${subject}`,
      subject_id: subject,
      shown: true,
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}
