import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import { everyone } from '../../contract/base.ts'
import { formatCentsCell } from '../../contract/plain/money.ts'
import {
  definitionOf,
  type FigureKey,
  isMoney,
  TABLE_KEYS,
  TABLES,
  type TableKey,
} from '../../contract/report-figures.ts'
import { ReportFilter, type SECTIONS } from '../../contract/reports.ts'
import type { Actor } from '../platform/database/db.ts'
import { csvRoute } from '../platform/http/csv-route.ts'
import type { PlainRoute } from '../platform/http/plain.ts'
import { reportOf } from './report-of.ts'
import { refreshDays, seesMoney } from './scope.ts'

const UNITS: Record<string, string> = {
  minutes: ' (min)',
  percent: ' (%)',
  money: ' (USD)',
  score: ' (1–5)',
  count: '',
}
const columnsFor = (table: TableKey, actor: Actor): FigureKey[] =>
  (TABLES[table].columns as readonly FigureKey[]).filter((c) => seesMoney(actor) || !isMoney(c))
/** Returns a number for a spreadsheet; money in dollars. */
const cell = (key: FigureKey, value: number | null | undefined) =>
  value === null || value === undefined ? null : definitionOf(key).unit === 'money' ? formatCentsCell(value) : value

const list = csvRoute({
  path: '/reports.csv',
  roles: everyone,
  scope: 'company:read',
  tag: 'reports',
  operationId: 'reports.export',
  summary: 'Export one table of a report as CSV, with the filters of the report',
  filter: ReportFilter.extend({
    table: z.enum(TABLE_KEYS, 'Choose a table.').default('tickets.byTime'),
  }),
  head: ({ table }, actor) => [
    TABLES[table].first,
    ...(TABLES[table].first === 'Time' ? ['Start date'] : []),
    ...columnsFor(table, actor).map((c) => `${definitionOf(c).name}${UNITS[definitionOf(c).unit]}`),
  ],
  page: async (db, actor, filter, after) => {
    if (after) return []
    const section = filter.table.split('.')[0] as (typeof SECTIONS)[number]
    const report = await reportOf(db, actor, { ...filter, compare: false }, { only: [section] })
    const table = report.sections.flatMap((s) => s.tables).find((t) => t.key === filter.table)
    if (!table && report.sections.length === 0)
      throw new ORPCError('FORBIDDEN', { message: 'You don’t have permission to do this.' })
    return (table?.rows ?? []).map((row) => ({ row, columns: table?.columns ?? [], of: filter.table }))
  },
  at: ({ row }) => ({ value: row.name, id: row.id ?? '' }),
  cells: ({ row, columns, of }, actor) => [
    row.name,
    ...(TABLES[of].first === 'Time' ? [row.id] : []),
    ...columnsFor(of, actor).map((c) => cell(c, row.values[columns.indexOf(c)])),
  ],
})

/** Handles `GET /reports.csv`: one table of a report, with the filters of the report. Throws as `scopeOf`. */
export const exportReport: PlainRoute = {
  ...list,
  async handle(context, c) {
    const { platform, actor } = context
    // The export reads in a read-only transaction, so recalculate changed days first. The export itself rejects an
    // unknown id.
    const named = z.uuid().safeParse(c.req.query('company'))
    const companyId = actor.kind === 'tenant' ? actor.companyId : named.success ? named.data : null
    await platform.db.asActor(actor, (db) => refreshDays(db, companyId))
    return list.handle(context, c)
  },
}
