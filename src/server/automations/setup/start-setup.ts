import { sql } from 'kysely'
import { type Db, systemOf } from '../../platform/database/db.ts'
import { type By, recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import type { Platform } from '../../platform/platform.ts'
import { openTicket } from '../../tickets/index.ts'
import { answersText, type Field } from './intake.ts'

type About = {
  company_id: string
  id: string
  name: string
  intake: readonly Field[]
  answers: Record<string, unknown>
  /** False when staff added the automation without an order. */
  bought: boolean
  /** The requester of the ticket: the owner who bought it or who answered the questions. */
  requesterId?: string | undefined
}

/**
 * Starts the setup of an automation: opens a ticket with the answers for engineers, advances the status, and returns
 * the ticket's id and number. Runs in the caller's transaction, which must hold the row lock. Work on the ticket uses
 * no hours if the automation was bought, because setup is part of the price. If staff added it, the work uses hours.
 */
export async function startSetup(
  platform: Platform,
  db: Db,
  by: By,
  a: About,
): Promise<{ id: string; number: number }> {
  // The system starts the setup and opens the ticket. The buyer only ordered or answered the questions.
  const automatic: By = { ...by, actor: systemOf(a.company_id) }
  const ticket = await openTicket(platform, db, automatic, {
    companyId: a.company_id,
    ...(a.requesterId ? { requesterId: a.requesterId } : {}),
    subject: `Set up ${a.name}`,
    description: [
      `${a.name} ${a.bought ? 'was ordered and ' : ''}is ready for setup.`,
      a.intake.length > 0 ? answersText(a.intake, a.answers) : 'There were no setup questions.',
      'The automation’s page shows the setup progress until the first successful run.',
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
  // An engineer may have started the setup before the answers arrived.
  if (rows[0]?.begun)
    await recordAudit(db, automatic, {
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
