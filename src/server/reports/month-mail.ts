// Composes the monthly mail, for the preview and for sending.

import { addDays } from '../../contract/plain/days.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import type { Sheet } from '../platform/documents/sheet.ts'
import type { Block } from '../platform/mail/mail-blocks.ts'
import type { Platform } from '../platform/platform.ts'
import { nameForMail, quotedName } from '../platform/sign-in/names.ts'
import { sumUpReport, type Worded } from '../prompts/index.ts'
import { monthStart } from './period.ts'
import { PARTNER_SECTIONS } from './policy.ts'
import { reportOf, type Whole } from './report-of.ts'
import { companyAsSender, type From, forClient, PROVIDER_SENDER, sheetOf, withoutMoney } from './sheet.ts'

export type Monthly = {
  subject: string
  lines: string[]
  /** The company in whose name it is sent; undefined for the provider. */
  as: From | undefined
  logo: 'drawn' | 'missing' | 'unsupported'
  report: Whole
  /** The version without money. An end client has only this one. */
  plain: Whole
}

/** Returns the report and the mail for one month of a company or an end client. `month` is its first day. */
export async function composeMonthMail(
  db: Db,
  actor: Actor,
  of: { companyId: string; clientId: string | null; month: string },
): Promise<Monthly> {
  const filter = {
    company: of.companyId,
    ...(of.clientId ? { client: of.clientId } : {}),
    from: monthStart(of.month),
    to: addDays(monthStart(of.month, 1), -1),
    compare: true,
  }
  const report = await reportOf(db, actor, filter, { only: PARTNER_SECTIONS, forPdf: true })
  const { standing, ...sender } = await companyAsSender(db, of.companyId)
  const plain = report.client ? forClient(report) : withoutMoney(report)
  return {
    // Recipients of a client's report have no account, so nothing in the subject is written by the company.
    subject: `Your report for ${report.period.name}`,
    lines: report.client ? plain.summary : report.summary,
    as: report.client ? { ...sender, name: nameForMail(sender.name, 'Your provider') } : undefined,
    logo: standing,
    report: report.client ? plain : report,
    plain,
  }
}

/** Returns the attached document, with or without money. */
export const buildReportSheet = (platform: Pick<Platform, 'env'>, m: Monthly, money: boolean): Sheet =>
  sheetOf(money ? m.report : m.plain, m.as ?? PROVIDER_SENDER, platform.env.publicUrl)

/**
 * Returns the opening paragraph of a company's own mail, which a language model writes from the summary. Undefined for
 * an end client, when no model is set up or allowed, and when its answer cannot be used. Names no amounts, so that all
 * recipients get the same text.
 */
export async function openingOf(
  platform: Platform,
  companyId: string,
  m: Monthly,
): Promise<Extract<Worded, { came: 'worded' }> | undefined> {
  if (m.as) return undefined
  const { name } = m.plain.period
  const wording = await sumUpReport(platform, { companyId, period: name, figures: m.plain.summary, events: [] })
  return wording.came === 'worded' ? wording : undefined
}

/**
 * Returns the mail to one person, who can unsubscribe at `stop`. Always includes the summary, with or without an
 * opening.
 */
export function buildMonthMail(
  platform: Pick<Platform, 'env'>,
  m: Monthly,
  { money, name, opening, stop }: { money: boolean; name: string; opening?: string | undefined; stop: string },
): Block[] {
  const { summary, period } = money ? m.report : m.plain
  return [
    m.as ? 'Hello,' : `Hello ${name},`,
    m.as
      ? `Here is what ${quotedName(m.as.name, 'your provider')} did for ${quotedName(m.plain.client?.name ?? '', 'you')} in ${period.name}:`
      : `Here is what happened in ${period.name}:`,
    ...(opening ? [opening] : []),
    { markdown: summary.map((line) => `- ${line.replaceAll(/([\\`*_[\]<>#|])/g, '\\$1')}`).join('\n') },
    'The full report is attached as a PDF. Its last section defines every figure.',
    ...(m.as
      ? []
      : ([
          { button: 'View report', href: `${platform.env.publicUrl}/reports?from=${period.from}&to=${period.to}` },
        ] as Block[])),
    ...(m.as ? ([{ note: `Questions? Reply to this email to reach ${m.as.name}.` }] as Block[]) : []),
    { title: 'You receive this report every month.', links: [['Stop the monthly report', stop]] },
  ]
}
