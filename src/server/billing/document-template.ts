// The PDF of an invoice.

import { type RawBuilder, sql } from 'kysely'
import { brand } from '../../../brand.config.ts'
import { formatCount } from '../../contract/plain/counts.ts'
import { formatDateRange } from '../../contract/plain/date-ranges.ts'
import { formatDay, formatLongDay } from '../../contract/plain/dates.ts'
import { formatMinutes } from '../../contract/plain/durations.ts'
import { formatCents } from '../../contract/plain/money.ts'
import { remittanceLines } from '../../contract/plain/remittance-lines.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import type { Described, DocumentTemplate } from '../platform/documents/document-templates.ts'
import type { Block, Sheet } from '../platform/documents/sheet.ts'
import type { Platform } from '../platform/platform.ts'
import { remittanceOf } from './payments/remittance.ts'

type PartyRow = { name?: string | null; address?: string | null; email?: string | null; phone?: string | null }
const day = (column: string): RawBuilder<string | null> => sql<string | null>`${sql.ref(column)}::text`
/** The date of an instant in the provider's time zone. */
const dayOf = (column: string): RawBuilder<string | null> => sql<string | null>`hours_day(${sql.ref(column)})::text`

const invoiceOf = (db: Db, id: string) =>
  db
    .selectFrom('invoices as i')
    .innerJoin('orders as o', (j) => j.onRef('o.company_id', '=', 'i.company_id').onRef('o.id', '=', 'i.order_id'))
    .select(['i.company_id', 'i.order_id', 'i.number', 'i.status', 'i.total_cents', 'i.paid_cents', 'i.refunded_cents'])
    .select(['i.bill_to', 'i.issued_by', 'i.issued_at', 'i.paid_at', 'i.voided_at', 'i.void_reason'])
    .select('o.number as order_number')
    .select([day('i.issued_on').as('issued_on'), day('i.due_on').as('due_on')])
    .select([dayOf('i.paid_at').as('paid_on'), dayOf('i.voided_at').as('voided_on')])
    .where('i.id', '=', id)
    .executeTakeFirst()

const linesOf = (db: Db, companyId: string, orderId: string) =>
  db
    .selectFrom('order_lines as l')
    .select(['l.kind', 'l.description', 'l.unit_cents', 'l.amount_cents', 'l.block_id'])
    .select(sql<number>`l.quantity::float8`.as('quantity'))
    .select([day('l.period_from').as('period_from'), day('l.period_to').as('period_to')])
    .where('l.company_id', '=', companyId)
    .where('l.order_id', '=', orderId)
    .orderBy('l.position')
    .orderBy('l.id')
    .execute()

const blocksOf = (db: Db, companyId: string, ids: string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('shared_hour_blocks')
        .select(['id', 'granted', 'valid_months'])
        .where('company_id', '=', companyId)
        .where('id', 'in', ids)
        .execute()

const paymentsOf = (db: Db, companyId: string, invoiceId: string) =>
  db
    .selectFrom('payments as p')
    .select(['p.id', 'p.method', 'p.amount_cents', 'p.card_brand', 'p.card_last4', 'p.reference', 'p.paid_at'])
    .select(dayOf('p.paid_at').as('paid_on'))
    .where('p.company_id', '=', companyId)
    .where('p.invoice_id', '=', invoiceId)
    .where('p.status', '=', 'succeeded')
    .orderBy('p.paid_at')
    .orderBy('p.id')
    .execute()

const refundsOf = (db: Db, companyId: string, invoiceId: string) =>
  db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', (j) => j.onRef('p.company_id', '=', 'r.company_id').onRef('p.id', '=', 'r.payment_id'))
    .select(['r.amount_cents', 'r.created_at'])
    .select(dayOf('r.created_at').as('refunded_on'))
    .where('r.company_id', '=', companyId)
    .where('p.invoice_id', '=', invoiceId)
    .where('r.status', '=', 'succeeded')
    .orderBy('r.created_at')
    .orderBy('r.id')
    .execute()

const short = (on: string | null): string => (on === null ? '—' : formatDay(on))
const minus = (cents: number) => formatCents(-cents)

const partyOf = ({ name, address, email, phone }: PartyRow): string[] =>
  [name, ...(address ?? '').split('\n'), email, phone].map((line) => (line ?? '').trim()).filter((line) => line !== '')

type Invoice = NonNullable<Awaited<ReturnType<typeof invoiceOf>>>
function stampOf(i: Invoice): NonNullable<Sheet['stamp']> | undefined {
  if (i.status === 'paid') return { text: 'Paid in full', detail: short(i.paid_on), tone: 'good' }
  if (i.status === 'void') return { text: 'Void', detail: short(i.voided_on), tone: 'bad' }
  if (i.status === 'refunded') return { text: 'Refunded', tone: 'muted' }
  return undefined
}

/** Returns how to pay the invoice; empty when no amount is due. */
function wayToPay({ env }: Platform, i: Invoice, invoiceId: string, due: number): Block[] {
  if (i.status !== 'open' || due <= 0) return []
  const transfer = remittanceOf(env, i.issued_by)
  return [
    { is: 'heading', text: 'How to pay' },
    {
      is: 'text',
      text: `Pay ${formatCents(due)} by ${formatLongDay(i.due_on as string)} and use ${i.number} as the payment reference.`,
    },
    ...(transfer ? [{ is: 'list', items: remittanceLines(transfer, i.number as string) } as const] : []),
    {
      is: 'link',
      label: env.stripe ? 'Pay by card in the portal' : 'View this invoice in the portal',
      href: `${env.publicUrl}/settings/billing?invoice=${invoiceId}`,
    },
  ]
}

async function describe(
  platform: Platform,
  db: Db,
  _actor: Actor,
  id: string,
): Promise<Described | 'not yet' | undefined> {
  const i = await invoiceOf(db, id)
  if (!i) return undefined
  if (i.number === null) return 'not yet'
  const { company_id: companyId } = i
  const lines = await linesOf(db, companyId, i.order_id)
  const blocks = await blocksOf(
    db,
    companyId,
    lines.flatMap((l) => (l.block_id ? [l.block_id] : [])),
  )
  const payments = await paymentsOf(db, companyId, id)
  const refunds = await refundsOf(db, companyId, id)
  const due = i.status === 'open' ? Math.max(0, i.total_cents - i.paid_cents + i.refunded_cents) : 0

  const detailOf = (line: (typeof lines)[number]): string | undefined => {
    if (line.period_from && line.period_to) return formatDateRange(line.period_from, line.period_to)
    const block = blocks.find((b) => b.id === line.block_id)
    // The description already says how long the hours are valid.
    if (!block || line.description.includes('valid')) return undefined
    const months = block.valid_months
    return months === null
      ? formatMinutes(block.granted)
      : `${formatMinutes(block.granted)}, valid for ${formatCount(months, 'month')} from the day they become available`
  }
  const method = (p: (typeof payments)[number]) =>
    p.method === 'card'
      ? `by card${p.card_last4 ? ` ending in ${p.card_last4}` : ''}`
      : `by bank transfer${p.reference ? `, ${p.reference}` : ''}`
  const came = payments.map((p) => ({ label: short(p.paid_on), value: `${formatCents(p.amount_cents)} ${method(p)}` }))
  const went = refunds.map((r) => ({ label: short(r.refunded_on), value: `${formatCents(r.amount_cents)} refunded` }))
  const settled: Block[] =
    came.length + went.length > 0
      ? [
          { is: 'heading', text: 'Payments' },
          { is: 'list', items: [...came, ...went] },
        ]
      : []
  const stamp = stampOf(i)
  const moments = [
    i.issued_at,
    i.paid_at,
    i.voided_at,
    ...payments.map((p) => p.paid_at),
    ...refunds.map((r) => r.created_at),
  ]
  const sheet: Sheet = {
    title: 'Invoice',
    number: i.number,
    subject: lines[0]?.description ?? 'Invoice',
    ...(stamp ? { stamp } : {}),
    from: { name: brand.longName, email: brand.supportEmail },
    base: platform.env.publicUrl,
    at: moments
      .filter((m) => m !== null)
      .sort()
      .at(-1) as string,
    blocks: [
      {
        is: 'facts',
        items: [
          { label: 'Issued', value: short(i.issued_on) },
          { label: 'Due date', value: short(i.due_on) },
          { label: 'Order', value: String(i.order_number) },
        ],
      },
      {
        is: 'parties',
        items: [
          { label: 'From', lines: partyOf({ ...(i.issued_by as PartyRow), name: brand.longName }) },
          { label: 'Bill to', lines: partyOf(i.bill_to as PartyRow) },
        ],
      },
      {
        is: 'table',
        columns: [
          { title: 'Description', share: 0.53 },
          { title: 'Quantity', share: 0.12, end: true },
          { title: 'Unit price', share: 0.17, end: true },
          { title: 'Amount', share: 0.18, end: true },
        ],
        rows: lines.map((line) => {
          const detail = detailOf(line)
          return {
            cells: [
              line.description,
              line.quantity.toLocaleString('en-US'),
              formatCents(line.unit_cents),
              formatCents(line.amount_cents),
            ],
            ...(detail ? { detail } : {}),
          }
        }),
      },
      {
        is: 'totals',
        items: [
          { label: 'Total (US dollars)', value: formatCents(i.total_cents) },
          ...(i.paid_cents > 0 ? [{ label: 'Paid', value: minus(i.paid_cents) }] : []),
          ...(i.refunded_cents > 0 ? [{ label: 'Refunded', value: formatCents(i.refunded_cents) }] : []),
          { label: 'Amount due', value: formatCents(due), strong: true },
        ],
      },
      ...settled,
      ...(i.void_reason
        ? ([
            { is: 'heading', text: 'Void' },
            { is: 'text', text: 'Nothing is due on this invoice.' },
          ] as const)
        : []),
      ...wayToPay(platform, i, id, due),
    ],
  }
  return { companyId, sheet, name: `${brand.shortName} ${i.number}` }
}

/** The document template of invoices, for owners and administrators. */
export const invoiceDocumentTemplate: DocumentTemplate = { roles: ['owner', 'admin'], describe }
