import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeContact } from '../../../test/factories/contacts.ts'
import { makeBalance } from '../../../test/factories/hours.ts'
import { makeNotification } from '../../../test/factories/notifications.ts'
import { makeTicket } from '../../../test/factories/tickets.ts'
import { happened } from '../../../test/harness/happened.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { ROLES } from '../../contract/base.ts'
import type { NoticeSettings, Notification } from '../../contract/notifications.ts'
import { NOTICE_KINDS } from '../../contract/notifications.ts'
import { systemOf } from '../platform/database/db.ts'
import type { Notice } from '../platform/events/notifiers.ts'
import { publish } from '../platform/events/publish.ts'
import { deliverEvent } from './deliver.ts'
import { sendDigests } from './digest.ts'
import { defaultChannels, type Kind } from './policy.ts'
import { readUnsubscribe, unsubscribeLink } from './unsubscribe.ts'

let server: TestServer
let world: World
let notices: Notice[] = []
let left: object[] = []
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  // A separate list, because the product's list is shared.
  server.platform.notifiers = [
    {
      topic: 'ticket',
      collectNotices: async () => notices,
      leave: async (_platform, _db, who) => void left.push(who),
    },
  ]
})
afterAll(() => server.close())
beforeEach(async () => {
  left = []
  for (const table of ['notifications', 'notification_preferences', 'notification_digests', 'mail_refusals'] as const)
    await server.db.deleteFrom(table).execute()
  await sql`delete from jobs.job`.execute(server.db)
})

const subject = crypto.randomUUID()
/** Publishes an event of a ticket of North, with these notices. */
async function tell(all: Notice[], more: { staffOnly?: boolean; data?: object; subjectId?: string } = {}) {
  notices = all
  const companyId = world.north.company.id
  const event = { companyId, topic: 'ticket' as const, kind: 'reply', subjectId: subject, ...more }
  await server.db.transaction().execute((db) => publish(db, systemOf(companyId), event))
  const row = await server.db
    .selectFrom('events')
    .selectAll()
    .where('user_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await server.db.transaction().execute((db) => deliverEvent(server.platform, db, happened(row)))
}
const notice = (to: Notice['to'], kind: Kind = 'ticket_reply', title: string = kind): Notice => ({
  to,
  kind,
  title,
  body: 'A scheduled run did not start',
  path: `/tickets/${subject}`,
})
const to = (person: Person) => ({ userId: person.id })
type Shown = z.infer<typeof Notification>
type Settings = z.infer<typeof NoticeSettings>
const list = async (as: Person, query = '') =>
  (await server.call<{ items: Shown[]; nextCursor: string | null }>('GET', `/v1/notifications${query}`, { as })).body
const summary = async (as: Person) =>
  (
    await server.call<{ unread: number; waiting: number; hours: number | null }>('GET', '/v1/notifications/summary', {
      as,
    })
  ).body
const mark = (as: Person, body: object) =>
  server.call<{ unread: number }>('POST', '/v1/notifications/read', { as, body })
const choose = (as: Person, body: object) =>
  server.call<Settings & ErrorShape>('PATCH', '/v1/me/notifications', { as, body })
const pending = async (person: Person) =>
  (
    await server.db
      .selectFrom('notifications')
      .select(['kind', 'shown', 'digest'])
      .where('user_id', '=', person.id)
      .orderBy('kind')
      .execute()
  ).map((row) => [row.kind, row.shown, row.digest])

test('every role gets the default kinds and no others', async () => {
  const people = {
    member: world.north.member,
    owner: world.north.owner,
    engineer: world.engineer,
    admin: world.admin,
  }
  for (const role of ROLES) {
    const person = people[role]
    for (const kind of NOTICE_KINDS) {
      await tell([notice(to(person), kind, `${role} ${kind}`)])
      const by = defaultChannels(role, kind)
      const [row] = await pending(person)
      expect(row, `${role} ${kind}`).toEqual(
        by && (by.bell || by.mail === 'digest') ? [kind, by.bell, by.mail === 'digest'] : undefined,
      )
      expect((await server.mails(person.email)).length, `${role} ${kind}`).toBe(by?.mail === 'now' ? 1 : 0)
      await server.db.deleteFrom('notifications').execute()
      await sql`delete from jobs.job`.execute(server.db)
    }
  }
  // Notes, warnings and ratings are for staff.
  for (const kind of ['ticket_note', 'ticket_sla', 'ticket_rating', 'ticket_assigned'] as const)
    for (const role of ['member', 'owner'] as const)
      expect(defaultChannels(role, kind), `${kind} ${role}`).toBeUndefined()
})

test('notifications and emails follow each user’s settings', async () => {
  const person = world.north.member
  for (const bell of [true, false])
    for (const mail of ['now', 'digest', 'off'] as const) {
      const { status } = await choose(person, { kinds: [{ kind: 'ticket_reply', bell, mail }] })
      expect(status).toBe(200)
      await tell([notice(to(person))])
      const rows = bell || mail === 'digest' ? [['ticket_reply', bell, mail === 'digest']] : []
      expect(await pending(person), `${bell} ${mail}`).toEqual(rows)
      expect((await server.mails()).length, `${bell} ${mail}`).toBe(mail === 'now' ? 1 : 0)
      expect((await list(person)).items.length, `${bell} ${mail}`).toBe(bell ? 1 : 0)
      await server.db.deleteFrom('notifications').execute()
      await sql`delete from jobs.job`.execute(server.db)
    }
})

test('settings show defaults, store choices, and reject kinds that never reach the user', async () => {
  const as = world.north.owner
  const before = await server.call<Settings>('GET', '/v1/me/notifications', { as })
  expect(before.body.kinds.map((k) => k.kind)).not.toContain('ticket_note')
  expect(before.body).toMatchObject({ digestHour: 8, timeZone: 'America/New_York' })
  const after = await choose(as, { kinds: [{ kind: 'ticket_status', bell: false, mail: 'digest' }], digestHour: 17 })
  expect(after.body.digestHour).toBe(17)
  expect(after.body.kinds.find((k) => k.kind === 'ticket_status')).toMatchObject({
    bell: false,
    mail: 'digest',
    usual: defaultChannels('owner', 'ticket_status'),
  })
  // A colleague's settings stay as they are.
  const colleague = await server.call<Settings>('GET', '/v1/me/notifications', { as: world.north.member })
  expect(colleague.body.digestHour).toBe(8)
  for (const [body, field] of [
    [{ kinds: [{ kind: 'ticket_note', bell: true, mail: 'now' }] }, 'kinds'],
    [{ kinds: [{ kind: 'ticket_reply', bell: true, mail: 'hourly' }] }, 'kinds.0.mail'],
    [{ digestHour: 24 }, 'digestHour'],
  ] as const) {
    const r = await choose(as, body)
    expect([r.status, Object.keys(r.body.error.fields ?? {})]).toEqual([400, [field]])
  }
})

test('partners never get events for staff, and nobody gets events of another company', async () => {
  const stranger = { email: 'watcher@client.test', name: 'Pat' }
  await makeContact(server.db, { company_id: world.north.company.id, email: stranger.email })
  const everybody = [world.north.owner, world.south.owner, world.engineer].map((p) => notice(to(p), 'ticket_mention'))
  await tell([...everybody, notice(stranger)], { staffOnly: true })
  expect((await server.mails()).map((m) => m.to)).toEqual([world.engineer.email])
  expect((await list(world.north.owner)).items).toEqual([])
  await sql`delete from jobs.job`.execute(server.db)
  await tell([...everybody, notice(stranger)])
  expect((await server.mails()).map((m) => m.to).sort()).toEqual(
    [world.engineer.email, world.north.owner.email, stranger.email].sort(),
  )
  expect((await list(world.south.owner)).items).toEqual([])
})

test('one event sends one email per person, even with several reasons, and none to deactivated users', async () => {
  const { member, owner } = world.north
  const gone = await server.person(world.north.company, 'member')
  await server.db.updateTable('profiles').set({ deactivated_at: sql`now()` }).where('id', '=', gone.id).execute()
  const sameAddress = { email: member.email.toUpperCase(), name: 'Member' }
  await tell([
    notice(to(member), 'ticket_mention'),
    notice(to(member), 'ticket_reply'),
    notice(to(member), 'ticket_reply', 'again'),
    notice(to(owner)),
    notice(to(gone)),
    notice(sameAddress),
  ])
  // Mails of the same moment have no order.
  const mails = (await server.mails()).map((m) => [m.to, m.subject.split(' ')[0]])
  expect(mails).toHaveLength(2)
  expect(mails).toContainEqual([member.email, 'ticket_mention'])
  expect(mails).toContainEqual([owner.email, 'ticket_reply'])
  expect((await list(member)).items.map((i) => i.title).sort()).toEqual(['ticket_mention', 'ticket_reply'])
})

test('the list has pages and filters, and can be marked as read by id, by subject and up to one, but not for others', async () => {
  const { owner, member } = world.north
  const ids: string[] = []
  const hidden = await makeNotification(server.db, owner, { shown: false, digest: true })
  for (let i = 0; i < 7; i++)
    ids.push(
      (await makeNotification(server.db, owner, { title: `n${i}`, kind: i % 2 ? 'ticket_reply' : 'ticket_status' })).id,
    )
  const theirs = await makeNotification(server.db, member)
  const titles = (items: Shown[]) => items.map((i) => i.title)
  const first = await list(owner, '?limit=3')
  expect(titles(first.items)).toEqual(['n6', 'n5', 'n4'])
  const second = await list(owner, `?limit=3&cursor=${first.nextCursor}`)
  const third = await list(owner, `?limit=3&cursor=${second.nextCursor}`)
  expect([titles(second.items), titles(third.items), third.nextCursor]).toEqual([['n3', 'n2', 'n1'], ['n0'], null])
  expect(titles((await list(owner, '?kind=ticket_status')).items)).toEqual(['n6', 'n4', 'n2', 'n0'])

  expect((await mark(owner, { ids: [ids[6], theirs.id] })).body).toEqual({ unread: 6 })
  expect((await summary(member)).unread).toBe(1)
  expect(titles((await list(owner, '?unread=yes')).items)).toEqual(['n5', 'n4', 'n3', 'n2', 'n1', 'n0'])
  expect((await mark(owner, { ids: [ids[6]], read: false })).body).toEqual({ unread: 7 })
  expect((await mark(owner, { subjectId: first.items[1]?.subjectId })).body).toEqual({ unread: 6 })
  // Notifications that came after the page was loaded stay unread.
  expect((await mark(owner, { upTo: ids[5] })).body).toEqual({ unread: 1 })
  expect(titles((await list(owner, '?unread=yes')).items)).toEqual(['n6'])
  for (const body of [{}, { ids: [] }, { ids: [ids[0]], upTo: ids[0] }])
    expect((await mark(owner, body)).status).toBe(400)
  const row = await server.db.selectFrom('notifications').select('read_at').where('id', '=', hidden.id).execute()
  expect(row).toEqual([{ read_at: null }])
})

test('the summary has the remaining hours of the user’s company, and none for staff', async () => {
  const { company, owner } = world.south
  await makeBalance(server.db, company.id, 95)
  expect((await summary(owner)).hours).toBe(95)
  await makeBalance(server.db, company.id, -15)
  expect((await summary(world.south.member)).hours).toBe(-15)
  expect((await summary(world.admin)).hours).toBeNull()
  const newcomer = await server.person(await server.company({ name: 'Never had any' }), 'owner')
  expect((await summary(newcomer)).hours).toBeNull()
})

test('the count stops at 100 and reads few of 10,000 rows', async () => {
  const { owner } = world.north
  await sql`insert into notifications (company_id, id, user_id, event_id, kind, title, body, path, subject_id, shown)
    select ${owner.companyId}, gen_random_uuid(), ${owner.id}, i, 'ticket_reply', 't', '', '/tickets/x', gen_random_uuid(), true
    from generate_series(1, 10000) i`.execute(server.db)
  await sql`analyze notifications`.execute(server.db)
  expect((await summary(owner)).unread).toBe(100)
  const actor = { kind: 'tenant' as const, companyId: owner.companyId, userId: owner.id, role: 'owner' as const }
  const cost = async () => {
    const { rows } = await server.platform.db.asActor(actor, (db) =>
      sql<{
        'QUERY PLAN': string
      }>`explain (analyze, buffers, timing off, summary off) select 1 from notifications where company_id = ${owner.companyId}
        and user_id = ${owner.id} and shown and read_at is null limit 100`.execute(db),
    )
    // Counts buffers and not time, because a slow machine reads the same number. The first line with buffers has the
    // total.
    const line = rows.map((r) => r['QUERY PLAN']).find((text) => text.includes('Buffers:')) ?? ''
    return [...line.matchAll(/(?:hit|read)=(\d+)/g)].reduce((sum, [, n]) => sum + Number(n), 0)
  }
  expect(await cost()).toBeLessThan(40)
  // The opposite case: all but the oldest few are read.
  await sql`update notifications set read_at = now() where event_id > 5`.execute(server.db)
  // A transaction of a job that is still open keeps old rows from being removed.
  await expect
    .poll(async () => {
      await sql`vacuum analyze notifications`.execute(server.db)
      return cost()
    })
    .toBeLessThan(40)
  expect((await summary(owner)).unread).toBe(5)
})

test('an administrator who views as another user marks nothing as read', async () => {
  const { owner } = world.north
  await makeNotification(server.db, owner)
  const { token } = await server.platform.tokens.issue({
    kind: 'tenant',
    companyId: owner.companyId,
    userId: owner.id,
    role: 'owner',
    sessionId: crypto.randomUUID(),
    viewerId: world.admin.id,
  })
  const seen = await server.call<{ unread: number }>('GET', '/v1/notifications/summary', { token })
  expect([seen.status, seen.body.unread]).toEqual([200, 1])
  const { items } = (await server.call<{ items: Shown[] }>('GET', '/v1/notifications', { token })).body
  for (const [method, path, body] of [
    ['POST', '/v1/notifications/read', { ids: [items[0]?.id] }],
    ['PATCH', '/v1/me/notifications', { digestHour: 3 }],
  ] as const) {
    const r = await server.call<ErrorShape>(method, path, { token, body })
    expect([r.status, r.body.error.code], path).toEqual([403, 'VIEW_ONLY'])
  }
  expect((await summary(owner)).unread).toBe(1)
})

test('a user who moves to another company no longer sees the notifications of the old one', async () => {
  const mover = await server.person(world.north.company, 'member')
  await makeNotification(server.db, mover)
  await server.db
    .updateTable('profiles')
    .set({ company_id: world.south.company.id })
    .where('id', '=', mover.id)
    .execute()
  const rows = await server.db.selectFrom('notifications').select('id').where('user_id', '=', mover.id).execute()
  expect(rows).toEqual([])
})

// ---- daily mails
const at = (iso: string) => new Date(iso)
const zone = (person: Person, time_zone: string) =>
  server.db.updateTable('profiles').set({ time_zone }).where('id', '=', person.id).execute()
const waits = (person: Person, created_at: string, title = 'Resolved: T-1001', more: object = {}) =>
  makeNotification(server.db, person, { digest: true, title, created_at, subject_id: subject, ...more })
const digests = async (person: Person) => (await server.mails(person.email)).map((m) => m.id)

test('the daily email says how many notifications of one subject it leaves out', async () => {
  const { member } = world.north
  await zone(member, 'UTC')
  for (let n = 1; n <= 6; n++) await waits(member, `2026-11-18T1${n}:00:00Z`, `Reply ${n}`)
  await sendDigests(server.platform, at('2026-11-19T08:00:00Z'))
  const [mail] = await server.mails(member.email)
  const lines = (mail?.blocks ?? []).flatMap((b) =>
    typeof b === 'string' ? [b] : 'links' in b ? b.links.map(([label]) => label) : [],
  )
  const from = lines.indexOf('Reply 6')
  expect(lines.slice(from, from + 5)).toEqual(['Reply 6', 'Reply 5', 'Reply 4', 'Reply 3', '… and 2 more.'])
})

test('the daily email is sent once, at the chosen hour, and only if there are unread notifications', async () => {
  const { owner } = world.north
  await zone(owner, 'America/Chicago')
  await waits(owner, '2026-11-18T15:00:00Z')
  await waits(owner, '2026-11-18T16:00:00Z', 'Reopened: T-1002', { subject_id: crypto.randomUUID() })
  const done = await waits(owner, '2026-11-18T17:00:00Z', 'Seen already')
  await mark(owner, { ids: [done.id] })
  // 7:59 and 8:00 in Chicago.
  await sendDigests(server.platform, at('2026-11-19T13:59:00Z'))
  expect(await digests(owner)).toEqual([])
  await Promise.all([1, 2, 3].map(() => sendDigests(server.platform, at('2026-11-19T14:00:00Z'))))
  expect(await digests(owner)).toEqual([`digest ${owner.id} 2026-11-19`])
  const [mail] = await server.mails(owner.email)
  const text = JSON.stringify(mail?.blocks)
  expect(mail?.subject).toBe('Daily summary: 2 updates · Millwright')
  expect(text).toContain('Resolved: T-1001')
  expect(text).toContain('Reopened: T-1002')
  expect(text).not.toContain('Seen already')
  expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')

  // Later notifications of that day wait for the next mail, even when a slow reader dates them before the hour.
  await waits(owner, '2026-11-19T13:58:00Z')
  await sendDigests(server.platform, at('2026-11-19T22:00:00Z'))
  expect((await digests(owner)).length).toBe(1)
  await sendDigests(server.platform, at('2026-11-20T14:05:00Z'))
  expect((await digests(owner)).at(-1)).toBe(`digest ${owner.id} 2026-11-20`)
  await sendDigests(server.platform, at('2026-11-21T14:05:00Z'))
  expect((await digests(owner)).length).toBe(2)
})

test('daylight saving time neither skips a daily email nor sends it twice', async () => {
  const { owner } = world.north
  await zone(owner, 'America/New_York')
  await choose(owner, { digestHour: 2 })
  // 2027-03-14: two o'clock does not exist. At 07:00Z, clocks go from 1:59 EST to 3:00 EDT.
  await waits(owner, '2027-03-13T20:00:00Z')
  await sendDigests(server.platform, at('2027-03-14T06:55:00Z'))
  expect(await digests(owner)).toEqual([])
  await sendDigests(server.platform, at('2027-03-14T07:00:00Z'))
  expect(await digests(owner)).toEqual([`digest ${owner.id} 2027-03-14`])
  await waits(owner, '2027-03-14T07:30:00Z')
  await sendDigests(server.platform, at('2027-03-15T05:55:00Z'))
  expect((await digests(owner)).length).toBe(1)
  await sendDigests(server.platform, at('2027-03-15T06:00:00Z'))
  expect((await digests(owner)).length).toBe(2)

  // 2027-11-07: one o'clock comes twice, at 05:00Z and 06:00Z.
  await choose(owner, { digestHour: 1 })
  await waits(owner, '2027-11-06T20:00:00Z')
  for (const time of ['04:55', '05:00', '05:30', '06:00', '06:30', '07:30', '12:00']) {
    await waits(owner, `2027-11-07T${time}:00Z`)
    await sendDigests(server.platform, at(`2027-11-07T${time}:01Z`))
  }
  expect((await digests(owner)).slice(2)).toEqual([`digest ${owner.id} 2027-11-07`])
  await sendDigests(server.platform, at('2027-11-08T05:55:00Z'))
  expect((await digests(owner)).length).toBe(3)
  await sendDigests(server.platform, at('2027-11-08T06:00:00Z'))
  expect((await digests(owner)).length).toBe(4)
})

test('a notification whose kind was turned off is not in the daily email', async () => {
  const { owner } = world.north
  await waits(owner, '2026-11-18T15:00:00Z', 'x', { kind: 'ticket_status' })
  await choose(owner, { kinds: [{ kind: 'ticket_status', bell: true, mail: 'off' }] })
  await sendDigests(server.platform, at('2026-11-20T15:00:00Z'))
  expect(await digests(owner)).toEqual([])
})

// ---- unsubscribing
const link = (mail: { headers?: Record<string, string> } | undefined) =>
  /^<(.+)>$/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] as string
const kindsOf = async (person: Person) =>
  (await server.call<Settings>('GET', '/v1/me/notifications', { as: person })).body.kinds

test('one click unsubscribes from one kind without signing in; opening the page changes nothing', async () => {
  const { owner, member } = world.north
  const { owner: stranger } = world.south
  await tell([notice(to(owner)), notice(to(member))])
  const [mail] = await server.mails(owner.email)
  const href = link(mail)
  expect(JSON.stringify(mail?.blocks)).toContain(href)
  const before = await kindsOf(owner)
  for (const method of ['GET', 'HEAD', 'GET']) {
    const r = await fetch(href, { method })
    expect([r.status, r.headers.get('cache-control'), r.headers.get('referrer-policy')]).toEqual([
      200,
      'no-store',
      'no-referrer',
    ])
    const html = await r.text()
    for (const secret of [owner.email, owner.fullName, owner.id, world.north.company.name])
      expect(html).not.toContain(secret)
  }
  expect(await kindsOf(owner)).toEqual(before)
  const r = await fetch(href, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect([r.status, await r.text()]).toEqual([200, expect.stringContaining('replies on tickets')])
  expect(await kindsOf(owner)).toEqual(before.map((k) => (k.kind === 'ticket_reply' ? { ...k, mail: 'off' } : k)))
  expect((await kindsOf(member)).find((k) => k.kind === 'ticket_reply')?.mail).toBe('now')
  expect((await kindsOf(stranger)).find((k) => k.kind === 'ticket_reply')?.mail).toBe('now')
  await sql`delete from jobs.job`.execute(server.db)
  await tell([notice(to(owner)), notice(to(member))])
  expect((await server.mails()).map((m) => m.to)).toEqual([member.email])
  expect((await list(owner)).items.length).toBe(2)
  expect((await fetch(href, { method: 'POST' })).status).toBe(200)
})

test('a forged link does nothing and reveals nothing', async () => {
  const { owner, member } = world.north
  const good = unsubscribeLink(server.env, { u: owner.id, k: 'ticket_reply' })
  const [text = '', signature = ''] = good.split('/').at(-1)?.split('.') ?? []
  const other = Buffer.from(JSON.stringify({ u: member.id, k: 'ticket_reply' })).toString('base64url')
  const elsewhere = unsubscribeLink(
    { ...server.env, appSecret: 'another secret, just as long as it must be' },
    { u: owner.id, k: 'ticket_reply' },
  )
  expect(readUnsubscribe(server.env, `${text}.${signature}`)).toEqual({ u: owner.id, k: 'ticket_reply' })
  const bodies = new Set<string>()
  for (const token of [
    'x',
    `${text}.`,
    `${text}.${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`,
    `${other}.${signature}`,
    `${text}.${signature}.x`,
    elsewhere.split('/').at(-1) as string,
    '%00',
  ])
    for (const method of ['GET', 'POST']) {
      const r = await fetch(`${server.url}/unsubscribe/${token}`, { method })
      expect(r.status, `${token} ${method}`).toBe(404)
      bodies.add(await r.text())
    }
  expect(bodies.size).toBe(1)
  expect((await kindsOf(member)).find((k) => k.kind === 'ticket_reply')?.mail).toBe('now')
  // A user who no longer exists gets the same response.
  const nobody = unsubscribeLink(server.env, { u: crypto.randomUUID(), k: 'ticket_reply' })
  expect((await fetch(nobody, { method: 'POST' })).status).toBe(200)
})

test('unsubscribing from the daily email covers every kind in it', async () => {
  const { owner } = world.north
  await choose(owner, { kinds: [{ kind: 'ticket_status', bell: true, mail: 'digest' }] })
  await fetch(unsubscribeLink(server.env, { u: owner.id, k: 'digest' }), { method: 'POST' })
  const kinds = await kindsOf(owner)
  expect(kinds.filter((k) => k.mail === 'digest')).toEqual([])
  expect(kinds.find((k) => k.kind === 'ticket_reply')?.mail).toBe('now')
})

test('a person without an account can unsubscribe from one subject and still gets the others', async () => {
  const pat = { email: 'Pat@Client.test', name: 'Pat' }
  await makeContact(server.db, { company_id: world.north.company.id, email: pat.email })
  await tell([notice(pat)])
  const href = link((await server.mails(pat.email))[0])
  expect((await fetch(href)).status).toBe(200)
  expect(left).toEqual([])
  await fetch(href, { method: 'POST' })
  expect(left).toEqual([{ companyId: world.north.company.id, subjectId: subject, email: 'pat@client.test' }])
  await sql`delete from jobs.job`.execute(server.db)
  await tell([notice(pat)])
  expect(await server.mails()).toEqual([])
  await tell([notice(pat)], { subjectId: crypto.randomUUID() })
  expect((await server.mails()).length).toBe(1)
})

// ---- action items
test('partners see action items of their company; staff see their own and unassigned tickets', async () => {
  type Answer = { items: { title: string; group?: string; path: string; kind: string }[]; total: number }
  const waiting = async (as: Person) => (await server.call<Answer>('GET', '/v1/waiting', { as })).body
  const asked = await makeTicket(server.db, { requester: world.north.member, status: 'waiting_on_partner' })
  await makeTicket(server.db, { requester: world.north.owner, status: 'in_progress' })
  const member = await waiting(world.north.member)
  expect(member.items.map((i) => i.path)).toEqual([`/tickets/${asked.id}`])
  expect(member.total).toBe(1)
  const owner = await waiting(world.north.owner)
  expect(owner.items.map((i) => i.kind).sort()).toEqual(['profile', 'ticket'])
  expect((await summary(world.north.owner)).waiting).toBe(2)
  expect((await waiting(world.south.member)).items).toEqual([])

  const mine = await makeTicket(server.db, {
    requester: world.south.owner,
    assignee_id: world.engineer.id,
    status: 'in_progress',
  })
  const late = await makeTicket(server.db, {
    requester: world.south.owner,
    sla_due_at: sql`now() + interval '5 minutes'` as never,
    sla_soon_at: sql`now() - interval '1 minute'` as never,
  })
  await makeTicket(server.db, { requester: world.south.owner, assignee_id: world.admin.id, status: 'in_progress' })
  const staff = await waiting(world.engineer)
  const of = (group: string) => staff.items.filter((i) => i.group === group).map((i) => i.path.split('/').at(-1))
  expect([of('due'), of('mine')]).toEqual([[late.id], [mine.id]])
  // The unassigned ticket of North that is in progress.
  expect(of('unassigned').length).toBe(1)
  expect(staff.total).toBe(3)
})
