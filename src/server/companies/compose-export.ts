// The contents of an export: the parts that the modules declare, in a fixed order. All but the activity log is read as
// the company itself, so the database leaves out what a partner may not see (internal notes and their files, notes of
// staff).
import type { Actor } from '../platform/database/db.ts'
import { exportFields, getFileFields } from '../platform/fields.ts'
import type { ExportedFile, ExportTable, LeftOutReason } from '../platform/files/company-export.ts'
import type { Platform } from '../platform/platform.ts'
import { companyFields } from './fields.ts'

const profile = getFileFields(companyFields, 'company')

/** Returns the company's profile for the export. */
export async function getExportedCompany(platform: Platform, actor: Actor): Promise<object> {
  const row = await platform.db.askAs(actor, (db) =>
    db
      .selectFrom('companies as c')
      .select(profile.selection)
      .where('c.id', '=', actor.companyId)
      .executeTakeFirstOrThrow(),
  )
  return exportFields(profile, row)
}

/** The tables that come first, in this order. Tables that are not listed here follow in the order of their modules. */
const TABLE_ORDER = [
  'people', 'invitations', 'clients', 'contacts', 'tickets', 'ticket-links', 'ticket-watchers', 'messages', 'time-entries',
  'estimates', 'projects', 'project-phases', 'project-links', 'project-tasks', 'project-comments', 'project-updates',
  'project-files', 'attachments', 'agreements', 'agreement-texts', 'signatures', 'hour-blocks', 'hour-ledger', 'top-up-rules',
  'top-ups', 'orders', 'order-lines', 'invoices', 'payments', 'refunds', 'stored-card', 'automations', 'connections',
  'automation-alerts', 'runs', 'automation-requests', 'dismissed-recommendations', 'contact-imports', 'mail-bounces',
  'mail-consents', 'report-mails', 'sent-reports', 'api-keys', 'activity',
] // biome-ignore format: a list of names
/** The files that come first. */
const FILE_ORDER = ['attachments', 'project-files']

/** Sorts tables by a list of names. Tables that are not in the list keep their order and come last. */
function sortTables(tables: ExportTable[], order: readonly string[]): ExportTable[] {
  const placeOf = ({ name }: ExportTable) => (order.includes(name) ? order.indexOf(name) : order.length)
  return tables.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Returns all tables of an export, in the order in which they are written. */
export function tablesOf(platform: Platform, actor: Actor): ExportTable[] {
  return sortTables(
    platform.companyExports.flatMap((part) => part.tables?.(platform, actor) ?? []),
    TABLE_ORDER,
  )
}

/** Yields every file that the company may see. */
export async function* listExportedFiles(platform: Platform, actor: Actor): AsyncGenerator<ExportedFile> {
  for (const { files } of sortTables(tablesOf(platform, actor), FILE_ORDER)) if (files) yield* files()
}

/** The reasons why tables are left out, in the wording and the order of the archive's README. */
export const LEFT_OUT_REASONS: Readonly<Record<LeftOutReason, string>> = {
  secrets: 'Passwords, keys, sessions and payment page addresses. They are secret or only valid for a short time.',
  calculated: 'Totals and search indexes. They are calculated from the tables in this archive.',
  drawn: 'PDFs and earlier exports. You can download them in the portal.',
  personal: 'Personal data of individual users: drafts, saved views, notifications and notification settings.',
  imported: 'Rows of imported files. Their results are in tables/contacts and tables/clients.',
  announced: 'Live updates. The changes are in the tables themselves and in tables/activity.',
  internal:
    'Internal records of our staff: notes, drafts, timers, earlier versions of messages, checks and unprocessed incoming email.',
  offered: 'Data that is the same for all customers: marketplace, hour packs, SLA policies and invoice numbering.',
}
