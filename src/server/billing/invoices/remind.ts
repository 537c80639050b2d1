import { sql } from 'kysely'
import { systemOf } from '../../platform/database/db.ts'
import { inBatches } from '../../platform/database/in-batches.ts'
import { publish } from '../../platform/events/publish.ts'
import type { ScheduleDefinition } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { settleInvoice } from '../payments/settle-invoice.ts'
import { reminderDue } from '../policy.ts'

/**
 * Sends reminders of open invoices on the due date and 7 and 14 days after it, each once. After an outage, only the
 * latest reminder that is due is sent. Settles invoices for $0, which partners' own orders leave open. Returns the
 * number of reminders. `day` replaces today's date; `size` is the batch size.
 */
export async function sendInvoiceReminders({ db, log }: Platform, day?: string, size?: number): Promise<number> {
  // Use the owner connection, because this covers all companies and no user is signed in.
  const query = db.system
    .selectFrom('invoices')
    .select(['company_id', 'id', 'reminded', 'total_cents'])
    .select([
      sql<string>`due_on::text`.as('due_on'),
      sql<string>`coalesce(${day ?? null}::date, hours_day(now()))::text`.as('today'),
    ])
    .where('status', '=', sql.lit('open'))
    .where(
      sql<boolean>`(total_cents = 0 or due_on <= coalesce(${day ?? null}::date, hours_day(now())) and (reminded is null or reminded < 14))`,
    )
    .orderBy('due_on')
    .orderBy('id')
  const due = inBatches<Awaited<ReturnType<(typeof query)['execute']>>[number]>(
    (after, most) =>
      query
        .limit(most)
        .$if(after !== undefined, (q) =>
          q.where(sql<boolean>`(due_on, id) > (${after?.due_on}::date, ${after?.id}::uuid)`),
        )
        .execute(),
    size,
  )
  let sent = 0
  for await (const invoice of due) {
    const { company_id: companyId, id } = invoice
    const step = reminderDue(invoice.due_on, invoice.today, invoice.reminded)
    const actor = systemOf(companyId)
    try {
      // There is nothing to pay, so its hours become usable.
      if (invoice.total_cents === 0) {
        await db.asActor(actor, (tx) => settleInvoice(tx, { actor }, companyId, id))
        continue
      }
      if (step === null) continue
      await db.asActor(actor, async (tx) => {
        const first = await tx
          .updateTable('invoices')
          .set({ reminded: step, updated_at: sql<string>`now()` })
          .where('company_id', '=', companyId)
          .where('id', '=', id)
          .where('status', '=', 'open')
          .where((e) => e.or([e('reminded', 'is', null), e('reminded', '<', step)]))
          .returning('id')
          .executeTakeFirst()
        if (!first) return
        await publish(tx, actor, { companyId, topic: 'billing', kind: 'reminder', subjectId: id, data: { step } })
        sent++
      })
    } catch (e) {
      // A failure must not block the other reminders. The next hourly run tries again.
      log.error({ err: e, invoiceId: id }, 'a reminder failed')
    }
  }
  return sent
}

/** Sends the reminders of open invoices. Runs every hour, because the provider's day can begin at any hour. */
export const remindOfInvoices: ScheduleDefinition<Platform> = {
  name: 'billing.remind',
  cron: '10 * * * *',
  handler: async (platform) => {
    await sendInvoiceReminders(platform)
  },
}
