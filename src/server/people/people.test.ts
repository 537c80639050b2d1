import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { brand } from '../../../brand.config.ts'
import { makeCompany, makeUser } from '../../../test/factories/people.ts'
import { Cookies } from '../../../test/harness/browser-cookies.ts'
import { APP_SECRET } from '../../../test/harness/secrets.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type { Session } from '../../contract/account/index.ts'
import type { Role } from '../../contract/base.ts'
import type { InvitationInfo, User } from '../../contract/people.ts'
import { urlAs } from '../platform/database/migrate.ts'
import type { Mail } from '../platform/mail/mail.ts'
import { sweepInvitations } from './jobs.ts'
import { hashToken } from './token.ts'

type U = z.infer<typeof User>
type S = z.infer<typeof Session>
const PASSWORD = 'correct horse battery'

let server: TestServer
let world: World
let n = 0

beforeAll(async () => {
  server = await startServer({ TRUSTED_PROXIES: '127.0.0.1' })
  world = await server.world()
})
afterAll(() => server.close())

const fresh = () => `person${++n}@partner.test`
/** Creates a separate company for a test that counts users. */
const partner = async (name = `Partner ${++n}`) => {
  const company = await server.company({ name })
  return {
    company,
    owner: await server.person(company, 'owner', { fullName: `${name} Owner` }),
    member: await server.person(company, 'member', { fullName: `${name} Member` }),
  }
}
const get = <T = U>(path: string, as: Person) => server.call<T & ErrorShape>('GET', `/v1${path}`, { as })
const post = <T = U>(path: string, as: Person | undefined, body: object = {}, headers: Record<string, string> = {}) =>
  server.call<T & ErrorShape>('POST', `/v1${path}`, { as, body, headers })
const list = async (as: Person, query = '') =>
  (await get<{ items: U[]; nextCursor: string | null }>(`/users?${query}`, as)).body
const invite = (as: Person, body: object, headers = {}) => post('/invitations', as, body, headers)

const mailsTo = (to: string) => server.mails(to)
const textOf = (mail: Mail | undefined) => JSON.stringify(mail?.blocks)
/** Returns the token in the last invitation mail to this address. */
const tokenFor = async (email: string): Promise<string> => {
  const mail = (await mailsTo(email)).findLast((m) => m.id.startsWith('invitation'))
  return /token=([\w-]+)/.exec(textOf(mail))?.[1] as string
}
const invited = async (as: Person, body: { email: string; role: Role; companyId?: string }) => {
  const r = await invite(as, body)
  expect([r.status, r.body.error]).toEqual([201, undefined])
  return { id: r.body.id, email: body.email, token: await tokenFor(body.email) }
}
const read = (token: string) => post<z.infer<typeof InvitationInfo>>('/auth/invitation', undefined, { token })
const accept = (token: string, more: object = {}) =>
  post<{ session: S }>('/auth/invitation/accept', undefined, {
    token,
    fullName: 'Nia New',
    password: 'a long enough password',
    ...more,
  })
/** Returns the audit log of a subject, without sign-ins and sign-outs. */
const actions = async (subjectId: string) =>
  (
    await server.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after', 'actor_id', 'company_id'])
      .where('subject_id', '=', subjectId)
      .where('action', 'not in', ['user.sign-in', 'user.sign-in-failed', 'user.sign-out'])
      .orderBy('id')
      .execute()
  ).map((a) => a)

const cookieOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((c) => c.split(';')[0])
    .join('; ')
/** Creates a user who signed in through the sign-in endpoint and has a real session. */
const entered = async (
  company: { id: string; is_internal: boolean },
  role: Role,
  fields: { email?: string } = {},
): Promise<Person & { cookie: string }> => {
  const email = fields.email ?? fresh()
  const made = await makeUser(server.db, {
    companyId: company.id,
    role,
    email,
    password: PASSWORD,
    fullName: `Entered ${n}`,
  })
  const again = await signIn(email)
  expect(again.status).toBe(200)
  return { ...made, role, token: again.body.session.access_token, sessionId: '', cookie: cookieOf(again.headers) }
}
const signIn = (email: string) =>
  server.call<{ session: S } & ErrorShape>('POST', '/v1/auth/sign-in', {
    body: { email, password: PASSWORD },
    headers: { 'x-forwarded-for': `203.0.113.${++n % 250}` },
  })
const me = (p: Person, of: TestServer = server) => of.call('GET', '/v1/me/role', { as: p }).then((r) => r.status)
const renew = (p: { cookie: string }) =>
  server.call<{ session: S } & ErrorShape>('POST', '/v1/auth/refresh', { body: {}, headers: { cookie: p.cookie } })

describe('the list', () => {
  test('shows a partner its own users and open invitations, with the allowed actions', async () => {
    const { company, owner, member } = await partner('Listed')
    const email = fresh()
    await invited(owner, { email, role: 'member' })
    const seen = await list(owner)
    expect(seen.items.map((u) => [u.name, u.email, u.role, u.status, u.onlyOne, u.isYou])).toEqual([
      ['Listed Member', member.email, 'member', 'active', false, false],
      ['Listed Owner', owner.email, 'owner', 'active', true, true],
      [null, email, 'member', 'invited', false, false],
    ])
    expect(seen.items.every((u) => u.company.id === company.id)).toBe(true)
    const [m, o, i] = seen.items as [U, U, U]
    expect(m.can).toEqual({
      roles: ['owner'],
      deactivate: true,
      reactivate: false,
      move: false,
      resetFactors: false,
      endSessions: true,
      viewAs: false,
      resend: false,
      revoke: false,
    })
    expect(o.can).toMatchObject({ roles: [], deactivate: false, endSessions: false })
    expect(i.can).toMatchObject({ roles: [], deactivate: false, resend: true, revoke: true })
    expect(i.invitation).toMatchObject({
      expired: false,
      sentCount: 1,
      invitedBy: { id: owner.id, name: 'Listed Owner' },
    })

    const asMember = await list(member)
    expect(asMember.items).toHaveLength(3)
    for (const { can } of asMember.items)
      expect(Object.values(can).every((v) => v === false || (Array.isArray(v) && v.length === 0))).toBe(true)
    const asEngineer = await list(world.engineer, `company=${company.id}`)
    expect(asEngineer.items).toHaveLength(3)
    for (const { can } of asEngineer.items)
      expect(Object.values(can).every((v) => v === false || (Array.isArray(v) && v.length === 0))).toBe(true)
    const asAdmin = await list(world.admin, `company=${company.id}`)
    expect(asAdmin.items[0]?.can).toMatchObject({ roles: ['owner'], move: true, resetFactors: true, viewAs: true })
    // This is the only owner of a company that has other users.
    expect(asAdmin.items[1]?.can).toMatchObject({ roles: [], move: false, deactivate: false, viewAs: true })
  })

  test('filters, searches and sorts; pages contain everyone once', async () => {
    const { company, owner } = await partner('Sorted')
    const made: string[] = []
    for (let k = 0; k < 7; k++) {
      const u = await makeUser(server.db, { companyId: company.id, fullName: `zed ${k % 3} ${k}`, email: fresh() })
      made.push(u.id)
      await server.db
        .updateTable('profiles')
        .set({
          last_seen_at: k % 2 ? new Date(Date.now() - k * 60_000).toISOString() : null,
          second_factor: k === 3,
          deactivated_at: k === 5 ? new Date().toISOString() : null,
        })
        .where('id', '=', u.id)
        .execute()
    }
    const { email } = await invited(owner, { email: `needle${++n}@partner.test`, role: 'owner' })
    const ids = async (query: string) => (await list(owner, query)).items.map((u) => u.id)
    const all = new Set(await ids('limit=100'))
    expect(all.size).toBe(10)
    for (const sort of ['name', 'seen', 'created']) {
      for (const order of ['asc', 'desc']) {
        const whole = await ids(`limit=100&sort=${sort}&order=${order}`)
        const paged: string[] = []
        let cursor: string | null = ''
        while (cursor !== null) {
          const page: { items: U[]; nextCursor: string | null } = await list(
            owner,
            `limit=3&sort=${sort}&order=${order}${cursor ? `&cursor=${cursor}` : ''}`,
          )
          paged.push(...page.items.map((u) => u.id))
          cursor = page.nextCursor
        }
        expect(paged, `${sort} ${order}`).toEqual(whole)
        expect(new Set(paged)).toEqual(all)
      }
    }
    expect((await ids('sort=seen&order=desc'))[0]).toBe(made[1])
    expect(await ids('secondFactor=on')).toEqual([made[3]])
    expect(await ids('status=deactivated')).toEqual([made[5]])
    expect((await list(owner, 'status=invited')).items.map((u) => u.email)).toEqual([email])
    expect((await list(owner, 'status=invited&status=deactivated')).items).toHaveLength(2)
    // A user without a role row counts as a member.
    expect((await list(owner, 'role=member')).items).toHaveLength(8)
    expect((await list(owner, 'role=owner')).items.map((u) => u.status).sort()).toEqual(['active', 'invited'])
    expect((await list(owner, 'q=ZED%201')).items).toHaveLength(2)
    expect((await list(owner, 'q=needle')).items.map((u) => u.email)).toEqual([email])
    expect((await list(owner, 'q=%25')).items).toEqual([])
    const bad = await get('/users?cursor=nonsense', owner)
    expect([bad.status, bad.body.error.fields?.cursor?.[0]]).toEqual([400, expect.stringContaining('cursor')])
  })

  test('never shows another company, whatever the filter', async () => {
    const theirs = await invited(world.south.owner, { email: `xylo${++n}@partner.test`, role: 'member' })
    for (const query of [`company=${world.south.company.id}`, 'q=xylo', 'q=South', `company=${crypto.randomUUID()}`]) {
      expect((await list(world.north.owner, query)).items, query).toEqual([])
      const csv = await server.call('GET', `/v1/users.csv?${query}`, { as: world.north.owner })
      expect([query, csv.text.trim().split('\n')]).toHaveLength(2)
      expect(csv.text.trim().split('\n').length, query).toBe(1)
    }
    for (const id of [world.south.owner.id, theirs.id, crypto.randomUUID()]) {
      const answers = await Promise.all([
        get(`/users/${id}`, world.north.owner),
        post(`/users/${id}/role`, world.north.owner, { role: 'member' }),
        post(`/users/${id}/deactivate`, world.north.owner),
        post(`/users/${id}/reactivate`, world.north.owner),
        post(`/users/${id}/end-sessions`, world.north.owner),
        post(`/invitations/${id}/resend`, world.north.owner),
        post(`/invitations/${id}/revoke`, world.north.owner),
      ])
      expect(answers.map((r) => [r.status, r.body.error.code, r.body.error.message])).toEqual(
        Array(answers.length).fill([404, 'NOT_FOUND', 'Not found.']),
      )
    }
    expect((await list(world.south.owner, 'q=xylo')).items).toHaveLength(1)
    // Staff see the users of all companies in one list.
    const names = (await list(world.admin, 'q=Owner&limit=100')).items.map((u) => u.company.name)
    expect(new Set(names).size).toBeGreaterThan(1)
  })

  test('exports CSV with formulas disarmed', async () => {
    const { company, owner } = await partner()
    await makeUser(server.db, { companyId: company.id, fullName: '=cmd|x', email: fresh() })
    const csv = await server.call('GET', '/v1/users.csv?role=member&q=cmd', { as: owner })
    expect(csv.headers.get('content-type')).toContain('text/csv')
    expect(csv.text.split('\r\n')).toEqual([
      'Name,Email,Company,Role,Status,Two-factor,Last active,Added,Invitation expires',
      expect.stringMatching(/^'=cmd\|x,.*,Member,Active,Off,,/),
      '',
    ])
  })

  test('shows sign-in methods only to managers and staff', async () => {
    const { company, owner, member } = await partner()
    const user = await entered(company, 'member')
    await server.db
      .insertInto('api_keys')
      .values({
        company_id: company.id,
        id: crypto.randomUUID(),
        name: 'Run events',
        prefix: 'mw_abc',
        hash: `h${n}`,
        scopes: ['company:read'],
        created_by: user.id,
      })
      .execute()
    type WithAccess = U & { access: object | null }
    for (const as of [owner, world.engineer, world.admin]) {
      const { access } = (await get<WithAccess>(`/users/${user.id}`, as)).body
      expect(access).toMatchObject({
        password: true,
        google: false,
        passkeys: 0,
        sessions: 1,
        lastUsedAt: expect.stringMatching(/Z$/),
        apiKeys: [{ name: 'Run events', prefix: 'mw_abc' }],
      })
    }
    expect((await get<WithAccess>(`/users/${user.id}`, member)).body.access).toBeNull()
  })
})

describe('inviting', () => {
  test('sends an email with a link, is recorded, and can be repeated with its key', async () => {
    const { company, owner } = await partner('Inviting')
    const email = fresh()
    const once = () =>
      invite(
        owner,
        { email: ` ${email.toUpperCase()} `, role: 'member', fullName: 'Ines Invited' },
        { 'idempotency-key': `k${email}` },
      )
    const [a, b] = [await once(), await once()]
    expect([a.status, a.body.id]).toEqual([201, b.body.id])
    expect(a.body).toMatchObject({ kind: 'invitation', email, name: 'Ines Invited', role: 'member', status: 'invited' })
    const sent = await mailsTo(email)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.subject).toBe(`Invitation to ${brand.shortName}`)
    expect(textOf(sent[0])).toContain(`${server.url}/auth/invitation?token=`)
    expect(await actions(a.body.id)).toMatchObject([
      { action: 'invitation.send', actor_id: owner.id, company_id: company.id, after: { email, role: 'member' } },
    ])
    const kept = await server.db
      .selectFrom('invitations')
      .selectAll()
      .where('id', '=', a.body.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(kept)).not.toContain(await tokenFor(email))
    const life = Date.parse(kept.expires_at) - Date.now()
    expect(Math.round(life / 86_400_000)).toBe(7)
  })

  test('is for owners in their company and administrators anywhere, with a valid role', async () => {
    const { company, owner, member } = await partner()
    const email = fresh()
    expect((await invite(member, { email, role: 'member' })).status).toBe(403)
    expect((await invite(world.engineer, { email, role: 'member', companyId: company.id })).status).toBe(403)
    for (const role of ['admin', 'engineer'] as const) {
      const r = await invite(owner, { email, role })
      expect([r.status, r.body.error.fields]).toEqual([
        422,
        { role: ['Choose member or owner for a user of a partner.'] },
      ])
    }
    const other = await Promise.all(
      [world.south.company.id, world.provider.id, crypto.randomUUID()].map((companyId) =>
        invite(owner, { email, role: 'member', companyId }),
      ),
    )
    expect(other.map((r) => [r.status, r.body.error.fields])).toEqual(
      Array(3).fill([422, { companyId: ['This company doesn’t exist. Choose another one.'] }]),
    )
    expect((await invite(world.admin, { email, role: 'member' })).body.error.fields).toEqual({
      role: ['Choose engineer or administrator for a user of the provider.'],
    })
    expect((await invite(world.admin, { email, role: 'owner', companyId: company.id })).status).toBe(201)
    expect((await invite(world.admin, { email, role: 'engineer' })).status).toBe(201)
    expect(await mailsTo(email)).toHaveLength(2)
    const wrong = await invite(owner, { email: 'nonsense', role: 'boss' })
    expect([wrong.status, wrong.body.error.fields]).toEqual([
      400,
      { email: ['Invalid email address'], role: ['Choose a role.'] },
    ])
  })

  test('to be an administrator requires a recent confirmation', async () => {
    const admin = await entered(world.provider, 'admin')
    await server.db
      .updateTable('auth.session')
      .set({ confirmed_at: new Date(Date.now() - 3_600_000).toISOString() })
      .where('userId', '=', admin.id)
      .execute()
    const email = fresh()
    expect((await invite(admin, { email, role: 'admin' })).body.error.code).toBe('CONFIRM_IDENTITY')
    expect(await mailsTo(email)).toEqual([])
    await server.db
      .updateTable('auth.session')
      .set({ confirmed_at: sql<string>`now()` })
      .where('userId', '=', admin.id)
      .execute()
    expect((await invite(admin, { email, role: 'admin' })).status).toBe(201)
    await server.db.deleteFrom('user_roles').where('user_id', '=', admin.id).execute()
  })

  test('explains that a user exists or is invited already, and reveals nothing of other companies', async () => {
    const { company, owner, member } = await partner('Inside')
    const field = async (email: string) => (await invite(owner, { email, role: 'member' })).body.error?.fields?.email
    expect(await field(member.email.toUpperCase())).toEqual([
      'A user with this address already belongs to the company.',
    ])
    const gone = await makeUser(server.db, { companyId: company.id, email: fresh() })
    await server.db
      .updateTable('profiles')
      .set({ deactivated_at: sql<string>`now()` })
      .where('id', '=', gone.id)
      .execute()
    expect(await field(gone.email)).toEqual([
      'This address belongs to a deactivated user. Reactivate the user instead.',
    ])
    const email = fresh()
    expect(await field(email)).toBeUndefined()
    expect(await field(email)).toEqual(['This address has already been invited. Resend that invitation.'])
    // Parallel invitations create one.
    const twin = fresh()
    const twice = await Promise.all(Array.from({ length: 6 }, () => invite(owner, { email: twin, role: 'member' })))
    expect(twice.map((r) => r.status).sort()).toEqual([201, 422, 422, 422, 422, 422])

    const known = await invite(owner, { email: world.south.owner.email, role: 'member' })
    const unknown = await invite(owner, { email: fresh(), role: 'member' })
    const shape = (r: typeof known) => ({
      ...r.body,
      id: '',
      email: '',
      createdAt: '',
      status: r.status,
      invitation: { ...r.body.invitation, expiresAt: '', lastSentAt: '' },
    })
    expect(shape(known)).toEqual(shape(unknown))
    // Only the mail to the address mentions the other company.
    expect(textOf((await mailsTo(world.south.owner.email)).at(-1))).toContain(
      'belongs to an account at another company',
    )
    expect((await read(await tokenFor(world.south.owner.email))).body.account).toBe('elsewhere')
  })

  test('replaces an expired invitation', async () => {
    const { owner } = await partner()
    const old = await invited(owner, { email: fresh(), role: 'member' })
    await server.db
      .updateTable('invitations')
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where('id', '=', old.id)
      .execute()
    expect((await list(owner, 'status=invited')).items[0]?.invitation?.expired).toBe(true)
    const next = await invited(owner, { email: old.email, role: 'owner' })
    expect((await list(owner, 'status=invited')).items.map((u) => u.id)).toEqual([next.id])
    expect((await read(old.token)).body.error.code).toBe('INVITATION_GONE')
    expect((await read(next.token)).body.role).toBe('owner')
  })

  test('has limits: open invitations per company, and invitations per hour and user', async () => {
    const { company, owner } = await partner()
    const row = (k: number) => ({
      company_id: company.id,
      id: crypto.randomUUID(),
      email: `crowd${k}@x.test`,
      role: 'member',
      token_hash: hashToken(`${company.id} ${k}`),
      invited_by: world.admin.id,
    })
    await server.db
      .insertInto('invitations')
      .values(Array.from({ length: 200 }, (_, k) => row(k)))
      .execute()
    const full = await invite(owner, { email: fresh(), role: 'member' })
    expect([full.status, full.body.error.code]).toEqual([422, 'TOO_MANY_OPEN'])
    await server.db
      .updateTable('invitations')
      .set({ revoked_at: sql<string>`now()`, invited_by: owner.id })
      .where('company_id', '=', company.id)
      .execute()
    const often = await invite(owner, { email: fresh(), role: 'member' })
    expect([often.status, often.body.error.code]).toEqual([429, 'TOO_MANY_INVITATIONS'])
    expect(Number(often.headers.get('retry-after'))).toBeGreaterThan(3_500)
    await server.db
      .updateTable('invitations')
      .set({ created_at: new Date(Date.now() - 3_700_000).toISOString() })
      .where('company_id', '=', company.id)
      .execute()
    expect((await invite(owner, { email: fresh(), role: 'member' })).status).toBe(201)
  })

  test('can be resent with a new link: after a minute, five times an hour, ten times at most', async () => {
    const { owner } = await partner()
    const first = await invited(owner, { email: fresh(), role: 'member' })
    const soon = await post(`/invitations/${first.id}/resend`, owner)
    expect([soon.status, soon.body.error.code]).toEqual([429, 'SENT_JUST_NOW'])
    expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(50)
    const later = () =>
      server.db
        .updateTable('invitations')
        .set({ last_sent_at: new Date(Date.now() - 61_000).toISOString() })
        .where('id', '=', first.id)
        .execute()
    await later()
    await server.db
      .updateTable('invitations')
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where('id', '=', first.id)
      .execute()
    // Ten parallel calls send one mail.
    const again = await Promise.all(Array.from({ length: 10 }, () => post(`/invitations/${first.id}/resend`, owner)))
    expect(again.filter((r) => r.status === 200)).toHaveLength(1)
    const second = await tokenFor(first.email)
    expect(second).not.toBe(first.token)
    expect((await read(first.token)).body.error.code).toBe('INVITATION_GONE')
    expect((await read(second)).body).toMatchObject({ email: first.email, account: 'none' })
    for (let k = 2; k < 10; k++) {
      await later()
      if (k === 5) {
        const often = await post(`/invitations/${first.id}/resend`, owner)
        expect([often.status, often.body.error.code]).toEqual([429, 'TOO_MANY_INVITATIONS'])
        await server.db.deleteFrom('auth.rate_limits').where('key', 'like', 'mail:%').execute()
      }
      expect((await post(`/invitations/${first.id}/resend`, owner)).body.invitation?.sentCount).toBe(k + 1)
    }
    await later()
    expect((await list(owner, 'status=invited')).items[0]?.can).toMatchObject({ resend: false, revoke: true })
    expect((await post(`/invitations/${first.id}/resend`, owner)).body.error.code).toBe('SENT_OFTEN')
    expect(new Set((await mailsTo(first.email)).map((m) => m.id)).size).toBe(10)
  })

  test('works after another owner resent it and the first inviter has left', async () => {
    const { owner, company } = await partner()
    const first = await invited(owner, { email: fresh(), role: 'member' })
    const other = await server.person(company, 'owner')
    await server.db
      .updateTable('profiles')
      .set({ deactivated_at: new Date().toISOString() })
      .where('id', '=', owner.id)
      .execute()
    await server.db
      .updateTable('invitations')
      .set({ last_sent_at: new Date(Date.now() - 61_000).toISOString() })
      .where('id', '=', first.id)
      .execute()
    expect((await read(first.token)).body.error.code).toBe('INVITATION_GONE')
    expect((await post(`/invitations/${first.id}/resend`, other)).status).toBe(200)
    expect((await read(await tokenFor(first.email))).body).toMatchObject({ email: first.email, account: 'none' })
  })

  test('is revoked a month after it expired', async () => {
    const { owner } = await partner()
    const [old, recent] = [
      await invited(owner, { email: fresh(), role: 'member' }),
      await invited(owner, { email: fresh(), role: 'member' }),
    ]
    const ended = (id: string, days: number) =>
      server.db
        .updateTable('invitations')
        .set({ expires_at: new Date(Date.now() - days * 86_400_000).toISOString() })
        .where('id', '=', id)
        .execute()
    await ended(old.id, 31)
    await ended(recent.id, 29)
    await sweepInvitations.handler(server.platform)
    expect((await list(owner, 'status=invited')).items.map((u) => u.id)).toEqual([recent.id])
  })

  test('can be revoked', async () => {
    const { owner } = await partner()
    const one = await invited(owner, { email: fresh(), role: 'member' })
    expect((await post(`/invitations/${one.id}/revoke`, owner)).body).toEqual({ revoked: true })
    expect((await post(`/invitations/${one.id}/revoke`, owner)).body.error.code).toBe('INVITATION_CLOSED')
    expect((await post(`/invitations/${one.id}/resend`, owner)).body.error.code).toBe('INVITATION_CLOSED')
    expect((await accept(one.token)).body.error.code).toBe('INVITATION_GONE')
    expect((await list(owner, 'status=invited')).items).toEqual([])
  })
})

describe('invitations and their senders', () => {
  test('become invalid when the sender may no longer invite', async () => {
    const { company, owner } = await partner()
    const second = await server.person(company, 'owner')
    const one = await invited(second, { email: fresh(), role: 'member' })
    expect((await read(one.token)).status).toBe(200)
    expect((await post(`/users/${second.id}/role`, owner, { role: 'member' })).status).toBe(200)
    expect((await accept(one.token)).body.error.code).toBe('INVITATION_GONE')
    const third = await server.person(company, 'owner')
    const two = await invited(third, { email: fresh(), role: 'member' })
    expect((await post(`/users/${third.id}/deactivate`, owner)).status).toBe(200)
    expect((await read(two.token)).body.error.code).toBe('INVITATION_GONE')
    expect((await accept(two.token)).body.error.code).toBe('INVITATION_GONE')
  })
  test('limits emails per address and hour, also after revoking and inviting again', async () => {
    const { owner } = await partner()
    const email = fresh()
    for (let i = 0; i < 5; i++) {
      const { id } = await invited(owner, { email, role: 'member' })
      expect((await post(`/invitations/${id}/revoke`, owner)).status).toBe(200)
    }
    expect((await invite(owner, { email, role: 'member' })).body.error.code).toBe('TOO_MANY_INVITATIONS')
    expect(await mailsTo(email)).toHaveLength(5)
  })
})

describe('accepting as a new user', () => {
  test('works once, also in parallel: account, company, role and session', async () => {
    const { company, owner } = await partner('Joined')
    const one = await invited(owner, { email: fresh(), role: 'owner' })
    expect((await read(one.token)).body).toMatchObject({
      companyName: 'Joined',
      email: one.email,
      role: 'owner',
      inviterName: 'Joined Owner',
      account: 'none',
      fullName: null,
    })
    const all = await Promise.all(Array.from({ length: 20 }, () => accept(one.token)))
    const won = all.filter((r) => r.status === 200)
    expect(won).toHaveLength(1)
    for (const r of all.filter((x) => x.status !== 200))
      expect(r.body.error.code).toMatch(/INVITATION_GONE|ACCOUNT_EXISTS/)
    const { session } = (won[0] as (typeof won)[number]).body
    expect(session.user).toMatchObject({ email: one.email, user_metadata: { full_name: 'Nia New' } })
    expect(won[0]?.headers.getSetCookie().join()).toContain('session_token')
    const profile = await server.call<{ company_id: string }>('GET', '/v1/me/profile', { token: session.access_token })
    expect(profile.body.company_id).toBe(company.id)
    expect((await server.call('GET', '/v1/me/role', { token: session.access_token })).body).toEqual({ role: 'owner' })
    expect(
      await server.db.selectFrom('auth.user').select('emailVerified').where('email', '=', one.email).execute(),
    ).toEqual([{ emailVerified: true }])
    expect((await actions(session.user.id)).map((a) => [a.action, a.actor_id])).toEqual([
      ['invitation.accept', session.user.id],
    ])
    const [told] = (await mailsTo(owner.email)).filter((m) => m.subject.includes('joined'))
    expect(told?.subject).toBe('Nia New has joined Joined')
    expect((await read(one.token)).body.error.code).toBe('INVITATION_GONE')
  })

  test('validates name and password with the messages of the form, without using up the invitation', async () => {
    const { owner } = await partner()
    const one = await invited(owner, { email: fresh(), role: 'member' })
    expect((await accept(one.token, { password: 'short', fullName: 'x' })).body.error.fields).toEqual({
      password: ['Password must be at least 8 characters'],
      fullName: ['Name must be at least 2 characters'],
    })
    const weak = await accept(one.token, { password: 'password123' })
    expect([weak.status, weak.body.error.code, weak.body.error.fields?.password?.length]).toEqual([
      422,
      'PASSWORD_WEAK',
      1,
    ])
    expect((await accept(one.token)).status).toBe(200)
  })

  test('gives the same error for an expired, forged or used token', async () => {
    const { owner } = await partner()
    const old = await invited(owner, { email: fresh(), role: 'member' })
    await server.db
      .updateTable('invitations')
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where('id', '=', old.id)
      .execute()
    const used = await invited(owner, { email: fresh(), role: 'member' })
    await accept(used.token)
    const says = async (token: string) => {
      const [a, b] = [await read(token), await accept(token)]
      return [a, b].map((r) => [r.status, r.body.error.code, r.body.error.message])
    }
    const first = await says('made-up')
    expect(first[0]?.slice(0, 2)).toEqual([422, 'INVITATION_GONE'])
    for (const token of [old.token, used.token, hashToken(old.token)]) expect(await says(token)).toEqual(first)
  })

  test('cannot be triggered by another site', async () => {
    const { owner } = await partner()
    const one = await invited(owner, { email: fresh(), role: 'member' })
    const r = await post(
      '/auth/invitation/accept',
      undefined,
      { token: one.token, fullName: 'Nia New', password: 'a long enough password' },
      { origin: 'https://evil.example' },
    )
    expect(r.status).toBe(403)
    expect((await read(one.token)).status).toBe(200)
  })

  test('gives an account with an unverified address to the owner of the address', async () => {
    const { company, owner } = await partner()
    const email = fresh()
    const placeholder = await makeCompany(server.db, { name: 'New Company' })
    const squatter = await makeUser(server.db, { companyId: placeholder.id, role: 'owner', email, password: PASSWORD })
    await server.db
      .updateTable('auth.user')
      .set({ emailVerified: true, mailboxProvenAt: null })
      .where('id', '=', squatter.id)
      .execute()
    const one = await invited(owner, { email, role: 'member' })
    expect((await read(one.token)).body.account).toBe('none')
    const joined = await accept(one.token)
    expect(joined.status).toBe(200)
    expect(joined.body.session.user.user_metadata.full_name).toBe('Nia New')
    expect((await signIn(email)).status).toBe(401)
    const profile = await server.call<{ company_id: string }>('GET', '/v1/me/profile', {
      token: joined.body.session.access_token,
    })
    expect(profile.body.company_id).toBe(company.id)
  })
})

describe('accepting with an existing account', () => {
  const asMe = (token: string, as: Person) =>
    post<{ companyId: string; role: Role }>('/invitations/accept', as, { token, password: 'chosen while joining' })

  test('leaves a placeholder company, and the previous access token ends', async () => {
    const { company, owner } = await partner()
    const placeholder = await makeCompany(server.db, { name: 'New Company' })
    const user = await entered(placeholder, 'owner')
    const one = await invited(owner, { email: user.email, role: 'member' })
    expect((await read(one.token)).body.account).toBe('free')
    expect((await accept(one.token)).body.error.code).toBe('ACCOUNT_EXISTS')
    const all = await Promise.all(Array.from({ length: 5 }, () => asMe(one.token, user)))
    expect(all.filter((r) => r.status === 200).map((r) => r.body)).toMatchObject([
      { companyId: company.id, role: 'member' },
    ])
    expect(await me(user)).toBe(401)
    // The session has a new cookie. Copies of the old one no longer work.
    expect((await renew(user)).status).toBe(401)
    const won = all.find((r) => r.status === 200)
    const next = await renew({ cookie: new Cookies().take(won?.headers as Headers).header })
    expect(next.status).toBe(200)
    const token = next.body.session.access_token
    expect((await server.call('GET', '/v1/me/profile', { token })).body).toMatchObject({ company_id: company.id })
    expect((await server.call('GET', '/v1/me/role', { token })).body).toEqual({ role: 'member' })
  })

  test('is only for the invited address, and not for a user of another company', async () => {
    const { company, owner } = await partner()
    const placeholder = await makeCompany(server.db, { name: 'New Company' })
    const user = await entered(placeholder, 'owner')
    const forOther = await invited(owner, { email: fresh(), role: 'owner' })
    const wrong = await asMe(forOther.token, user)
    expect([wrong.status, wrong.body.error.code]).toEqual([422, 'INVITATION_GONE'])
    expect((await read(forOther.token)).status).toBe(200)

    for (const as of [world.south.owner, world.engineer]) {
      await server.db
        .updateTable('invitations')
        .set({ revoked_at: sql<string>`now()` })
        .where('email', '=', as.email)
        .where('revoked_at', 'is', null)
        .execute()
      const one = await invited(owner, { email: as.email, role: 'member' })
      const refused = await asMe(one.token, as)
      expect([refused.status, refused.body.error.message]).toEqual([
        409,
        'This address already belongs to a user of another company. Ask us to move the account.',
      ])
    }
    // A company with one user and a name of its own is not a placeholder.
    const solo = await entered(await makeCompany(server.db, { name: 'Solo Inc' }), 'owner')
    const forSolo = await invited(owner, { email: solo.email, role: 'member' })
    expect((await read(forSolo.token)).body.account).toBe('elsewhere')
    expect((await asMe(forSolo.token, solo)).body.error.code).toBe('ADDRESS_ELSEWHERE')
    // A placeholder with a second user counts as a normal company.
    await makeUser(server.db, { companyId: placeholder.id, email: fresh() })
    const one = await invited(owner, { email: user.email, role: 'member' })
    expect((await asMe(one.token, user)).body.error.code).toBe('ADDRESS_ELSEWHERE')
    expect((await list(owner, 'role=member&status=active')).items).toHaveLength(1)
    expect(company.id).toBeTruthy()
  })
})

describe('roles', () => {
  test('are assigned by an owner within the company, and apply on the next request in every process', async () => {
    const { company, owner } = await partner()
    const user = await entered(company, 'member')
    const second = await startServer({ PUBLIC_URL: server.url, TRUSTED_PROXIES: '127.0.0.1' }, server.database)
    try {
      expect(await me(user, second)).toBe(200)
      const changed = await post(`/users/${user.id}/role`, owner, { role: 'owner' })
      expect([changed.status, changed.body.role, changed.body.givenRole]).toEqual([200, 'owner', 'owner'])
      expect(await me(user)).toBe(401)
      await expect.poll(() => me(user, second), { interval: 10 }).toBe(401)
    } finally {
      await second.close()
    }
    const next = await renew(user)
    expect((await server.call('GET', '/v1/me/role', { token: next.body.session.access_token })).body).toEqual({
      role: 'owner',
    })
    expect(await actions(user.id)).toMatchObject([
      { action: 'user.role', before: { role: 'member' }, after: { role: 'owner' }, actor_id: owner.id },
    ])
    expect((await post(`/users/${user.id}/role`, owner, { role: 'engineer' })).body.error.fields).toEqual({
      role: ['Choose member or owner for a user of a partner.'],
    })
    expect((await post(`/users/${user.id}/role`, world.engineer, { role: 'member' })).status).toBe(403)
    // Setting the same role again is not recorded.
    await post(`/users/${user.id}/role`, owner, { role: 'owner' })
    expect(await actions(user.id)).toHaveLength(1)
  })

  test('a company keeps an owner, also when twenty are demoted in parallel', async () => {
    const { company, owner, member } = await partner()
    const alone = await post(`/users/${owner.id}/role`, owner, { role: 'member' })
    expect([alone.status, alone.body.error.code]).toEqual([409, 'LAST_OWNER'])
    const owners = await Promise.all(Array.from({ length: 19 }, () => server.person(company, 'owner')))
    const all = [owner, ...owners]
    // Each owner demotes or deactivates the next one.
    const results = await Promise.all(
      all.map((by, k) => {
        const target = all[(k + 1) % all.length] as Person
        return k % 2
          ? post(`/users/${target.id}/deactivate`, by)
          : post(`/users/${target.id}/role`, by, { role: 'member' })
      }),
    )
    expect(results.filter((r) => r.status === 409).length).toBeGreaterThanOrEqual(1)
    const left = (await list(world.admin, `company=${company.id}&role=owner&status=active`)).items
    expect(left.length).toBeGreaterThanOrEqual(1)
    expect(member.id).toBeTruthy()
    // Twenty calls on the last two owners: one stays.
    const two = await partner()
    const other = await server.person(two.company, 'owner')
    const race = await Promise.all(
      Array.from({ length: 20 }, (_, k) =>
        post(`/users/${(k % 2 ? two.owner : other).id}/role`, world.admin, { role: 'member' }),
      ),
    )
    expect(race.filter((r) => r.body.error?.code === 'LAST_OWNER').length).toBeGreaterThanOrEqual(1)
    expect((await list(world.admin, `company=${two.company.id}&role=owner`)).items).toHaveLength(1)
  })

  test('one’s own role can be given up while there is another owner', async () => {
    const { company, owner } = await partner()
    const user = await entered(company, 'owner')
    expect((await post(`/users/${user.id}/role`, user, { role: 'member' })).status).toBe(200)
    expect(await me(user)).toBe(401)
    expect((await post(`/users/${owner.id}/role`, owner, { role: 'member' })).body.error.code).toBe('LAST_OWNER')
  })

  test('the provider keeps an administrator', async () => {
    const provider = world.provider
    const others = (await list(world.admin, `company=${provider.id}&role=admin&limit=100`)).items.filter(
      (u) => u.id !== world.admin.id,
    )
    for (const u of others)
      await server.db
        .updateTable('profiles')
        .set({ deactivated_at: sql<string>`now()` })
        .where('id', '=', u.id)
        .execute()
    const alone = await post(`/users/${world.admin.id}/role`, world.admin, { role: 'engineer' })
    expect([alone.status, alone.body.error.code]).toEqual([409, 'LAST_ADMIN'])
    expect((await post(`/users/${world.admin.id}/deactivate`, world.admin)).body.error.code).toBe('NOT_YOURSELF')
  })

  test('owners and administrators are made only after a recent confirmation', async () => {
    const admin = await entered(world.provider, 'admin')
    const old = (at: Date) =>
      server.db
        .updateTable('auth.session')
        .set({ confirmed_at: at.toISOString() })
        .where('userId', '=', admin.id)
        .execute()
    await old(new Date(Date.now() - 3_600_000))
    for (const [path, body] of [
      [`/users/${world.engineer.id}/role`, { role: 'admin' }],
      [`/users/${world.south.member.id}/role`, { role: 'owner' }],
      [`/users/${world.south.member.id}/company`, { companyId: world.north.company.id, role: 'member' }],
      [`/users/${world.south.member.id}/reset-second-factor`, {}],
    ] as const) {
      const r = await post(path, admin, body)
      expect([r.status, r.body.error.code], path).toEqual([403, 'CONFIRM_IDENTITY'])
    }
    expect(await actions(world.south.member.id)).toEqual([])
    // Owners need to confirm their identity too, so that a browser left open cannot make another owner.
    const { company, owner, member } = await partner()
    await server.db
      .updateTable('auth.session')
      .set({ confirmed_at: new Date(Date.now() - 3_600_000).toISOString() })
      .where('userId', '=', owner.id)
      .execute()
    expect((await post(`/users/${member.id}/role`, owner, { role: 'owner' })).body.error.code).toBe('CONFIRM_IDENTITY')
    expect((await invite(owner, { email: fresh(), role: 'owner' })).body.error.code).toBe('CONFIRM_IDENTITY')
    expect((await invite(owner, { email: fresh(), role: 'member' })).status).toBe(201)
    // These actions need no confirmation.
    const user = await server.person(company, 'member')
    expect((await post(`/users/${user.id}/end-sessions`, admin)).status).toBe(200)
    await old(new Date())
    expect((await post(`/users/${user.id}/role`, admin, { role: 'owner' })).status).toBe(200)
  })
})

describe('deactivating', () => {
  test('ends sessions and tokens immediately, in every process, and can be undone', async () => {
    const { company, owner } = await partner()
    const user = await entered(company, 'member')
    const second = await startServer({ PUBLIC_URL: server.url, TRUSTED_PROXIES: '127.0.0.1' }, server.database)
    try {
      expect(await me(user, second)).toBe(200)
      const out = await post(`/users/${user.id}/deactivate`, owner)
      expect([out.status, out.body.status, out.body.can.reactivate]).toEqual([200, 'deactivated', true])
      expect(await me(user)).toBe(401)
      await expect.poll(() => me(user, second), { interval: 10 }).toBe(401)
    } finally {
      await second.close()
    }
    expect((await renew(user)).status).toBe(401)
    const refused = await signIn(user.email)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'ACCOUNT_DISABLED'])
    expect((await post(`/users/${user.id}/deactivate`, owner)).status).toBe(200)
    expect((await post(`/users/${user.id}/reactivate`, owner)).body.status).toBe('active')
    expect((await signIn(user.email)).status).toBe(200)
    expect((await actions(user.id)).map((a) => a.action)).toEqual(['user.deactivate', 'user.reactivate'])
  })

  test('is refused for the last owner while there are other users, and for oneself', async () => {
    const { company, owner, member } = await partner()
    expect((await post(`/users/${owner.id}/deactivate`, owner)).body.error.code).toBe('NOT_YOURSELF')
    expect((await post(`/users/${owner.id}/deactivate`, world.admin)).body.error.code).toBe('LAST_OWNER')
    expect((await post(`/users/${member.id}/deactivate`, owner)).status).toBe(200)
    // The provider can deactivate the only user of a company.
    expect((await post(`/users/${owner.id}/deactivate`, world.admin)).status).toBe(200)
    expect((await list(world.admin, `company=${company.id}&status=active`)).items).toEqual([])
  })

  test('ending sessions signs out everywhere, and allows signing in again', async () => {
    const { company, owner } = await partner()
    const user = await entered(company, 'member')
    expect((await post(`/users/${user.id}/end-sessions`, owner)).body).toEqual({ ended: true })
    expect([await me(user), (await renew(user)).status]).toEqual([401, 401])
    expect((await signIn(user.email)).status).toBe(200)
    expect((await post(`/users/${owner.id}/end-sessions`, owner)).body.error.code).toBe('NOT_YOURSELF')
  })

  test('ends the view of a deactivated administrator', async () => {
    const admin = await entered(world.provider, 'admin')
    const id = crypto.randomUUID()
    const later = new Date(Date.now() + 600_000).toISOString()
    await server.db
      .insertInto('auth.session')
      .values({
        id,
        token: id,
        userId: world.south.member.id,
        expiresAt: later,
        updatedAt: later,
        way: 'view-as',
        viewer_id: admin.id,
        reason: 'to see',
      })
      .execute()
    const { token } = await server.platform.tokens.issue({
      kind: 'tenant',
      companyId: world.south.company.id,
      userId: world.south.member.id,
      role: 'member',
      sessionId: id,
    })
    const looking = { ...world.south.member, token }
    expect(await me(looking)).toBe(200)
    expect((await post(`/users/${admin.id}/deactivate`, world.admin)).status).toBe(200)
    expect([await me(admin), await me(looking), await me(world.south.member)]).toEqual([401, 401, 200])
  })
})

describe('an account with an unverified address', () => {
  test('is not moved or promoted before its address is verified', async () => {
    const admin = await entered(world.provider, 'admin')
    const { company, owner } = await partner()
    const user = await entered(company, 'member')
    const proven = (at: string | null) =>
      server.db.updateTable('auth.user').set({ mailboxProvenAt: at }).where('id', '=', user.id).execute()
    await proven(null)
    const attempts = [
      () => post(`/users/${user.id}/company`, admin, { companyId: world.provider.id, role: 'admin' }),
      () => post(`/users/${user.id}/company`, admin, { companyId: world.north.company.id, role: 'member' }),
      () => post(`/users/${user.id}/role`, admin, { role: 'owner' }),
      () => post(`/users/${user.id}/role`, owner, { role: 'owner' }),
    ]
    for (const attempt of attempts) {
      const { status, body } = await attempt()
      expect([status, body.error?.code]).toEqual([409, 'MAILBOX_NOT_PROVEN'])
      expect(body.error.message).toContain('Forgot your password?')
    }
    const kept = await server.db
      .selectFrom('profiles as p')
      .innerJoin('user_roles as r', 'r.user_id', 'p.id')
      .select(['p.company_id', 'r.role'])
      .where('p.id', '=', user.id)
      .executeTakeFirst()
    expect(kept).toEqual({ company_id: company.id, role: 'member' })
    await proven(new Date().toISOString())
    expect((await post(`/users/${user.id}/role`, owner, { role: 'owner' })).status).toBe(200)
    // Removing rights does not require a verified address.
    await proven(null)
    expect((await post(`/users/${user.id}/role`, owner, { role: 'member' })).status).toBe(200)
  })
})

describe('administrators', () => {
  test('move a user with a valid role; the sessions end', async () => {
    const admin = await entered(world.provider, 'admin')
    const from = await partner()
    const to = await partner()
    const user = await entered(from.company, 'member')
    const moveTo = (companyId: string, role: Role, id = user.id) =>
      post(`/users/${id}/company`, admin, { companyId, role })
    const open = await invited(to.owner, { email: user.email, role: 'owner' })
    expect((await moveTo(to.company.id, 'engineer')).body.error.fields).toEqual({
      role: ['Choose member or owner for a user of a partner.'],
    })
    expect((await moveTo(from.company.id, 'member')).body.error.fields).toEqual({
      companyId: ['The user already belongs to this company. Choose another one.'],
    })
    expect((await moveTo(crypto.randomUUID(), 'member')).body.error.fields).toEqual({
      companyId: ['This company doesn’t exist. Choose another one.'],
    })
    const moved = await moveTo(to.company.id, 'owner')
    expect([moved.status, moved.body.company.id, moved.body.role]).toEqual([200, to.company.id, 'owner'])
    expect([await me(user), (await renew(user)).status]).toEqual([401, 401])
    expect((await list(from.owner)).items.map((u) => u.id)).not.toContain(user.id)
    expect((await list(to.owner)).items.map((u) => u.id)).toContain(user.id)
    expect((await read(open.token)).body.error.code).toBe('INVITATION_GONE')
    expect((await actions(user.id)).map((a) => [a.action, a.company_id]).sort()).toEqual(
      [
        ['user.move', from.company.id],
        ['user.move', to.company.id],
      ].sort(),
    )
    expect((await moveTo(to.company.id, 'member', from.owner.id)).body.error.code).toBe('LAST_OWNER')
    // Move the user to the provider and back. Neither allows the role that the user had before.
    expect((await moveTo(world.provider.id, 'engineer')).body.role).toBe('engineer')
    expect((await moveTo(from.company.id, 'member')).status).toBe(200)
    expect(
      (await post(`/users/${user.id}/company`, from.owner, { companyId: to.company.id, role: 'member' })).status,
    ).toBe(403)
  })

  test('reset two-factor authentication: factors, codes, passkeys and sessions end, and the user is notified', async () => {
    const admin = await entered(world.provider, 'admin')
    const { company, owner } = await partner()
    const user = await entered(company, 'member')
    const reset = () => post(`/users/${user.id}/reset-second-factor`, admin)
    expect((await reset()).body.error.code).toBe('NO_FACTOR')
    expect(await me(user)).toBe(200)
    await server.db
      .insertInto('auth.factors')
      .values({ id: crypto.randomUUID(), user_id: user.id, friendly_name: 'Phone', secret: 'x', status: 'verified' })
      .execute()
    await server.db.insertInto('auth.recovery_codes').values({ user_id: user.id, code_hash: 'x' }).execute()
    await server.db
      .insertInto('auth.passkeys')
      .values({
        id: crypto.randomUUID(),
        user_id: user.id,
        credential_id: user.id,
        public_key: Buffer.from('x'),
        counter: 0,
        friendly_name: 'Key',
      })
      .execute()
    await server.db.updateTable('profiles').set({ second_factor: true }).where('id', '=', user.id).execute()
    expect((await post(`/users/${user.id}/reset-second-factor`, owner)).status).toBe(403)
    const done = await reset()
    expect([done.status, done.body.secondFactor]).toEqual([200, false])
    for (const table of ['auth.factors', 'auth.recovery_codes', 'auth.passkeys'] as const)
      expect(await server.db.selectFrom(table).select('user_id').where('user_id', '=', user.id).execute()).toEqual([])
    expect([await me(user), (await renew(user)).status]).toEqual([401, 401])
    const [mail] = await mailsTo(user.email)
    expect(mail?.subject).toMatch(/^Entered .* reset your two-factor authentication/)
    expect(await actions(user.id)).toMatchObject([
      { action: 'user.reset-second-factor', before: { factors: 1, passkeys: 1 } },
    ])
  })
})

describe('the database', () => {
  test('hides invitation tokens and other companies’ users from the logins of the app', async () => {
    await invited(world.north.owner, { email: fresh(), role: 'member' })
    const client = new pg.Client({ connectionString: urlAs('portal_tenant', server.database.ownerUrl, APP_SECRET) })
    await client.connect()
    try {
      await client.query(`select set_config('app.company_id', $1, false), set_config('app.user_id', $2, false)`, [
        world.north.company.id,
        world.north.owner.id,
      ])
      expect(
        (await client.query('select id, company_id from invitations')).rows.every(
          (r) => r.company_id === world.north.company.id,
        ),
      ).toBe(true)
      await expect(client.query('select token_hash from invitations')).rejects.toThrow(/permission denied/)
      await expect(client.query('select * from invitations')).rejects.toThrow(/permission denied/)
      await expect(client.query('update invitations set accepted_at = now()')).rejects.toThrow(/permission denied/)
      await expect(client.query(`update profiles set second_factor = true`)).rejects.toThrow(/permission denied/)
      await expect(client.query(`select take_back_access($1, true)`, [world.south.owner.id])).rejects.toThrow(
        /not a user of this company/,
      )
      await expect(client.query(`select remove_factors($1)`, [world.north.member.id])).rejects.toThrow(
        /permission denied/,
      )
      await expect(
        client.query(
          `insert into invitations (company_id, id, email, role, token_hash, invited_by) values ($1, gen_random_uuid(), 'a@b.test', 'engineer', $2, $3)`,
          [world.north.company.id, hashToken('x'), world.north.owner.id],
        ),
      ).rejects.toThrow(/does not fit the company/)
    } finally {
      await client.end()
    }
  })
})
