// Intake questions: which answers are valid, which are rejected, and what happens after the last one.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeInstallation } from '../../../../test/factories/automations.ts'
import { makeInvoice } from '../../../../test/factories/billing.ts'
import { type Person, startServer, type TestServer, type World } from '../../../../test/harness/server.ts'
import { systemOf } from '../../platform/database/db.ts'
import { intakeActionItems } from '../action-items.ts'
import { secretIn } from '../recommendations/secret-words.ts'
import { answersText, checkAnswers, type Field } from './intake.ts'
import { setupNotifier } from './setup-notices.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses are JSON of many shapes
type Json = Record<string, any>

const FIELDS: Field[] = [
  { name: 'boards', label: 'Which boards?', type: 'text', required: true },
  { name: 'notes', label: 'Anything else?', type: 'long_text', required: false },
  { name: 'seats', label: 'How many seats?', type: 'number', required: true },
  { name: 'tool', label: 'Which PSA?', type: 'choice', required: true, options: ['Autotask', 'HaloPSA'] },
  { name: 'days', label: 'On which days?', type: 'choices', required: false, options: ['Mon', 'Tue', 'Wed'] },
  { name: 'nights', label: 'At night too?', type: 'yes_no', required: true },
  { name: 'contact', label: 'Whom do we ask?', type: 'email', required: false },
  { name: 'site', label: 'Where is it?', type: 'url', required: false },
  { name: 'from', label: 'From when on?', type: 'date', required: false },
]
const GOOD = { boards: 'Help desk', seats: 40, tool: 'HaloPSA', nights: false }

describe('validation of answers', () => {
  test('accepts valid values of each type and rejects others with a message', () => {
    expect(checkAnswers(FIELDS, GOOD, true)).toEqual({ answers: GOOD })
    const wrong: [string, unknown][] = [
      ['boards', 'a\nb'],
      ['boards', 'x'.repeat(201)],
      ['boards', 7],
      ['boards', 'a\0b'],
      ['notes', 'x'.repeat(5_001)],
      ['seats', '40'],
      ['seats', Number.POSITIVE_INFINITY],
      ['seats', 1e15],
      ['tool', 'ConnectWise'],
      ['days', ['Mon', 'Mon']],
      ['days', ['Sun']],
      ['days', 'Mon'],
      ['nights', 'yes'],
      ['contact', 'nobody'],
      ['site', 'javascript:alert(1)'],
      ['site', 'example.com'],
      ['from', '2026-02-30'],
      ['from', { day: 1 }],
    ]
    for (const [name, value] of wrong) {
      const { problems } = checkAnswers(FIELDS, { ...GOOD, [name]: value }, true)
      expect(Object.keys(problems ?? {}), `${name} ${JSON.stringify(value)}`).toEqual([`answers.${name}`])
    }
    expect(Object.keys(checkAnswers(FIELDS, { ...GOOD, more: 1 }, true).problems ?? {})).toEqual(['answers.more'])
    expect(Object.keys(checkAnswers(FIELDS, { __proto__: { boards: 'x' } }, true).problems ?? {})).toHaveLength(4)
  })
  test('a draft can be incomplete but must be valid', () => {
    expect(checkAnswers(FIELDS, { boards: ' Help ' }, false)).toEqual({ answers: { boards: 'Help' } })
    expect(checkAnswers(FIELDS, { tool: 'x' }, false).problems).toBeDefined()
    expect(Object.keys(checkAnswers(FIELDS, { boards: '   ' }, true).problems ?? {})).toContain('answers.boards')
  })
  test('rejects answers that look like a secret, but not the place where it is stored', () => {
    for (const text of [
      'password: hunter22',
      'The API key is sk_live_abcdefghijkl',
      'client secret = 8Q~abcDEF1234567',
      'AKIAIOSFODNN7EXAMPLE',
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc',
      '-----BEGIN RSA PRIVATE KEY-----',
      'https://user:pass@example.com/feed',
      'ghp_abcdefghijklmnopqrstuvwxyz0123',
      'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY',
      'da39a3ee5e6b4b0d3255bfef95601890afd80709',
    ])
      expect(secretIn(text), text).toBe(true)
    for (const text of [
      '1Password: Millwright / Autotask API',
      'The password is kept in Hudu.',
      'Password: stored in 1Password',
      'We reset passwords on Mondays',
      'Token expiry is a problem for us',
      'https://docs.google.com/document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit',
      'Help desk, Projects and Internal',
      '5f1c0a52-7a47-4f3e-9a52-0a64f1b6f1de',
      'Northgate IT, 418 Harbor Street, Duluth',
    ])
      expect(secretIn(text), text).toBe(false)
    expect(
      checkAnswers(FIELDS, { ...GOOD, notes: 'pwd = Sommer2026!' }, true).problems?.['answers.notes']?.[0],
    ).toMatch(/Never send us one/)
  })
  test('shows answers in a ticket as quotations, whatever they contain', () => {
    const text = answersText(FIELDS.slice(0, 2), { boards: '# Head', notes: 'one\n**two**\n</div>' })
    expect(text).toBe('**Which boards?**\n\n> # Head\n\n**Anything else?**\n\n> one\n> **two**\n> </div>')
    expect(answersText(FIELDS.slice(1, 2), { notes: 'one\r# two\r\nthree' })).toContain('> one\n> # two\n> three')
  })
})

describe('answering', () => {
  let server: TestServer
  let world: World
  let owner: Person
  let member: Person
  let id: string
  beforeAll(async () => {
    server = await startServer()
    world = await server.world()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    ;({ owner, member } = world.north)
    ;({ id } = await makeInstallation(server.db, {
      companyId: world.north.company.id,
      name: 'Ticket triage',
      status: 'requested',
    }))
    await server.db
      .updateTable('installations')
      .set({ intake: JSON.stringify(FIELDS) })
      .where('id', '=', id)
      .execute()
  })
  const answer = (body: Json, as = owner, of = id) =>
    server.call<Json>('PUT', `/v1/automations/${of}/answers`, { as, body })
  const row = () => server.db.selectFrom('installations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const waits = async (as: Person) =>
    (
      await server.platform.db.asActor(
        { kind: 'tenant', companyId: world.north.company.id, userId: as.id, role: as.role },
        async (db) =>
          intakeActionItems(
            db,
            { kind: 'tenant', companyId: world.north.company.id, userId: as.id, role: as.role },
            50,
          ),
      )
    ).items.filter((i) => i.id === id)

  test('finished answers open a ticket and start the setup; until then owners have an action item', async () => {
    expect(await waits(owner)).toMatchObject([
      { kind: 'intake', title: 'Answer the setup questions for Ticket triage' },
    ])
    expect(await waits(member)).toEqual([])
    const draft = await answer({ version: 1, answers: { boards: 'Help desk' }, finished: false })
    expect(draft.body).toMatchObject({
      status: 'requested',
      answeredAt: null,
      answers: { boards: 'Help desk' },
      version: 2,
    })
    expect(await waits(owner)).toHaveLength(1)
    const short = await answer({ version: 2, answers: { boards: 'Help desk' }, finished: true })
    expect([short.status, Object.keys(short.body.error.fields).toSorted()]).toEqual([
      422,
      ['answers.nights', 'answers.seats', 'answers.tool'],
    ])
    const done = await answer({ version: 2, answers: GOOD, finished: true })
    expect(done.body).toMatchObject({
      status: 'provisioning',
      answeredBy: { id: owner.id },
      ticket: { number: expect.any(Number) },
      version: 3,
    })
    expect(await waits(owner)).toEqual([])
    const ticket = await server.db
      .selectFrom('tickets')
      .selectAll()
      .where('id', '=', done.body.ticket.id)
      .executeTakeFirstOrThrow()
    expect(ticket).toMatchObject({ subject: 'Set up Ticket triage', requester_id: owner.id, installation_id: id })
    expect(ticket.description).toContain('**Which PSA?**\n\n> HaloPSA')
    // Setup is part of the price of a bought automation, so work on its ticket uses no hours.
    const { orderId } = await makeInvoice(server.db, { companyId: world.north.company.id })
    await server.db.updateTable('installations').set({ order_id: orderId }).where('id', '=', id).execute()
    const entry = await server.call<Json>('POST', `/v1/tickets/${ticket.id}/time`, {
      as: world.engineer,
      body: { minutes: 60, note: 'Connected the board', workType: 'remote' },
    })
    expect([entry.status, entry.body.charged ?? null, entry.body.billable]).toEqual([201, null, false])
  })

  test('later changes are posted in the ticket, and none are possible once it is live', async () => {
    const { body } = await answer({ version: 1, answers: GOOD, finished: true })
    const later = await answer({ version: body.version, answers: { ...GOOD, seats: 55 }, finished: true })
    expect([later.status, later.body.answers?.seats]).toEqual([200, 55])
    expect((await answer({ version: later.body.version, answers: {}, finished: false })).status).toBe(422)
    const said = await server.db
      .selectFrom('messages')
      .select(['body', 'kind', 'author_id'])
      .where('ticket_id', '=', body.ticket.id)
      .execute()
    expect(said).toEqual([
      { kind: 'reply', author_id: owner.id, body: 'I changed these setup answers.\n\n**How many seats?**\n\n> 55' },
    ])
    await server.db.updateTable('installations').set({ status: 'live' }).where('id', '=', id).execute()
    const over = await answer({ version: later.body.version, answers: GOOD, finished: true })
    expect([over.status, over.body.error.code]).toEqual([409, 'SETUP_OVER'])
  })

  test('questions of a live automation that staff added can be answered once, without starting a setup', async () => {
    await server.db.updateTable('installations').set({ status: 'live' }).where('id', '=', id).execute()
    const { body } = await server.call<Json>('GET', `/v1/automations/${id}`, { as: owner })
    expect([body.bought, body.intakeOpen, body.can.answer]).toEqual([false, true, true])
    const kept = await answer({ version: 1, answers: { boards: 'Help desk' }, finished: false })
    expect([kept.status, kept.body.answeredAt]).toEqual([200, null])
    const done = await answer({ version: 2, answers: GOOD, finished: true })
    expect(done.body).toMatchObject({ status: 'live', ticket: null, answers: GOOD, can: { answer: false } })
    const events = await server.db
      .selectFrom('events')
      .select('kind')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
    expect(events.map((e) => e.kind)).toEqual(['installed', 'answers_kept', 'answered'])
    const told = await server.platform.db.asActor(systemOf(world.north.company.id), (db) =>
      setupNotifier.collectNotices(server.platform, db, {
        id: 1,
        companyId: world.north.company.id,
        topic: 'automation',
        kind: 'answered',
        subjectId: id,
        actorId: owner.id,
        data: {},
      } as never),
    )
    expect(told.find((n) => 'userId' in n.to && n.to.userId === world.engineer.id)).toMatchObject({
      title: `${world.north.company.name} answered the setup questions for Ticket triage`,
      path: `/apps-automations/${id}?tab=settings`,
    })
    expect((await answer({ version: 3, answers: GOOD, finished: true })).body.error.code).toBe('SETUP_OVER')
  })

  test('an engineer can start the setup before the answers arrive, and the history shows it once', async () => {
    await server.call('POST', `/v1/automations/${id}/status`, {
      as: world.engineer,
      body: { version: 1, status: 'provisioning' },
    })
    const done = await answer({ version: 2, answers: GOOD, finished: true })
    expect(done.body).toMatchObject({ status: 'provisioning', ticket: { number: expect.any(Number) } })
    const ticket = await server.db
      .selectFrom('tickets')
      .select('description')
      .where('id', '=', done.body.ticket.id)
      .executeTakeFirstOrThrow()
    expect(ticket.description).toContain('Ticket triage is ready for setup.')
    const acts = await server.db.selectFrom('audit_log').select('action').where('subject_id', '=', id).execute()
    expect(acts.map((a) => a.action).toSorted()).toEqual([
      'installation.answer',
      'installation.create',
      'installation.status',
    ])
  })

  test('of two concurrent answers one is accepted; members, staff and other companies cannot answer', async () => {
    const both = await Promise.all([
      answer({ version: 1, answers: GOOD, finished: true }),
      answer({ version: 1, answers: { ...GOOD, seats: 1 }, finished: true }),
    ])
    expect(both.map((r) => r.status).toSorted()).toEqual([200, 409])
    expect(both.find((r) => r.status === 409)?.body.error).toMatchObject({ code: 'CONFLICT', current: { version: 2 } })
    const tickets = await server.db.selectFrom('tickets').select('id').where('installation_id', '=', id).execute()
    expect(tickets).toHaveLength(1)
    for (const as of [member, world.engineer, world.admin])
      expect((await answer({ version: 2, answers: GOOD, finished: true }, as)).status).toBe(403)
    const theirs = await answer({ version: 2, answers: GOOD, finished: true }, world.south.owner)
    const nobodys = await answer({ version: 2, answers: GOOD, finished: true }, owner, crypto.randomUUID())
    expect([theirs.status, theirs.body.error.code]).toEqual([nobodys.status, nobodys.body.error.code])
    expect(theirs.status).toBe(404)
  })

  test('the longest answers to the most questions start the setup, and the ticket truncates them', async () => {
    const many = Array.from({ length: 30 }, (_, n) => ({
      name: `q${n}`,
      label: `${n} ${'Why? '.repeat(39)}`,
      type: 'long_text',
      required: true,
    }))
    await server.db
      .updateTable('installations')
      .set({ intake: JSON.stringify(many) })
      .where('id', '=', id)
      .execute()
    const long = (line: string) => Object.fromEntries(many.map((f) => [f.name, `a${line.repeat(2_499)}a`]))
    const done = await answer({ version: 1, answers: long('\n'), finished: true })
    expect([done.status, done.body.status]).toEqual([200, 'provisioning'])
    const { description } = await server.db
      .selectFrom('tickets')
      .select('description')
      .where('id', '=', done.body.ticket.id)
      .executeTakeFirstOrThrow()
    expect(description.split('(truncated; the full answer')).toHaveLength(31)
    // Later changes are posted in one message, which is cut to the same length.
    const later = await answer({ version: done.body.version, answers: long('🙂'), finished: true })
    expect([later.status, later.body.answers?.q0]).toEqual([200, long('🙂').q0])
  })

  test('ignores everything in the input except the answers', async () => {
    const r = await answer({
      version: 1,
      answers: GOOD,
      finished: false,
      status: 'live',
      priceCents: 1,
      companyId: world.south.company.id,
    })
    expect(r.status).toBeLessThan(500)
    expect(await row()).toMatchObject({ status: 'requested', price_cents: null })
  })
})
