import type { Insertable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Category, Impact, Urgency } from '../../contract/tickets.ts'
import { type By, record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import type { Tickets } from '../platform/db.types.ts'
import type { Platform } from '../platform/platform.ts'
import { publish } from '../platform/publish.ts'
import { priorityOf } from './policy.ts'
import { slaAtOpening } from './sla.ts'

/** The rows of every new ticket. Sent together: one connection keeps their order, and the first that fails undoes them all. */
export const writeOpened = (
  db: Db,
  by: By,
  row: Insertable<Tickets> & { company_id: string; id: string; subject: string },
): Promise<unknown> =>
  Promise.all([
    db.insertInto('tickets').values(row).execute(),
    publish(db, by.actor, { companyId: row.company_id, topic: 'ticket', kind: 'opened', subjectId: row.id }),
    record(db, by, {
      companyId: row.company_id,
      action: 'ticket.open',
      subjectType: 'ticket',
      subjectId: row.id,
      after: { subject: row.subject },
    }),
  ])

/** A ticket that the product opens by itself, or for a person who did something elsewhere. */
export type NewTicket = {
  companyId: string
  /** In whose name; left out: the longest-standing owner of the company. */
  requesterId?: string | undefined
  subject: string
  /** Markdown. */
  description: string
  category: z.infer<typeof Category>
  impact: z.infer<typeof Impact>
  urgency: z.infer<typeof Urgency>
  /** automation: a failure opened it; work on it never draws hours. */
  source: 'portal' | 'automation'
  installationId?: string | undefined
  tags?: string[]
}

/**
 * Opens a ticket within the caller's transaction. Throws when the company has nobody in whose name it could be opened.
 */
export async function openTicket(
  platform: Platform,
  db: Db,
  by: By,
  t: NewTicket,
): Promise<{ id: string; number: number }> {
  const id = uuid()
  const requester = t.requesterId ?? (await ownerOf(db, t.companyId))
  if (!requester) throw new Error('A company without people has nobody to open a ticket for.')
  const priority = priorityOf(t.impact, t.urgency)
  await writeOpened(db, by, {
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

/** An owner if there is one, else anybody who is active; who was there first. */
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
