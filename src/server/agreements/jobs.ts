// What time does to agreements: they begin, their months are granted and billed, they renew, end, and people are told before.
import { sql } from 'kysely'
import type { By } from '../platform/audit.ts'
import { type Db, systemOf } from '../platform/db.ts'
import { inBatches } from '../platform/in-batches.ts'
import type { ScheduleDefinition } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { SLA_CHANGED, type SlaChangedData } from '../sla/index.ts'
import { bill, billCompletion } from './entitle.ts'
import { addDays, endIsNear, noticeDay, renewedEnd, TELL_DAYS } from './months.ts'
import { providerDay, type Row, rows } from './queries.ts'
import { changeRow, keep } from './write.ts'

const NOBODY = '00000000-0000-0000-0000-000000000000'
/** Whoever was told within so many days of the first that it ends would only wonder. */
const QUIET_DAYS = 7

const again = (db: Db, row: Row) => rows(db).where('a.id', '=', row.id).executeTakeFirstOrThrow()
const endsOf = (row: Row) => ({
  endsOn: row.ends_on,
  renewal: row.renewal,
  renewalMonths: row.renewal_months,
  noticeDays: row.notice_days,
})

async function begin(db: Db, by: By, row: Row, today: string): Promise<void> {
  // One that was bought by card begins with its payment.
  if (row.status !== 'signed' || row.awaits_payment || !row.starts_on || row.starts_on > today) return
  await changeRow(db, row).set({ status: 'active', activated_at: sql<string>`now()` }).execute()
  await keep(db, by, row, { kind: 'activated', before: { status: 'signed' }, after: { status: 'active' } })
}

async function renew(db: Db, by: By, row: Row, today: string): Promise<void> {
  if (row.status !== 'active') return
  const endsOn = renewedEnd(endsOf(row), today)
  if (endsOn === row.ends_on) return
  await changeRow(db, row).set({ ends_on: endsOn }).execute()
  await keep(db, by, row, { kind: 'renewed', before: { endsOn: row.ends_on }, after: { endsOn }, data: { on: endsOn } })
}

async function end(db: Db, by: By, row: Row, today: string): Promise<void> {
  if (row.status !== 'active' || !row.ends_on || row.ends_on >= today) return
  const status = row.cancelled_at ? 'cancelled' : 'expired'
  await db
    .updateTable('agreement_revisions')
    .set({ status: 'withdrawn', updated_at: sql<string>`now()` })
    .where('company_id', '=', row.company_id)
    .where('agreement_id', '=', row.id)
    .where('status', 'in', ['draft', 'sent'])
    .execute()
  await changeRow(db, row).set({ status, next_period_on: null }).execute()
  await keep(db, by, row, {
    kind: 'expired',
    before: { status: 'active' },
    after: { status, endsOn: row.ends_on },
    data: { on: row.ends_on, cancelled: status === 'cancelled' },
  })
}

async function tellOfEnd(db: Db, by: By, row: Row, today: string): Promise<void> {
  if (row.status !== 'active' || row.cancelled_at || !row.ends_on || !endIsNear(endsOf(row), today)) return
  if (row.starts_on && addDays(row.starts_on, QUIET_DAYS) > today) return
  const told = await db
    .updateTable('agreements')
    .set({ ending_told_for: row.ends_on })
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .where(sql<boolean>`ending_told_for is distinct from ${row.ends_on}::date`)
    .returning('id')
    .executeTakeFirst()
  if (!told) return
  const renews = row.renewal === 'automatic'
  await keep(db, by, row, {
    kind: 'ending',
    after: { endsOn: row.ends_on, renews },
    data: { on: row.ends_on, renews, ...(renews ? { until: noticeDay(endsOf(row)), months: row.renewal_months } : {}) },
  })
}

/** Does for one agreement whatever a day brings. What was done already is not done again. */
export async function live(db: Db, companyId: string, id: string, today: string): Promise<void> {
  const by: By = { actor: systemOf(companyId) }
  const held = await db
    .selectFrom('agreements')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!held) return
  const row = await rows(db).where('a.id', '=', id).executeTakeFirstOrThrow()
  await begin(db, by, row, today)
  await renew(db, by, await again(db, row), today)
  await tellOfEnd(db, by, await again(db, row), today)
  await bill(db, by, await again(db, row), today)
  await end(db, by, await again(db, row), today)
  // Work that was done before somebody signed for it.
  await billCompletion(db, by, { companyId, agreementId: id })
}

/** Every agreement that a day may bring something to. Gives how many there were; one that fails does not stop the others. */
export async function liveAll(platform: Platform, today: string, size?: number): Promise<number> {
  const { db, log } = platform
  // Over all companies; each is then dealt with behind its fence.
  const query = db.system
    .selectFrom('agreements')
    .select(['company_id', 'id', 'number'])
    .where((e) =>
      e.or([
        e.and([e('status', '=', 'signed'), e('awaits_payment', '=', false), sql<boolean>`starts_on <= ${today}::date`]),
        e.and([e('status', '=', 'active'), sql<boolean>`next_period_on <= ${today}::date`]),
        // Near its end, or near the day on which it renews itself.
        e.and([
          e('status', '=', 'active'),
          e('ends_on', 'is not', null),
          sql<boolean>`ends_on - (case when renewal = 'automatic' then notice_days else 0 end) <= ${today}::date + ${TELL_DAYS}::int`,
        ]),
        // A price that is due on completion, of work that may be done.
        e.and([
          e('billing_point', '=', 'completion'),
          e('completion_billed_at', 'is', null),
          e('status', 'in', ['signed', 'active', 'expired']),
          e.exists(
            e
              .selectFrom('projects as p')
              .select('p.id')
              .whereRef('p.company_id', '=', 'agreements.company_id')
              .whereRef('p.agreement_id', '=', 'agreements.id')
              .where('p.status', '=', 'done'),
          ),
        ]),
      ]),
    )
    .orderBy('company_id')
    .orderBy('number')
  const due = inBatches<{ company_id: string; id: string; number: number }>(
    (after, most) =>
      query
        .limit(most)
        .$if(after !== undefined, (q) =>
          q.where(sql<boolean>`(company_id, number) > (${after?.company_id}::uuid, ${after?.number}::bigint)`),
        )
        .execute(),
    size,
  )
  let failed: unknown
  let seen = 0
  for await (const { company_id, id } of due) {
    seen++
    try {
      await db.asActor(systemOf(company_id), (tx) => live(tx, company_id, id, today))
    } catch (err) {
      failed = err
      log.error({ err, agreement: id }, 'an agreement could not be brought to this day')
    }
  }
  // What began or ended may have promised a service level: the clocks of open tickets follow, at the latest by their own schedule.
  const promises: SlaChangedData = { companyId: NOBODY }
  if (seen > 0) await platform.jobs.send(db.system, SLA_CHANGED, promises)
  if (failed) throw failed
  return seen
}

/**
 * Every hour, because days begin at other hours elsewhere: begins, bills, renews and ends agreements by the provider's
 * day. What an outage kept from being done is done by the next run.
 */
export const agreementPeriods: ScheduleDefinition<Platform> = {
  name: 'agreements.periods',
  cron: '7 * * * *',
  handler: async (platform) => {
    const today = await platform.db.asActor(systemOf(NOBODY), providerDay)
    await liveAll(platform, today)
  },
}
