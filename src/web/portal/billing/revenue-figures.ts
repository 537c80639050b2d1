// Money and hours of each company side by side, on the screen and as CSV.
import type { client } from '../platform/api.ts'
import type { Revenue } from './model.ts'

type Owed = Revenue['companies'][number]
type Liable = Awaited<ReturnType<typeof client.hours.liability>>['items'][number]
export type CompanyFigures = Owed & {
  sold: number
  drawn: number
  expired: number
  remaining: number
  remainingCents: number
}

const nothing = { invoicedCents: 0, paidCents: 0, refundedCents: 0, openCents: 0, overdueCents: 0 }

/** Companies with anything in money or hours, the most invoiced first. */
export function figuresOf(money: readonly Owed[], hours: readonly Liable[]): CompanyFigures[] {
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

// A cell that a spreadsheet would take for a formula begins with an apostrophe.
const cell = (value: string | number) => {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
const dollars = (cents: number) => (cents / 100).toFixed(2)

/** Months first, then companies, in dollars and minutes. */
export function revenueCsv({ months }: Pick<Revenue, 'months'>, rows: readonly CompanyFigures[]): string {
  const lines: (string | number)[][] = [
    ['Month', 'Invoiced USD', 'Paid USD', 'Refunded USD'],
    ...months.map((m) => [m.month, dollars(m.invoicedCents), dollars(m.paidCents), dollars(m.refundedCents)]),
    [],
    [
      'Company',
      'Invoiced USD',
      'Paid USD',
      'Refunded USD',
      'Open USD',
      'Overdue USD',
      'Minutes sold',
      'Minutes used',
      'Minutes expired',
      'Minutes owed',
      'Value of minutes owed USD',
    ],
    ...rows.map((r) => [
      r.company.name,
      dollars(r.invoicedCents),
      dollars(r.paidCents),
      dollars(r.refundedCents),
      dollars(r.openCents),
      dollars(r.overdueCents),
      r.sold,
      r.drawn,
      r.expired,
      r.remaining,
      dollars(r.remainingCents),
    ]),
  ]
  return `\ufeff${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}
