import { sql } from 'kysely'
import { brand } from '../../../brand.config.ts'
import { everyone } from '../../contract/base.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import type { Described, DocumentTemplate } from '../platform/documents/document-templates.ts'
import type { Platform } from '../platform/platform.ts'
import { PARTNER_SECTIONS } from './policy.ts'
import { reportOf } from './report-of.ts'
import { refreshDays } from './scope.ts'
import { companyAsSender, forClient, PROVIDER_SENDER, sheetOf } from './sheet.ts'

async function describe(platform: Platform, db: Db, actor: Actor, id: string): Promise<Described | undefined> {
  const requested = await db
    .selectFrom('report_papers')
    .select(['company_id', 'client_id', sql<string>`from_day::text`.as('from'), sql<string>`to_day::text`.as('to')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!requested) return undefined
  await refreshDays(db, requested.company_id)
  const filter = {
    company: requested.company_id,
    ...(requested.client_id ? { client: requested.client_id } : {}),
    from: requested.from,
    to: requested.to,
    compare: true,
  }
  const report = await reportOf(db, actor, filter, { only: PARTNER_SECTIONS, forPdf: true })
  const { standing: _, ...sender } = await companyAsSender(db, requested.company_id)
  const sheet = report.client
    ? sheetOf(forClient(report), sender, platform.env.publicUrl)
    : sheetOf(report, PROVIDER_SENDER, platform.env.publicUrl)
  return {
    companyId: requested.company_id,
    name: `${report.client ? sender.name : brand.shortName} report ${sheet.name} ${report.period.name}`,
    sheet,
  }
}

/**
 * The PDF of a report, with what the reader may see. For an end client it has the company's name, no hours, no money.
 */
export const reportDocumentTemplate: DocumentTemplate = { roles: everyone, describe }
