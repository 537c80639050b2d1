import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeContact } from '../../../../test/factories/contacts.ts'
import {
  type ErrorShape,
  type Person,
  startServer,
  type TestServer,
  type World,
} from '../../../../test/harness/server.ts'
import type { CannedReply, Message, Someone, Ticket, TicketDraft } from '../../../contract/tickets/index.ts'
import { sweepUnclaimed } from '../../files/index.ts'
import { cannedProblem, renderCanned, SAMPLE } from '../canned-replies/canned-template.ts'
import { mentionedIn, plainMentions } from './mention-text.ts'

type T = z.infer<typeof Ticket>
type M = z.infer<typeof Message>
type D = { draft: z.infer<typeof TicketDraft> | null }
type C = z.infer<typeof CannedReply>

let server: TestServer
let world: World
let owner: Person
let member: Person
let engineer: Person
let admin: Person
let stranger: Person

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  ;({ owner, member } = world.north)
  ;({ engineer, admin } = world)
  stranger = world.south.owner
})
afterAll(() => server.close())

const open = async (as: Person = owner, more: object = {}) => {
  const r = await server.call<T & ErrorShape>('POST', '/v1/tickets', {
    as,
    body: { subject: 'Sync stopped', description: 'Since six.', ...more },
  })
  expect([r.status, r.body.error]).toEqual([201, undefined])
  return r.body
}
const get = async (id: string, as: Person = owner) =>
  (await server.call<T & ErrorShape>('GET', `/v1/tickets/${id}`, { as })).body
const reply = (id: string, as: Person, body: object, headers: Record<string, string> = {}) =>
  server.call<M & ErrorShape>('POST', `/v1/tickets/${id}/messages`, { as, body, headers })
const conversation = async (id: string, as: Person) =>
  (await server.call<{ items: M[] }>('GET', `/v1/tickets/${id}/messages?limit=100`, { as })).body.items
const watch = (id: string, as: Person, kind: string, who: string) =>
  server.call<T & ErrorShape>('POST', `/v1/tickets/${id}/watchers`, { as, body: { who: { kind, id: who } } })
const unwatch = (id: string, as: Person, watcher: string) =>
  server.call<T & ErrorShape>('DELETE', `/v1/tickets/${id}/watchers/${watcher}`, { as })
const at = (who: Person) => `@[${who.fullName}](mention:${who.id})`
const names = (t: T) => t.watchers.map((w) => w.name)
const events = (id: string) =>
  server.db.selectFrom('events').select(['kind', 'staff_only']).where('subject_id', '=', id).orderBy('id').execute()
const upload = async (as: Person, name = 'a.txt') =>
  (
    await server.call<{ id: string }>('PUT', `/v1/files?name=${name}`, {
      as,
      raw: 'hello',
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
  ).body.id

describe('watchers', () => {
  test('lets a partner add and remove a colleague and a contact without an account', async () => {
    const contact = await makeContact(server.db, {
      company_id: world.north.company.id,
      full_name: 'Pat Frontdesk',
      email: 'pat@client.example',
    })
    const t = await open(member)
    expect((await watch(t.id, member, 'user', owner.id)).body.watchers).toMatchObject([
      { kind: 'user', personId: owner.id, name: 'North Owner', email: null, staff: false },
    ])
    const both = (await watch(t.id, owner, 'contact', contact.id)).body
    expect(both.watchers[1]).toMatchObject({ kind: 'contact', name: 'Pat Frontdesk', email: 'pat@client.example' })
    // Adding the same contact again changes nothing and publishes no event.
    await watch(t.id, owner, 'contact', contact.id)
    expect((await events(t.id)).map((e) => e.kind)).toEqual(['opened', 'watchers', 'watchers'])
    const left = await unwatch(t.id, member, both.watchers[0]?.id ?? '')
    expect(names(left.body)).toEqual(['Pat Frontdesk'])
    expect((await unwatch(t.id, member, both.watchers[0]?.id ?? '')).status).toBe(404)
    const acts = await server.db.selectFrom('audit_log').select('action').where('subject_id', '=', t.id).execute()
    expect(acts.map((a) => a.action)).toEqual(['ticket.open', 'ticket.watch', 'ticket.watch', 'ticket.unwatch'])
  })
  test('adds either all watchers chosen when a ticket is opened, or none', async () => {
    const t = await open(member, { watchers: [{ kind: 'user', id: owner.id }] })
    expect(names(t)).toEqual(['North Owner'])
    const r = await server.call<ErrorShape>('POST', '/v1/tickets', {
      as: member,
      body: { subject: 'x', description: 'y', watchers: [{ kind: 'user', id: stranger.id }] },
    })
    expect([r.status, Object.keys(r.body.error.fields ?? {})]).toEqual([422, ['watchers']])
  })
  test('rejects users of other companies, contacts without an email address, and unknown IDs alike', async () => {
    const t = await open()
    const theirs = await makeContact(server.db, { company_id: world.south.company.id, email: 'x@south.example' })
    const mute = await makeContact(server.db, { company_id: world.north.company.id, email: null })
    const answers = await Promise.all(
      [
        ['user', stranger.id],
        ['user', crypto.randomUUID()],
        ['user', engineer.id],
        ['contact', theirs.id],
        ['contact', mute.id],
        ['contact', owner.id],
      ].map(([kind, id]) => watch(t.id, owner, kind as string, id as string)),
    )
    for (const r of answers) expect([r.status, Object.keys(r.body.error.fields ?? {})]).toEqual([422, ['who']])
    expect(new Set(answers.map((r) => r.body.error.message)).size).toBe(1)
    expect((await watch(t.id, stranger, 'user', stranger.id)).status).toBe(404)
    expect(names(await get(t.id))).toEqual([])
  })
  test('hides watchers who are staff from the partner', async () => {
    const t = await open()
    expect(names((await watch(t.id, engineer, 'user', engineer.id)).body)).toEqual(['Erin Engineer'])
    expect((await watch(t.id, engineer, 'user', admin.id)).status).toBe(422)
    expect(names((await watch(t.id, engineer, 'user', member.id)).body)).toEqual(['North Member', 'Erin Engineer'])
    expect(names(await get(t.id))).toEqual(['North Member'])
    const hidden = (await get(t.id, engineer)).watchers.find((w) => w.staff)?.id ?? ''
    expect((await unwatch(t.id, owner, hidden)).status).toBe(404)
    expect(names((await unwatch(t.id, engineer, hidden)).body)).toEqual(['North Member'])
  })
  test('skips the requester, allows at most 25, and drops users who left the company', async () => {
    const t = await open()
    expect(names((await watch(t.id, owner, 'user', owner.id)).body)).toEqual([])
    const contacts = await Promise.all(
      Array.from({ length: 26 }, (_, i) =>
        makeContact(server.db, { company_id: world.north.company.id, email: `many${i}@client.example` }),
      ),
    )
    const statuses = []
    for (const c of contacts) statuses.push((await watch(t.id, owner, 'contact', c.id)).status)
    expect([statuses.slice(0, 25).every((s) => s === 200), statuses[25]]).toEqual([true, 422])
    const leaver = await server.person(world.north.company, 'member', { fullName: 'Lea Leaver' })
    const u = await open(owner, { watchers: [{ kind: 'user', id: leaver.id }] })
    await server.db
      .updateTable('profiles')
      .set({ company_id: world.south.company.id })
      .where('id', '=', leaver.id)
      .execute()
    expect(names(await get(u.id))).toEqual([])
    expect(names(await get(u.id, engineer))).toEqual([])
  })
})

describe('who can watch or be mentioned', () => {
  const people = (as: Person, query: string) =>
    server.call<{ items: z.infer<typeof Someone>[] } & ErrorShape>('GET', `/v1/tickets/people?${query}`, { as })
  test('offers the company and staff for a reply, only staff for a note, and never another company', async () => {
    const t = await open()
    const who = async (as: Person, query: string) => (await people(as, query)).body.items.map((p) => p.name)
    const named = await who(member, `ticketId=${t.id}&for=reply`)
    expect(named).toEqual(expect.arrayContaining(['North Owner', 'Erin Engineer', 'Ada Admin']))
    expect(named.join()).not.toContain('South')
    expect(await who(engineer, `ticketId=${t.id}&for=note`)).toEqual(['Ada Admin'])
    expect(await who(engineer, `ticketId=${t.id}&for=reply&q=south`)).toEqual([])
    expect(await who(member, 'for=watch&q=own')).toEqual(['North Owner'])
    expect((await who(engineer, `ticketId=${t.id}&for=watch`)).filter((n) => /Admin|South|Owner/.test(n))).toEqual([])
    expect((await people(member, `ticketId=${t.id}&for=note`)).status).toBe(403)
    expect((await people(stranger, `ticketId=${t.id}&for=reply`)).status).toBe(404)
    expect(await who(member, 'for=watch&q=%25')).toEqual([])
  })
  test('leaves out deactivated users', async () => {
    const off = await server.person(world.north.company, 'member', { fullName: 'Ossi Off' })
    await server.db.updateTable('profiles').set({ deactivated_at: 'now' }).where('id', '=', off.id).execute()
    expect((await people(member, 'for=watch&q=ossi')).body.items).toEqual([])
  })
})

describe('mentions', () => {
  test('finds mentions in text but not in code', () => {
    const id = '018f3b2e-7c11-7aaa-8bbb-0123456789ab'
    expect(mentionedIn(`Hi @[A](mention:${id}) and @[A](mention:${id.toUpperCase()})`)).toEqual([id])
    expect(mentionedIn(`\`@[A](mention:${id})\``)).toEqual([])
    expect(mentionedIn(`\`\`\`\n@[A](mention:${id})\n\`\`\`\nend`)).toEqual([])
    expect(mentionedIn(`\`\`\`\n@[A](mention:${id})`)).toEqual([])
    expect(mentionedIn(`a \` b @[A](mention:${id})`)).toEqual([id])
    expect(mentionedIn(`@[A](mention:${id}x) @[](mention:${id})`)).toEqual([])
    expect(plainMentions(`Hi @[Ana Ruiz](mention:${id}).`)).toBe('Hi @Ana Ruiz.')
  })
  test('makes a user mentioned in a reply a watcher, but not the author', async () => {
    const t = await open()
    const r = await reply(t.id, owner, { body: `${at(member)} and ${at(engineer)} and ${at(owner)}` })
    expect(r.body.mentions.map((m) => m.name).sort()).toEqual(['Erin Engineer', 'North Member', 'North Owner'])
    expect(names(await get(t.id)).sort()).toEqual(['Erin Engineer', 'North Member'])
    expect((await conversation(t.id, engineer))[0]?.mentions).toHaveLength(3)
  })
  test('treats a mention of a user of another company as plain text and does not notify them', async () => {
    const t = await open()
    const before = await events(t.id)
    for (const as of [owner, engineer]) {
      const r = await reply(t.id, as, { body: `Hello ${at(stranger)}` })
      expect([r.status, r.body.mentions]).toEqual([201, []])
      const none = await reply(t.id, as, { body: `Hello @[South Owner](mention:${crypto.randomUUID()})` })
      expect(none.body.mentions).toEqual([])
    }
    expect(await server.db.selectFrom('mentions').selectAll().where('ticket_id', '=', t.id).execute()).toEqual([])
    expect(names(await get(t.id, engineer))).toEqual([])
    expect((await events(t.id)).length - before.length).toBeLessThanOrEqual(5)
    expect((await server.call('GET', `/v1/tickets/${t.id}`, { as: stranger })).status).toBe(404)
  })
  test('mentions only staff in notes, and hides the note, mention, and watcher from partners', async () => {
    const t = await open()
    const r = await reply(t.id, engineer, { kind: 'note', body: `${at(admin)} ${at(owner)}` })
    expect(r.body.mentions.map((m) => m.name)).toEqual(['Ada Admin'])
    expect(names(await get(t.id, engineer))).toEqual(['Ada Admin'])
    expect(names(await get(t.id))).toEqual([])
    const { companyId, id } = owner
    const seen = await server.platform.db.asActor({ kind: 'tenant', companyId, userId: id, role: 'owner' }, (db) =>
      db.selectFrom('mentions').selectAll().where('ticket_id', '=', t.id).execute(),
    )
    expect(seen).toEqual([])
  })
  test('makes users mentioned in the description watchers', async () => {
    expect(names(await open(member, { description: `See ${at(owner)} ${at(stranger)}` }))).toEqual(['North Owner'])
  })
})

describe('drafts', () => {
  const place = (t: T, kind = 'reply') => ({ kind, ticketId: t.id })
  const save = (as: Person, body: object) => server.call<D & ErrorShape>('PUT', '/v1/drafts', { as, body })
  const load = (as: Person, query: string) => server.call<D & ErrorShape>('GET', `/v1/drafts?${query}`, { as })
  test('are available on another device, with their files', async () => {
    const t = await open()
    const file = await upload(owner)
    const kept = await save(owner, { ...place(t), body: 'Half a', fileIds: [file], revision: null })
    expect(kept.body.draft).toMatchObject({ body: 'Half a', files: [{ id: file, name: 'a.txt' }] })
    expect((await load(owner, `kind=reply&ticketId=${t.id}`)).body.draft?.revision).toBe(kept.body.draft?.revision)
    // The cleanup of unclaimed files keeps the file of a draft.
    await server.db.updateTable('files').set({ created_at: '2020-01-01T00:00:00Z' }).where('id', '=', file).execute()
    await sweepUnclaimed.handler(server.platform)
    expect((await load(owner, `kind=reply&ticketId=${t.id}`)).body.draft?.files).toHaveLength(1)
    expect((await reply(t.id, owner, { body: 'Half a', fileIds: [file] })).status).toBe(201)
  })
  test('are hidden from colleagues, staff, and other companies', async () => {
    const t = await open()
    await save(owner, { ...place(t), body: 'mine', revision: null })
    await save(engineer, { ...place(t, 'note'), body: 'ours', revision: null })
    for (const as of [member, engineer, admin])
      expect((await load(as, `kind=reply&ticketId=${t.id}`)).body.draft).toBeNull()
    expect((await load(admin, `kind=note&ticketId=${t.id}`)).body.draft).toBeNull()
    expect((await load(stranger, `kind=reply&ticketId=${t.id}`)).status).toBe(404)
    expect((await save(stranger, { ...place(t), body: 'x', revision: null })).status).toBe(404)
    expect((await save(owner, { ...place(t, 'note'), body: 'x', revision: null })).status).toBe(403)
    // Not even the company's own database role reads what staff write about its ticket.
    const actor = { kind: 'tenant' as const, companyId: owner.companyId, userId: owner.id, role: 'owner' as const }
    const rows = await server.platform.db.asActor(actor, (db) =>
      db.selectFrom('ticket_drafts').select('body').where('ticket_id', '=', t.id).execute(),
    )
    expect(rows).toEqual([{ body: 'mine' }])
  })
  test('report a conflict to the second device and overwrite nothing', async () => {
    const t = await open()
    const first = (await save(owner, { ...place(t), body: 'one', revision: null })).body.draft
    expect((await save(owner, { ...place(t), body: 'two', revision: null })).body.error).toMatchObject({
      code: 'CONFLICT',
      current: { body: 'one' },
    })
    const next = (await save(owner, { ...place(t), body: 'one more', revision: first?.revision })).body.draft
    const late = await save(owner, { ...place(t), body: 'stale', revision: first?.revision })
    expect([late.status, late.body.error.current]).toMatchObject([409, { body: 'one more', revision: next?.revision }])
    const both = await Promise.all(
      ['a', 'b'].map((body) => save(owner, { ...place(t), body, revision: next?.revision })),
    )
    expect(both.map((r) => r.status).sort()).toEqual([200, 409])
  })
  test('keep one draft when two are created at the same time', async () => {
    const t = await open()
    const both = await Promise.all(['a', 'b', 'c'].map((body) => save(owner, { ...place(t), body, revision: null })))
    expect(both.map((r) => r.status).sort()).toEqual([200, 409, 409])
  })
  test('are deleted in the transaction that sends the message, unless another device changed them', async () => {
    const t = await open()
    const kept = (await save(owner, { ...place(t), body: 'done', revision: null })).body.draft
    const failed = await reply(t.id, owner, { body: 'done', draft: kept?.revision, fileIds: [crypto.randomUUID()] })
    expect(failed.status).toBe(422)
    expect((await load(owner, `kind=reply&ticketId=${t.id}`)).body.draft?.body).toBe('done')
    await reply(t.id, owner, { body: 'done', draft: kept?.revision })
    expect((await load(owner, `kind=reply&ticketId=${t.id}`)).body.draft).toBeNull()
    const old = (await save(owner, { ...place(t), body: 'x', revision: null })).body.draft
    const newer = (await save(owner, { ...place(t), body: 'x, and on', revision: old?.revision })).body.draft
    await reply(t.id, owner, { body: 'x', draft: old?.revision })
    expect((await load(owner, `kind=reply&ticketId=${t.id}`)).body.draft?.revision).toBe(newer?.revision)
  })
  test('are deleted when they are empty', async () => {
    const t = await open()
    const kept = (await save(owner, { ...place(t), body: 'x', revision: null })).body.draft
    const empty = await save(owner, { ...place(t), body: ' ', revision: kept?.revision })
    expect([empty.status, empty.body.draft]).toEqual([200, null])
  })
  test('keep the form of a new ticket until it is opened', async () => {
    const fields = { subject: 'Printer', urgency: 'high' }
    const kept = (await save(member, { kind: 'new', body: 'It…', fields, revision: null })).body.draft
    expect(kept?.fields).toEqual(fields)
    expect((await save(member, { kind: 'new', ticketId: crypto.randomUUID(), body: 'x', revision: null })).status).toBe(
      400,
    )
    await open(member, { draft: kept?.revision })
    expect((await load(member, 'kind=new')).body.draft).toBeNull()
  })
  test('send one message when the request is retried after another save', async () => {
    const t = await open()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const a = await reply(t.id, owner, { body: 'once', draft: crypto.randomUUID() }, headers)
    const b = await reply(t.id, owner, { body: 'once', draft: crypto.randomUUID() }, headers)
    expect([a.status, b.status, b.body.id]).toEqual([201, 201, a.body.id])
    expect(await conversation(t.id, owner)).toHaveLength(1)
  })
})

describe('editing a message', () => {
  const edit = (t: T, m: M, as: Person, body: string, version = m.version) =>
    server.call<M & ErrorShape>('PATCH', `/v1/tickets/${t.id}/messages/${m.id}`, { as, body: { body, version } })
  const versions = (t: T, m: M, as: Person) =>
    server.call<{ items: { body: string }[] }>('GET', `/v1/tickets/${t.id}/messages/${m.id}/versions`, { as })
  test('lets the author edit, marks the message as edited, and shows staff earlier versions', async () => {
    const t = await open()
    const m = (await reply(t.id, owner, { body: 'teh text' })).body
    expect(new Date(m.editableUntil ?? 0).getTime() - new Date(m.createdAt).getTime()).toBe(15 * 60_000)
    const fixed = await edit(t, m, owner, `the text ${at(member)}`)
    expect(fixed.body).toMatchObject({ body: `the text ${at(member)}`, version: 2, mentions: [{ id: member.id }] })
    expect(fixed.body.editedAt).not.toBeNull()
    expect((await conversation(t.id, engineer))[0]).toMatchObject({ version: 2, editableUntil: null })
    expect((await versions(t, m, engineer)).body.items.map((v) => v.body)).toEqual(['teh text'])
    expect((await versions(t, m, owner)).status).toBe(403)
    expect((await edit(t, fixed.body, owner, 'nobody named')).body.mentions).toEqual([])
    expect((await versions(t, m, admin)).body.items).toHaveLength(2)
    expect((await events(t.id)).filter((e) => e.kind === 'message_edited')).toHaveLength(2)
  })
  test('rejects everyone else, with NOT_FOUND for other companies', async () => {
    const t = await open()
    const m = (await reply(t.id, owner, { body: 'mine' })).body
    const note = (await reply(t.id, engineer, { kind: 'note', body: 'ours' })).body
    for (const as of [member, engineer, admin, stranger]) expect((await edit(t, m, as, 'x')).status).toBe(404)
    expect((await edit(t, note, owner, 'x')).status).toBe(404)
    const fixed = await edit(t, note, engineer, 'ours!')
    expect(fixed.status).toBe(200)
    expect((await events(t.id)).at(-1)).toEqual({ kind: 'message_edited', staff_only: true })
    const actor = { kind: 'tenant' as const, companyId: owner.companyId, userId: owner.id, role: 'owner' as const }
    await expect(
      server.platform.db.asActor(actor, (db) => db.selectFrom('message_versions').selectAll().execute()),
    ).rejects.toThrow(/permission denied/)
    const theirs = (await reply(t.id, engineer, { body: 'staff said' })).body
    await expect(
      server.platform.db.asActor(actor, (db) =>
        db.updateTable('messages').set({ body: 'forged' }).where('id', '=', theirs.id).execute(),
      ),
    ).rejects.toThrow(/only the author/)
  })
  test('rejects edits after 15 minutes, on closed tickets, and with an old version', async () => {
    const t = await open()
    const m = (await reply(t.id, owner, { body: 'one' })).body
    await edit(t, m, owner, 'two')
    const stale = await edit(t, m, owner, 'three')
    expect([stale.status, stale.body.error]).toMatchObject([
      409,
      { code: 'CONFLICT', current: { body: 'two', version: 2 } },
    ])
    await server.call('POST', `/v1/tickets/${t.id}/status`, { as: owner, body: { status: 'closed' } })
    expect((await edit(t, m, owner, 'x', 2)).body.error.code).toBe('TICKET_CLOSED')
    const u = await open()
    const old = (await reply(u.id, owner, { body: 'old' })).body
    await server.db
      .updateTable('messages')
      .set({ created_at: new Date(Date.now() - 15 * 60_000 - 1000).toISOString() })
      .where('id', '=', old.id)
      .execute()
    expect((await edit(u, old, owner, 'new')).body.error.code).toBe('EDIT_OVER')
    expect((await conversation(u.id, owner))[0]?.editableUntil).toBeNull()
  })
})

describe('reopening', () => {
  test('a reply to a resolved ticket does not reopen it unless requested', async () => {
    const t = await open()
    await server.call('POST', `/v1/tickets/${t.id}/status`, { as: engineer, body: { status: 'resolved' } })
    await reply(t.id, owner, { body: 'Thanks!' })
    expect((await get(t.id)).status).toBe('resolved')
    await reply(t.id, owner, { body: 'It is back.', status: 'in_progress' })
    expect((await get(t.id)).status).toBe('in_progress')
  })
})

describe('canned replies', () => {
  const create = (body: object, as: Person = engineer) =>
    server.call<C & ErrorShape>('POST', '/v1/canned-replies', { as, body })
  test('are created, found, edited, and deleted by staff; shortcuts are unique', async () => {
    const made = await create({ name: 'Need logs', shortcut: 'Logs', body: 'Hi {{ requester.first_name }}.' })
    expect([made.status, made.body.shortcut]).toEqual([201, 'logs'])
    expect((await create({ name: 'Other', shortcut: 'logs', body: 'x' })).body.error).toMatchObject({
      code: 'SHORTCUT_TAKEN',
      fields: { shortcut: [expect.any(String)] },
    })
    const found = await server.call<{ items: C[] }>('GET', '/v1/canned-replies?q=need%20log', { as: admin })
    expect(found.body.items).toMatchObject([{ name: 'Need logs', updatedBy: 'Erin Engineer' }])
    const patch = (version: number, body: object) =>
      server.call<C & ErrorShape>('PATCH', `/v1/canned-replies/${made.body.id}`, {
        as: admin,
        body: { version, ...body },
      })
    expect((await patch(1, { name: 'Send logs' })).body).toMatchObject({ version: 2, updatedBy: 'Ada Admin' })
    const stale = await patch(1, { name: 'x' })
    expect([stale.status, stale.body.error.current]).toMatchObject([409, { name: 'Send logs' }])
    expect((await server.call('GET', '/v1/canned-replies', { as: owner })).status).toBe(403)
    expect((await server.call('DELETE', `/v1/canned-replies/${made.body.id}`, { as: admin })).status).toBe(200)
    expect((await server.call('DELETE', `/v1/canned-replies/${made.body.id}`, { as: admin })).status).toBe(404)
  })
  test('are listed once each across pages', async () => {
    for (let i = 0; i < 5; i++) await create({ name: `Page ${i}`, shortcut: `page-${i}`, body: 'x' })
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const r: { body: { items: C[]; nextCursor: string | null } } = await server.call(
        'GET',
        `/v1/canned-replies?q=page&limit=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
        { as: engineer },
      )
      seen.push(...r.body.items.map((c) => c.name))
      cursor = r.body.nextCursor
    }
    expect(seen).toEqual(['Page 0', 'Page 1', 'Page 2', 'Page 3', 'Page 4'])
  })
  test('reject unknown variables by name when saved', async () => {
    const wrong: [string, RegExp][] = [
      ['{{ ticket.foo }}', /Unknown variable “ticket\.foo”.*ticket\.number/],
      ['{{ requester.email }}', /Unknown variable “requester\.email”/],
      // Unknown variables are found even in a branch that the sample values do not reach.
      ['{% if me.name == "x" %}{{ ticket.hidden }}{% endif %}', /Unknown variable “ticket\.hidden”/],
      ['{{ ticket.constructor.constructor }}', /Unknown variable/],
      ['{{ me.name', /not closed in line 1/],
      ['a\n{% if me.name %}b', /“if” is not closed in line 2/],
      ['{% include "x" %}', /Unknown tag “include”/],
      ['{% for i in (1..1000000000) %}x{% endfor %}', /Unknown tag “for”/],
      ['{{ me.name | shout }}', /Unknown filter “shout”/],
    ]
    for (const [body, words] of wrong) {
      const r = await create({ name: 'x', shortcut: 'wrong', body })
      expect([r.status, r.body.error.fields?.body?.[0]], body).toEqual([422, expect.stringMatching(words)])
    }
    expect(cannedProblem('{% assign x = me.name %}{{ x | upcase }}')).toBeUndefined()
    expect(cannedProblem(`{{ me.name ${'| append: me.name '.repeat(2000)}}}`)).toMatch(/too complex|has an error/)
  })
  test('are filled in from the ticket, with user input escaped', async () => {
    const t = await open(member, { subject: '@[x](mention:y) **bold** [link](http://evil.example)' })
    const made = await create({
      name: 'All',
      shortcut: 'all',
      body: 'Hi {{ requester.first_name }} of {{ company.name }}: {{ ticket.number }} {{ ticket.subject }} {{ ticket.url }} — {{ me.first_name }}',
    })
    const r = await server.call<{ text: string }>('GET', `/v1/tickets/${t.id}/canned-replies/${made.body.id}`, {
      as: engineer,
    })
    expect(r.body.text).toBe(
      `Hi North of North: T-${t.number} \\@\\[x\\](mention:y) \\*\\*bold\\*\\* \\[link\\](http://evil.example) ${server.url}/tickets/${t.id} — Erin`,
    )
    expect(
      (await server.call('GET', `/v1/tickets/${crypto.randomUUID()}/canned-replies/${made.body.id}`, { as: engineer }))
        .status,
    ).toBe(404)
    expect(renderCanned('{{ me.name }}', SAMPLE)).toBe('Tomasz Zielinski')
  })
})
