// The content of a report's PDF: from the provider to a company, or from a company to its end client with the name and
// logo of the company.

import { brand } from '../../../brand.config.ts'
import { nameTimeZone } from '../../contract/plain/time-zone.ts'
import { definitionOf, type FigureKey, isMoney, TABLES } from '../../contract/report-figures.ts'
import type { SECTIONS } from '../../contract/reports.ts'
import { refusePicture } from '../files/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { Block, Sheet } from '../platform/documents/sheet.ts'
import type { Whole } from './report-of.ts'
import type { Section } from './sections/section.ts'
import { summaryOf } from './summary.ts'
import { formatCell, formatValue, nameColumn } from './words.ts'

const SECTION_NAMES: Record<(typeof SECTIONS)[number], string> = {
  tickets: 'Tickets',
  hours: 'Hours',
  automations: 'Automations',
  projects: 'Projects',
  companies: 'Companies',
  workload: 'Workload',
  revenue: 'Revenue',
}

const replaceSections = (report: Whole, sections: Section[]): Whole => ({
  ...report,
  sections,
  summary: summaryOf(sections, report.before?.name),
})

/** Returns the report without costs and revenue. */
export const withoutMoney = (report: Whole): Whole =>
  replaceSections(
    report,
    report.sections
      .filter((s) => s.key !== 'revenue')
      .map((s) => ({
        ...s,
        figures: s.figures.filter((f) => !isMoney(f.key)),
        tables: s.tables.map((t) => {
          const kept = t.columns.flatMap((c, i) => (isMoney(c) ? [] : [i]))
          return {
            ...t,
            columns: kept.map((i) => t.columns[i] as FigureKey),
            rows: t.rows.map((r) => ({ ...r, values: kept.map((i) => r.values[i] ?? null) })),
          }
        }),
        notes: s.key === 'automations' ? [] : s.notes,
      })),
  )

/** Returns the report for an end client: tickets and automations, without the company's hours and money. */
export const forClient = (report: Whole): Whole => {
  const unpriced = withoutMoney(report)
  return replaceSections(
    unpriced,
    unpriced.sections.filter((s) => s.key === 'tickets' || s.key === 'automations'),
  )
}

/** The sender of a report: the provider, or the company that sends it to its own client. */
export type From = Sheet['from']
export const PROVIDER_SENDER: From = { name: brand.longName, email: brand.supportEmail }

/** Returns the company as the sender of reports to its clients. `standing` says whether its logo can be drawn. */
export async function companyAsSender(
  db: Db,
  companyId: string,
): Promise<From & { standing: 'drawn' | 'missing' | 'unsupported' }> {
  const [company, owner, logo] = await Promise.all([
    db.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirstOrThrow(),
    db
      .selectFrom('profiles as p')
      .innerJoin('user_roles as r', 'r.user_id', 'p.id')
      .select('p.email')
      .where('p.company_id', '=', companyId)
      .where('r.role', '=', 'owner')
      .where('p.deactivated_at', 'is', null)
      .orderBy('p.created_at')
      .orderBy('p.id')
      .limit(1)
      .executeTakeFirst(),
    db.selectFrom('visible_pictures').select(['type', 'bytes']).where('id', '=', companyId).executeTakeFirst(),
  ])
  // Pictures are checked when they are uploaded. Those from before a check existed could fill the memory.
  const drawn = logo?.bytes && refusePicture(logo.bytes, logo.type ?? undefined, 'logo') === undefined
  return {
    name: company.name,
    email: owner?.email ?? brand.supportEmail,
    logo: drawn ? Buffer.from(logo.bytes as Buffer).toString('base64') : null,
    standing: drawn ? 'drawn' : logo?.bytes ? 'unsupported' : 'missing',
  }
}

/** Returns the previous value of a figure as text, such as "was 12"; empty when there is no comparison. */
function change(key: FigureKey, value: number | null, before: number | null): string {
  if (definitionOf(key).now || before === null) return ''
  return value === before ? 'no change' : `was ${formatValue(key, before)}`
}

function blocksOf(section: Section): Block[] {
  const figures = section.figures.map((f) => ({
    label: definitionOf(f.key).name,
    value: [formatValue(f.key, f.value), change(f.key, f.value, f.before)].filter(Boolean).join('\n'),
  }))
  return [
    { is: 'heading', text: SECTION_NAMES[section.key] },
    ...(figures.length > 0 ? ([{ is: 'facts', dense: true, items: figures }] as Block[]) : []),
    ...section.notes.map((text): Block => ({ is: 'text', text })),
    ...section.tables
      .map((t) => ({
        ...t,
        rows: t.key.endsWith('.byTime') ? t.rows.filter((r) => r.values.some((v) => v)) : t.rows,
        all: t.rows.length,
      }))
      .filter((t) => t.rows.length > 0)
      .flatMap((t): Block[] => {
        const first = t.columns.length > 5 ? 0.14 : 0.28
        const share = (1 - first) / Math.max(1, t.columns.length)
        return [
          {
            is: 'text',
            tone: 'muted',
            title: true,
            text: `${TABLES[t.key].title}${t.rows.length < t.all ? '; periods without activity are left out' : ''}`,
          },
          {
            is: 'table',
            dense: true,
            columns: [
              { title: TABLES[t.key].first, share: first },
              ...t.columns.map((c) => ({ title: nameColumn(c), share, end: true })),
            ],
            rows: t.rows.map((r) => ({
              cells: [r.name, ...r.values.map((v, i) => formatCell(t.columns[i] as FigureKey, v))],
            })),
          },
        ]
      }),
  ]
}

/** Returns the PDF content of a report. The last pages define every figure in it. */
export function sheetOf(report: Whole, from: From, base: string): Sheet {
  const about = report.client?.name ?? report.company?.name ?? 'All companies'
  const keys = new Set(
    report.sections.flatMap((s) => [
      ...s.figures.map((f) => f.key),
      ...s.tables.flatMap((t) => (t.rows.length > 0 ? t.columns : [])),
    ]),
  )
  return {
    title: 'Report',
    number: report.period.name,
    name: about,
    subject: `Report for ${about}, ${report.period.name}`,
    from,
    base,
    at: `${report.period.to}T00:00:00.000Z`,
    blocks: [
      {
        is: 'facts',
        items: [
          { label: report.client ? 'Client' : 'Company', value: about },
          { label: 'Period', value: report.period.name },
          { label: 'Compared with', value: report.before?.name ?? 'None' },
          { label: 'Time zone', value: nameTimeZone(report.timeZone) },
        ],
      },
      ...report.summary.map((text): Block => ({ is: 'text', text })),
      ...report.sections.flatMap(blocksOf),
      { is: 'heading', text: 'Definitions' },
      {
        is: 'list',
        dense: true,
        items: [...keys].map((key) => ({ label: definitionOf(key).name, value: definitionOf(key).means })),
      },
    ],
  }
}
