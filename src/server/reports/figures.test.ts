// Recalculates every figure of every report from the raw rows of generated companies, with a simple independent method.
// The seed of a company is in the name of its test. The soak lane draws new ones; `REPORT_SEED=7` runs one again.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type GeneratedCompany as Company,
  generateCompany,
  MONTHS,
  random,
} from '../../../test/factories/generated-company.ts'
import { soak } from '../../../test/harness/lane.ts'
import { type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { addDays } from '../../contract/plain/days.ts'
import { definitionOf, type FigureKey } from '../../contract/report-figures.ts'
import type { Block } from '../platform/documents/sheet.ts'
import { reportDocumentTemplate } from './document-template.ts'
import { formatValue } from './words.ts'

const SEEDS = process.env.REPORT_SEED
  ? [Number(process.env.REPORT_SEED)]
  : soak
    ? Array.from({ length: 40 }, () => 1 + Math.floor(Math.random() * 900_000))
    : [15, 24]

let server: TestServer
let world: World
const companies = new Map<number, Company>()

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  for (const seed of SEEDS) companies.set(seed, await generateCompany(server, world, seed))
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
const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part * 1000) / whole) / 10)
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
  const shareInTime = (list: Any[], at: (t: Any) => string, due: string) => {
    const promised = list.filter((t) => t[due] !== null)
    const held = promised.filter((t) => Date.parse(at(t)) <= Date.parse(t[due]))
    return { share: share(held.length, promised.length), missed: promised.length - held.length }
  }
  const minutes = (from: string, to: string, less = 0) =>
    Math.max(0, Math.floor((Date.parse(to) - Date.parse(from) - less) / 60_000))
  const responses = answered.map((t) => minutes(t.created_at, t.first_response_at))
  // A ticket that its own company closed before an answer has no resolution time, and counts for the SLA only if it
  // was late by then.
  const resolutions = resolved
    .filter((t) => !t.closed_unanswered)
    // A ticket that is resolved while it waits is still paused.
    .map((t) => {
      const end = [done(t), t.sla_paused_at ?? done(t)].toSorted((a, b) => Date.parse(a) - Date.parse(b))[0]
      return minutes(t.created_at, end, Number(t.sla_paused_ms))
    })
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
  const responseKept = shareInTime(answered, (t) => t.first_response_at, 'response_due_at')
  const resolutionKept = shareInTime(
    resolved.filter((t) => !t.closed_unanswered || Date.parse(done(t)) > Date.parse(t.resolution_due_at)),
    done,
    'resolution_due_at',
  )
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
  // Revenue covers the whole months that the period touches. Days are in the provider's time zone.
  const inMonths = (day: string) => day.slice(0, 7) >= span.from.slice(0, 7) && day.slice(0, 7) <= span.to.slice(0, 7)
  const month = (when: string | null) => when !== null && inMonths(dayIn('America/New_York', when))
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
      'projects.active': projects.filter((p) => !['done', 'canceled'].includes(p.status)).length,
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
        invoices.filter(
          (i) => ['open', 'paid', 'refunded'].includes(i.status) && inMonths(text(i.issued_on) as string),
        ),
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

type Span = { from: string; to: string }
type Report = {
  timeZone: string
  before: Span
  definitions: Record<string, { unit: string; now?: boolean }>
  sections: {
    key: string
    figures: { key: string; value: number | null; before: number | null }[]
    tables: { key: string; columns: string[]; rows: { id: string | null; name: string; values: (number | null)[] }[] }[]
  }[]
}
const get = async <T>(as: Person, path: string) => {
  const { status, body, text } = await server.call<T>('GET', `/v1${path}`, { as })
  expect(status, `${path} ${text.slice(0, 300)}`).toBe(200)
  return { body, text }
}
const report = async (as: Person, { from, to }: Span, query = '') =>
  (await get<Report>(as, `/reports?from=${from}&to=${to}&compare=true${query}`)).body

/** Returns three periods for a seed: a full month, a day, and any other period. */
function spansOf(seed: number): Span[] {
  const r = random(seed + 1)
  const day = (n: number) => addDays(MONTHS[0], n)
  const any = () => {
    const from = r.int(-3, 60)
    return { from: day(from), to: day(from + r.int(1, 45)) }
  }
  const one = day(r.int(0, 60))
  return [{ from: MONTHS[1], to: addDays(MONTHS[2], -1) }, { from: one, to: one }, any()]
}

/** Checks that every figure equals the recount, now and before, and that tables add up to their figures. */
async function compare(got: Report, of: Recount, span: Span) {
  const now = await recount(of, span)
  const before = await recount(of, got.before)
  const figures = got.sections.flatMap((s) => s.figures)
  const about = `${span.from} to ${span.to}`
  expect(figures.length).toBeGreaterThan(10)
  expect(
    figures.map((f) => [f.key, f.value]),
    about,
  ).toEqual(figures.map((f) => [f.key, now.figures[f.key]]))
  const compared = figures.filter((f) => f.before !== null)
  expect(
    compared.map((f) => [f.key, f.before]),
    about,
  ).toEqual(compared.map((f) => [f.key, before.figures[f.key]]))
  // Columns that can be summed add up to the figure, in every table.
  const SUMMED =
    /opened|resolved$|reopened|missed|rated|drawn|added|expired|taken|overage$|runs|succeeded|failed|\.minutes|cost|paid|invoiced|refunded|tasks|workload\.open/
  for (const table of got.sections.flatMap((s) => s.tables))
    for (const [n, column] of table.columns.entries()) {
      const figure = figures.find((f) => f.key === column)
      if (!figure || !SUMMED.test(column) || table.rows.length === 0) continue
      expect(
        sum(table.rows, (r) => r.values[n] ?? 0),
        `${table.key} ${column} ${about}`,
      ).toBe(figure.value)
    }
  return { now, keys: figures.map((f) => f.key) }
}

/** Returns the rows of a CSV, by heading. */
function rowsOfCsv(text: string): Record<string, string>[] {
  const lines = text.replace('\ufeff', '').trimEnd().split('\r\n')
  const cells = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((m) => (m[1] ?? m[2] ?? '').replaceAll('""', '"'))
  const head = cells(lines[0] as string)
  return lines.slice(1).map((line) => Object.fromEntries(cells(line).map((c, n) => [head[n], c])))
}

describe.each(SEEDS)('every figure of the company generated with seed %i equals the sum of its raw rows', (seed) => {
  const spans = spansOf(seed)
  const found = () => companies.get(seed) as Company

  test('for the owner, with the cost of each automation from its invoice lines', async () => {
    const c = found()
    for (const span of spans) {
      const got = await report(c.owner, span)
      const { now, keys } = await compare(got, { of: [c], zone: c.zone }, span)
      expect(keys).toContain('automations.paid')
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
    const c = found()
    for (const span of spans) {
      const { keys } = await compare(await report(c.member, span), { of: [c], zone: c.zone }, span)
      expect(keys.filter((k) => /cost|paid|saved$|revenue/.test(k))).toEqual([])
    }
  })
  test('for one client', async () => {
    const c = found()
    for (const span of spans)
      for (const { id } of c.clients)
        await compare(await report(c.owner, span, `&client=${id}`), { of: [c], client: id, zone: c.zone }, span)
  })
  test('for staff', async () => {
    const c = found()
    for (const span of spans) {
      const got = await report(world.admin, span, `&company=${c.company.id}`)
      const { keys } = await compare(got, { of: [c], zone: c.zone }, span)
      expect(keys).toContain('revenue.overdue')
    }
  })
  test('in its CSV files', async () => {
    const c = found()
    for (const { from, to } of spans) {
      const got = await report(world.admin, { from, to }, `&company=${c.company.id}`)
      for (const table of got.sections.flatMap((s) => s.tables)) {
        const { text } = await get(
          world.admin,
          `/reports.csv?from=${from}&to=${to}&company=${c.company.id}&table=${table.key}`,
        )
        const cells = rowsOfCsv(text).map((r) => Object.values(r).slice(table.key.endsWith('.byTime') ? 2 : 1))
        const money = table.columns.map((k) => got.definitions[k]?.unit === 'money')
        expect(cells, table.key).toEqual(
          table.rows.map((r) =>
            r.values.map((v, n) => (v === null ? '' : money[n] ? (v / 100).toFixed(2) : String(v))),
          ),
        )
      }
    }
  })
  test('in its PDF', async () => {
    const c = found()
    const actor = { kind: 'tenant', companyId: c.company.id, userId: c.owner.id, role: 'owner' } as const
    for (const span of spans) {
      const got = await report(c.owner, span)
      const paper = await server.call<{ id: string }>('POST', '/v1/reports/papers', { as: c.owner, body: span })
      const described = await server.platform.db.asActor(actor, (db) =>
        reportDocumentTemplate.describe(server.platform, db, actor, paper.body.id),
      )
      if (!described || described === 'not yet') throw new Error('The report has no PDF.')
      const printed = described.sheet.blocks.flatMap((b: Block) =>
        b.is === 'facts' ? b.items.map((i) => [i.label, i.value]) : [],
      )
      for (const { key, value } of got.sections.flatMap((s) => s.figures)) {
        const { name } = definitionOf(key as FigureKey)
        const shown = printed.filter(([label]) => label === name).map(([, text]) => String(text).split('\n')[0])
        expect(shown, name).toContain(formatValue(key as FigureKey, value))
      }
    }
  })
  test('on the hours, time and billing screens for the same dates', async () => {
    const c = found()
    const { rows: lines } = await sql<{ minutes: number; created_at: string }>`
      select minutes, created_at from hour_ledger where company_id = ${c.company.id}`.execute(server.db)
    const days = (
      await get<{ items: (Line & { day: string; balance: number; lost: number })[] }>(c.owner, '/hours/series?days=366')
    ).body.items
    for (const span of spans) {
      const got = await report(world.admin, span, `&company=${c.company.id}`)
      const figure = (key: string) => got.sections.flatMap((s) => s.figures).find((f) => f.key === key)?.value
      const hours = {
        added: figure('hours.added'),
        drawn: figure('hours.drawn'),
        expired: figure('hours.expired'),
        taken: figure('hours.taken'),
        overage: figure('hours.overage'),
      }
      const query = `from=${span.from}&to=${span.to}`
      expect((await get(c.owner, `/hours/ledger/totals?${query}`)).body).toMatchObject(hours)
      const csv = rowsOfCsv((await get(c.owner, `/hours/ledger.csv?${query}`)).text)
      const net = (hours.added ?? 0) - (hours.drawn ?? 0) - (hours.expired ?? 0) - (hours.taken ?? 0)
      expect(sum(csv, (l) => Number(l.Minutes))).toBe(net)
      expect(sum(csv, (l) => Number(l['Overage minutes']))).toBe(hours.overage)
      const shown = days.filter((d) => d.day >= span.from && d.day <= span.to)
      expect(sum(shown, (d) => d.added - d.drawn - d.lost)).toBe(net)
      for (const d of shown)
        expect(d.balance, d.day).toBe(
          sum(
            lines.filter((l) => dayIn(c.zone, l.created_at) <= d.day),
            (l) => l.minutes,
          ),
        )
      const time = await get<{ minutes: number }>(world.admin, `/time-entries/totals?company=${c.company.id}&${query}`)
      expect(time.body.minutes).toBe(figure('workload.minutes'))
    }
    const invoices = rowsOfCsv((await get(c.owner, '/invoices.csv')).text)
    // Invoices were refunded today.
    const whole = { from: addDays(MONTHS[0], -60), to: new Date().toISOString().slice(0, 10) }
    const got = await report(world.admin, whole, `&company=${c.company.id}`)
    const figure = (key: string) => got.sections.flatMap((s) => s.figures).find((f) => f.key === key)?.value
    const cents = (list: typeof invoices, key: string) => sum(list, (i) => Math.round(Number(i[key]) * 100))
    const valid = invoices.filter((i) => i.Status !== 'Void')
    expect(cents(valid, 'Total')).toBe(figure('revenue.invoiced'))
    expect(cents(invoices, 'Paid')).toBe(figure('revenue.paid'))
    expect(cents(invoices, 'Refunded')).toBe(figure('revenue.refunded'))
    const { body: due } = await get<{ dueCents: number; overdueCents: number }>(c.owner, '/billing/summary')
    expect(cents(valid, 'Amount due')).toBe(due.dueCents)
    expect(due.overdueCents).toBe(figure('revenue.overdue'))
  })
})

type Line = { added: number; drawn: number }

test('every figure of all companies together equals the sum of their raw rows', async () => {
  const { rows } = await sql<{ id: string }>`select id from companies`.execute(server.db)
  const generated = [...companies.values()]
  const others = rows.filter((r) => !generated.some((c) => c.company.id === r.id))
  const of = [
    ...generated,
    ...others.map((o) => ({ company: { id: o.id, name: '' }, zone: 'America/New_York' }) as Company),
  ]
  for (const span of spansOf(SEEDS[0] as number))
    await compare(await report(world.admin, span), { of, zone: 'America/New_York' }, span)
})
