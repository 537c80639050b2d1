import { sql } from 'kysely'
import { brand } from '../../../brand.config.ts'
import { everyone } from '../../contract/base.ts'
import type { Actor, Db } from '../platform/db.ts'
import type { Described, Paper } from '../platform/papers.ts'
import type { Platform } from '../platform/platform.ts'
import { PARTNER_SECTIONS } from './policy.ts'
import { reportOf } from './report-of.ts'
import { refresh } from './scope.ts'
import { companyAsSender, forClient, HOUSE, sheetOf } from './sheet.ts'

async function describe(platform: Platform, db: Db, actor: Actor, id: string): Promise<Described | undefined> {
  const asked = await db
    .selectFrom('report_papers')
    .select(['company_id', 'client_id', sql<string>`from_day::text`.as('from'), sql<string>`to_day::text`.as('to')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!asked) return undefined
  await refresh(db, asked.company_id)
  const filter = {
    company: asked.company_id,
    ...(asked.client_id ? { client: asked.client_id } : {}),
    from: asked.from,
    to: asked.to,
    compare: true,
  }
  const report = await reportOf(db, actor, filter, { only: PARTNER_SECTIONS, paper: true })
  const { standing: _, ...sender } = await companyAsSender(db, asked.company_id)
  const sheet = report.client
    ? sheetOf(forClient(report), sender, platform.env.publicUrl)
    : sheetOf(report, HOUSE, platform.env.publicUrl)
  return {
    companyId: asked.company_id,
    name: `${report.client ? sender.name : brand.shortName} report ${sheet.name} ${report.period.name}`,
    sheet,
  }
}

/** Reports: for everybody, of what they see. An end client's is in the name of the company, without hours and money. */
export const reportPaper: Paper = { roles: everyone, describe }
