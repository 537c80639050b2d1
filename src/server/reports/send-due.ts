import path from 'node:path'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { listHeaders, unsubscribeLink } from '../notifications/index.ts'
import { systemOf } from '../platform/database/db.ts'
import { pdf } from '../platform/documents/pdf.ts'
import { LimitExceeded } from '../platform/jobs/limit-exceeded.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import type { Platform } from '../platform/platform.ts'
import { recordTextDecision } from '../prompts/index.ts'
import { buildMonthMail, buildReportSheet, composeMonthMail, type Monthly, openingOf } from './month-mail.ts'
import { refreshDays } from './scope.ts'

/** The hour on the first of the month from which mails are sent, in the company's time zone. */
const FROM_HOUR = 6
/** The job that sends the report of one company or client after the hourly run exceeded its limits. */
export const SEND_MONTH = 'reports.send-month'
export type SendMonth = { companyId: string; clientId: string | null; month: string }
/** The limit of processor time for a PDF, in seconds, if it is not the default. */
type Limits = { seconds?: number }
type Due = {
  company_id: string
  client_id: string | null
  month: string
  recipient_id: string
  name: string
  email: string
  owner: boolean
}

/**
 * Returns a query for the recipients of last month's report: they were added before that month ended, may get mail,
 * have not unsubscribed, and did not get it yet. It is due for the whole month, so that it is sent even after an outage
 * on the first. Leaves out reports that were left to a job, unless `only` is that report.
 */
const dueOf = ({ db }: Pick<Platform, 'db'>, now: Date, only?: SendMonth) =>
  sql<Due>`
    select m.company_id, m.client_id, (z.begins - interval '1 month')::date::text as month, r.id as recipient_id,
      coalesce(k.full_name, p.full_name) as name, coalesce(k.email, p.email) as email, coalesce(o.role = 'owner', false) as owner
    from report_mails m
      cross join lateral (select company_zone(m.company_id) as name) zone
      cross join lateral (select date_trunc('month', ${now.toISOString()}::timestamptz at time zone zone.name) as begins,
        ${now.toISOString()}::timestamptz at time zone zone.name as here) z
      join report_recipients r on r.company_id = m.company_id and r.mail_id = m.id
      left join shared_contacts k on k.company_id = r.company_id and k.id = r.contact_id and k.archived_at is null
      left join profiles p on p.id = r.user_id and p.deactivated_at is null and p.company_id = m.company_id
      left join user_roles o on o.user_id = p.id
      left join shared_clients l on l.company_id = m.company_id and l.id = m.client_id
    where z.here >= z.begins + make_interval(hours => ${FROM_HOUR}) and m.first_month <= z.begins - interval '1 month'
      and r.left_at is null and r.created_at < (z.begins at time zone zone.name) and l.archived_at is null
      and coalesce(k.email, p.email) is not null
      and not exists (select from report_sends s where s.company_id = m.company_id and s.client_id is not distinct from m.client_id
        and s.month = (z.begins - interval '1 month')::date and s.email = coalesce(k.email, p.email))
      and ${
        only
          ? sql`m.company_id = ${only.companyId} and m.client_id is not distinct from ${only.clientId}::uuid
            and (z.begins - interval '1 month')::date = ${only.month}::date`
          : sql`m.job_month is distinct from (z.begins - interval '1 month')::date`
      }
      and mail_permission(m.company_id, coalesce(k.email, p.email)) in ('account', 'confirmed')
    order by m.company_id, m.client_id, r.id`.execute(db.system)

/**
 * Sends the due reports, company by company, and returns how many mails were sent. Each address gets each month's
 * report once, even when several processes run this. Failures are retried in the next run. A report that exceeds its
 * limits is left to a job, which is put on hold if it exceeds them again. Bypasses the row-level security policies to
 * find what is due, but reads each company's data as the system actor of that company.
 */
export async function sendDue(platform: Platform, now = new Date(), limits: Limits = {}): Promise<number> {
  const { rows } = await dueOf(platform, now)
  const groups = Map.groupBy(rows, (r) => `${r.company_id} ${r.client_id ?? ''} ${r.month}`)
  let sent = 0
  for (const group of groups.values()) {
    try {
      sent += await sendOne(platform, group, limits)
    } catch (err) {
      platform.log.error({ err, companyId: group[0]?.company_id }, 'could not send a monthly report')
      if (err instanceof LimitExceeded) await leaveToJob(platform, group)
    }
  }
  return sent
}

async function leaveToJob({ db, jobs }: Platform, group: readonly Due[]): Promise<void> {
  const [{ company_id: companyId, client_id: clientId, month }] = group as [Due]
  await db.system.transaction().execute(async (tx) => {
    const left = await tx
      .updateTable('report_mails')
      .set({ job_month: month })
      .where('company_id', '=', companyId)
      .where(sql<boolean>`client_id is not distinct from ${clientId}::uuid`)
      .where(sql<boolean>`job_month is distinct from ${month}::date`)
      .returning('id')
      .executeTakeFirst()
    if (left) await jobs.send<SendMonth>(tx, SEND_MONTH, { companyId, clientId, month }, { exceeded: true })
  })
}

/** Sends one report to the recipients that are still due. Does nothing once the next month's report is due. */
export async function sendMonth(platform: Platform, data: SendMonth, now = new Date()): Promise<void> {
  const { rows } = await dueOf(platform, now, data)
  if (rows.length > 0) await sendOne(platform, rows)
}

async function sendOne(platform: Platform, group: readonly Due[], limits: Limits = {}): Promise<number> {
  const [{ company_id: companyId, client_id: clientId, month }] = group as [Due]
  const actor = systemOf(companyId)
  await platform.db.asActor(actor, (db) => refreshDays(db, companyId))
  const m = await platform.db.snapshotAs(actor, (db) => composeMonthMail(db, actor, { companyId, clientId, month }))
  // One PDF with money and one without. An end client's report has only the latter.
  const drawn = new Map<boolean, Promise<string>>()
  const paper = (money: boolean) => {
    const key = money && !clientId
    const made = drawn.get(key) ?? draw(platform, m, key, limits)
    drawn.set(key, made)
    return made
  }
  // Create the PDFs first, so that a PDF that fails in every run does not cause a request to the model each time.
  for (const to of group) await paper(to.owner && !clientId)
  const opening = await openingOf(platform, companyId, m)
  let sent = 0
  for (const to of group) {
    const money = to.owner && !clientId
    const base64 = await paper(money)
    const stop = unsubscribeLink(platform.env, { c: companyId, t: 'report', s: to.recipient_id, e: to.email })
    sent += await platform.db.asActor(actor, async (db) => {
      const id = uuid()
      const first = await db
        .insertInto('report_sends')
        .values({ company_id: companyId, id, client_id: clientId, month, name: to.name, email: to.email })
        .onConflict((c) => c.columns(['company_id', 'client_id', 'month', 'email']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!first) return 0
      await queueMail(platform, db, companyId, {
        id: `report/${companyId}/${clientId ?? ''}/${month}/${to.email}`,
        to: to.email,
        subject: m.subject,
        blocks: buildMonthMail(platform, m, { money, name: to.name, opening: opening?.text, stop }),
        headers: listHeaders(stop),
        attachments: [{ name: `${m.subject.replaceAll(/\s*[/\\:]\s*/g, ' ')}.pdf`, type: 'application/pdf', base64 }],
        ...(m.as ? { as: m.as.name, replyTo: m.as.email } : {}),
      })
      return 1
    })
  }
  if (opening && sent > 0)
    await platform.db.askAs(actor, (db) =>
      recordTextDecision(db, { companyId, suggestionId: opening.suggestionId, state: 'accepted' }),
    )
  return sent
}

const draw = async (platform: Platform, m: Monthly, money: boolean, limits: Limits): Promise<string> => {
  const fonts = path.join(platform.env.dataDir, 'fonts')
  return Buffer.from(await pdf(buildReportSheet(platform, m, money), { fonts, ...limits })).toString('base64')
}
