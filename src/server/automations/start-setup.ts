import { sql } from 'kysely'
import { type By, record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import type { Platform } from '../platform/platform.ts'
import { publish } from '../platform/publish.ts'
import { openTicket } from '../tickets/index.ts'
import { answersText, type Field } from './intake.ts'

type About = {
  company_id: string
  id: string
  name: string
  intake: readonly Field[]
  answers: Record<string, unknown>
  /** Or installed by hand. */
  bought: boolean
  /** Whose questions engineers ask: the buyer. */
  requesterId?: string | undefined
}

/**
 * Begins the set-up of what was bought, or installed by hand: engineers get a ticket with the answers, and the status goes on. In the caller's
 * transaction, which holds the installation. Work on the ticket draws no hours: the set-up is part of the price.
 */
export async function startSetup(
  platform: Platform,
  db: Db,
  by: By,
  a: About,
): Promise<{ id: string; number: number }> {
  const ticket = await openTicket(platform, db, by, {
    companyId: a.company_id,
    ...(a.requesterId ? { requesterId: a.requesterId } : {}),
    subject: `Set up ${a.name}`,
    description: [
      `${a.name} ${a.bought ? 'was bought and ' : ''}is to be set up.`,
      a.intake.length > 0 ? answersText(a.intake, a.answers) : 'Nothing was to be asked.',
      'Progress shows on the page of the automation until its first run has succeeded.',
    ].join('\n\n'),
    category: 'automation',
    impact: 'some',
    urgency: 'medium',
    source: 'portal',
    installationId: a.id,
  })
  await db
    .updateTable('installations')
    .set({ ticket_id: ticket.id, answered_at: sql<string>`coalesce(answered_at, now())` })
    .where('company_id', '=', a.company_id)
    .where('id', '=', a.id)
    .execute()
  const { rows } = await sql<{
    begun: boolean
  }>`select begin_setup(${a.company_id}::uuid, ${a.id}::uuid) as begun`.execute(db)
  // An engineer may have begun by hand before the answers came.
  if (rows[0]?.begun)
    await record(db, by, {
      companyId: a.company_id,
      action: 'installation.begin',
      subjectType: 'installation',
      subjectId: a.id,
      before: { status: 'requested' },
      after: { status: 'provisioning', ticket: ticket.number },
    })
  await publish(db, by.actor, {
    companyId: a.company_id,
    topic: 'automation',
    kind: 'answered',
    subjectId: a.id,
    data: { ticketId: ticket.id, ticket: ticket.number },
  })
  return ticket
}
