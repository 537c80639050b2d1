// Changes to agreements over time: they begin, their months are granted and billed, they renew and end, and people are
// notified before that.

import { sql } from 'kysely'
import { addDays } from '../../contract/plain/days.ts'
import { getProviderToday } from '../hours/index.ts'
import { type Db, systemOf } from '../platform/database/db.ts'
import { inBatches } from '../platform/database/in-batches.ts'
import type { By } from '../platform/events/audit.ts'
import type { ScheduleDefinition } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { SLA_CHANGED, type SlaChangedData } from '../sla/index.ts'
import { END_NOTICE_DAYS, endIsNear, noticeDay, renewedEnd } from './months.ts'
import { agreementRows, type Row } from './queries.ts'
import { billCompletion, billMonths } from './signing/entitle.ts'
import { recordAgreementAct, updateAgreementRow } from './write.ts'

const NOBODY = '00000000-0000-0000-0000-000000000000'
/** Number of days, counted from the start date, during which no one is notified of the end. */
const QUIET_DAYS = 7

const reload = (db: Db, row: Row) => agreementRows(db).where('a.id', '=', row.id).executeTakeFirstOrThrow()
const endsOf = (row: Row) => ({
  endsOn: row.ends_on,
  renewal: row.renewal,
  renewalMonths: row.renewal_months,
  noticeDays: row.notice_days,
})

async function begin(db: Db, by: By, row: Row, today: string): Promise<void> {
  // An agreement that was bought by card begins when it is paid.
  if (row.status !== 'signed' || row.awaits_payment || !row.starts_on || row.starts_on > today) return
  await updateAgreementRow(db, row).set({ status: 'active', activated_at: sql<string>`now()` }).execute()
  await recordAgreementAct(db, by, row, {
    kind: 'activated',
    before: { status: 'signed' },
    after: { status: 'active' },
  })
}

async function renew(db: Db, by: By, row: Row, today: string): Promise<void> {
  if (row.status !== 'active') return
  const endsOn = renewedEnd(endsOf(row), today)
  if (endsOn === row.ends_on) return
  await updateAgreementRow(db, row).set({ ends_on: endsOn }).execute()
  await recordAgreementAct(db, by, row, {
    kind: 'renewed',
    before: { endsOn: row.ends_on },
    after: { endsOn },
    data: { on: endsOn },
  })
}

/**
 * Ends an active agreement whose last day has passed. Its automations continue and report runs until staff retire them.
 */
async function end(db: Db, by: By, row: Row, today: string): Promise<void> {
  if (row.status !== 'active' || !row.ends_on || row.ends_on >= today) return
  const status = row.cancelled_at ? 'canceled' : 'expired'
  await db
    .updateTable('agreement_revisions')
    .set({ status: 'withdrawn', updated_at: sql<string>`now()` })
    .where('company_id', '=', row.company_id)
    .where('agreement_id', '=', row.id)
    .where('status', 'in', ['draft', 'sent'])
    .execute()
  await updateAgreementRow(db, row).set({ status, next_period_on: null }).execute()
  await recordAgreementAct(db, by, row, {
    kind: 'expired',
    before: { status: 'active' },
    after: { status, endsOn: row.ends_on },
    data: { on: row.ends_on, cancelled: status === 'canceled' },
  })
}

async function announceEnd(db: Db, by: By, row: Row, today: string): Promise<void> {
  if (row.status !== 'active' || row.cancelled_at || !row.ends_on || !endIsNear(endsOf(row), today)) return
  if (row.starts_on && addDays(row.starts_on, QUIET_DAYS) > today) return
  const marked = await db
    .updateTable('agreements')
    .set({ ending_told_for: row.ends_on })
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .where(sql<boolean>`ending_told_for is distinct from ${row.ends_on}::date`)
    .returning('id')
    .executeTakeFirst()
  if (!marked) return
  const renews = row.renewal === 'automatic'
  await recordAgreementAct(db, by, row, {
    kind: 'ending',
    after: { endsOn: row.ends_on, renews },
    data: { on: row.ends_on, renews, ...(renews ? { until: noticeDay(endsOf(row)), months: row.renewal_months } : {}) },
  })
}

/** Does everything that is due for one agreement on a day. Idempotent. */
async function advanceAgreement(db: Db, companyId: string, id: string, today: string): Promise<void> {
  const by: By = { actor: systemOf(companyId) }
  const locked = await db
    .selectFrom('agreements')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!locked) return
  const row = await agreementRows(db).where('a.id', '=', id).executeTakeFirstOrThrow()
  await begin(db, by, row, today)
  await renew(db, by, await reload(db, row), today)
  await announceEnd(db, by, await reload(db, row), today)
  await billMonths(db, by, await reload(db, row), today)
  await end(db, by, await reload(db, row), today)
  // The work may have been completed before the agreement was signed.
  await billCompletion(db, by, { companyId, agreementId: id })
}

/**
 * Does everything that is due on a day, for all agreements. Returns how many agreements it processed. One that fails
 * does not stop the others; the last error is thrown at the end.
 */
export async function advanceAgreements(platform: Platform, today: string, size?: number): Promise<number> {
  const { db, log } = platform
  // Use the owner connection to find agreements of all companies. Each is then processed under row-level security.
  const query = db.system
    .selectFrom('agreements')
    .select(['company_id', 'id', 'number'])
    .where((e) =>
      e.or([
        e.and([e('status', '=', 'signed'), e('awaits_payment', '=', false), sql<boolean>`starts_on <= ${today}::date`]),
        e.and([e('status', '=', 'active'), sql<boolean>`next_period_on <= ${today}::date`]),
        // Near its end, or near its last day for notice when it renews.
        e.and([
          e('status', '=', 'active'),
          e('ends_on', 'is not', null),
          sql<boolean>`ends_on - (case when renewal = 'automatic' then notice_days else 0 end) <= ${today}::date + ${END_NOTICE_DAYS}::int`,
        ]),
        // A price that is due on completion, of work that may be completed.
        e.and([
          e('billing_point', '=', 'completion'),
          e('completion_billed_at', 'is', null),
          e('status', 'in', ['signed', 'active', 'expired']),
          e.exists(
            e
              .selectFrom('shared_projects as p')
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
      await db.asActor(systemOf(company_id), (tx) => advanceAgreement(tx, company_id, id, today))
    } catch (err) {
      failed = err
      log.error({ err, agreement: id }, 'could not update the status of an agreement')
    }
  }
  // An SLA policy may have started or ended with an agreement, so the targets of open tickets are recalculated. If this
  // job is lost, the schedule of `tickets` does that.
  const promises: SlaChangedData = { companyId: NOBODY }
  if (seen > 0) await platform.jobs.send(db.system, SLA_CHANGED, promises)
  if (failed) throw failed
  return seen
}

/**
 * Begins, bills, renews and ends agreements by the provider's date. Runs every hour, because the provider's day can
 * begin at any hour. Catches up after an outage.
 */
export const agreementPeriods: ScheduleDefinition<Platform> = {
  name: 'agreements.periods',
  // Before `hours.expire`: unused minutes roll over only if the agreement has been renewed by then.
  cron: '2 * * * *',
  handler: async (platform) => {
    const today = await platform.db.asActor(systemOf(NOBODY), getProviderToday)
    await advanceAgreements(platform, today)
  },
}
