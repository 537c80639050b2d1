// Recalculates every figure of every report from the raw rows of generated companies, with a simple independent method.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeInstallation, makeRuns } from '../../../test/factories/automations.ts'
import { makeClient } from '../../../test/factories/contacts.ts'
import { makeDraw, makeHours } from '../../../test/factories/hours.ts'
import { makeProject } from '../../../test/factories/projects.ts'
import { makeMessage, makeTicket } from '../../../test/factories/tickets.ts'
import { makeTime } from '../../../test/factories/time.ts'
import { type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { placeOrder } from '../billing/index.ts'
import { applyPayment, applyRefund } from '../billing/payments/settle.ts'
import { systemOf } from '../platform/database/db.ts'

let server: TestServer
let world: World
type Company = {
  company: { id: string; name: string }
  owner: Person
  member: Person
  clients: { id: string }[]
  zone: string
}
const companies: Company[] = []

/** Returns a seeded random number generator (mulberry32). */
function random(seed: number) {
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
const FIRST = Date.UTC(2026, 7, 1, 4)
const SPAN = { from: '2026-09-01', to: '2026-09-30' }
const BEFORE = { from: '2026-08-01', to: '2026-08-31' }

async function generate(seed: number, zone: string): Promise<Company> {
  const r = random(seed)
  const db = server.db
  const company = await server.company({ name: `Generated ${seed}`, time_zone: zone } as never)
  const owner = await server.person(company, 'owner')
  const member = await server.person(company, 'member')
  const clients = [
    await makeClient(db, { company_id: company.id, name: `Client A ${seed}` }),
    await makeClient(db, { company_id: company.id, name: `Client B ${seed}` }),
  ]
  const staff = [world.engineer, world.admin]
  const at = (ms: number) => new Date(ms).toISOString()
  // In September and the month before, and some outside both.
  const when = () => FIRST + r.int(-5 * 1440, 66 * 1440) * 60_000
  const day = (ms: number) => at(ms).slice(0, 10)
  await makeHours(db, company.id, { minutes: 20_000, at: at(FIRST - 6 * DAY) } as never)
  const tickets: { id: string; company_id: string; number: number }[] = []
  for (let n = 0; n < 40; n++) {
    const opened = when()
    const answered = r.maybe(0.8) ? opened + r.int(1, 3000) * 60_000 : null
    const status = r.pick(['new', 'in_progress', 'resolved', 'closed', 'resolved'] as const)
    const done = status === 'resolved' || status === 'closed' ? opened + r.int(1, 9000) * 60_000 : null
    const rated = done !== null && r.maybe(0.5) ? done + 60_000 : null
    const priority = r.pick(['P1', 'P2', 'P3', 'P4'] as const)
    const ticket = await makeTicket(db, {
      requester: owner,
      category: r.pick(['automation', 'billing', 'other'] as const),
      priority,
      status,
      created_at: at(opened),
      updated_at: at(done ?? opened),
      assignee_id: r.maybe(0.7) ? r.pick(staff).id : null,
      client_id: r.maybe(0.6) ? r.pick(clients).id : null,
      first_response_at: answered && at(answered),
      response_due_at: r.maybe(0.7) ? at(opened + r.int(1, 3000) * 60_000) : null,
      resolution_due_at: r.maybe(0.7) ? at(opened + r.int(1, 9000) * 60_000) : null,
      sla_paused_ms: done ? r.int(0, 30) * 60_000 : 0,
      resolved_at: status === 'resolved' && done ? at(done) : null,
      closed_at: status === 'closed' && done ? at(done) : null,
      ...(rated ? { rating: r.int(1, 5), rated_at: at(rated), rated_by: owner.id } : {}),
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
    if (entry && billable)
      await makeDraw(db, { companyId: company.id, id: entry.id, minutes: r.int(1, 240), at: at(worked) } as never)
  }
  await sql`select make_run_months('2026-06-01', '2026-10-31')`.execute(db)
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
  for (const month of ['2026-08-01', '2026-09-01', '2026-10-01']) {
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
    if (month === '2026-10-01')
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
  await bill([{ kind: 'product', description: 'Left', quantity: 1, unitCents: 5_000 }], '2026-09-02', { issue: false })
  return { company, owner, member, clients, zone }
}

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  companies.push(await generate(7, 'America/New_York'), await generate(11, 'Pacific/Auckland'))
})
afterAll(() => server.close())

// ---- the naive recount
const dayIn = (zone: string, when: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(when),
  )
const rowsOf = async <T>(table: string, ids: readonly string[]): Promise<T[]> =>
  (
    await sql<{
      row: T
    }>`select to_jsonb(r) as row from ${sql.table(table)} r where r.company_id = any(${sql.val(ids)}::uuid[])`.execute(
      server.db,
    )
  ).rows.map(({ row }) => row)
const sum = <T>(of: readonly T[], value: (t: T) => number) => of.reduce((n, t) => n + value(t), 0)
const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1000) / 10)
const ninth = (minutes: number[], part: number) =>
  minutes.length === 0 ? null : (minutes.toSorted((a, b) => a - b)[Math.ceil(part * minutes.length) - 1] as number)
/** Splits cents by weights: each part is the difference of two rounded-down running totals. */
const split = (cents: number, weights: readonly number[]) => {
  const whole = sum(weights, (w) => w)
  let running = 0
  return weights.map((w) => {
    const before = Math.floor((cents * running) / whole)
    running += w
    return Math.floor((cents * running) / whole) - before
  })
}
// biome-ignore lint/suspicious/noExplicitAny: raw rows of many tables
type Any = Record<string, any>
type Recount = { of: readonly Company[]; client?: string | undefined; zone: string }

async function recount({ of, client, zone }: Recount, span: { from: string; to: string }) {
  const ids = of.map((c) => c.company.id)
  const inside = (day: string) => day >= span.from && day <= span.to
  const on = (when: string | null) => when !== null && inside(dayIn(zone, when))
  const all = await rowsOf<Any>('tickets', ids)
  const tickets = all.filter((t) => t.merged_into === null && (!client || t.client_id === client))
  const mine = new Set(tickets.map((t) => t.id))
  // In a report of all companies, each company's days are in its own time zone.
  const onOf = (t: Any, when: string | null) =>
    when !== null && inside(dayIn(of.find((c) => c.company.id === t.company_id)?.zone ?? zone, when))
  const done = (t: Any) => t.resolved_at ?? t.closed_at
  const answered = tickets.filter((t) => onOf(t, t.first_response_at))
  const resolved = tickets.filter((t) => onOf(t, done(t)))
  const kept = (list: Any[], at: (t: Any) => string, due: string) => {
    const promised = list.filter((t) => t[due] !== null)
    const held = promised.filter((t) => Date.parse(at(t)) <= Date.parse(t[due]))
    return { share: share(held.length, promised.length), missed: promised.length - held.length }
  }
  const minutes = (from: string, to: string, less = 0) =>
    Math.max(0, Math.floor((Date.parse(to) - Date.parse(from) - less) / 60_000))
  const responses = answered.map((t) => minutes(t.created_at, t.first_response_at))
  const resolutions = resolved.map((t) => minutes(t.created_at, done(t), Number(t.sla_paused_ms)))
  const rated = tickets.filter((t) => onOf(t, t.rated_at))
  const reopened = (await rowsOf<Any>('messages', ids)).filter(
    (m) =>
      m.kind === 'event' &&
      m.data.type === 'status' &&
      ['resolved', 'closed'].includes(m.data.from) &&
      !['resolved', 'closed'].includes(m.data.to) &&
      mine.has(m.ticket_id) &&
      onOf(m, m.created_at),
  )
  const responseKept = kept(answered, (t) => t.first_response_at, 'response_due_at')
  const resolutionKept = kept(resolved, done, 'resolution_due_at')
  const entries = await rowsOf<Any>('time_entries', ids)
  const lines = (await rowsOf<Any>('hour_ledger', ids)).filter(
    (l) => onOf(l, l.created_at) && (!client || mine.has(entries.find((e) => e.id === l.entry_id)?.ticket_id)),
  )
  const booked = lines.filter((l) => l.entry_id !== null)
  const other = lines.filter((l) => l.entry_id === null)
  const added = other.filter(
    (l) => ['purchase', 'grant'].includes(l.kind) || (l.kind === 'adjustment' && l.minutes > 0),
  )
  const expired = other.filter((l) => l.kind === 'expiry' || (l.kind === 'reversal' && l.minutes > 0))
  const taken = other.filter((l) => !added.includes(l) && !expired.includes(l))
  const installations = await rowsOf<Any>('installations', ids)
  const runs = (await rowsOf<Any>('runs', ids)).filter(
    (r) =>
      inside(dayIn(installations.find((i) => i.id === r.installation_id)?.time_zone, r.started_at)) &&
      (!client || r.client_id === client),
  )
  const ran = (status: string) => runs.filter((r) => r.status === status).length
  const saved = sum(runs, (r) => r.minutes_saved ?? 0)
  // Money: full lines of issued invoices, added up here.
  const orders = await rowsOf<Any>('order_lines', ids)
  const invoices = await rowsOf<Any>('invoices', ids)
  const payments = await rowsOf<Any>('payments', ids)
  const refunds = await rowsOf<Any>('refunds', ids)
  const costs = new Map<string, { cost: number; paid: number }>(installations.map((i) => [i.id, { cost: 0, paid: 0 }]))
  const text = (day: unknown) => (typeof day === 'string' ? day.slice(0, 10) : null)
  for (const invoice of invoices.filter((i) => !['draft', 'void'].includes(i.status))) {
    const of = orders
      .filter((l) => l.order_id === invoice.order_id)
      .toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
    const came = payments.filter((p) => p.invoice_id === invoice.id && p.status === 'succeeded')
    const back = refunds.filter((f) => f.status === 'succeeded' && came.some((p) => p.id === f.payment_id))
    const kept = sum(came, (p) => p.amount_cents) - sum(back, (f) => f.amount_cents)
    const paid = split(
      kept,
      of.map((l) => l.amount_cents),
    )
    for (const [n, line] of of.entries()) {
      if (!['product', 'month', 'agreement'].includes(line.kind) || line.block_id !== null) continue
      if (!inside(text(line.period_from) ?? (text(invoice.issued_on) as string))) continue
      const direct = installations.filter((i) => i.order_id === invoice.order_id)
      const sharing = (
        direct.length > 0
          ? direct
          : installations.filter((i) => i.agreement_id !== null && i.agreement_id === line.agreement_id)
      ).toSorted((a, b) => (a.id < b.id ? -1 : 1))
      if (sharing.length === 0) continue
      const prices = sharing.map((i) => i.price_cents ?? 0)
      const weights = sum(prices, (p) => p) === 0 ? prices.map(() => 1) : prices
      const cost = split(line.amount_cents, weights)
      const got = split(paid[n] as number, weights)
      for (const [k, i] of sharing.entries()) {
        const was = costs.get(i.id) as { cost: number; paid: number }
        costs.set(i.id, { cost: was.cost + (cost[k] as number), paid: was.paid + (got[k] as number) })
      }
    }
  }
  const projects = await rowsOf<Any>('projects', ids)
  const tasks = await rowsOf<Any>('project_tasks', ids)
  const work = entries.filter((e) => !e.removed && inside(text(e.worked_on) as string))
  const month = (when: string | null) => when !== null && inside(dayIn('America/New_York', when))
  return {
    costs,
    figures: {
      'tickets.opened': tickets.filter((t) => onOf(t, t.created_at)).length,
      'tickets.resolved': resolved.length,
      'tickets.reopened': reopened.length,
      'tickets.open': tickets.filter((t) => !['resolved', 'closed'].includes(t.status)).length,
      'tickets.response_median': ninth(responses, 0.5),
      'tickets.response_p90': ninth(responses, 0.9),
      'tickets.response_kept': responseKept.share,
      'tickets.response_missed': responseKept.missed,
      'tickets.resolution_median': ninth(resolutions, 0.5),
      'tickets.resolution_kept': resolutionKept.share,
      'tickets.resolution_missed': resolutionKept.missed,
      'tickets.rating': rated.length === 0 ? null : Math.round((sum(rated, (t) => t.rating) / rated.length) * 10) / 10,
      'tickets.rated': rated.length,
      'hours.drawn': 0 - sum(booked, (l) => l.minutes),
      'hours.added': sum(added, (l) => l.minutes),
      'hours.expired': 0 - sum(expired, (l) => l.minutes),
      'hours.taken': 0 - sum(taken, (l) => l.minutes),
      'hours.overage': sum(lines, (l) => l.overage),
      'hours.balance': sum(await rowsOf<Any>('hour_ledger', ids), (l) => l.minutes),
      'automations.runs': runs.length,
      'automations.success': share(ran('succeeded'), ran('succeeded') + ran('failed')),
      'automations.failed': ran('failed'),
      'automations.skipped': ran('skipped'),
      'automations.minutes': saved,
      'automations.saved': Math.round((saved * 6000) / 60),
      'automations.cost': sum([...costs.values()], (c) => c.cost),
      'automations.paid': sum([...costs.values()], (c) => c.paid),
      'projects.active': projects.filter((p) => !['done', 'cancelled'].includes(p.status)).length,
      'projects.completed': projects.filter((p) => p.status === 'done' && on(p.completed_at)).length,
      'projects.tasks': tasks.filter((t) => on(t.completed_at)).length,
      'projects.minutes': sum(
        work.filter((e) => e.task_id !== null),
        (e) => e.minutes,
      ),
      'workload.minutes': sum(work, (e) => e.minutes),
      'workload.charged': share(
        sum(
          work.filter((e) => e.billable),
          (e) => e.minutes,
        ),
        sum(work, (e) => e.minutes),
      ),
      'workload.resolved': resolved.filter((t) => t.assignee_id !== null).length,
      'workload.open': tickets.filter((t) => t.assignee_id !== null && !['resolved', 'closed'].includes(t.status))
        .length,
      'revenue.invoiced': sum(
        invoices.filter((i) => ['open', 'paid', 'refunded'].includes(i.status) && inside(text(i.issued_on) as string)),
        (i) => i.total_cents,
      ),
      'revenue.paid': sum(
        payments.filter((p) => p.status === 'succeeded' && month(p.paid_at)),
        (p) => p.amount_cents,
      ),
      'revenue.refunded': sum(
        refunds.filter((f) => f.status === 'succeeded' && month(f.created_at)),
        (f) => f.amount_cents,
      ),
      'revenue.overdue': sum(
        invoices.filter(
          (i) =>
            i.status === 'open' && (text(i.due_on) as string) < dayIn('America/New_York', new Date().toISOString()),
        ),
        (i) => {
          const came = payments.filter((p) => p.invoice_id === i.id && p.status === 'succeeded')
          const back = refunds.filter((f) => f.status === 'succeeded' && came.some((p) => p.id === f.payment_id))
          return i.total_cents - sum(came, (p) => p.amount_cents) + sum(back, (f) => f.amount_cents)
        },
      ),
    } as Record<string, number | null>,
  }
}

type Report = {
  timeZone: string
  definitions: Record<string, { now?: boolean }>
  sections: {
    key: string
    figures: { key: string; value: number | null; before: number | null }[]
    tables: { key: string; columns: string[]; rows: { id: string | null; name: string; values: (number | null)[] }[] }[]
  }[]
}
const report = async (as: Person, query = '') =>
  (await server.call<Report>('GET', `/v1/reports?from=${SPAN.from}&to=${SPAN.to}&compare=true${query}`, { as })).body

/** Checks that every figure equals the recount, now and before, and that tables add up to their figures. */
async function compare(got: Report, of: Recount) {
  const now = await recount(of, SPAN)
  const before = await recount(of, BEFORE)
  const figures = got.sections.flatMap((s) => s.figures)
  expect(figures.length).toBeGreaterThan(10)
  expect(figures.map((f) => [f.key, f.value])).toEqual(figures.map((f) => [f.key, now.figures[f.key]]))
  const compared = figures.filter((f) => f.before !== null)
  expect(compared.map((f) => [f.key, f.before])).toEqual(compared.map((f) => [f.key, before.figures[f.key]]))
  // Columns that can be summed add up to the figure, in every table.
  const SUMMED =
    /opened|resolved$|reopened|missed|rated|drawn|added|expired|taken|overage$|runs|succeeded|failed|\.minutes|cost|paid|invoiced|refunded|tasks|workload\.open/
  for (const table of got.sections.flatMap((s) => s.tables))
    for (const [n, column] of table.columns.entries()) {
      const figure = figures.find((f) => f.key === column)
      if (!figure || !SUMMED.test(column) || table.rows.length === 0) continue
      expect(
        sum(table.rows, (r) => r.values[n] ?? 0),
        `${table.key} ${column}`,
      ).toBe(figure.value)
    }
  return { now, keys: figures.map((f) => f.key) }
}

describe('every figure equals the sum of its raw rows', () => {
  test('for the owner of a company, with the cost of each automation from its invoice lines', async () => {
    for (const c of companies) {
      const got = await report(c.owner)
      const { now, keys } = await compare(got, { of: [c], zone: c.zone })
      expect(keys).toContain('automations.paid')
      expect(now.figures['automations.cost']).toBeGreaterThan(0)
      const table = got.sections.flatMap((s) => s.tables).find((t) => t.key === 'automations.byAutomation')
      const cost = table?.columns.indexOf('automations.cost') as number
      for (const row of table?.rows ?? [])
        expect([row.values[cost], row.values[cost + 1]], row.name).toEqual([
          now.costs.get(row.id as string)?.cost,
          now.costs.get(row.id as string)?.paid,
        ])
    }
  })
  test('for a member, without money', async () => {
    const [c] = companies as [Company]
    const { keys } = await compare(await report(c.member), { of: [c], zone: c.zone })
    expect(keys.filter((k) => /cost|paid|saved$|revenue/.test(k))).toEqual([])
  })
  test('for one client', async () => {
    for (const c of companies)
      for (const { id } of c.clients)
        await compare(await report(c.owner, `&client=${id}`), { of: [c], client: id, zone: c.zone })
  })
  test('for staff, one company', async () => {
    for (const c of companies) {
      const { keys } = await compare(await report(world.admin, `&company=${c.company.id}`), { of: [c], zone: c.zone })
      expect(keys).toContain('revenue.overdue')
    }
  })
  test('for staff, all companies', async () => {
    const { rows } = await sql<{ id: string }>`select id from companies`.execute(server.db)
    const others = rows.filter((r) => !companies.some((c) => c.company.id === r.id))
    const of = [
      ...companies,
      ...others.map((o) => ({ company: { id: o.id, name: '' }, zone: 'America/New_York' }) as Company),
    ]
    await compare(await report(world.admin), { of, zone: 'America/New_York' })
  })
})
