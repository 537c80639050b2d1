// Balance, available hours and used percentage are the same wherever a company sees them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatMinutes } from '../src/contract/plain/durations.ts'
import type { FigureKey } from '../src/contract/report-figures.ts'
import { calculateFit, type TicketHours } from '../src/web/portal/tickets/estimates/estimate-fit.ts'
import { makeActiveAgreement } from './factories/agreements.ts'
import { makeDraw, makeHours } from './factories/hours.ts'
import { makeTicket } from './factories/tickets.ts'
import { makeEstimate, makeTime } from './factories/time.ts'
import { type Person, startServer, type TestServer, type World } from './harness/server.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

type Balance = { balance: number; base: number; usedPercent: number | null; reserved: number; available: number }
const get = async <T>(path: string, as: Person) => (await server.call<T>('GET', `/v1${path}`, { as })).body

/** Returns a random number generator that gives the same numbers for the same seed. */
function random(seed: number) {
  let a = seed
  return (from: number, to: number) => {
    a = (Math.imul(a, 1_664_525) + 1_013_904_223) >>> 0
    return from + Math.floor((a / 4_294_967_296) * (to - from + 1))
  }
}

/** Calculates the same figures directly from the raw rows. */
async function recount(companyId: string) {
  const db = server.db
  const lines = await db.selectFrom('hour_ledger').selectAll().where('company_id', '=', companyId).execute()
  const estimates = await db
    .selectFrom('estimates as e')
    .innerJoin('tickets as t', 't.id', 'e.ticket_id')
    .select(['e.ticket_id', 'e.minutes', 'e.decided_at'])
    .where('e.company_id', '=', companyId)
    .where('e.status', '=', 'approved')
    .where('t.status', 'not in', ['resolved', 'closed'])
    .execute()
  const entries = await db.selectFrom('time_entries').selectAll().where('company_id', '=', companyId).execute()
  const balance = lines.reduce((n, l) => n + l.minutes, 0)
  let reserved = 0
  for (const ticket of new Set(estimates.map((e) => e.ticket_id))) {
    const of = estimates.filter((e) => e.ticket_id === ticket)
    const since = Math.min(...of.map((e) => Date.parse(e.decided_at as string)))
    const used = entries
      .filter((e) => e.ticket_id === ticket && e.billable && !e.removed && Date.parse(e.created_at) >= since)
      .reduce((n, e) => n + (e.charged ?? e.minutes), 0)
    reserved += Math.max(0, of.reduce((n, e) => n + e.minutes, 0) - used)
  }
  return { balance, reserved, available: balance - reserved }
}

test('the figures of a generated ledger are the same on the hours page, tickets, the sidebar, reports, the list of companies and in emails', async () => {
  for (const seed of [3, 17, 29, 71]) {
    const next = random(seed)
    const company = await server.company({ name: `Ledger ${seed}` })
    const owner = await server.person(company, 'owner')
    const { id: agreement } = await makeActiveAgreement(server.db, {
      company_id: company.id,
      by: world.admin,
      overage: 'percent',
      overage_percent: 10,
    })
    const ticket = await makeTicket(server.db, { requester: owner, agreement_id: agreement })
    const before: Balance[] = []
    for (let n = 0; n < 12; n++) {
      const now = await get<Balance>('/hours/balance', owner)
      const act = n === 0 ? 0 : next(0, 3)
      if (act === 0) await makeHours(server.db, company.id, { minutes: next(60, 1_200) })
      else if (act < 3) {
        const minutes = Math.min(now.balance, next(15, 400))
        if (minutes > 0) {
          const entry = await makeTime(server.db, { ticket, by: world.engineer, minutes })
          await makeDraw(server.db, { companyId: company.id, id: entry.id, minutes, agreementId: agreement })
        }
      } else
        await makeEstimate(server.db, {
          ticket: await makeTicket(server.db, { requester: owner }),
          by: world.engineer,
          minutes: next(15, 120),
          status: 'approved',
          decided_at: new Date().toISOString(),
          decided_by: owner.id,
        })
      const raw = await recount(company.id)
      const after = await get<Balance>('/hours/balance', owner)
      expect(after).toMatchObject(raw)
      expect(await get<Balance>(`/hours/balance?company=${company.id}`, world.engineer)).toMatchObject(raw)
      // Drawing never lowers the used percentage. Buying never resets it to zero.
      const was = now.usedPercent ?? 0
      if (act > 0 && act < 3) expect(after.usedPercent ?? 0).toBeGreaterThanOrEqual(was)
      if (act === 0 && was > 0 && was < 100) expect((after.usedPercent ?? 0) > 0, `${seed} ${n}`).toBe(true)
      expect(after.usedPercent ?? 0).toBeLessThanOrEqual(100)
      expect(after.base).toBeGreaterThanOrEqual(after.balance)
      before.push(after)

      const hours = await get<TicketHours>(`/tickets/${ticket.id}/hours`, owner)
      expect(hours).toMatchObject({ ...raw, allowance: Math.floor(after.base / 10) })
      // The dialog of staff and the card of the owner say the same for any number of minutes.
      for (const minutes of [1, raw.available, raw.available + 1, raw.available + hours.allowance + 1].filter(
        (m) => m > 0,
      )) {
        const says = raw.available > 0 ? `${formatMinutes(raw.available)} available` : 'no hours available'
        expect(calculateFit(hours, minutes, 'partner').text).toBe(`Needs ${formatMinutes(minutes)}. You have ${says}.`)
        expect(calculateFit(hours, minutes, 'staff', 'X').text).toBe(`Needs ${formatMinutes(minutes)}. X has ${says}.`)
        expect(calculateFit(hours, minutes, 'partner').fits).toBe(minutes <= raw.available + hours.allowance)
      }
      expect((await get<{ hours: number }>('/notifications/summary', owner)).hours).toBe(raw.balance)
      const { items } = await get<{ items: { hours: number; hoursUsed: number | null }[] }>(
        `/companies?q=Ledger%20${seed}`,
        world.engineer,
      )
      expect(items).toMatchObject([{ hours: raw.balance, hoursUsed: after.usedPercent }])
    }
    const report = await get<{ sections: { figures: { key: FigureKey; value: number }[] }[] }>('/reports', owner)
    const left = report.sections.flatMap((s) => s.figures).find((f) => f.key === 'hours.balance')
    expect(left?.value).toBe(before.at(-1)?.balance)
    // An alert is published when the displayed percentage reaches its threshold, with the balance at that time.
    const alerts = await server.db
      .selectFrom('events')
      .select('data')
      .where('company_id', '=', company.id)
      .where('topic', '=', 'hours')
      .where('kind', '=', 'low')
      .execute()
    for (const { data } of alerts) {
      const { percent, balance, base } = data as { percent: number; balance: number; base: number }
      const shown = before.find((b) => b.balance === balance && b.base === base)
      expect(shown?.usedPercent).toBeGreaterThanOrEqual(percent)
    }
  }
})

test('a purchase while hours are left keeps what was used of them', async () => {
  const company = await server.company({ name: 'Refill' })
  const owner = await server.person(company, 'owner')
  const ticket = await makeTicket(server.db, { requester: owner })
  const minutes = 70 * 60 + 45
  await makeHours(server.db, company.id, { minutes })
  for (let n = 0; n < 4; n++) {
    const entry = await makeTime(server.db, { ticket, by: world.engineer, minutes: 14 * 60 })
    await makeDraw(server.db, { companyId: company.id, id: entry.id, minutes: 14 * 60 })
  }
  expect(await get<Balance>('/hours/balance', owner)).toMatchObject({ base: minutes, usedPercent: 79 })
  await makeHours(server.db, company.id, { minutes: 600 })
  expect(await get<Balance>('/hours/balance', owner)).toMatchObject({ base: minutes + 600, usedPercent: 69 })
})

test('hours that corrected work gives back to a used-up block count with what was used of it', async () => {
  const company = await server.company({ name: 'Corrected' })
  const owner = await server.person(company, 'owner')
  const ticket = await makeTicket(server.db, { requester: owner })
  const draw = async (minutes: number) => {
    const { id } = await makeTime(server.db, { ticket, by: world.engineer, minutes })
    await makeDraw(server.db, { companyId: company.id, id, minutes })
    return id
  }
  await makeHours(server.db, company.id, { minutes: 600 })
  const [wrong] = [await draw(480), await draw(120)]
  await makeHours(server.db, company.id, { minutes: 300 })
  await draw(180)
  expect(await get<Balance>('/hours/balance', owner)).toMatchObject({ balance: 120, base: 300, usedPercent: 60 })
  await makeDraw(server.db, { companyId: company.id, id: wrong, minutes: null })
  // 5 of the 15 hours in both blocks are used.
  expect(await get<Balance>('/hours/balance', owner)).toMatchObject({ balance: 600, base: 900, usedPercent: 33 })
})
