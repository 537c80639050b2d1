// What the monthly mail says, for its preview and for sending it.
import type { Actor, Db } from '../platform/db.ts'
import type { Block } from '../platform/mail.ts'
import type { Platform } from '../platform/platform.ts'
import type { Sheet } from '../platform/sheet.ts'
import { sumUpReport, type Worded } from '../prompts/index.ts'
import { addDays, monthStart } from './period.ts'
import { PARTNER_SECTIONS } from './policy.ts'
import { reportOf, type Whole } from './report-of.ts'
import { companyAsSender, type From, forClient, HOUSE, sheetOf, withoutMoney } from './sheet.ts'

export type Monthly = {
  subject: string
  lines: string[]
  /** In whose name; undefined: the provider's. */
  as: From | undefined
  logo: 'drawn' | 'missing' | 'unsupported'
  report: Whole
  /** For who sees no money; the same for everybody of an end client. */
  plain: Whole
}

/** The report of one month of a company or of an end client, and the mail that brings it. `month`: its first day. */
export async function monthly(
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
  const report = await reportOf(db, actor, filter, { only: PARTNER_SECTIONS, paper: true })
  const { standing, ...sender } = await companyAsSender(db, of.companyId)
  const plain = report.client ? forClient(report) : withoutMoney(report)
  return {
    subject: `${report.client ? `${report.client.name}: report` : 'Your report'} of ${report.period.name}`,
    lines: report.client ? plain.summary : report.summary,
    as: report.client ? sender : undefined,
    logo: standing,
    report: report.client ? plain : report,
    plain,
  }
}

/** The paper that goes along. */
export const paperOf = (platform: Pick<Platform, 'env'>, m: Monthly, money: boolean): Sheet =>
  sheetOf(money ? m.report : m.plain, m.as ?? HOUSE, platform.env.publicUrl)

/**
 * The paragraph that a company's own mail opens with, written by a model from the sentences; undefined where none is set up,
 * wanted or to be trusted with the numbers. Without money, so that it is the same for everybody; an end client's has none.
 */
export async function openingOf(
  platform: Platform,
  companyId: string,
  m: Monthly,
): Promise<Extract<Worded, { came: 'worded' }> | undefined> {
  if (m.as) return undefined
  const { name } = m.plain.period
  const said = await sumUpReport(platform, { companyId, period: name, figures: m.plain.summary, events: [] })
  return said.came === 'worded' ? said : undefined
}

/** The text of the mail to one person, who leaves the list at `stop`. The sentences by rules stand in it whatever it opens with. */
export function blocksOf(
  platform: Pick<Platform, 'env'>,
  m: Monthly,
  { money, name, opening, stop }: { money: boolean; name: string; opening?: string | undefined; stop: string },
): Block[] {
  const { summary, period } = money ? m.report : m.plain
  return [
    `Hello ${name},`,
    m.as
      ? `Here is what ${m.as.name} did for ${m.plain.client?.name ?? 'you'} in ${period.name}:`
      : `Here is what happened in ${period.name}:`,
    ...(opening ? [opening] : []),
    { markdown: summary.map((line) => `- ${line.replaceAll(/([\\`*_[\]<>#|])/g, '\\$1')}`).join('\n') },
    'The whole report is attached as a PDF. Its last part says what every figure is reckoned from.',
    ...(m.as
      ? []
      : ([
          { button: 'Open the report', href: `${platform.env.publicUrl}/reports?from=${period.from}&to=${period.to}` },
        ] as Block[])),
    ...(m.as ? ([{ note: `Questions? Answer this mail: it goes to ${m.as.name}.` }] as Block[]) : []),
    { title: 'You get this each month. No longer wanted?', links: [['Stop the monthly report', stop]] },
  ]
}
