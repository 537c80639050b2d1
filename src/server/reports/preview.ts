import { sql } from 'kysely'
import { brand } from '../../../brand.config.ts'
import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { composeMonthMail } from './month-mail.ts'
import { monthStart } from './period.ts'
import { refreshDays, seesMoney } from './scope.ts'

/** Returns a preview of the monthly mail for last month. Throws NOT_FOUND for another company's end client. */
export const previewMonthMail = action(contract.reports.preview, async ({ platform, actor }, { client }) => {
  await platform.db.asActor(actor, (db) => refreshDays(db, actor.companyId))
  return platform.db.snapshotAs(actor, async (db) => {
    const { rows } = await sql<{ month: string }>`
      select date_trunc('month', now() at time zone company_zone(${actor.companyId}::uuid))::date::text as month`.execute(
      db,
    )
    const month = monthStart((rows[0] as { month: string }).month, -1)
    const m = await composeMonthMail(db, actor, { companyId: actor.companyId, clientId: client ?? null, month })
    return {
      from: m.as ? `${m.as.name} via ${brand.shortName}` : brand.longName,
      subject: m.subject,
      lines: seesMoney(actor) ? m.lines : m.plain.summary,
      period: m.report.period,
      logo: m.logo,
    }
  })
})
