import { sql } from 'kysely'
import { systemOf } from '../platform/db.ts'
import { inBatches } from '../platform/in-batches.ts'
import type { ScheduleDefinition } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { publish } from '../platform/publish.ts'
import { reminderDue } from './policy.ts'
import { settleInvoice } from './settle.ts'

/**
 * Reminds of open invoices on the due day and 7 and 14 days after it, each once. What was missed while nothing ran is not
 * made up for one by one: the last step that is due is told, once. Gives how many were reminded of. `day`: what day it is.
 * `size`: how many are looked at together.
 */
export async function remind({ db, log }: Platform, day?: string, size?: number): Promise<number> {
  // Past the fences: it is about all companies, and nobody is signed in.
  const query = db.system
    .selectFrom('invoices')
    .select(['company_id', 'id', 'reminded', 'total_cents'])
    .select([
      sql<string>`due_on::text`.as('due_on'),
      sql<string>`coalesce(${day ?? null}::date, hours_day(now()))::text`.as('today'),
    ])
    .where('status', '=', sql.lit('open'))
    .where(
      sql<boolean>`due_on <= coalesce(${day ?? null}::date, hours_day(now())) and (reminded is null or reminded < 14)`,
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
  let told = 0
  for await (const invoice of due) {
    const { company_id: companyId, id } = invoice
    const step = reminderDue(invoice.due_on, invoice.today, invoice.reminded)
    if (step === null) continue
    const actor = systemOf(companyId)
    try {
      await db.asActor(actor, async (tx) => {
        // What costs nothing was only waiting to be noticed.
        if (invoice.total_cents === 0) {
          await settleInvoice(tx, { actor }, companyId, id)
          return
        }
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
        told++
      })
    } catch (e) {
      // One invoice must not keep the others from being told of; tomorrow is another try.
      log.error({ err: e, invoiceId: id }, 'a reminder failed')
    }
  }
  return told
}

/** Looks every hour, so that a day begins where the provider is; each step happens once. */
export const remindOfInvoices: ScheduleDefinition<Platform> = {
  name: 'billing.remind',
  cron: '10 * * * *',
  handler: async (platform) => {
    await remind(platform)
  },
}
