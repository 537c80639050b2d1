// Generates a company with everything that a report sums: tickets, time, hours, runs, invoices, payments, refunds and
// projects, in one month and the month before, at random times. The same seed gives the same company.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { addDays } from '../../src/contract/plain/days.ts'
import { placeOrder } from '../../src/server/billing/index.ts'
import { applyPayment, applyRefund } from '../../src/server/billing/payments/settle.ts'
import { deductMinutes, expireBlocks, revokeMinutes, voidBlock } from '../../src/server/hours/moves.ts'
import { systemOf } from '../../src/server/platform/database/db.ts'
import { monthStart } from '../../src/server/reports/period.ts'
import type { Person, TestServer, World } from '../harness/server.ts'
import { makeActiveAgreement } from './agreements.ts'
import { makeInstallation, makeRuns } from './automations.ts'
import { makeClient } from './contacts.ts'
import { makeDraw, makeHours } from './hours.ts'
import { makeProject } from './projects.ts'
import { makeMessage, makeTicket } from './tickets.ts'
import { makeTime } from './time.ts'

/** A generated company, with the people and clients that tests ask for reports as. */
export type GeneratedCompany = {
  seed: number
  company: { id: string; name: string }
  owner: Person
  member: Person
  clients: { id: string }[]
  zone: string
}

/** Returns a seeded random number generator (mulberry32). */
export function random(seed: number) {
  let a = seed
  const next = () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return { int, maybe: (p: number) => next() < p, pick: <T>(of: readonly T[]) => of[int(0, of.length - 1)] as T }
}
const DAY = 86_400_000
/** Days after the first one in which everything has happened. */
const LASTS = 76
/**
 * The first days of three months: most happens in the first two. They are those of the last February or August that is
 * long enough ago, because the hours screen shows a year. With any month, the same seed would be another company in
 * each month, and each has its own change of clocks.
 */
export const MONTHS = ((): [string, string, string] => {
  const until = Date.now() - LASTS * DAY
  const year = new Date(until).getUTCFullYear()
  const starts = [`${year - 1}-08-01`, `${year}-02-01`, `${year}-08-01`]
  const first = starts.findLast((start) => Date.parse(start) <= until) as string
  return [first, monthStart(first, 1), monthStart(first, 2)]
})()
const FIRST = Date.parse(`${MONTHS[0]}T04:00:00Z`)
/** West and east of UTC, half hours, and days that begin before or after those of the provider. */
const ZONES = [
  'America/New_York',
  'Pacific/Auckland',
  'America/Los_Angeles',
  'Asia/Kolkata',
  'America/Havana',
  'Pacific/Pago_Pago',
  'Australia/Lord_Howe',
  'Europe/Lisbon',
] as const

/** Creates the company of a seed. Its records are from `MONTHS`. */
export async function generateCompany(server: TestServer, world: World, seed: number): Promise<GeneratedCompany> {
  const r = random(seed)
  const zone = r.pick(ZONES)
  const db = server.db
  const company = await server.company({ name: `Generated ${seed}`, time_zone: zone } as never)
  const owner = await server.person(company, 'owner')
  const member = await server.person(company, 'member')
  const clients = [
    await makeClient(db, { company_id: company.id, name: `Client A ${seed}` }),
    await makeClient(db, { company_id: company.id, name: `Client B ${seed}` }),
  ]
  // These two leave the company and the provider at the end. Their records stay.
  const leaver = await server.person(company, 'member', { fullName: `Leaver ${seed}` })
  const former = await server.person({ id: world.engineer.companyId } as never, 'engineer', {
    fullName: `Former ${seed}`,
  })
  const partners = [owner, member, leaver]
  const staff = [world.engineer, world.admin, former]
  const at = (ms: number) => new Date(ms).toISOString()
  // A time in the first or second month, or a few days outside both.
  const when = () => FIRST + r.int(-5 * 1440, 66 * 1440) * 60_000
  const day = (ms: number) => at(ms).slice(0, 10)
  const tickets: { id: string; company_id: string; number: number }[] = []
  for (let n = 0; n < 40; n++) {
    const opened = when()
    const answered = r.maybe(0.8) ? opened + r.int(1, 3000) * 60_000 : null
    const status = r.pick(['new', 'in_progress', 'resolved', 'closed', 'resolved'] as const)
    const done = status === 'resolved' || status === 'closed' ? opened + r.int(1, 9000) * 60_000 : null
    const rated = done !== null && r.maybe(0.5) ? done + 60_000 : null
    const priority = r.pick(['P1', 'P2', 'P3', 'P4'] as const)
    const ticket = await makeTicket(db, {
      requester: r.pick(partners),
      category: r.pick(['automation', 'billing', 'other'] as const),
      priority,
      status,
      created_at: at(opened),
      updated_at: at(done ?? opened),
      assignee_id: r.maybe(0.7) ? r.pick(staff).id : null,
      client_id: r.maybe(0.6) ? r.pick(clients).id : null,
      first_response_at: answered && at(answered),
      closed_unanswered: status === 'closed' && answered === null && r.maybe(0.5),
      response_due_at: r.maybe(0.7) ? at(opened + r.int(1, 3000) * 60_000) : null,
      resolution_due_at: r.maybe(0.7) ? at(opened + r.int(1, 9000) * 60_000) : null,
      sla_paused_ms: done ? r.int(0, 30) * 60_000 : 0,
      // Some waited until they were resolved.
      sla_paused_at: done ? at(r.maybe(0.3) ? Math.max(opened, done - r.int(0, 300) * 60_000) : done) : null,
      resolved_at: status === 'resolved' && done ? at(done) : null,
      closed_at: status === 'closed' && done ? at(done) : null,
      ...(rated ? { rating: r.int(1, 5), rated_at: at(rated), rated_by: r.pick(partners).id } : {}),
    } as never)
    tickets.push(ticket)
    if (r.maybe(0.25))
      await makeMessage(db, {
        ticket,
        author: owner,
        byStaff: false,
        kind: 'event',
        body: '',
        created_at: at(when()),
        data: JSON.stringify({ type: 'status', from: r.pick(['resolved', 'closed']), to: 'in_progress' }),
      } as never)
  }
  const project = await makeProject(db, {
    company_id: company.id,
    by: world.engineer,
    budget_minutes: 600,
    tasks: [1, 2, 3].map((n) => ({
      title: `Task ${n}`,
      ...(r.maybe(0.7) ? { status: 'done', completed_at: at(when()), completed_by: world.engineer.id } : {}),
    })),
  })
  const ended = await makeProject(db, {
    company_id: company.id,
    by: world.engineer,
    status: 'done',
    completed_at: at(when()),
    tasks: [{ title: 'Handover' }],
  })
  // Time was entered on it after its last change.
  await sql`update projects set updated_at = ${at(FIRST - 30 * DAY)} where id = ${ended.id}`.execute(db)
  const entries: { id: string; at: number }[] = []
  for (let n = 0; n < 40; n++) {
    const worked = when()
    const onTask = r.maybe(0.3) ? r.pick([...project.taskIds, ...ended.taskIds]) : null
    const billable = r.maybe(0.8)
    const entry = await makeTime(db, {
      ticket: r.pick(tickets),
      by: r.pick(staff),
      ...(onTask ? { ticket_id: null, task_id: onTask } : {}),
      minutes: r.int(1, 240),
      worked_on: day(worked),
      billable,
      ...(billable ? {} : { reason: 'goodwill' }),
      ...(r.maybe(0.1) ? { removed_at: at(worked), removed_by: world.engineer.id, removed: true } : {}),
    } as never).catch(() => null)
    if (entry && billable) entries.push({ id: entry.id, at: worked })
  }
  await moveHours(server, world, r, company.id, entries)
  await sql`select make_run_months(${monthStart(MONTHS[0], -2)}::date, ${addDays(monthStart(MONTHS[2], 1), -1)}::date)`.execute(
    db,
  )
  const by = { actor: systemOf(company.id) }
  const installed: { id: string; companyId: string }[] = []
  for (let n = 0; n < 4; n++) {
    const i = await makeInstallation(db, {
      companyId: company.id,
      name: `Automation ${n}`,
      priceModel: r.pick(['monthly', 'one_time'] as const),
      priceCents: r.int(0, 50_000),
      status: n === 0 ? 'requested' : 'live',
      liveAt: at(when()),
    })
    installed.push(i)
    if (n > 0)
      await makeRuns(
        db,
        i,
        Array.from({ length: 30 }, () => ({
          startedAt: at(when()),
          status: r.pick(['succeeded', 'failed', 'skipped'] as const),
          ...(r.maybe(0.4) ? { clientId: r.pick(clients).id } : {}),
        })),
      )
  }
  // Invoices: separate orders with odd cents, an agreement shared by two automations, hours, a draft, and a void one.
  const agreement = uuid()
  await sql`insert into agreements (company_id, id, name, type, status, monthly_price_cents, created_by)
    values (${company.id}, ${agreement}, 'Care', 'managed_automation', 'draft', 10001, ${world.admin.id})`.execute(db)
  const [first, second, third, fourth] = installed as unknown as [
    { id: string },
    { id: string },
    { id: string },
    { id: string },
  ]
  await sql`update installations set agreement_id = ${agreement}, created_at = ${at(FIRST - 40 * DAY)}
    where id in (${second.id}, ${third.id})`.execute(db)
  const bill = async (lines: object[], issuedOn: string, more: { issue?: boolean; agreementId?: string } = {}) => {
    const placed = await db.transaction().execute((tx) =>
      placeOrder(tx, by, {
        companyId: company.id,
        source: 'manual',
        method: 'invoice',
        paymentDays: 15,
        issue: true,
        lines: lines as never,
        ...more,
      }),
    )
    await sql`update invoices set issued_on = ${issuedOn}::date, due_on = ${issuedOn}::date + 15 where id = ${placed.invoiceId} and number is not null`.execute(
      db,
    )
    return placed
  }
  const pay = async (invoiceId: string, cents: number, back: number) => {
    if (cents <= 0) return
    const id = uuid()
    await db.transaction().execute(async (tx) => {
      await applyPayment(tx, {
        companyId: company.id,
        invoiceId,
        method: 'transfer',
        status: 'succeeded',
        amountCents: cents,
        currency: 'usd',
        id,
        reference: 'SCT',
      })
      if (back > 0)
        await applyRefund(tx, {
          companyId: company.id,
          paymentId: id,
          amountCents: back,
          status: 'succeeded',
          reason: 'x',
        })
    })
    await sql`update payments set paid_at = ${at(when())} where id = ${id}`.execute(db)
  }
  for (const one of [first, fourth]) {
    const lines = Array.from({ length: r.int(2, 4) }, (_, n) => ({
      kind: n === 1 ? 'other' : 'product',
      description: 'Set-up',
      quantity: r.int(1, 3),
      unitCents: r.int(1, 33_333),
    }))
    const total = lines.reduce((n, l) => n + l.quantity * l.unitCents, 0)
    const { orderId, invoiceId } = await bill(lines, day(when()))
    await sql`update installations set order_id = ${orderId} where id = ${one.id}`.execute(db)
    await pay(invoiceId, r.int(1, total), r.maybe(0.5) ? 1 : 0)
  }
  for (const month of MONTHS) {
    const lines = [
      {
        kind: 'month',
        description: 'Care',
        quantity: 1,
        unitCents: 10_001,
        agreementId: agreement,
        periodFrom: month,
        periodTo: `${month.slice(0, 8)}28`,
      },
      { kind: 'other', description: 'Travel', quantity: 1, unitCents: r.int(1, 999) },
    ]
    const { invoiceId } = await bill(lines, day(when()), { agreementId: agreement })
    if (month === MONTHS[2])
      await sql`update order_lines set voided = true where order_id = (select order_id from invoices where id = ${invoiceId})`
        .execute(db)
        .then(() =>
          sql`update invoices set status = 'void', voided_at = now(), void_reason = 'x' where id = ${invoiceId}`.execute(
            db,
          ),
        )
    else await pay(invoiceId, r.int(1, 10_000), 0)
  }
  await bill([{ kind: 'hours', description: '10 hours', quantity: 1, unitCents: 100_000 }], day(when()))
  const left = [{ kind: 'product', description: 'Left', quantity: 1, unitCents: 5_000 }]
  await bill(left, addDays(MONTHS[1], 1), { issue: false })
  await rearrange(server, r, { tickets, entries, clients })
  for (const [id, by] of [
    [leaver.id, owner],
    [former.id, world.admin],
  ] as const) {
    const { status } = await server.call('POST', `/v1/users/${id}/deactivate`, { as: by })
    if (status !== 200) throw new Error(`The user was not deactivated: ${status}`)
  }
  return { seed, company, owner, member, clients, zone }
}

type Random = ReturnType<typeof random>

/** Grants, draws, corrects, removes, expires and rolls over minutes, each at its own time. */
async function moveHours(
  server: TestServer,
  world: World,
  r: Random,
  companyId: string,
  entries: readonly { id: string; at: number }[],
): Promise<void> {
  const { db } = server
  const by = { actor: systemOf(companyId) }
  const iso = (ms: number) => new Date(ms).toISOString()
  const steps: { at: number; does: (at: string) => Promise<unknown> }[] = []
  const step = (at: number, does: (at: string) => Promise<unknown>) => steps.push({ at, does })
  const random = () => FIRST + r.int(-4 * 1440, 64 * 1440) * 60_000
  // Hours beyond the balance are billed.
  const billed = await makeActiveAgreement(db, {
    company_id: companyId,
    by: world.admin,
    overage: 'bill',
    hourly_rate_cents: 17_500,
  })
  const retainer = await makeActiveAgreement(db, {
    company_id: companyId,
    by: world.admin,
    type: 'retainer',
    monthly_minutes: 240,
    monthly_price_cents: 60_000,
    starts_on: MONTHS[0],
    rollover: 'capped',
    rollover_cap: 90,
  } as never)
  const blocks: string[] = []
  const grant = (at: number, fields: object) =>
    step(at, async (when) => blocks.push((await makeHours(db, companyId, { at: when, ...fields } as never)).id))
  grant(FIRST - 6 * DAY, { minutes: r.int(500, 3_000) })
  grant(FIRST - 6 * DAY + 1, { minutes: r.int(30, 600), expiresOn: addDays(MONTHS[1], r.int(9, 27)) })
  grant(random(), { minutes: r.int(30, 900), source: 'grant', priceCents: 0, reason: 'Goodwill' })
  grant(random(), { minutes: r.int(30, 900) })
  for (const month of MONTHS.slice(0, 2))
    grant(Date.parse(`${month}T13:07:00Z`), {
      minutes: 240,
      source: 'retainer',
      agreementId: retainer.id,
      periodFrom: month,
      startsOn: month,
      expiresOn: addDays(monthStart(month, 1), -1),
    })
  step(random(), (at) => deductMinutes(db, by, { companyId, minutes: 7, reason: 'Correction', at }).catch(() => {}))
  step(random(), (at) => revokeMinutes(db, by, companyId, blocks[0] as string, 11, 'Refund', { at }).catch(() => {}))
  step(random(), (at) => voidBlock(db, by, companyId, r.pick(blocks), 'Refund', { at }).catch(() => {}))
  for (const e of entries) {
    const draw = (minutes: number | null) => (at: string) =>
      makeDraw(db, { companyId, id: e.id, minutes, agreementId: billed.id, overage: 'bill', at })
    step(e.at, draw(r.int(1, 240)))
    // Corrected later: another number of minutes, or not charged at all.
    if (r.maybe(0.3)) step(e.at + r.int(1, 9 * 1440) * 60_000, draw(r.maybe(0.3) ? null : r.int(1, 300)))
  }
  for (let at = FIRST - 6 * DAY + 6 * 3_600_000; at < FIRST + 68 * DAY; at += DAY)
    step(at, (when) => expireBlocks(db, by, companyId, { at: when, day: when.slice(0, 10) }))
  for (const { at, does } of steps.toSorted((a, b) => a.at - b.at)) await does(iso(at))
}

/** Merges tickets, gives them to other clients and categories, and moves time between them. */
async function rearrange(
  { db }: TestServer,
  r: Random,
  made: {
    tickets: readonly { id: string }[]
    entries: readonly { id: string }[]
    clients: readonly { id: string }[]
  },
): Promise<void> {
  const [into, ...others] = made.tickets as [{ id: string }, ...{ id: string }[]]
  const merged = others.filter(() => r.maybe(0.1))
  const left = made.tickets.filter((t) => !merged.includes(t))
  for (const { id } of merged)
    await db
      .updateTable('tickets')
      .set({ status: 'closed', closed_at: new Date(FIRST).toISOString(), resolved_at: null, merged_into: into.id })
      .set({ merged_at: new Date(FIRST).toISOString() })
      .where('id', '=', id)
      .execute()
  // A merge takes the time along.
  await sql`update time_entries e set ticket_id = t.merged_into from tickets t
    where t.company_id = e.company_id and t.id = e.ticket_id and t.merged_into = ${into.id}`.execute(db)
  for (const { id } of left.filter(() => r.maybe(0.2)))
    await db
      .updateTable('tickets')
      .set({ client_id: r.maybe(0.3) ? null : r.pick(made.clients).id, category: r.pick(['licenses', 'billing']) })
      .where('id', '=', id)
      .execute()
  for (const { id } of made.entries.filter(() => r.maybe(0.2)))
    await db
      .updateTable('time_entries')
      .set({ ticket_id: r.pick(left).id })
      .where('id', '=', id)
      .where('task_id', 'is', null)
      .execute()
}
