// Reports through the API: who sees which figures of whom, and what PDFs and mails contain.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeInstallation, makeRuns } from '../../../test/factories/automations.ts'
import { makeClient, makeContact } from '../../../test/factories/contacts.ts'
import { makeDraw, makeHours } from '../../../test/factories/hours.ts'
import { makeTicket } from '../../../test/factories/tickets.ts'
import { makeTime } from '../../../test/factories/time.ts'
import { startModel } from '../../../test/harness/model.ts'
import { textOfPdf } from '../../../test/harness/pdf-text.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { FIGURE_KEYS, FIGURES, type FigureKey, isMoney } from '../../contract/report-figures.ts'
import { jobDefinitions } from '../composition.ts'
import type { Whole } from './report-of.ts'
import { listRiskReasons } from './risks.ts'
import { SEND_MONTH, type SendMonth, sendDue, sendMonth } from './send-due.ts'
import { summaryOf } from './summary.ts'

let ai: Awaited<ReturnType<typeof startModel>>
let server: TestServer
let world: World
let client: { id: string; name: string }
let contact: { id: string }
const MARCH = 'from=2026-03-01&to=2026-03-31'
const at = (day: string, time = '12:00') => `${day}T${time}:00.000Z`

beforeAll(async () => {
  ai = await startModel()
  server = await startServer(ai.settings)
  world = await server.world()
  const { owner, company } = world.north
  client = await makeClient(server.db, { company_id: company.id, name: '=Harbor Dental' })
  contact = await makeContact(server.db, {
    company_id: company.id,
    client_id: client.id,
    full_name: 'Dana Reyes',
    email: 'dana@harbor.test',
  })
  // March: three tickets, one of the client; February: one.
  const first = await makeTicket(server.db, {
    requester: owner,
    category: 'licenses',
    priority: 'P2',
    client_id: client.id,
    created_at: at('2026-03-03', '09:00'),
    first_response_at: at('2026-03-03', '09:40'),
    response_due_at: at('2026-03-03', '10:00'),
    resolution_due_at: at('2026-03-03', '12:00'),
    status: 'resolved',
    resolved_at: at('2026-03-04', '09:00'),
    assignee_id: world.engineer.id,
  })
  await makeTicket(server.db, {
    requester: owner,
    category: 'automation',
    priority: 'P3',
    created_at: at('2026-03-10', '09:00'),
    first_response_at: at('2026-03-10', '12:00'),
    response_due_at: at('2026-03-10', '11:00'),
  })
  await makeTicket(server.db, {
    requester: owner,
    category: 'automation',
    priority: 'P3',
    created_at: at('2026-03-11'),
  })
  await makeTicket(server.db, { requester: owner, created_at: at('2026-02-11') })
  await makeTicket(server.db, { requester: world.south.owner, created_at: at('2026-03-11') })
  const entry = await makeTime(server.db, { ticket: first, by: world.engineer, minutes: 60, worked_on: '2026-03-04' })
  await makeHours(server.db, company.id, { minutes: 600, at: at('2026-03-02') } as never)
  await makeDraw(server.db, { companyId: company.id, id: entry.id, minutes: 60, at: at('2026-03-04') } as never)
  const installed = await makeInstallation(server.db, {
    companyId: company.id,
    name: 'Backup tickets',
    priceModel: 'monthly',
    priceCents: 9_000,
    minutesPerRun: 10,
    liveAt: at('2026-03-02', '05:00'),
  })
  await sql`select make_run_months('2026-02-01', '2026-03-31')`.execute(server.db)
  await makeRuns(server.db, installed, [
    { startedAt: at('2026-03-05'), status: 'succeeded' },
    { startedAt: at('2026-03-06'), status: 'succeeded', clientId: client.id },
    { startedAt: at('2026-03-07'), status: 'failed' },
    { startedAt: at('2026-03-08'), status: 'skipped' },
  ])
})
afterAll(async () => {
  await server.close()
  await ai.close()
})

const report = (query: string, as: Person) => server.call<Whole & ErrorShape>('GET', `/v1/reports?${query}`, { as })
const figure = (r: Whole, key: FigureKey) => r.sections.flatMap((s) => s.figures).find((f) => f.key === key)
const value = (r: Whole, key: FigureKey) => figure(r, key)?.value
const keys = (r: Whole) => r.sections.map((s) => s.key)

describe('a partner’s report', () => {
  test('has the figures of the period and the previous one, and summary sentences', async () => {
    const { body } = await report(MARCH, world.north.owner)
    expect(figure(body, 'tickets.opened')).toEqual({ key: 'tickets.opened', value: 3, before: 1 })
    expect(value(body, 'tickets.resolved')).toBe(1)
    expect(value(body, 'tickets.response_median')).toBe(40)
    expect(value(body, 'tickets.response_p90')).toBe(180)
    expect(value(body, 'tickets.response_kept')).toBe(50)
    expect(value(body, 'tickets.resolution_missed')).toBe(1)
    expect(value(body, 'hours.drawn')).toBe(60)
    expect(value(body, 'hours.added')).toBe(600)
    expect(value(body, 'automations.runs')).toBe(4)
    expect(value(body, 'automations.success')).toBe(66.7)
    expect(value(body, 'automations.minutes')).toBe(20)
    // 20 minutes at the default $60 an hour. It has a price of $90 a month but no invoice, so nothing was invoiced.
    expect(value(body, 'automations.saved')).toBe(2_000)
    expect([value(body, 'automations.cost'), value(body, 'automations.paid')]).toEqual([0, 0])
    expect(body.before?.name).toBe('February 2026')
    expect(body.summary).toContain('3 tickets were opened, 2 more than in February 2026; 1 was resolved.')
    expect(keys(body)).toEqual(['tickets', 'hours', 'automations', 'projects'])
    expect(body.risks).toBeNull()
    const byClient = body.sections[0]?.tables.find((t) => t.key === 'tickets.byClient')
    expect(byClient?.rows.map((r) => [r.name, r.values[0]])).toEqual([
      ['=Harbor Dental', 1],
      ['No client', 2],
    ])
  })

  test('of one client has only data about that client', async () => {
    const { body } = await report(`${MARCH}&client=${client.id}`, world.north.member)
    expect(value(body, 'tickets.opened')).toBe(1)
    expect(value(body, 'hours.drawn')).toBe(60)
    expect(value(body, 'automations.runs')).toBe(1)
    expect(keys(body)).toEqual(['tickets', 'hours', 'automations'])
  })

  test('works without a comparison and without any data', async () => {
    const { body } = await report(`${MARCH}&compare=false`, world.north.owner)
    expect(body.before).toBeNull()
    expect(body.sections.flatMap((s) => s.figures).every((f) => f.before === null)).toBe(true)
    const empty = await report('from=2020-01-01&to=2020-01-31', world.north.owner)
    expect(empty.status).toBe(200)
    expect(value(empty.body, 'tickets.opened')).toBe(0)
    expect(value(empty.body, 'tickets.response_median')).toBeNull()
    expect(value(empty.body, 'automations.success')).toBeNull()
    expect(empty.body.summary[0]).toBe('No tickets were opened or resolved.')
  })

  test('explains how to fix an invalid period', async () => {
    for (const [query, field] of [
      ['from=2026-03-31&to=2026-03-01', 'to'],
      ['from=2020-01-01&to=2026-03-01', 'from'],
      ['from=soon', 'from'],
      ['client=1', 'client'],
    ] as const) {
      const r = await report(query, world.north.owner)
      expect([r.status, Object.keys(r.body.error.fields ?? {})]).toEqual([400, [field]])
    }
  })
})

describe('access', () => {
  test('only owners and administrators see money', async () => {
    const money = async (as: Person, query = MARCH) => {
      const { body } = await report(query, as)
      return body.sections
        .flatMap((s) => [...s.figures.map((f) => f.key), ...s.tables.flatMap((t) => t.columns)])
        .some(isMoney)
    }
    expect(await money(world.north.owner)).toBe(true)
    expect(await money(world.north.member)).toBe(false)
    expect(await money(world.engineer)).toBe(false)
    expect(await money(world.admin)).toBe(true)
    expect(keys((await report(MARCH, world.engineer)).body)).not.toContain('revenue')
    expect(keys((await report(MARCH, world.admin)).body)).toContain('revenue')
  })

  test('revenue is compared only for whole months, because it is always counted for whole months', async () => {
    const invoiced = async (query: string) => figure((await report(query, world.admin)).body, 'revenue.invoiced')
    expect(await invoiced(MARCH)).toEqual({ key: 'revenue.invoiced', value: 0, before: 0 })
    for (const part of ['from=2026-03-01&to=2026-03-15', 'from=2026-03-02&to=2026-03-31'])
      expect(await invoiced(part), part).toEqual({ key: 'revenue.invoiced', value: 0, before: null })
  })

  test('staff see all companies or one, with workload; partners see only their own', async () => {
    const all = (await report(MARCH, world.engineer)).body
    expect(value(all, 'tickets.opened')).toBe(4)
    expect(all.risks).not.toBeNull()
    const companies = all.sections.find((s) => s.key === 'companies')?.tables[0]?.rows.map((r) => r.name)
    expect(companies).toEqual(['North', 'South'])
    const person = all.sections
      .find((s) => s.key === 'workload')
      ?.tables[0]?.rows.find((r) => r.id === world.engineer.id)
    expect(person?.values).toEqual([60, 100, 1, 0])
    const south = (await report(`${MARCH}&company=${world.south.company.id}`, world.engineer)).body
    expect(value(south, 'tickets.opened')).toBe(1)
    const stranger = world.south.owner
    const there = await report(`company=${world.north.company.id}`, stranger)
    const random = await report(`company=${crypto.randomUUID()}`, stranger)
    expect([there.status, random.status]).toEqual([404, 404])
    expect((await report(`client=${client.id}`, stranger)).status).toBe(404)
    expect((await report(`${MARCH}&company=${world.south.company.id}&client=${client.id}`, world.admin)).status).toBe(
      404,
    )
    expect((await report(`client=${client.id}`, world.admin)).status).toBe(400)
  })

  test('a partner cannot refresh or read another company’s rows', async () => {
    const { platform } = server
    const actor = {
      kind: 'tenant' as const,
      companyId: world.south.company.id,
      userId: world.south.owner.id,
      role: 'owner' as const,
    }
    await expect(
      platform.db.asActor(actor, (db) => sql`select report_refresh(${world.north.company.id}::uuid)`.execute(db)),
    ).rejects.toThrow('not a report of this company')
    const rows = await platform.db.askAs(actor, (db) => db.selectFrom('report_days').select('company_id').execute())
    expect(new Set(rows.map((r) => r.company_id))).toEqual(new Set([world.south.company.id]))
  })
})

describe('CSV', () => {
  const csv = (query: string, as: Person) => server.call('GET', `/v1/reports.csv?${query}`, { as })
  test('exports a table with formulas escaped, and money only for those who may see it', async () => {
    const clients = await csv(`${MARCH}&table=tickets.byClient`, world.north.owner)
    expect(clients.text).toContain("\r\n'=Harbor Dental,1,1,100,0\r\n")
    const mine = await csv(`${MARCH}&table=automations.byAutomation`, world.north.owner)
    expect(mine.text).toMatch(
      /Money saved \(USD\),Cost \(USD\),Paid \(USD\)\r\nBackup tickets,4,66\.7,20,20\.00,0\.00,0\.00\r\n/,
    )
    expect((await csv(`${MARCH}&table=automations.byAutomation`, world.north.member)).text).not.toContain('USD')
    const days = await csv(`${MARCH}&table=tickets.byTime`, world.north.member)
    expect(days.text.split('\r\n')).toHaveLength(33)
    expect(days.text).toContain('Mar 3,2026-03-03,1,0,0')
  })
  test('refuses tables that the reader may not see', async () => {
    expect((await csv(`${MARCH}&table=revenue.byMonth`, world.north.owner)).status).toBe(403)
    expect((await csv(`${MARCH}&table=revenue.byMonth`, world.engineer)).status).toBe(403)
    expect((await csv(`${MARCH}&table=revenue.byMonth`, world.admin)).status).toBe(200)
    expect((await csv(`client=${client.id}`, world.south.owner)).status).toBe(404)
    expect((await csv('table=nothing', world.north.owner)).status).toBe(400)
  })
})

async function pdfOf(as: Person, body: object) {
  const asked = await server.call<{ id: string } & ErrorShape>('POST', '/v1/reports/papers', { as, body })
  if (asked.status !== 200) return { status: asked.status, text: '', name: '' }
  const info = await server.call<{ id: string; name: string }>('POST', '/v1/documents', {
    as,
    body: { kind: 'report', subjectId: asked.body.id },
  })
  expect(info.status).toBe(200)
  const make = jobDefinitions.find((j) => j.name === 'documents.make')
  await make?.handler(server.platform, { companyId: world.north.company.id, documentId: info.body.id } as never)
  const r = await fetch(`${server.url}/api/v1/documents/${info.body.id}/content`, {
    headers: { apikey: server.env.publishableKey, authorization: `Bearer ${as.token}` },
  })
  return {
    status: r.status,
    text: textOfPdf(Buffer.from(await r.arrayBuffer())).replaceAll('\n', ' '),
    name: info.body.name,
  }
}

describe('the PDF', () => {
  const march = { from: '2026-03-01', to: '2026-03-31' }
  test('has the same content as the screen and defines every figure', async () => {
    const { text, name } = await pdfOf(world.north.owner, march)
    expect(name).toBe('Millwright report North March 2026.pdf')
    for (const words of [
      'Millwright',
      'North',
      'March 2026',
      'Money saved',
      'Hours used',
      'Definitions',
      '3 tickets were opened, 2 more than in February 2026',
    ])
      expect(text).toContain(words)
    expect((await pdfOf(world.north.member, march)).text).not.toContain('Money saved')
  })
  test('of a client shows the company’s name, without its hours and prices', async () => {
    const { text, name } = await pdfOf(world.north.owner, { ...march, client: client.id })
    expect(name).toContain('North report')
    expect(text).toContain('Harbor Dental')
    for (const own of ['Hours used', 'Balance', 'Money saved', 'Cost', 'Millwright']) expect(text).not.toContain(own)
  })
  test('is not available to other companies', async () => {
    expect((await pdfOf(world.south.owner, { ...march, client: client.id })).status).toBe(404)
    expect((await pdfOf(world.south.owner, { ...march, company: world.north.company.id })).status).toBe(404)
    expect((await pdfOf(world.admin, march)).status).toBe(422)
  })
})

describe('the monthly email', () => {
  const put = (body: object, as: Person = world.north.owner) =>
    server.call<{ id: string; version: number; recipients: { leftAt: string | null }[] } & ErrorShape>(
      'PUT',
      '/v1/reports/mails',
      { as, body },
    )

  test('can be set up only by an owner, for allowed people who agreed', async () => {
    const other = await makeContact(server.db, { company_id: world.north.company.id, email: 'other@x.test' })
    const on = { client: client.id, recipients: [contact.id], consent: true }
    expect((await put({ ...on, consent: false })).body.error.fields).toHaveProperty('consent')
    expect((await put({ ...on, recipients: [other.id] })).status).toBe(422)
    expect((await put({ client: null, recipients: [world.south.owner.id], consent: true })).status).toBe(422)
    expect((await put(on, world.south.owner)).status).toBe(404)
    expect((await put(on, world.north.member)).status).toBe(403)
    const made = await put(on)
    expect(made.status).toBe(200)
    expect((await put({ ...on, version: made.body.version + 5 })).status).toBe(409)
    // Parallel requests to switch it on create one mail, and none gets a server error.
    const boss = await server.person(await server.company({ name: 'At once' }), 'owner')
    const both = await Promise.all(
      Array.from({ length: 6 }, () => put({ client: null, recipients: [boss.id], consent: true, version: 99 }, boss)),
    )
    expect(both.map((r) => r.status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    await server.db
      .deleteFrom('report_mails')
      .where('id', '=', both.find((r) => r.status === 200)?.body.id ?? '')
      .execute()
    expect(
      (await put({ client: null, recipients: [world.north.owner.id, world.north.member.id], consent: true })).status,
    ).toBe(200)
    const list = (as: Person) => server.call<{ items: { id: string }[] }>('GET', '/v1/reports/mails', { as })
    expect((await list(world.north.member)).body.items).toHaveLength(2)
    expect((await list(world.south.owner)).body.items).toEqual([])
  })

  test('is sent once a month, on the first in the company’s time zone', async () => {
    await server.db
      .updateTable('report_mails')
      .set({ first_month: '2026-03-01' })
      .where('company_id', '=', world.north.company.id)
      .execute()
    await server.db
      .updateTable('report_recipients')
      .set({ created_at: at('2026-03-15') })
      .execute()
    // 09:59 UTC is 05:59 in New York, which is before the sending hour.
    expect(await sendDue(server.platform, new Date('2026-04-01T09:59:00Z'))).toBe(0)
    const both = await Promise.all([1, 2].map(() => sendDue(server.platform, new Date('2026-04-01T10:05:00Z'))))
    expect(both.reduce((a, b) => a + b, 0)).toBe(3)
    expect(await sendDue(server.platform, new Date('2026-04-20T10:00:00Z'))).toBe(0)
    const [mail, ...more] = await server.mails('dana@harbor.test')
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      as: 'North',
      subject: 'Your report for March 2026',
      replyTo: world.north.owner.email,
    })
    expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const stop = /<(.*)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1]
    expect(mail?.blocks.at(-1)).toMatchObject({ links: [['Stop the monthly report', stop]] })
    expect(mail?.attachments?.map((a) => a.name)).toEqual(['Your report for March 2026.pdf'])
    const text = textOfPdf(Buffer.from(mail?.attachments?.[0]?.base64 ?? '', 'base64')).replaceAll('\n', ' ')
    expect(text).toContain('March 2026')
    expect(text).not.toContain('Hours used')
    const paper = async (to: string) =>
      textOfPdf(Buffer.from((await server.mails(to))[0]?.attachments?.[0]?.base64 ?? '', 'base64')).replaceAll(
        '\n',
        ' ',
      )
    expect(await paper(world.north.owner.email)).toContain('Money saved')
    expect(await paper(world.north.member.email)).not.toContain('Money saved')
    const sends = (as: Person) =>
      server.call<{ items: { email: string; month: string }[] }>('GET', '/v1/reports/sends', { as })
    expect((await sends(world.engineer)).body.items.map((s) => s.month)).toEqual([
      '2026-03-01',
      '2026-03-01',
      '2026-03-01',
    ])
    expect((await sends(world.south.owner)).body.items).toEqual([])
  })

  test('stops only for recipients who unsubscribe by its link', async () => {
    const [mail] = await server.mails('dana@harbor.test')
    const href = /<(.*)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] as string
    expect(await (await fetch(href)).text()).toContain('Stop the monthly report?')
    expect((await fetch(href, { method: 'POST' })).status).toBe(200)
    expect(await sendDue(server.platform, new Date('2026-05-01T12:00:00Z'))).toBe(2)
    expect(await server.mails('dana@harbor.test')).toHaveLength(1)
  })

  test('is left to a job if it exceeds its limits, and the hourly run skips it from then on', async () => {
    const companyId = world.north.company.id
    await server.db.deleteFrom('report_sends').where('company_id', '=', companyId).execute()
    const now = new Date('2026-05-01T12:00:00Z')
    // The next hourly run does not add a second job.
    for (let hour = 0; hour < 2; hour++) expect(await sendDue(server.platform, now, { seconds: 0 })).toBe(0)
    expect(await sendDue(server.platform, now)).toBe(0)
    const { rows } = await sql<{ data: SendMonth; starts: number }>`
      select j.data, s.starts from jobs.job j join auth.job_starts s on s.id = j.id
      where j.name = ${SEND_MONTH}`.execute(server.db)
    const data = { companyId, clientId: null, month: '2026-04-01' }
    expect(rows).toEqual([{ data, starts: 1 }])
    await sendMonth(server.platform, data, now)
    const sends = await server.db
      .selectFrom('report_sends')
      .select('email')
      .where('company_id', '=', companyId)
      .orderBy('email')
      .execute()
    expect(sends.map((s) => s.email)).toEqual([world.north.owner.email, world.north.member.email].toSorted())
  })

  test('opens with a paragraph by the model only if allowed and its numbers are in the report', async () => {
    await server.db
      .updateTable('companies')
      .set({ model_allowed: true })
      .where('id', '=', world.north.company.id)
      .execute()
    const says = (text: string) => ai.mock.onMessage(/.*/s, { content: JSON.stringify({ text }) })
    const sent = async (month: string, on: string) => {
      await server.db.deleteFrom('report_sends').where('company_id', '=', world.north.company.id).execute()
      await sendDue(server.platform, new Date(on))
      return JSON.stringify(
        (await server.mails(world.north.owner.email)).find((m) => m.id.includes(`/${month}`))?.blocks,
      )
    }
    says('A quiet month: nothing was opened, nothing is waiting.')
    const told = await sent('2026-05-01', '2026-06-01T12:00:00Z')
    expect(told).toContain('A quiet month')
    expect(told).toContain('No tickets were opened or resolved')
    const counted = () =>
      server.db
        .selectFrom('suggestions')
        .select(['state', 'subject_id', 'decided_by'])
        .where('key', '=', 'report.summary')
        .execute()
    // The decision is counted once, however many people get the mail.
    const taken = { state: 'accepted', subject_id: world.north.company.id, decided_by: null }
    expect(await counted()).toEqual([taken])
    ai.clear()
    says('You opened 4711 tickets.')
    const untold = await sent('2026-06-01', '2026-07-01T12:00:00Z')
    expect(untold).toContain('No tickets were opened or resolved')
    expect(untold).not.toContain('4711')
    expect(await counted()).toEqual([taken])
    ai.clear()
  })

  test('can be previewed and turned off', async () => {
    const preview = await server.call<{ subject: string; from: string; logo: string }>(
      'GET',
      `/v1/reports/mails/preview?client=${client.id}`,
      { as: world.north.owner },
    )
    expect(preview.body).toMatchObject({ from: 'North via Millwright', logo: 'missing' })
    expect(
      (await server.call('GET', `/v1/reports/mails/preview?client=${client.id}`, { as: world.south.owner })).status,
    ).toBe(404)
    const { items } = (
      await server.call<{ items: { id: string }[] }>('GET', '/v1/reports/mails', { as: world.north.owner })
    ).body
    const remove = (as: Person) => server.call('DELETE', `/v1/reports/mails/${items[0]?.id}`, { as })
    expect((await remove(world.south.owner)).status).toBe(404)
    expect((await remove(world.north.owner)).status).toBe(200)
    expect((await remove(world.north.owner)).status).toBe(404)
  })
})

describe('words', () => {
  test('docs/reports.md defines every figure as on the screen', () => {
    const docs = readFileSync(path.resolve(import.meta.dirname, '../../../docs/reports.md'), 'utf8')
    for (const key of FIGURE_KEYS)
      expect(docs).toContain(`| \`${key}\` | ${FIGURES[key].name} | ${FIGURES[key].means} |`)
  })

  test('the summary is calculated from the figures', () => {
    const of = (opened: number, before: number | null, resolved: number, name = 'May 2026') =>
      summaryOf([{ key: 'tickets', tables: [], notes: [], figures: [
        { key: 'tickets.opened', value: opened, before },
        { key: 'tickets.resolved', value: resolved, before: null },
      ] }], before === null ? undefined : name)[0] // biome-ignore format: one look
    expect(of(12, 15, 10)).toBe('12 tickets were opened, 3 fewer than in May 2026; 10 were resolved.')
    expect(of(1, 1, 0)).toBe('One ticket was opened, as many as in May 2026; none were resolved.')
    expect(of(2, 1, 1, 'Oct 1–28, 2026')).toBe(
      '2 tickets were opened, 1 more than during Oct 1–28, 2026; 1 was resolved.',
    )
    expect(of(5, null, 1)).toBe('5 tickets were opened; 1 was resolved.')
  })

  test('lists all reasons for a risk, and none without a risk', () => {
    const calm = { quiet: false, balance: 0, missed: 2, low: 0, ending: [], failing: [], overdue: 0 }
    expect(listRiskReasons(calm, true)).toEqual([])
    expect(
      listRiskReasons(
        {
          quiet: true,
          balance: 720,
          missed: 3,
          low: 1,
          ending: [{ name: 'Retainer', on: '2026-12-12', days: 20 }],
          failing: ['Backup tickets'],
          overdue: 12_345,
        },
        true,
      ),
    ).toEqual([
      'No tickets, runs or hours used in 60 days; 12 h unused',
      '3 SLA targets missed in 30 days',
      '1 ticket rated 1 or 2 out of 5 in 30 days',
      'Retainer ends in 20 days, on December 12, 2026, and does not renew',
      'Backup tickets has been failing for more than 7 days',
      '$123.45 overdue',
    ])
    expect(listRiskReasons({ ...calm, overdue: 1 }, false)).toEqual([])
  })
})
