// Agreements of the demo's partners: active for months, awaiting signature, returned for changes, and a draft.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { brand } from '../../brand.config.ts'
import { formatMonth } from '../../src/contract/plain/dates.ts'
import { addDays } from '../../src/contract/plain/days.ts'
import { addMonths, centsIn, lastOfMonth, minutesIn, periodFrom } from '../../src/server/agreements/months.ts'
import { periodText } from '../../src/server/agreements/text/text.ts'
import { activateBlock, grantBlock } from '../../src/server/hours/index.ts'
import { systemOf } from '../../src/server/platform/database/db.ts'
import type { Platform } from '../../src/server/platform/platform.ts'
import { type MadeAgreement, makeAgreement } from '../factories/agreements.ts'
import type { MadeCompany, MadeUser, Owner } from '../factories/people.ts'
import { idAt } from '../factories/tickets.ts'
import { billingDay } from './zones.ts'

type Cast = { companies: Map<string, MadeCompany>; people: Map<string, MadeUser>; now: number }
const DAY = 86_400_000

/** Writes an invoice of an agreement, issued this many days ago, and its payment if it was paid. */
async function bill(
  db: Owner,
  a: MadeAgreement,
  owner: MadeUser,
  line: {
    at: Date
    kind: 'hours' | 'month'
    description: string
    cents: number
    block?: string
    from?: string
    to?: string
    paid?: Date
    by: MadeUser
  },
): Promise<void> {
  const of = { company_id: a.company_id }
  const at = line.at.toISOString()
  const [orderId, invoiceId] = [idAt(line.at), idAt(line.at)]
  await db
    .insertInto('orders')
    .values({
      ...of,
      id: orderId,
      source: line.kind === 'month' ? 'recurring' : 'agreement',
      status: line.paid ? 'paid' : 'open',
      method: 'invoice',
      total_cents: line.cents,
      agreement_id: a.id,
      placed_by: line.kind === 'month' ? null : owner.id,
      created_at: at,
      updated_at: at,
    })
    .execute()
  await db
    .insertInto('order_lines')
    .values({
      ...of,
      id: uuid(),
      order_id: orderId,
      kind: line.kind,
      description: line.description,
      unit_cents: line.cents,
      amount_cents: line.cents,
      agreement_id: a.id,
      block_id: line.block ?? null,
      period_from: line.from ?? null,
      period_to: line.to ?? null,
    })
    .execute()
  await db
    .insertInto('invoices')
    .values({ ...of, id: invoiceId, order_id: orderId, total_cents: line.cents, created_at: at })
    .execute()
  await sql`select issue_invoice(c.id, ${invoiceId}::uuid, hours_day(${at}::timestamptz), hours_day(${at}::timestamptz) + ${a.terms.paymentDays}::int,
    jsonb_build_object('name', c.name, 'address', c.address, 'phone', c.phone, 'email', ${owner.email}::text), provider_party() || jsonb_build_object('email', ${brand.supportEmail}::text))
    from companies c where c.id = ${a.company_id}`.execute(db)
  const paid = line.paid?.toISOString()
  await db
    .updateTable('invoices')
    .set({
      issued_at: at,
      updated_at: paid ?? at,
      ...(paid ? { status: 'paid', paid_at: paid, paid_cents: line.cents } : {}),
    })
    .where('company_id', '=', a.company_id)
    .where('id', '=', invoiceId)
    .execute()
  if (!paid) return
  await db
    .insertInto('payments')
    .values({
      ...of,
      id: uuid(),
      invoice_id: invoiceId,
      method: 'transfer',
      status: 'succeeded',
      amount_cents: line.cents,
      recorded_by: line.by.id,
      reference: `A-${a.number}`,
      paid_at: paid,
      created_at: paid,
      updated_at: paid,
    })
    .execute()
}

/** Writes every month of an agreement until today: its hours, if it includes any, and its invoice. */
async function months(db: Owner, a: MadeAgreement, name: string, owner: MadeUser, by: MadeUser, cast: Cast) {
  const today = await billingDay(db, cast.now)
  let from = a.terms.startsOn as string
  while (from <= today) {
    const period = periodFrom(from, a.terms.endsOn)
    if (!period) break
    const at = new Date(`${from}T13:07:00Z`)
    const cents = centsIn(a.terms.monthlyPriceCents as number, period)
    if (a.terms.monthlyMinutes !== null)
      await grantBlock(
        db,
        { actor: systemOf(a.company_id) },
        {
          companyId: a.company_id,
          id: idAt(at),
          source: 'retainer',
          agreementId: a.id,
          name: `A-${a.number} ${name}, ${formatMonth(from)}`,
          minutes: minutesIn(a.terms.monthlyMinutes, period),
          priceCents: cents,
          startsOn: period.from,
          expiresOn: period.to,
          periodFrom: period.from,
          state: 'active',
          at: at.toISOString(),
        },
      )
    const paid = new Date(at.getTime() + 9 * DAY)
    await bill(db, a, owner, {
      at,
      kind: 'month',
      description: `A-${a.number} ${name}, ${periodText(period)}`,
      cents,
      from: period.from,
      to: period.to,
      by,
      ...(paid.getTime() < cast.now ? { paid } : {}),
    })
    from = addDays(period.to, 1)
  }
  await db
    .updateTable('agreements')
    .set({ next_period_on: from })
    .where('company_id', '=', a.company_id)
    .where('id', '=', a.id)
    .execute()
}

/** Writes the agreements of the demo's partners, with their hours and invoices. */
export async function seedAgreements(db: Owner, _platform: Platform, cast: Cast): Promise<void> {
  const { companies, people, now } = cast
  const ago = (days: number) => new Date(now - days * DAY)
  const helen = people.get('admin@millwright.example') as MadeUser
  const dana = people.get('owner@northgate.example') as MadeUser
  const priya = people.get('owner@bluepeak.example') as MadeUser
  const northgate = (companies.get('Northgate IT') as MadeCompany).id
  const bluepeak = (companies.get('Bluepeak Managed Services') as MadeCompany).id
  const templates = await db.selectFrom('agreement_templates').select(['name', 'body']).execute()
  const text = (name: string) => templates.find((t) => t.name === name)?.body as string
  const firstOf = (day: string) => `${day.slice(0, 7)}-01`
  const today = await billingDay(db, now)

  // A block of hours, signed seven months ago.
  const begun = addMonths(firstOf(today), -7)
  const blockName = 'Automation hours'
  const block = await makeAgreement(db, {
    by: helen,
    companyId: northgate,
    type: 'block_hours',
    name: blockName,
    source: text('Block hours'),
    at: new Date(`${addDays(begun, -6)}T15:20:00Z`).toISOString(),
    terms: {
      startsOn: begun,
      endsOn: addDays(addMonths(begun, 12), -1),
      renewal: 'automatic',
      renewalMonths: 12,
      minutes: 1_200,
      priceCents: 332_500,
      validMonths: 12,
      hourlyRateCents: 17_500,
      overage: 'percent',
      overagePercent: 10,
    },
    signed: { by: dana, at: new Date(`${addDays(begun, -4)}T17:02:00Z`).toISOString() },
  })
  const ordered = new Date(`${addDays(begun, -4)}T17:02:00Z`)
  const blockId = idAt(ordered)
  const system = { actor: systemOf(northgate) }
  await grantBlock(db, system, {
    companyId: northgate,
    id: blockId,
    source: 'agreement',
    agreementId: block.id,
    name: `A-${block.number} ${blockName}`,
    minutes: 1_200,
    priceCents: 332_500,
    validMonths: 12,
    state: 'pending',
    at: ordered.toISOString(),
  })
  const paid = new Date(ordered.getTime() + 6 * DAY)
  await activateBlock(db, system, northgate, blockId, { at: paid.toISOString() })
  await bill(db, block, dana, {
    at: ordered,
    kind: 'hours',
    description: `A-${block.number} ${blockName}: 20 hours`,
    cents: 332_500,
    block: blockId,
    paid,
    by: helen,
  })

  // A monthly retainer with an amendment that awaits signature.
  const since = addMonths(firstOf(today), -2)
  const retainerName = 'Monthly automation care'
  const retainer = await makeAgreement(db, {
    by: helen,
    companyId: northgate,
    type: 'retainer',
    name: retainerName,
    source: text('Monthly retainer'),
    at: new Date(`${addDays(since, -9)}T14:40:00Z`).toISOString(),
    terms: {
      startsOn: since,
      monthlyMinutes: 300,
      monthlyPriceCents: 79_000,
      rollover: 'capped',
      rolloverCap: 120,
      hourlyRateCents: 17_500,
      overage: 'bill',
    },
    signed: { by: dana, at: new Date(`${addDays(since, -7)}T16:11:00Z`).toISOString() },
    amendment: {
      summary:
        'Ten hours of automation care per month instead of five, because onboarding and license checks have grown. The hourly rate goes down.',
      terms: { monthlyMinutes: 600, monthlyPriceCents: 150_000, hourlyRateCents: 16_500 },
      at: ago(2).toISOString(),
    },
  })
  await months(db, retainer, retainerName, dana, helen, cast)

  // One to sign, one to revise, and one to send.
  await makeAgreement(db, {
    by: helen,
    companyId: northgate,
    type: 'managed_automation',
    name: 'After-hours alert handling',
    source: text('Managed automation'),
    at: ago(1).toISOString(),
    terms: { startsOn: addMonths(firstOf(today), 1), monthlyPriceCents: 49_000, coversTime: true },
    sent: true,
  })
  await makeAgreement(db, {
    by: helen,
    companyId: bluepeak,
    type: 'fixed_price',
    name: 'Vessel onboarding workflow',
    source: text('Fixed price project')
      .replace('List what we deliver and how we both verify that it is done:', 'We deliver:')
      .replace('1. …', '1. A form for new vessels in your documentation tool.')
      .replace('2. …', '2. Accounts, groups and licenses created from it.')
      .replace('3. …', '3. A report of every run to the account manager.')
      .replace('Not included: …', 'Not included: migration of existing vessels.'),
    at: ago(6).toISOString(),
    terms: { priceCents: 480_000, coversTime: true },
    returned:
      'Looks good, but please include the migration of our eleven current vessels, and split the invoice into two equal parts.',
  })
  await makeAgreement(db, {
    by: helen,
    companyId: bluepeak,
    type: 'partnership',
    name: 'Partnership 2027',
    source: text('Partnership'),
    at: ago(0.3).toISOString(),
    terms: { monthlyPriceCents: 350_000, hourlyRateCents: 15_000, overage: 'bill', noticeDays: 60 },
  })
  const managed = 'Ticket triage, hosted'
  const from = addMonths(firstOf(today), -3)
  const triage = await makeAgreement(db, {
    by: helen,
    companyId: bluepeak,
    type: 'managed_automation',
    name: managed,
    source: text('Managed automation'),
    at: new Date(`${addDays(from, -5)}T15:00:00Z`).toISOString(),
    terms: { startsOn: from, endsOn: lastOfMonth(addMonths(from, 4)), monthlyPriceCents: 49_000, coversTime: true },
    signed: { by: priya, at: new Date(`${addDays(from, -3)}T18:30:00Z`).toISOString(), ip: '198.51.100.77' },
  })
  await months(db, triage, managed, priya, helen, cast)
}
