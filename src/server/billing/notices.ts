// Whom money concerns, and in which words they are told: owners of what they owe, paid and get back; administrators of
// what does not fit.
import { sql } from 'kysely'
import { brand } from '../../../brand.config.ts'
import type { Db } from '../platform/db.ts'
import type { Block, Mail } from '../platform/mail.ts'
import type { HappenedEvent, Notice, Teller } from '../platform/notices.ts'
import type { Platform } from '../platform/platform.ts'
import { showCents, showDay, showMinutes } from '../platform/words.ts'
import { tellOfGoods } from './product-orders.ts'
import { invoiceRows } from './queries.ts'

const TELLS = new Set([
  'issued',
  'reminder',
  'paid',
  'payment_failed',
  'refunded',
  'refund_failed',
  'top_up',
  'finding',
])

/** Owners of a company, or administrators of the provider, who can sign in. */
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

/** The facts of an invoice and its link, as every mail about it has them. */
async function invoiceOf(platform: Platform, db: Db, id: string) {
  const row = await invoiceRows(db)
    .select(['i.next_charge_at', 'i.charge_attempts'])
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
    facts: {
      facts: [
        ['Invoice', row.number as string],
        ['For', row.title],
        ['Amount', showCents(row.total_cents)],
        ...(owed !== row.total_cents && row.status === 'open' ? ([['Still to pay', showCents(owed)]] as const) : []),
        ...(row.status === 'open' ? ([['Due', showDay(row.due_on)]] as const) : []),
      ] as [string, string][],
    },
  }
}
type Told = NonNullable<Awaited<ReturnType<typeof invoiceOf>>>

const pay = (i: Told): Block => ({ button: 'Look at the invoice and pay', href: i.href })
const hoursNote = async (db: Db, i: Told): Promise<string[]> => {
  const row = await db
    .selectFrom('order_lines as l')
    .innerJoin('invoices as i', (j) =>
      j.onRef('i.company_id', '=', 'l.company_id').onRef('i.order_id', '=', 'l.order_id'),
    )
    .innerJoin('hour_blocks as b', (j) => j.onRef('b.company_id', '=', 'l.company_id').onRef('b.id', '=', 'l.block_id'))
    .select(sql<number>`coalesce(sum(b.granted) filter (where b.state = 'pending'), 0)::int`.as('waiting'))
    .select(sql<number>`coalesce(sum(b.granted) filter (where b.state = 'active'), 0)::int`.as('usable'))
    .where('i.id', '=', i.id)
    .executeTakeFirst()
  if (!row) return []
  if (i.status === 'open' && row.waiting > 0)
    return [`${showMinutes(row.waiting)} of work become usable as soon as it is paid.`]
  return i.status === 'paid' && row.usable > 0 ? [`${showMinutes(row.usable)} of work are usable now.`] : []
}

async function invoiceWords(platform: Platform, db: Db, event: HappenedEvent): Promise<Words | undefined> {
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
      // Paid, or void, before anybody was told of it: there is nothing to pay.
      if (i.status !== 'open') return undefined
      const title = `Invoice ${i.number} over ${showCents(i.total_cents)}`
      const charged = i.next_charge_at !== null
      return about(
        'invoice_issued',
        title,
        charged ? 'It is charged to your stored card.' : `Due ${showDay(i.due_on)}.`,
        [
          charged
            ? 'A new invoice was made out to your company. It is charged to your stored card by itself; you do not have to do anything.'
            : `A new invoice was made out to your company. It is due ${showDay(i.due_on)}.`,
          ...(await hoursNote(db, i)),
        ],
        [charged ? { button: 'Look at the invoice', href: i.href } : pay(i)],
      )
    }
    case 'reminder': {
      if (i.status !== 'open') return undefined
      // As it is now: a look that came late must not say "today".
      const title = i.overdue
        ? `Invoice ${i.number} is overdue since ${showDay(i.due_on)}`
        : `Invoice ${i.number} is due today`
      return about(
        'invoice_reminder',
        title,
        `${showCents(i.owed)} to pay.`,
        [
          i.overdue
            ? `Invoice ${i.number} was due ${showDay(i.due_on)} and is still open: ${showCents(i.owed)}.`
            : `Invoice ${i.number} is due today: ${showCents(i.owed)}.`,
          'If you have sent the money already, you need not do anything.',
          ...(await hoursNote(db, i)),
        ],
        [pay(i)],
      )
    }
    case 'paid': {
      const title = `Paid: invoice ${i.number}, ${showCents(i.total_cents)}`
      return about(
        'invoice_paid',
        title,
        (await hoursNote(db, { ...i, status: 'paid' }))[0] ?? 'Thank you.',
        ['Thank you. This is your receipt.', ...(await hoursNote(db, { ...i, status: 'paid' }))],
        [{ button: 'Look at the invoice', href: i.href }],
      )
    }
    case 'payment_failed': {
      if (i.status !== 'open') return undefined
      const why = typeof event.data.message === 'string' ? event.data.message : 'The card was refused.'
      const next = event.data.offSession === true ? i.next_charge_at : null
      return about(
        'payment_failed',
        `Your payment of invoice ${i.number} failed`,
        why,
        [
          `${showCents(i.owed)} for invoice ${i.number} could not be charged to your card. ${why}`,
          next
            ? `We try again on ${showDay(next.slice(0, 10))}. You can pay now with another card, or store another one.`
            : 'Pay with another card or by transfer.',
        ],
        [pay(i)],
      )
    }
    case 'refunded': {
      const amount = Number(event.data.amountCents)
      return about(
        'invoice_refunded',
        `Refund of ${showCents(amount)}, invoice ${i.number}`,
        event.data.whole === true ? 'The whole invoice was refunded.' : 'A part of the invoice was refunded.',
        [`${showCents(amount)} of invoice ${i.number} go back to you, the way they came. Cards take a few days.`],
        [{ button: 'Look at the invoice', href: i.href }],
      )
    }
    case 'refund_failed': {
      const amount = showCents(Number(event.data.amountCents))
      return about(
        'invoice_refunded',
        `The refund of ${amount} did not arrive, invoice ${i.number}`,
        'The bank sent the money back to us. We are looking into it.',
        [
          `We gave ${amount} of invoice ${i.number} back to you, and the bank sent the money back to us. We are looking into it and will write to you; you do not need to do anything.`,
        ],
        [{ button: 'Look at the invoice', href: i.href }],
      )
    }
  }
  return undefined
}

async function topUpWords(platform: Platform, db: Db, event: HappenedEvent): Promise<Words | undefined> {
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
  const left = t.balance > 0 ? `${showMinutes(t.balance)} of your hours were left.` : 'None of your hours were left.'
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
        `Buy ${t.name} for ${showCents(t.price_cents)}?`,
        left,
        [
          `${left} Your automatic top-up proposes ${t.name} for ${showCents(t.price_cents)}. Nothing is bought until you say yes.`,
        ],
        'Approve or decline',
      )
    case 'ordered':
      // Who approved it knows; the invoice itself is told of anyway.
      return words(
        `Hours topped up: ${t.name}`,
        `${showCents(t.paid_cents)}${t.number ? `, invoice ${t.number}` : ''}.`,
        [
          `${left} Your automatic top-up bought ${t.name} for ${showCents(t.paid_cents)}${t.number ? `, invoice ${t.number}` : ''}. The hours become usable as soon as it is paid.`,
        ],
        'Look at it',
      )
    case 'capped':
      return words(
        'No automatic top-up: the monthly cap is reached',
        left,
        [
          `${left} Your automatic top-up bought nothing, because one more pack would go above your monthly cap. Buy hours yourself, or raise the cap.`,
        ],
        'Open billing',
      )
    case 'failed':
      return words(
        'The automatic top-up did not work',
        t.failure ?? left,
        [`${left} Your automatic top-up bought nothing. ${t.failure ?? ''}`.trim()],
        'Open billing',
      )
  }
  return undefined
}

async function tell(platform: Platform, db: Db, event: HappenedEvent): Promise<Notice[]> {
  await tellOfGoods(platform, db, event)
  if (!TELLS.has(event.kind)) return []
  if (event.kind === 'finding') return tellFinding(platform, db, event)
  const words = await (event.kind === 'top_up' ? topUpWords : invoiceWords)(platform, db, event)
  if (!words) return []
  // Money is told of to whoever did it as well: an invoice and a receipt are papers that have to arrive.
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
    words.kind === 'invoice_paid' ? `${i.company} paid ${i.number}` : `${i.company}’s card was refused: ${i.number}`
  for (const p of await people(db, 'admins'))
    if (p.id !== event.actorId)
      notices.push({
        to: { userId: p.id },
        kind: words.kind,
        title,
        body: showCents(words.kind === 'invoice_paid' ? i.total_cents : i.owed),
        path: i.staffPath,
      })
  return notices
}

async function tellFinding(platform: Platform, db: Db, event: HappenedEvent): Promise<Notice[]> {
  const company = await db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', event.companyId)
    .executeTakeFirstOrThrow()
  const about = typeof event.data.title === 'string' ? event.data.title : 'A payment does not fit'
  const path = `/companies/${event.companyId}?tab=billing&invoice=${event.subjectId}`
  const kept =
    typeof event.data.findingId === 'string'
      ? await db.selectFrom('findings').select('found').where('id', '=', event.data.findingId).executeTakeFirst()
      : undefined
  const todo = (kept?.found as { todo?: string } | null | undefined)?.todo
  const lead = `${company.name}: ${about}. ${todo ?? 'Nothing was changed by itself; look at its payments.'}`
  return (await people(db, 'admins')).map((p) => ({
    to: { userId: p.id },
    kind: 'billing_finding' as const,
    title: `${company.name}: ${about}`,
    body: 'Nothing was changed by itself.',
    path,
    mail: {
      id: `billing ${event.id} ${p.id}`,
      subject: `A payment does not fit: ${company.name} · ${brand.shortName}`,
      blocks: [lead, { button: 'Look at its payments', href: `${platform.env.publicUrl}${path}` }],
    },
  }))
}

/** Tells of invoices, payments, refunds and top-ups. */
export const billingTeller: Teller = { topic: 'billing', tell }
