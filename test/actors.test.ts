// Every audit log entry and every event names the actor who really did it, and through what: in the demo's history, and
// after new actions of users, API keys and jobs. `harness/actors.ts` checks the same of every call of every test.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireBlocks } from '../src/server/hours/index.ts'
import { systemOf } from '../src/server/platform/database/db.ts'
import { recordAudit } from '../src/server/platform/events/audit.ts'
import { keyHash } from '../src/server/platform/sign-in/keys.ts'
import { seedOnce } from './demo/seed.ts'
import { makeInvoice } from './factories/billing.ts'
import { makeHours } from './factories/hours.ts'
import { makeTicket } from './factories/tickets.ts'
import { findWrongActors } from './harness/actors.ts'
import { type Person, startServer, type TestServer } from './harness/server.ts'

let server: TestServer
const people = {} as Record<'owner' | 'engineer' | 'admin', Person>
beforeAll(async () => {
  server = await startServer({ DEMO_PASSWORD: 'a demo password' })
  await seedOnce({ ...server.platform, env: { ...server.env, demoPassword: 'a demo password' } }, () => {})
  const company = (internal: boolean) =>
    server.db
      .selectFrom('companies')
      .selectAll()
      .where('is_internal', '=', internal)
      .where('name', internal ? 'is not' : '=', internal ? null : 'Northgate IT')
      .executeTakeFirstOrThrow() as never
  people.owner = await server.person(await company(false), 'owner', { fullName: 'Olive Owner' })
  people.engineer = await server.person(await company(true), 'engineer', { fullName: 'Enno Engineer' })
  people.admin = await server.person(await company(true), 'admin', { fullName: 'Ada Admin' })
})
afterAll(() => server.close())

type Who = 'member' | 'owner' | 'engineer' | 'admin' | 'system'
const PARTNER: Who[] = ['member', 'owner']
const STAFF: Who[] = ['engineer', 'admin']

/** Roles that perform each action. `system` means that it is done automatically. */
const ACTORS: Record<string, Who[]> = {
  'agreement.amended': ['admin'],
  'agreement.created': ['admin'],
  'agreement.sent': ['admin'],
  'agreement.signed': ['owner'],
  'company.edit': ['owner'],
  'company.note': STAFF,
  'installation.answer': ['owner'],
  'installation.begin': ['system'],
  'installation.create': STAFF,
  'installation.order': ['owner'],
  'installation.status': STAFF,
  'invoice.refund': ['admin'],
  'invoice.transfer': ['admin'],
  'invoice.void': ['admin'],
  'order.place': ['owner'],
  'report-mail.create': ['owner'],
  'sla.calendar-edited': ['admin'],
  'sla.policy-created': ['admin'],
  'ticket.merge': STAFF,
  'ticket.merge-in': STAFF,
  'ticket.status': [...PARTNER, ...STAFF],
  'time.book': STAFF,
}

test('every entry in the demo’s history names its actor', async () => {
  const { rows } = await sql<{ action: string; recorded: Who; real: Who | null; own: boolean | null; name: string }>`
    select l.action, l.actor_role as recorded, coalesce(r.role, 'system') as real, p.company_id = l.company_id as own,
      coalesce(p.full_name, 'nobody') as name
    from audit_log l left join profiles p on p.id = l.actor_id left join user_roles r on r.user_id = p.id`.execute(
    server.db,
  )
  expect(rows.length).toBeGreaterThan(200)
  for (const { action, recorded, real, own, name } of rows) {
    expect(recorded, `${action} ${name}`).toBe(real)
    expect(ACTORS[action], `Say in ACTORS whose act ${action} is.`).toContain(real)
    // Only a partner's own users and the provider's staff act at a partner.
    if (PARTNER.includes(real as Who)) expect(own, `${action} ${name}`).toBe(true)
  }
})

test('every message in the demo is on its author’s side', async () => {
  const { rows } = await sql<{ author_kind: string; is_internal: boolean; n: number }>`
    select m.author_kind, c.is_internal, count(*)::int as n from messages m join profiles p on p.id = m.author_id
      join companies c on c.id = p.company_id group by 1, 2`.execute(server.db)
  for (const { author_kind, is_internal } of rows) expect(is_internal, author_kind).toBe(author_kind === 'agent')
})

describe('new actions', () => {
  /** Returns the entries and events that `act` writes, as [action or topic/kind, actor]. */
  async function written(act: () => Promise<unknown>) {
    const at = async (table: 'audit_log' | 'events') =>
      (await sql<{ id: number }>`select coalesce(max(id), 0) as id from ${sql.table(table)}`.execute(server.db)).rows[0]
        ?.id
    const [audit, events] = [await at('audit_log'), await at('events')]
    await act()
    const nameOf = new Map<string | null, string>([
      [null, 'system'],
      ...Object.entries(people).map(([who, p]) => [p.id, who] as [string, string]),
    ])
    const acts = await server.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'actor_role'])
      .where('id', '>', Number(audit))
      .orderBy('id')
      .execute()
    const published = await server.db
      .selectFrom('events')
      .select(['topic', 'kind', 'actor_id'])
      .where('id', '>', Number(events))
      .orderBy('id')
      .execute()
    for (const a of acts) expect(a.actor_role, a.action).toBe(nameOf.get(a.actor_id))
    return new Set([
      ...acts.map((a) => `${a.action}: ${nameOf.get(a.actor_id)}`),
      ...published.map((e) => `${e.topic}/${e.kind}: ${nameOf.get(e.actor_id)}`),
    ])
  }
  const call = async (as: Person, method: string, path: string, body?: object) => {
    const r = await server.call<{ id: string; version: number }>(method, `/v1${path}`, {
      as,
      ...(body ? { body } : {}),
    })
    expect(r.status, `${path} ${r.text}`).toBe(r.status < 300 ? r.status : 200)
    return r.body
  }

  test('staff install an automation, and a partner’s answers begin its set-up automatically', async () => {
    const product = await server.db
      .selectFrom('products')
      .select(['id', 'intake'])
      .where(sql<boolean>`jsonb_array_length(intake) > 0`)
      .where('status', '=', 'published')
      .orderBy('slug')
      .executeTakeFirstOrThrow()
    let id = ''
    expect(
      await written(async () => {
        id = (
          await call(people.engineer, 'POST', '/automations', {
            companyId: people.owner.companyId,
            productId: product.id,
          })
        ).id
      }),
    ).toEqual(new Set(['installation.create: engineer', 'automation/installed: engineer']))
    const { version } = await call(people.owner, 'GET', `/automations/${id}`)
    const answers = answersTo(product.intake as Field[])
    const acts = await written(() =>
      call(people.owner, 'PUT', `/automations/${id}/answers`, { version, answers, finished: true }),
    )
    expect([...acts]).toEqual(
      expect.arrayContaining([
        'installation.answer: owner',
        'installation.begin: system',
        'ticket.open: system',
        'ticket/opened: system',
        'automation/answered: owner',
      ]),
    )
    const live = await call(people.engineer, 'GET', `/automations/${id}`)
    expect(
      await written(() =>
        call(people.engineer, 'POST', `/automations/${id}/status`, {
          version: live.version,
          status: 'live',
          reason: null,
        }),
      ),
    ).toContain('installation.status: engineer')
  })

  test('an administrator records a transfer: the payment and the hours are theirs, not the buyer’s', async () => {
    const made = await makeInvoice(server.db, { companyId: people.owner.companyId })
    const { version } = await call(people.admin, 'GET', `/invoices/${made.invoiceId}`)
    const acts = await written(() =>
      call(people.admin, 'POST', `/invoices/${made.invoiceId}/transfer`, {
        version,
        amountCents: 175_000,
        reference: 'SCT 1',
        paidOn: new Date().toISOString().slice(0, 10),
      }),
    )
    expect([...acts].filter((a) => !a.endsWith(': admin'))).toEqual([])
    expect(acts).toContain('invoice.transfer: admin')
    expect(acts).toContain('hours/granted: admin')
  })

  test('an expiration is recorded as automatic', async () => {
    const companyId = people.owner.companyId
    await makeHours(server.db, companyId, { minutes: 60, expiresOn: '2026-01-01', at: '2025-12-01T00:00:00Z' } as never)
    const by = { actor: systemOf(companyId) }
    const acts = await written(() => server.platform.db.asActor(by.actor, (tx) => expireBlocks(tx, by, companyId)))
    expect([...acts].filter((a) => !a.endsWith(': system'))).toEqual([])
    expect(acts).toContain('hours/expired: system')
  })

  test('time, replies and status changes name the person who sent them', async () => {
    const ticket = await makeTicket(server.db, { requester: people.owner })
    const reply = await written(() =>
      call(people.engineer, 'POST', `/tickets/${ticket.id}/messages`, { kind: 'reply', body: 'Done.' }),
    )
    expect([...reply].filter((a) => !a.endsWith(': engineer'))).toEqual([])
    const time = await written(() =>
      call(people.engineer, 'POST', `/tickets/${ticket.id}/time`, {
        minutes: 15,
        workedOn: new Date().toISOString().slice(0, 10),
        workType: 'remote',
        billable: true,
        note: 'x',
      }),
    )
    expect([...time].filter((a) => !a.endsWith(': engineer'))).toEqual([])
    expect(time).toContain('time.book: engineer')
  })
})

describe('how a call was made', () => {
  type Entry = { action: string; actor: { id: string } | null; via: { kind: string; name: string | null } | null }
  const newest = async (action: string) => {
    const { body } = await server.call<{ items: Entry[] }>('GET', `/v1/companies/${people.owner.companyId}/activity`, {
      as: people.admin,
    })
    return body.items.find((a) => a.action === action)
  }

  test('through an API key: recorded as its creator, with the name of the key', async () => {
    const key = `mwk_${'k'.repeat(43)}`
    await server.db
      .insertInto('api_keys')
      .values({
        company_id: people.owner.companyId,
        id: crypto.randomUUID(),
        name: 'Contact sync',
        prefix: key.slice(0, 12),
        hash: keyHash(key),
        scopes: ['contacts:write', 'tickets:write'],
        created_by: people.owner.id,
      })
      .execute()
    const body = { fullName: 'Kim Key', email: 'kim.key@northgate.example' }
    const made = await server.call<{ id: string }>('POST', '/v1/contacts', { body, headers: { 'x-api-key': key } })
    expect(made.status, made.text).toBe(201)
    expect(await newest('contact.create')).toMatchObject({
      actor: { id: people.owner.id },
      via: { kind: 'api_key', name: 'Contact sync' },
    })
  })

  test('on a screen: recorded with the session; by a job: without a person', async () => {
    const body = { fullName: 'Sam Screen', email: 'sam.screen@northgate.example' }
    expect((await server.call('POST', '/v1/contacts', { as: people.owner, body })).status).toBe(201)
    expect(await newest('contact.create')).toMatchObject({
      actor: { id: people.owner.id },
      via: { kind: 'session', name: null },
    })
    const { companyId } = people.owner
    await server.db.transaction().execute((tx) =>
      recordAudit(
        tx,
        { actor: systemOf(companyId) },
        {
          companyId,
          action: 'company.edit',
          subjectType: 'company',
          subjectId: companyId,
        },
      ),
    )
    expect(await newest('company.edit')).toMatchObject({ actor: null, via: { kind: 'job', name: null } })
  })

  test('every test compares what its calls recorded with the caller', async () => {
    const call = await server.call('POST', '/v1/contacts', {
      as: people.owner,
      body: { fullName: 'Cal Caller', email: 'cal.caller@northgate.example' },
    })
    const request = call.headers.get('x-request-id') as string
    expect(await findWrongActors(server.db, new Map([[request, { userId: people.owner.id }]]))).toEqual([])
    // As if another person, or a key, had called.
    expect((await findWrongActors(server.db, new Map([[request, { userId: people.admin.id }]]))).sort()).toEqual([
      expect.stringContaining('contact.create'),
      expect.stringContaining('contact/created'),
    ])
    expect(await findWrongActors(server.db, new Map([[request, { byKey: true }]]))).toEqual([
      expect.stringContaining('contact.create'),
    ])
  })
})

type Field = { name: string; type: string; options?: string[] }
const ANSWERS: Record<string, (f: Field) => unknown> = {
  number: () => 1,
  yes_no: () => true,
  choice: (f) => f.options?.[0],
  choices: (f) => f.options?.slice(0, 1),
  email: () => 'it@northgate.example',
  url: () => 'https://northgate.example',
  date: () => '2026-12-01',
}
const answersTo = (fields: Field[]) =>
  Object.fromEntries(fields.map((f) => [f.name, ANSWERS[f.type]?.(f) ?? 'As usual']))
