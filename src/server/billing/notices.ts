// Notifications about money. Owners get invoices, payments, refunds and top-ups of their company. Administrators get
// payment discrepancies, paid invoices and failed payments.
import { sql } from 'kysely'
import { brand } from '../../../brand.config.ts'
import { formatLongDay } from '../../contract/plain/dates.ts'
import { formatMinutes } from '../../contract/plain/durations.ts'
import { formatCents } from '../../contract/plain/money.ts'
import { remittanceLines } from '../../contract/plain/remittance-lines.ts'
import type { Db } from '../platform/database/db.ts'
import type { Notice, Notifier, PublishedEvent } from '../platform/events/notifiers.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Block } from '../platform/mail/mail-blocks.ts'
import type { Platform } from '../platform/platform.ts'
import { queueOrderJob } from './orders/product-orders.ts'
import { remittanceOf } from './payments/remittance.ts'
import { invoiceRows } from './queries.ts'

const NOTIFIED_KINDS = new Set([
  'issued',
  'reminder',
  'paid',
  'payment_failed',
  'refunded',
  'refund_failed',
  'top_up',
  'finding',
])

/** Returns the active owners of a company, or the active administrators of the provider. */
const people = (db: Db, of: { owners: string } | 'admins') =>
  db
    .selectFrom('profiles as p')
    .innerJoin('user_roles as r', 'r.user_id', 'p.id')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .select(['p.id', 'p.email', 'p.full_name'])
    .where('p.deactivated_at', 'is', null)
    .$if(of === 'admins', (q) => q.where('r.role', '=', 'admin').where('c.is_internal', '=', true))
    .$if(of !== 'admins', (q) =>
      q.where('r.role', '=', 'owner').where('p.company_id', '=', (of as { owners: string }).owners),
    )
    .orderBy('p.id')
    .execute()

type Words = { kind: Notice['kind']; title: string; body: string; path: string; subject: string; blocks: Block[] }

/** Returns the facts of an invoice and its link, for all mails about it. */
async function invoiceOf(platform: Platform, db: Db, id: string) {
  const row = await invoiceRows(db)
    .select(['i.next_charge_at', 'i.charge_attempts', 'i.issued_by'])
    .select(
      sql<string | null>`(i.next_charge_at at time zone company_zone(i.company_id))::date::text`.as('next_charge_on'),
    )
    .where('i.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const owed = Math.max(0, row.total_cents - (row.paid_cents - row.refunded_cents))
  const path = `/settings/billing?invoice=${id}`
  return {
    ...row,
    owed,
    path,
    href: `${platform.env.publicUrl}${path}`,
    staffPath: `/companies/${row.company_id}?tab=billing&invoice=${id}`,
    number: row.number as string,
    remittance: remittanceOf(platform.env, row.issued_by),
    facts: {
      facts: [
        ['Invoice', row.number as string],
        ['Description', row.title],
        ['Amount', formatCents(row.total_cents)],
        ...(owed !== row.total_cents && row.status === 'open' ? ([['Amount due', formatCents(owed)]] as const) : []),
        ...(row.status === 'open' ? ([['Due date', formatLongDay(row.due_on)]] as const) : []),
      ] as [string, string][],
    },
  }
}
type InvoiceFacts = NonNullable<Awaited<ReturnType<typeof invoiceOf>>>

/** Mail blocks on how to pay: the bank details with the reference, and a link to the invoice. */
const pay = (i: InvoiceFacts): Block[] => [
  ...(i.remittance
    ? [
        'Pay by bank transfer:',
        {
          facts: remittanceLines(i.remittance, i.number).map(({ label, value }): [string, string] => [label, value]),
        },
      ]
    : []),
  { button: 'View and pay invoice', href: i.href },
]
const hoursNote = async (db: Db, i: InvoiceFacts): Promise<string[]> => {
  const row = await db
    .selectFrom('order_lines as l')
    .innerJoin('invoices as i', (j) =>
      j.onRef('i.company_id', '=', 'l.company_id').onRef('i.order_id', '=', 'l.order_id'),
    )
    .innerJoin('shared_hour_blocks as b', (j) =>
      j.onRef('b.company_id', '=', 'l.company_id').onRef('b.id', '=', 'l.block_id'),
    )
    .select(sql<number>`coalesce(sum(b.granted) filter (where b.state = 'pending'), 0)::int`.as('waiting'))
    .select(sql<number>`coalesce(sum(b.granted) filter (where b.state = 'active'), 0)::int`.as('usable'))
    .where('i.id', '=', i.id)
    .executeTakeFirst()
  if (!row) return []
  if (i.status === 'open' && row.waiting > 0)
    return [`Once it is paid, we’ll add ${formatMinutes(row.waiting)} to your balance.`]
  return i.status === 'paid' && row.usable > 0 ? [`We added ${formatMinutes(row.usable)} to your balance.`] : []
}

async function invoiceWords(platform: Platform, db: Db, event: PublishedEvent): Promise<Words | undefined> {
  const i = await invoiceOf(platform, db, event.subjectId)
  if (!i) return undefined
  const about = (kind: Notice['kind'], title: string, body: string, lead: string[], more: Block[]): Words => ({
    kind,
    title,
    body,
    path: i.path,
    subject: title,
    blocks: [...lead, i.facts, ...more],
  })
  switch (event.kind) {
    case 'issued': {
      // Paid or voided before the notification was sent, so there is nothing to pay.
      if (i.status !== 'open') return undefined
      const title = `Invoice ${i.number} for ${formatCents(i.total_cents)}`
      const charged = i.next_charge_at !== null
      return about(
        'invoice_issued',
        title,
        charged ? 'We’ll charge your stored card automatically.' : `Due ${formatLongDay(i.due_on)}.`,
        [
          charged
            ? 'We issued a new invoice to your company. We’ll charge your stored card automatically. You don’t need to do anything.'
            : `We issued a new invoice to your company. It is due ${formatLongDay(i.due_on)}.`,
          ...(await hoursNote(db, i)),
        ],
        charged ? [{ button: 'View invoice', href: i.href }] : pay(i),
      )
    }
    case 'reminder': {
      if (i.status !== 'open') return undefined
      // Checked now, because a reminder that is sent late must not say "today".
      const title = i.overdue
        ? `Overdue: invoice ${i.number} was due ${formatLongDay(i.due_on)}`
        : `Invoice ${i.number} is due today`
      return about(
        'invoice_reminder',
        title,
        `Amount due: ${formatCents(i.owed)}.`,
        [
          i.overdue
            ? `Invoice ${i.number} was due ${formatLongDay(i.due_on)} and is not paid yet. Amount due: ${formatCents(i.owed)}.`
            : `Invoice ${i.number} is due today. Amount due: ${formatCents(i.owed)}.`,
          'If you already sent the payment, you don’t need to do anything.',
          ...(await hoursNote(db, i)),
        ],
        pay(i),
      )
    }
    case 'paid': {
      const title = `Receipt for invoice ${i.number}: ${formatCents(i.total_cents)}`
      const hours = await hoursNote(db, { ...i, status: 'paid' })
      return about(
        'invoice_paid',
        title,
        hours[0] ?? 'Thank you.',
        [
          i.total_cents === 0
            ? 'There is nothing to pay for this order.'
            : 'Thank you for your payment. This is your receipt.',
          ...hours,
        ],
        [{ button: 'View invoice', href: i.href }],
      )
    }
    case 'payment_failed': {
      if (i.status !== 'open') return undefined
      const why = typeof event.data.message === 'string' ? event.data.message : 'The card was declined.'
      const next = event.data.offSession === true ? i.next_charge_on : null
      return about(
        'payment_failed',
        `Payment failed for invoice ${i.number}`,
        why,
        [
          `We couldn’t charge ${formatCents(i.owed)} for invoice ${i.number} to your card. ${why}`,
          next
            ? `We’ll try again on ${formatLongDay(next)}. You can also pay now with another card, or replace the stored card.`
            : i.remittance
              ? 'Pay with another card or by bank transfer.'
              : 'Pay with another card.',
        ],
        pay(i),
      )
    }
    case 'refunded': {
      const amount = Number(event.data.amountCents)
      return about(
        'invoice_refunded',
        `Refund of ${formatCents(amount)} for invoice ${i.number}`,
        event.data.whole === true ? 'The invoice was refunded in full.' : 'The invoice was partially refunded.',
        [
          `We refunded ${formatCents(amount)} for invoice ${i.number} to your original payment method. Card refunds take a few days to arrive.`,
        ],
        [{ button: 'View invoice', href: i.href }],
      )
    }
    case 'refund_failed': {
      const amount = formatCents(Number(event.data.amountCents))
      return about(
        'invoice_refunded',
        `The bank returned your refund of ${amount} for invoice ${i.number}`,
        'The bank returned the money to us. We’re looking into it.',
        [
          `We refunded ${amount} for invoice ${i.number}, but the bank returned the money to us. We’re looking into it and will contact you. You don’t need to do anything.`,
        ],
        [{ button: 'View invoice', href: i.href }],
      )
    }
  }
  return undefined
}

async function topUpWords(platform: Platform, db: Db, event: PublishedEvent): Promise<Words | undefined> {
  const t = await db
    .selectFrom('top_ups as t')
    .innerJoin('hour_packs as k', 'k.id', 't.pack_id')
    .leftJoin('invoices as i', (j) =>
      j.onRef('i.company_id', '=', 't.company_id').onRef('i.order_id', '=', 't.order_id'),
    )
    .select(['t.id', 't.balance', 't.failure', 'k.name', 'k.price_cents', 'i.number', 't.price_cents as paid_cents'])
    .where('t.id', '=', event.subjectId)
    .where('t.company_id', '=', event.companyId)
    .executeTakeFirst()
  if (!t) return undefined
  const left = t.balance > 0 ? `You had ${formatMinutes(t.balance)} left.` : 'You had no hours left.'
  const path = event.data.state === 'proposed' ? `/settings/billing?topUp=${t.id}` : '/settings/billing'
  const href = `${platform.env.publicUrl}${path}`
  const words = (title: string, body: string, lead: string[], button: string): Words => ({
    kind: 'top_up',
    title,
    body,
    path,
    subject: title,
    blocks: [...lead, { button, href }],
  })
  switch (event.data.state) {
    case 'proposed':
      return words(
        `Buy ${t.name} for ${formatCents(t.price_cents)}?`,
        left,
        [
          `${left} Your automatic top-up suggests buying ${t.name} for ${formatCents(t.price_cents)}. Nothing is ordered until you approve it.`,
        ],
        'Approve or decline',
      )
    case 'ordered':
      return words(
        `Automatic top-up ordered: ${t.name}`,
        `${formatCents(t.paid_cents)}${t.number ? `, invoice ${t.number}` : ''}.`,
        [
          `${left} Your automatic top-up ordered ${t.name} for ${formatCents(t.paid_cents)}${t.number ? `, invoice ${t.number}` : ''}. The hours become available as soon as we receive the payment.`,
        ],
        'View billing',
      )
    case 'capped':
      return words(
        'No automatic top-up: monthly cap reached',
        left,
        [
          `${left} Your automatic top-up didn’t order anything because another pack would exceed your monthly cap. Buy hours yourself, or raise the cap.`,
        ],
        'View billing',
      )
    case 'failed':
      return words(
        'Automatic top-up failed',
        t.failure ?? left,
        [`${left} Your automatic top-up didn’t order anything. ${t.failure ?? ''}`.trim()],
        'View billing',
      )
  }
  return undefined
}

async function collectNotices(platform: Platform, db: Db, event: PublishedEvent): Promise<Notice[]> {
  await queueOrderJob(platform, db, event)
  if (!NOTIFIED_KINDS.has(event.kind)) return []
  if (event.kind === 'finding') return collectDiscrepancyNotices(platform, db, event)
  const words = await (event.kind === 'top_up' ? topUpWords : invoiceWords)(platform, db, event)
  if (!words) return []
  // The owner who acted is notified too, because invoices and receipts are documents that must arrive.
  const to = await people(db, { owners: event.companyId })
  const mail = (who: string): Omit<Mail, 'to'> => ({
    id: `billing ${event.id} ${who}`,
    subject: `${words.subject} · ${brand.shortName}`,
    blocks: words.blocks,
  })
  const notices: Notice[] = to.map((p) => ({
    to: { userId: p.id },
    kind: words.kind,
    title: words.title,
    body: words.body,
    path: words.path,
    mail: mail(p.id),
  }))
  if (words.kind !== 'invoice_paid' && words.kind !== 'payment_failed') return notices
  const i = await invoiceOf(platform, db, event.subjectId)
  if (!i) return notices
  const title =
    words.kind === 'invoice_paid' ? `${i.company} paid ${i.number}` : `${i.company}’s card was declined: ${i.number}`
  for (const p of await people(db, 'admins'))
    if (p.id !== event.actorId)
      notices.push({
        to: { userId: p.id },
        kind: words.kind,
        title,
        body: formatCents(words.kind === 'invoice_paid' ? i.total_cents : i.owed),
        path: i.staffPath,
      })
  return notices
}

async function collectDiscrepancyNotices(platform: Platform, db: Db, event: PublishedEvent): Promise<Notice[]> {
  const company = await db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', event.companyId)
    .executeTakeFirstOrThrow()
  const about = typeof event.data.title === 'string' ? event.data.title : 'Payment discrepancy'
  const kept =
    typeof event.data.findingId === 'string'
      ? await db
          .selectFrom('findings')
          .select(['found', 'kind'])
          .where('id', '=', event.data.findingId)
          .executeTakeFirst()
      : undefined
  const todo = (kept?.found as { todo?: string } | null | undefined)?.todo
  if (kept?.kind === 'remittance_missing') {
    const path = '/settings/remittance'
    return (await people(db, 'admins')).map((p) => ({
      to: { userId: p.id },
      kind: 'billing_finding' as const,
      title: about,
      body: todo ?? '',
      path,
      mail: {
        id: `billing ${event.id} ${p.id}`,
        subject: `${about} · ${brand.shortName}`,
        blocks: [`${about}. ${todo ?? ''}`, { button: 'Enter bank details', href: `${platform.env.publicUrl}${path}` }],
      },
    }))
  }
  const path = `/companies/${event.companyId}?tab=billing&invoice=${event.subjectId}`
  const lead = `${company.name}: ${about}. ${todo ?? 'Nothing was changed automatically. Review the payments.'}`
  return (await people(db, 'admins')).map((p) => ({
    to: { userId: p.id },
    kind: 'billing_finding' as const,
    title: `${company.name}: ${about}`,
    body: 'Nothing was changed automatically.',
    path,
    mail: {
      id: `billing ${event.id} ${p.id}`,
      subject: `Payment discrepancy: ${company.name} · ${brand.shortName}`,
      blocks: [lead, { button: 'Review payments', href: `${platform.env.publicUrl}${path}` }],
    },
  }))
}

/** Notifies owners and administrators about invoices, payments, refunds, top-ups and payment discrepancies. */
export const billingNotifier: Notifier = { topic: 'billing', collectNotices }
