// Revenue and unused hours per company, on the screen and as CSV.
import { formatCentsCell } from '../../../../contract/plain/money.ts'
import type { client } from '../../platform/data/api.ts'
import type { Revenue } from '../model.ts'

type Owed = Revenue['companies'][number]
type LiabilityPage = Awaited<ReturnType<typeof client.hours.liability>>
type Liable = LiabilityPage['items'][number]
export type CompanyFigures = Owed & {
  sold: number
  drawn: number
  expired: number
  remaining: number
  remainingCents: number
}

/** Fetches all pages of the unused hours by company. Returns them with the total of the last page. */
export async function fetchLiability(
  read: (input: {
    limit: number
    cursor?: string | undefined
  }) => Promise<Pick<LiabilityPage, 'items' | 'nextCursor' | 'total'>>,
): Promise<Pick<LiabilityPage, 'items' | 'total'>> {
  const items: Liable[] = []
  let cursor: string | undefined
  for (;;) {
    const page = await read({ limit: 100, cursor })
    items.push(...page.items)
    if (page.nextCursor === null) return { items, total: page.total }
    cursor = page.nextCursor
  }
}

const nothing = { invoicedCents: 0, paidCents: 0, refundedCents: 0, openCents: 0, overdueCents: 0 }

/** Lists companies with any revenue or hours, highest invoiced amount first. */
export function listCompanyFigures(money: readonly Owed[], hours: readonly Liable[]): CompanyFigures[] {
  const byId = new Map<string, CompanyFigures>()
  for (const m of money)
    byId.set(m.company.id, { ...m, sold: 0, drawn: 0, expired: 0, remaining: 0, remainingCents: 0 })
  for (const h of hours) {
    const { company, sold, drawn, expired, remaining, remainingCents } = h
    byId.set(company.id, {
      ...(byId.get(company.id) ?? { ...nothing, company }),
      sold,
      drawn,
      expired,
      remaining,
      remainingCents,
    })
  }
  return [...byId.values()].sort(
    (a, b) => b.invoicedCents - a.invoicedCents || a.company.name.localeCompare(b.company.name),
  )
}

// Prefix cells that a spreadsheet would read as a formula with an apostrophe.
const cell = (value: string | number) => {
  const text = typeof value === 'string' && /^'*[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns the CSV: months first, then companies, in dollars and minutes. */
export function buildRevenueCsv({ months }: Pick<Revenue, 'months'>, rows: readonly CompanyFigures[]): string {
  const lines: (string | number)[][] = [
    ['Month', 'Invoiced (USD)', 'Received (USD)', 'Refunded (USD)'],
    ...months.map((m) => [
      m.month,
      formatCentsCell(m.invoicedCents),
      formatCentsCell(m.paidCents),
      formatCentsCell(m.refundedCents),
    ]),
    [],
    [
      'Company',
      'Invoiced (USD)',
      'Received (USD)',
      'Refunded (USD)',
      'Open (USD)',
      'Overdue (USD)',
      'Minutes sold',
      'Minutes used',
      'Minutes expired',
      'Minutes outstanding',
      'Value of outstanding minutes (USD)',
    ],
    ...rows.map((r) => [
      r.company.name,
      formatCentsCell(r.invoicedCents),
      formatCentsCell(r.paidCents),
      formatCentsCell(r.refundedCents),
      formatCentsCell(r.openCents),
      formatCentsCell(r.overdueCents),
      r.sold,
      r.drawn,
      r.expired,
      r.remaining,
      formatCentsCell(r.remainingCents),
    ]),
  ]
  return `\ufeff${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}
