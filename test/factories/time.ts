import type { Insertable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Estimates, TimeEntries } from '../../src/server/platform/database/db.types.ts'
import type { MadeUser, Owner } from './people.ts'

type Ticket = { id: string; company_id: string }

/** Creates a time entry of staff on a ticket. Default: half an hour today, billable. */
export const makeTime = (
  db: Owner,
  { ticket, by, ...fields }: Partial<Insertable<TimeEntries>> & { ticket: Ticket; by: MadeUser },
): Promise<{ id: string }> =>
  db
    .insertInto('time_entries')
    .values({
      company_id: ticket.company_id,
      id: uuid(),
      ticket_id: ticket.id,
      user_id: by.id,
      minutes: 30,
      worked_on: new Date().toISOString().slice(0, 10),
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Creates an estimate on a ticket. Default: two hours, open. */
export const makeEstimate = (
  db: Owner,
  { ticket, by, ...fields }: Partial<Insertable<Estimates>> & { ticket: Ticket; by: MadeUser },
): Promise<{ id: string }> =>
  db
    .insertInto('estimates')
    .values({
      company_id: ticket.company_id,
      id: uuid(),
      ticket_id: ticket.id,
      minutes: 120,
      note: 'Find the cause and mend it, with a test.',
      proposed_by: by.id,
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
