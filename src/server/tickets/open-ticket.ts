import type { Insertable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Impact, TicketCategory, Urgency } from '../../contract/tickets/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { Tickets } from '../platform/database/db.types.ts'
import { type By, recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import type { Platform } from '../platform/platform.ts'
import { priorityOf } from './policy.ts'
import { slaAtOpening } from './sla/sla.ts'

/**
 * Inserts the rows of a new ticket. Splitting a ticket has its own code. The statements are sent together: one
 * connection keeps their order, and the first failure rolls all of them back.
 */
export const insertTicket = (
  db: Db,
  by: By,
  row: Insertable<Tickets> & { company_id: string; id: string; subject: string },
): Promise<unknown> =>
  Promise.all([
    db.insertInto('tickets').values(row).execute(),
    publish(db, by.actor, { companyId: row.company_id, topic: 'ticket', kind: 'opened', subjectId: row.id }),
    recordAudit(db, by, {
      companyId: row.company_id,
      action: 'ticket.open',
      subjectType: 'ticket',
      subjectId: row.id,
      after: { subject: row.subject },
    }),
  ])

/** A ticket that the product opens automatically, or for a person who did something elsewhere in the portal. */
export type NewTicket = {
  companyId: string
  /** The requester. Default: the first owner of the company, else its first active user. */
  requesterId?: string | undefined
  subject: string
  /** Markdown. */
  description: string
  category: z.infer<typeof TicketCategory>
  impact: z.infer<typeof Impact>
  urgency: z.infer<typeof Urgency>
  /** `automation`: opened because of a failure; work on it never uses hours. */
  source: 'portal' | 'automation'
  installationId?: string | undefined
  tags?: string[]
}

/**
 * Opens a ticket within the caller's transaction and returns its id and number. Throws an Error when the company has no
 * active user who could be the requester.
 */
export async function openTicket(
  platform: Platform,
  db: Db,
  by: By,
  t: NewTicket,
): Promise<{ id: string; number: number }> {
  const id = uuid()
  const requester = t.requesterId ?? (await ownerOf(db, t.companyId))
  if (!requester) throw new Error('The company has no active user who could be the requester.')
  const priority = priorityOf(t.impact, t.urgency)
  await insertTicket(db, by, {
    ...(await slaAtOpening(platform, { company_id: t.companyId, agreement_id: null, priority })),
    company_id: t.companyId,
    id,
    subject: t.subject.slice(0, 200),
    description: t.description,
    category: t.category,
    impact: t.impact,
    urgency: t.urgency,
    priority,
    source: t.source,
    requester_id: requester,
    installation_id: t.installationId ?? null,
    tags: t.tags ?? [],
  })
  const { number } = await db
    .selectFrom('tickets')
    .select('number')
    .where('company_id', '=', t.companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, number: Number(number) }
}

/** Returns the company's first active owner, else its first active user. */
const ownerOf = async (db: Db, companyId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('profiles as p')
      .leftJoin('user_roles as r', 'r.user_id', 'p.id')
      .select('p.id')
      .where('p.company_id', '=', companyId)
      .where('p.deactivated_at', 'is', null)
      .orderBy((e) => e.case().when('r.role', '=', 'owner').then(0).else(1).end())
      .orderBy('p.created_at')
      .orderBy('p.id')
      .limit(1)
      .executeTakeFirst()
  )?.id
