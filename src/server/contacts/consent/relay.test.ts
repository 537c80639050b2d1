// Nobody can use the portal to send mail to strangers. The tests attack it as a company that anyone can sign up, over
// HTTP and SMTP.
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { brand } from '../../../../brand.config.ts'
import { makeAgreement } from '../../../../test/factories/agreements.ts'
import { makeClient, makeContact } from '../../../../test/factories/contacts.ts'
import type { MadeCompany } from '../../../../test/factories/people.ts'
import { freePort } from '../../../../test/harness/process.ts'
import {
  type ErrorShape,
  type Person,
  startServer,
  type TestServer,
  type World,
} from '../../../../test/harness/server.ts'
import { OUTSIDE_MAILS_A_DAY } from '../../../contract/mail-limits.ts'
import { notifyOfEvents } from '../../notifications/index.ts'
import { createMailer, type Mail } from '../../platform/mail/mail.ts'
import { openQueued, queueMail, SEND, sendQueued } from '../../platform/mail/mail-queue.ts'
import { DAILY_LIMIT } from '../../platform/mail/outside-mails.ts'
import { hasLink } from '../../platform/sign-in/names.ts'
import { listenForMail } from '../../tickets/index.ts'
import { replyAddress } from '../../tickets/mail/mail-address.ts'
import { processMail } from '../../tickets/mail/process-mail.ts'
import { consentLink } from './consent.ts'

const DOMAIN = 'reply.example'
let server: TestServer
let world: World
let smtp: number
let listener: { close(): Promise<void> } | undefined
let evil: MadeCompany
let owner: Person
let count = 0
const stranger = () => `stranger${++count}@elsewhere.example`

beforeAll(async () => {
  smtp = await freePort()
  server = await startServer({
    INBOUND_DOMAIN: DOMAIN,
    INBOUND_SMTP_PORT: String(smtp),
    INBOUND_SMTP_HOST: '127.0.0.1',
    INBOUND_MAIL_SECRET: 'a secret of the mail provider, long',
  })
  world = await server.world()
  listener = await listenForMail(server.platform)
})
afterAll(async () => {
  await listener?.close()
  await server.close()
})
beforeEach(async () => {
  evil = await server.company({ name: `Self-made ${++count}`, mail_approved_at: null })
  owner = await server.person(evil, 'owner', { fullName: 'Eve Owner' })
})

type Contact = { id: string; mail: { state: string; answered: boolean; askAgainAt: string | null } | null }
const addContact = async (email: string, as = owner) =>
  (await server.call<Contact>('POST', '/v1/contacts', { as, body: { fullName: 'Some Stranger', email } })).body
const read = async (id: string, as = owner) => (await server.call<Contact>('GET', `/v1/contacts/${id}`, { as })).body
const openFor = (contacts: { id: string }[], as = owner) =>
  server.call<{ id: string } & ErrorShape>('POST', '/v1/tickets', {
    as,
    body: {
      subject: 'Your account was locked: https://evil.example/login',
      description: 'Open [this page](https://evil.example/login) now, or www.evil.example',
      watchers: contacts.map(({ id }) => ({ kind: 'contact', id })),
    },
  })
/** Repeats a request while the server answers 503. */
async function patiently<A extends { status: number }>(ask: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
  }
}
const happen = () => notifyOfEvents.handler(server.platform)
const approve = (companyId: string, approved = true) =>
  server.call('POST', `/v1/companies/${companyId}/mail-approval`, { as: world.admin, body: { approved } })
const page = (email: string, companyId = evil.id) => consentLink(server.env, { companyId, email })
const answer = (email: string, choice: string, companyId = evil.id) =>
  fetch(page(email, companyId), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `answer=${choice}`,
  })

describe('a company that anyone can create', () => {
  test('can cause only one neutral consent email to a third party', async () => {
    const email = stranger()
    const contact = await addContact(email)
    const ticket = await openFor([contact])
    expect(ticket.status).toBe(201)
    await happen()
    const reply = `/v1/tickets/${ticket.body.id}/messages`
    await server.call('POST', reply, { as: owner, body: { body: 'Pay at https://evil.example' } })
    await server.call('POST', reply, { as: world.engineer, body: { body: 'What do you need?' } })
    await server.call('POST', `/v1/tickets/${ticket.body.id}/status`, { as: owner, body: { status: 'resolved' } })
    await openFor([contact])
    await server.call('POST', `/v1/contacts/${contact.id}/ask-mail`, { as: owner })
    // The same address is used again, for another contact.
    await openFor([await addContact(email.toUpperCase())])
    await happen()
    const sent = await server.mails()
    const outside = sent.filter((m) => m.to.toLowerCase() === email)
    expect(outside).toHaveLength(1)
    const [question] = outside as [Mail]
    expect(question.subject).toBe('Do you want updates about support tickets and reports?')
    expect(question.blocks[0]).toContain(`A company that calls itself “${evil.name}”`)
    const whole = JSON.stringify(question)
    expect(whole).not.toContain('evil.example')
    expect(whole).not.toContain('Eve')
    expect(whole).not.toContain('Stranger')
    for (const [link] of whole.matchAll(/https?:\/\/[^\s"'<>\\]+/g)) expect(link.startsWith(server.url)).toBe(true)
    expect((await read(contact.id)).mail).toMatchObject({ state: 'not_approved', answered: false })
  })

  test('an unauthenticated email from the third party’s address does not count as consent', async () => {
    const email = stranger()
    const contact = await addContact(email)
    const { body: ticket } = await openFor([contact])
    const client = createTransport({ host: '127.0.0.1', port: smtp, ignoreTLS: true })
    await client.sendMail({
      from: email,
      // The attacker's own reply address, which only they know.
      to: replyAddress(server.env, 'reply', ticket.id, { userId: owner.id }) as string,
      subject: 'Re: it',
      text: 'Yes, please write to me.',
    })
    client.close()
    const waiting = await server.db.selectFrom('inbound_mails').select('id').where('state', '=', 'waiting').execute()
    for (const { id } of waiting) await processMail(server.platform, { companyId: '', mailId: id })
    await approve(evil.id)
    expect((await read(contact.id)).mail).toMatchObject({ state: 'not_confirmed', answered: false })
  })

  test('can ask 20 people per day, also in parallel, and gets a field error beyond that', async () => {
    const contacts: Contact[] = []
    for (let i = 0; i < OUTSIDE_MAILS_A_DAY + 8; i++) contacts.push(await addContact(stranger()))
    const before = (await server.mails()).length
    // A few at a time: with more requests than the server has database connections, some would time out on a slow
    // machine.
    const answers: Awaited<ReturnType<typeof openFor>>[] = []
    for (let i = 0; i < contacts.length; i += 4)
      answers.push(...(await Promise.all(contacts.slice(i, i + 4).map((c) => patiently(() => openFor([c]))))))
    expect(answers.filter((a) => a.status === 201)).toHaveLength(OUTSIDE_MAILS_A_DAY)
    const [refused] = answers.filter((a) => a.status !== 201)
    expect([refused?.status, refused?.body.error.fields]).toEqual([
      422,
      {
        watchers: [DAILY_LIMIT],
      },
    ])
    expect((await server.mails()).length).toBe(before + OUTSIDE_MAILS_A_DAY)
    // No ticket and no consent exists for those above the limit.
    const tickets = await server.db.selectFrom('tickets').select('id').where('company_id', '=', evil.id).execute()
    expect(tickets).toHaveLength(OUTSIDE_MAILS_A_DAY)
    const asked = await server.db.selectFrom('mail_consents').select('id').where('company_id', '=', evil.id).execute()
    expect(asked).toHaveLength(OUTSIDE_MAILS_A_DAY)
  })

  test('sends at most three consent emails to one address, across companies', async () => {
    const email = stranger()
    for (let i = 0; i < 5; i++) {
      const of = await server.company({ name: `Shell ${i}`, mail_approved_at: null })
      const who = await server.person(of, 'owner')
      expect((await openFor([await addContact(email, who)], who)).status).toBe(201)
    }
    expect(await server.mails(email)).toHaveLength(3)
  })

  test('can send 20 invitations per day, also in parallel and including resent ones', async () => {
    const invite = () =>
      server.call<{ id: string } & ErrorShape>('POST', '/v1/invitations', {
        as: owner,
        body: { email: stranger(), role: 'member' },
      })
    const answers = await Promise.all(Array.from({ length: OUTSIDE_MAILS_A_DAY + 5 }, () => patiently(invite)))
    expect(answers.filter((a) => a.status === 201)).toHaveLength(OUTSIDE_MAILS_A_DAY)
    const refused = answers.find((a) => a.status !== 201)
    expect(refused?.status).toBe(422)
    expect(refused?.body.error.fields?.email).toEqual([DAILY_LIMIT])
    expect(DAILY_LIMIT).toContain('20 emails per day')
    const one = answers.find((a) => a.status === 201)?.body.id as string
    await server.db
      .updateTable('invitations')
      .set({ last_sent_at: new Date(Date.now() - 120_000).toISOString() })
      .where('id', '=', one)
      .execute()
    expect((await server.call('POST', `/v1/invitations/${one}/resend`, { as: owner })).status).toBe(422)
    // Questions count toward the same limit.
    expect((await openFor([await addContact(stranger())])).body.error.fields).toEqual({ watchers: [DAILY_LIMIT] })
    await approve(evil.id)
    expect((await invite()).status).toBe(201)
  })

  test('cannot exceed the limit by resending an old invitation, and a person gets at most three emails', async () => {
    const email = stranger()
    const { body: old } = await server.call<{ id: string }>('POST', '/v1/invitations', {
      as: owner,
      body: { email, role: 'member' },
    })
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000).toISOString()
    const resend = async () => {
      await server.db
        .updateTable('invitations')
        .set({ created_at: twoDaysAgo, last_sent_at: twoDaysAgo })
        .where('id', '=', old.id)
        .execute()
      return server.call<ErrorShape>('POST', `/v1/invitations/${old.id}/resend`, { as: owner })
    }
    expect([(await resend()).status, (await resend()).status]).toEqual([200, 200])
    const fourth = await resend()
    expect(fourth.body.error.fields?.email?.[0]).toMatch(/at most 3 emails in 30 days/)
    // Another new company cannot reach the person either, by invitation or by question.
    const of = await server.company({ name: 'Another shell', mail_approved_at: null })
    const who = await server.person(of, 'owner')
    const invited = await server.call<ErrorShape>('POST', '/v1/invitations', {
      as: who,
      body: { email, role: 'member' },
    })
    expect(invited.body.error.fields?.email?.[0]).toMatch(/at most 3 emails in 30 days/)
    expect((await openFor([await addContact(email, who)], who)).status).toBe(201)
    expect(await server.mails(email)).toHaveLength(3)
    // The three mails count toward the limit of the day, although the invitation is older.
    await server.db
      .insertInto('auth.outside_mails')
      .values(
        Array.from({ length: OUTSIDE_MAILS_A_DAY - 3 }, () => ({
          company_id: evil.id,
          email: stranger(),
          kind: 'question',
          trusted: false,
        })),
      )
      .execute()
    const next = await server.call<ErrorShape>('POST', '/v1/invitations', {
      as: owner,
      body: { email: stranger(), role: 'member' },
    })
    expect(next.body.error.fields?.email).toEqual([DAILY_LIMIT])
  })

  test('shares the limit with the other new companies of the same person', async () => {
    const first = await server.company({ name: 'First try', mail_approved_at: null })
    await server.db
      .insertInto('auth.outside_mails')
      .values(
        Array.from({ length: OUTSIDE_MAILS_A_DAY }, () => ({
          company_id: first.id,
          sender_id: owner.id,
          email: stranger(),
          kind: 'invitation',
          trusted: false,
        })),
      )
      .execute()
    const asked = await openFor([await addContact(stranger())])
    expect(asked.body.error.fields).toEqual({ watchers: [DAILY_LIMIT] })
  })

  test('cannot put text into the subject of an invitation, or a link into its body', async () => {
    const email = stranger()
    await server.db
      .updateTable('companies')
      .set({ name: `${brand.shortName} Security www.evil.example` })
      .where('id', '=', evil.id)
      .execute()
    await server.call('POST', '/v1/invitations', { as: owner, body: { email, role: 'member', fullName: 'Pat' } })
    const [mail] = (await server.mails(email)) as [Mail]
    expect(mail.subject).toBe(`Invitation to ${brand.shortName}`)
    expect(JSON.stringify(mail)).not.toContain('evil.example')
  })

  test.each([
    `${brand.shortName} Security Team`,
    'M1llwright',
    'Мillwright', // a Cyrillic letter
    'Support https://evil.example',
    'Line\u2028break',
  ])('cannot be called %j, and nor can its people, contacts and clients', async (name) => {
    const edited = await server.call<ErrorShape>('PATCH', '/v1/company', { as: owner, body: { name } })
    expect([edited.status, Object.keys(edited.body.error.fields ?? {})]).toEqual([422, ['name']])
    const created = await server.call<ErrorShape>('POST', '/v1/companies', { as: world.admin, body: { name } })
    expect([created.status, Object.keys(created.body.error.fields ?? {})]).toEqual([422, ['name']])
    const person = await server.call<ErrorShape>('PATCH', '/v1/me/profile', { as: owner, body: { fullName: name } })
    expect([person.status, Object.keys(person.body.error.fields ?? {})]).toEqual([422, ['fullName']])
    const signedUp = await server.call<ErrorShape>('POST', '/v1/auth/sign-up', {
      body: { email: stranger(), password: 'a long and good password 7', fullName: name },
      headers: { origin: server.url },
    })
    expect([signedUp.status, Object.keys(signedUp.body.error.fields ?? {})]).toEqual([422, ['fullName']])
    const invited = await server.call<ErrorShape>('POST', '/v1/invitations', {
      as: owner,
      body: { email: stranger(), role: 'member', fullName: name },
    })
    expect([invited.status, Object.keys(invited.body.error.fields ?? {})]).toEqual([422, ['fullName']])
    const contact = await server.call<ErrorShape>('POST', '/v1/contacts', { as: owner, body: { fullName: name } })
    expect([contact.status, Object.keys(contact.body.error.fields ?? {})]).toEqual([422, ['fullName']])
    const { id } = await makeContact(server.db, { company_id: evil.id })
    const renamed = await server.call<ErrorShape>('PATCH', `/v1/contacts/${id}`, {
      as: owner,
      body: { version: 1, fullName: name },
    })
    expect([renamed.status, Object.keys(renamed.body.error.fields ?? {})]).toEqual([422, ['fullName']])
    if (hasLink(name)) return
    const client = await server.call<ErrorShape>('POST', '/v1/clients', { as: owner, body: { name } })
    expect([client.status, Object.keys(client.body.error.fields ?? {})]).toEqual([422, ['name']])
    const ofClient = await makeClient(server.db, { company_id: evil.id })
    const changed = await server.call<ErrorShape>('PATCH', `/v1/clients/${ofClient.id}`, {
      as: owner,
      body: { version: 1, name },
    })
    expect([changed.status, Object.keys(changed.body.error.fields ?? {})]).toEqual([422, ['name']])
  })
})

describe('a company that staff approved', () => {
  test('emails people who agreed on our page, in our words and without working links', async () => {
    await approve(evil.id)
    const email = stranger()
    const contact = await addContact(email)
    await openFor([contact])
    await happen()
    expect(await server.mails(email)).toHaveLength(1)
    // A mail scanner that opens the link is not an answer.
    const opened = await fetch(page(email))
    expect(opened.status).toBe(200)
    // Anyone can create a company, so the page must not vouch for it.
    expect(await opened.text()).toMatch(new RegExp(`${evil.name} has an account in the portal`))
    expect((await read(contact.id)).mail?.state).toBe('not_confirmed')
    expect((await answer(email, 'yes')).status).toBe(200)
    expect((await read(contact.id)).mail?.state).toBe('confirmed')
    await openFor([contact])
    await happen()
    const [, update] = (await server.mails(email)) as [Mail, Mail]
    expect(update.subject).toMatch(/^\[T-\d+\] Update on a support ticket$/)
    expect(update.blocks).toContainEqual(expect.stringContaining(`(“${evil.name}”) opened ticket`))
    // Names that were stored before names were checked do not reach people without an account.
    await server.db
      .updateTable('profiles')
      .set({ full_name: `${brand.shortName} Support` })
      .where('id', '=', owner.id)
      .execute()
    await server.db.updateTable('companies').set({ name: 'evil.example' }).where('id', '=', evil.id).execute()
    const { body: second } = await openFor([contact])
    await server.call('POST', `/v1/tickets/${second.id}/messages`, { as: owner, body: { body: 'Hi' } })
    await happen()
    const later = (await server.mails(email)).slice(2)
    expect(later).toHaveLength(2)
    for (const mail of later) {
      expect(JSON.stringify(mail.blocks)).toContain('Someone (a company)')
      expect(await sentText(mail)).not.toMatch(new RegExp(`${brand.shortName} Support|evil\\.example`))
    }
    const shown = await sentText(update)
    expect(shown).toContain('evil[.]example/login')
    for (const [link] of shown.matchAll(/(https?:\/\/|www\.)[^\s"'<>)]+/g))
      expect(link.startsWith(server.url) || link.includes('w3.org')).toBe(true)
  })

  test('reads only as much of an answer as it needs', async () => {
    const email = stranger()
    const contact = await addContact(email)
    const before = await read(contact.id)
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const r = await fetch(page(email), {
        method: 'POST',
        headers: { 'content-type': type },
        body: `answer=yes&more=${'x'.repeat(20_000)}`,
      })
      expect([r.status, r.headers.get('connection')], type).toEqual([413, 'close'])
      expect(await r.text()).toContain('We couldn’t read what your browser sent.')
    }
    expect((await fetch(page(email), { method: 'POST' })).status).toBe(400)
    expect((await answer(email, 'maybe')).status).toBe(400)
    expect((await read(contact.id)).mail).toEqual(before.mail)
    // One-click unsubscribe as multipart form data, which some mail programs send.
    const click = new FormData()
    click.set('List-Unsubscribe', 'One-Click')
    expect((await fetch(page(email), { method: 'POST', body: click })).status).toBe(200)
    expect((await read(contact.id)).mail?.state).toBe('blocked')
  })

  test('sends nothing more, including queued email, when staff withdraw the approval', async () => {
    await approve(evil.id)
    const email = stranger()
    await makeContact(server.db, { company_id: evil.id, email })
    const mail = { id: 'test 1', to: email, subject: 'x', blocks: [] }
    expect(await queueMail(server.platform, server.db, evil.id, mail)).toBe(true)
    await approve(evil.id, false)
    const sent: string[] = []
    const platform = {
      ...server.platform,
      mail: { ...server.platform.mail, send: async (m: Mail) => void sent.push(m.to) },
    }
    const jobs = await server.db
      .selectFrom('jobs.job' as never)
      .select('data' as never)
      .where('name' as never, '=', SEND as never)
      .execute()
    for (const { data } of jobs as { data: { companyId: string; mail: string } }[])
      if ((await openQueued(server.env, data)).to === email) await sendQueued.handler(platform, data)
    expect(sent).toEqual([])
    expect(await queueMail(server.platform, server.db, evil.id, mail)).toBe(false)
    const acts = await server.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', evil.id)
      .orderBy('id')
      .execute()
    expect(acts).toEqual([
      { action: 'company.approve-mail', actor_id: world.admin.id },
      { action: 'company.withdraw-mail', actor_id: world.admin.id },
    ])
  })

  test('can ask again only after 30 days', async () => {
    await approve(evil.id)
    const email = stranger()
    const contact = await addContact(email)
    const ask = () => server.call<ErrorShape>('POST', `/v1/contacts/${contact.id}/ask-mail`, { as: owner })
    expect((await ask()).status).toBe(200)
    expect((await ask()).body.error.code).toBe('ASKED_LATELY')
    await server.db
      .updateTable('mail_consents')
      .set({ asked_at: new Date(Date.now() - 31 * 86_400_000).toISOString() })
      .where('email', '=', email)
      .execute()
    expect((await ask()).status).toBe(200)
    expect(await server.mails(email)).toHaveLength(2)
  })

  test('can email people whom staff add, but never people who declined', async () => {
    await approve(evil.id)
    const [vouched, never] = [stranger(), stranger()]
    const [a, b] = [await addContact(vouched), await addContact(never)]
    expect((await answer(never, 'never')).status).toBe(200)
    const { body: ticket } = await openFor([])
    for (const { id } of [a, b])
      await server.call('POST', `/v1/tickets/${ticket.id}/watchers`, {
        as: world.engineer,
        body: { who: { kind: 'contact', id } },
      })
    expect([(await read(a.id)).mail?.state, (await read(b.id)).mail?.state]).toEqual(['confirmed', 'blocked'])
    // Another company cannot mail them either, not even with an invitation.
    const other = await addContact(never, world.north.owner)
    expect((await read(other.id, world.north.owner)).mail?.state).toBe('blocked')
    const invited = await server.call<ErrorShape>('POST', '/v1/invitations', {
      as: world.north.owner,
      body: { email: never, role: 'member' },
    })
    expect(invited.body.error.fields?.email?.[0]).toBe('This person has opted out of email from your company.')
    expect(await server.mails(never)).toEqual([])
    // Saying yes to one company applies only to that company.
    expect((await answer(never, 'yes')).status).toBe(200)
    expect((await read(b.id)).mail?.state).toBe('confirmed')
    expect((await read(other.id, world.north.owner)).mail?.state).toBe('blocked')
  })

  test('can email people who replied to our email at their personal reply address', async () => {
    await approve(evil.id)
    const email = stranger()
    const contact = await addContact(email)
    const { body: ticket } = await openFor([contact])
    const client = createTransport({ host: '127.0.0.1', port: smtp, ignoreTLS: true })
    await client.sendMail({
      from: email,
      to: replyAddress(server.env, 'reply', ticket.id, { email }) as string,
      subject: 'Re: it',
      text: 'I am listening.',
    })
    client.close()
    const waiting = await server.db.selectFrom('inbound_mails').select('id').where('state', '=', 'waiting').execute()
    for (const { id } of waiting) await processMail(server.platform, { companyId: '', mailId: id })
    expect((await read(contact.id)).mail?.state).toBe('confirmed')
  })

  test('is filtered in the list of companies; staff approve', async () => {
    const listed = async (mail: string) =>
      (
        await server.call<{ items: { id: string; mailTrust: string | null }[] }>(
          'GET',
          `/v1/companies?mail=${mail}&limit=100`,
          {
            as: world.engineer,
          },
        )
      ).body.items.find((c) => c.id === evil.id)?.mailTrust
    expect([await listed('notApproved'), await listed('approved')]).toEqual([null, undefined])
    expect(await listed('waiting')).toBeUndefined()
    await openFor([await addContact(stranger())])
    expect(await listed('waiting')).toBeNull()
    const approveAs = async (as: Person) =>
      (await server.call('POST', `/v1/companies/${evil.id}/mail-approval`, { as, body: { approved: true } })).status
    expect([await approveAs(owner), await approveAs(world.engineer)]).toEqual([403, 200])
    expect([await listed('notApproved'), await listed('approved')]).toEqual([undefined, 'approved'])
    expect(await listed('waiting')).toBeUndefined()
  })
})

describe('trust', () => {
  const trust = async () =>
    (await server.call<{ mail: { trust: string | null } }>('GET', `/v1/companies/${evil.id}`, { as: world.admin })).body
      .mail.trust
  test('comes with an agreement that staff sent, not with one from a purchase', async () => {
    expect(await trust()).toBeNull()
    await makeAgreement(server.db, { by: owner, companyId: evil.id, signed: { by: owner } })
    expect(await trust()).toBeNull()
    await makeAgreement(server.db, { by: world.admin, companyId: evil.id })
    expect(await trust()).toBeNull()
    await makeAgreement(server.db, { by: world.admin, companyId: evil.id, signed: { by: owner } })
    expect(await trust()).toBe('agreement')
  })
  test('comes with a paid order and ends with its refund', async () => {
    const order = { company_id: evil.id, id: crypto.randomUUID(), source: 'purchase', method: 'card' }
    await server.db
      .insertInto('orders')
      .values({ ...order, total_cents: 100 })
      .execute()
    expect(await trust()).toBeNull()
    for (const [status, expected] of [
      ['paid', 'order'],
      ['refunded', null],
    ] as const) {
      await server.db.updateTable('orders').set({ status }).where('id', '=', order.id).execute()
      expect(await trust()).toBe(expected)
    }
  })
})

describe('every kind of email', () => {
  // Lists each file that queues or sends a mail, with who gets it. A new file must explain here why it cannot be used
  // on strangers.
  const KINDS: Record<string, string> = {
    'account/mail.ts': 'own-request: to the person whose account or sign-up it is',
    'companies/build-export.ts': 'to the user who asked for the export',
    'contacts/consent/consent.ts': 'question: limited, in our words',
    'leads/jobs.ts': 'to our team, and an acknowledgment in our words to who filled in a form',
    'leads/remind.ts': 'to staff',
    'notifications/deliver.ts': 'to users, and to addresses that agreed',
    'notifications/digest.ts': 'to the user',
    'people/accept.ts': 'to the user who invited',
    'people/invite.ts': 'invitation: limited, in our words',
    'people/resend.ts': 'invitation: limited, in our words',
    'people/write.ts': 'own-request: to the user',
    'reports/send-due.ts': 'to users, and to addresses that agreed',
    'tickets/mail/notify-sender.ts': 'to the user who wrote',
  }
  const SERVER = new URL('../../', import.meta.url)
  const sources = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter(
    (f) => f.endsWith('.ts') && !f.includes('.test.') && !f.startsWith('platform/'),
  )
  const text = (file: string) => readFileSync(new URL(file, SERVER), 'utf8')
  test('is known', () => {
    const sending = sources.filter((f) => /queueMails?\(|\bmail\.send\(/.test(text(f)))
    expect(sending.sort()).toEqual(Object.keys(KINDS).sort())
  })
  test('that bypasses the rule is declared in one of a few places', () => {
    const basis = sources.flatMap((f) => [...text(f).matchAll(/basis: '([a-z-]+)'/g)].map(([, what]) => `${f} ${what}`))
    expect([...new Set(basis)].sort()).toEqual([
      'account/mail.ts own-request',
      'contacts/consent/consent.ts question',
      'people/mail.ts invitation',
      'people/mail.ts own-request',
    ])
  })
  test('without a basis is rejected for a third party when it is queued', async () => {
    for (const basis of [undefined, 'question', 'invitation', 'own-request'] as const) {
      const mail: Mail = { id: `walk ${basis}`, to: stranger(), subject: 'x', blocks: [], ...(basis ? { basis } : {}) }
      expect(await queueMail(server.platform, server.db, evil.id, mail), `basis ${basis}`).toBe(basis !== undefined)
    }
  })
  test('always goes to users of the company and of the provider', async () => {
    for (const to of [owner.email, world.engineer.email, owner.email.toUpperCase()])
      expect(
        await queueMail(server.platform, server.db, evil.id, { id: `to ${to}`, to, subject: 'x', blocks: [] }),
      ).toBe(true)
    const elsewhere = world.north.owner.email
    expect(
      await queueMail(server.platform, server.db, evil.id, { id: 'n', to: elsewhere, subject: 'x', blocks: [] }),
    ).toBe(false)
  })
  test('that anyone can request for an address is sent at most five times a day, and once if it refused email', async () => {
    const signUp = async (email: string) => {
      // Each request comes in another hour, from another network.
      await server.db
        .deleteFrom('auth.rate_limits')
        .where((e) => e.or([e('key', 'like', 'mail:%'), e('key', 'like', 'mailfrom:%')]))
        .execute()
      const r = await server.call('POST', '/v1/auth/sign-up', {
        body: { email, password: 'a long and good password 7', fullName: 'Some One' },
        headers: { origin: server.url },
      })
      expect(r.status).toBe(200)
    }
    const confirmations = async () =>
      (
        await sql<{ n: number }>`select count(*)::int as n from jobs.job
          where name = 'leads.mail' and data->>'to' = 'sender'`.execute(server.db)
      ).rows[0]?.n
    const form = async (email: string) => {
      const body = { kind: 'notice', email, page: '/vendors-vcto', consent: true }
      expect((await server.call('POST', '/v1/leads', { body })).status).toBe(201)
    }
    const victim = stranger()
    for (let i = 0; i < 7; i++) await signUp(victim)
    expect(await server.mails(victim)).toHaveLength(5)
    await form(victim)
    expect(await confirmations()).toBe(0)
    await form(stranger())
    expect(await confirmations()).toBe(1)

    const never = stranger()
    await addContact(never)
    expect((await answer(never, 'never')).status).toBe(200)
    await form(never)
    expect(await confirmations()).toBe(1)
    // The owner of the address may want an account after all.
    for (let i = 0; i < 3; i++) await signUp(never)
    expect(await server.mails(never)).toHaveLength(1)
  })
  test('a monthly report for a client requires the recipient’s consent', async () => {
    await approve(evil.id)
    const client = await makeClient(server.db, { company_id: evil.id })
    const email = stranger()
    const { body: contact } = await server.call<Contact>('POST', '/v1/contacts', {
      as: owner,
      body: { fullName: 'Report Reader', email, clientId: client.id },
    })
    const set = await server.call('PUT', '/v1/reports/mails', {
      as: owner,
      body: { client: client.id, recipients: [contact.id], consent: true },
    })
    expect(set.status, set.text).toBe(200)
    expect((await server.mails(email)).map((m) => m.basis)).toEqual(['question'])
  })
})

/** Returns the subject, text and HTML of a mail as it would be sent. */
async function sentText(mail: Mail): Promise<string> {
  const mailer = createMailer({ ...server.env, smtpUrl: undefined })
  await mailer.send(mail)
  const [newest] = (await mailer.kept()) ?? []
  const first = newest && (await mailer.read(newest.id))
  return `${first?.subject}\n${first?.text}\n${first?.html}`
}
