// The real server on a database of its own: everything but the pages, in this process.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { sql } from 'kysely'
import type { Role } from '../../src/contract/base.ts'
import { boot } from '../../src/server/boot.ts'
import { http } from '../../src/server/http.ts'
import { type Env, readEnv } from '../../src/server/platform/env.ts'
import type { Mail } from '../../src/server/platform/mail.ts'
import { openQueued, type Queued, SEND } from '../../src/server/platform/mail-queue.ts'
import type { Platform } from '../../src/server/platform/platform.ts'
import { makeHours } from '../factories/hours.ts'
import { type MadeCompany, type MadeUser, makeCompany, makeUser, type Owner } from '../factories/people.ts'
import { type OwnDatabase, ownDatabase } from './database.ts'
import { opened } from './open.ts'
import { patient } from './patience.ts'
import { APP_SECRET } from './secrets.ts'

/** Somebody who calls: a user with a token. */
export type Person = MadeUser & { token: string; role: Role; sessionId: string }
export type Answer<T = Record<string, unknown>> = { status: number; body: T; headers: Headers; text: string }
type CallOptions = {
  as?: Person | undefined
  token?: string
  body?: unknown
  raw?: BodyInit
  headers?: Record<string, string>
}
export type ErrorShape = {
  error: { code: string; message: string; fields?: Record<string, string[]>; requestId: string; current?: unknown }
}

export type TestServer = {
  url: string
  env: Env
  platform: Platform
  database: OwnDatabase
  /** Past the fences. */
  db: Owner
  /** One call under /api with the publishable key. */
  call: <T = Record<string, unknown>>(method: string, path: string, options?: CallOptions) => Promise<Answer<T>>
  company: (fields?: Parameters<typeof makeCompany>[1]) => Promise<MadeCompany>
  person: (
    company: MadeCompany,
    role: Role,
    fields?: { fullName?: string; email?: string; password?: string },
  ) => Promise<Person>
  /** Mails that wait to be sent, oldest first; only those to one address if one is given. */
  mails: (to?: string) => Promise<Mail[]>
  /** The provider's own company with an engineer and an admin, and two partners with owner, member and plenty of hours. */
  world: () => Promise<World>
  close: () => Promise<void>
}
export type World = {
  provider: MadeCompany
  engineer: Person
  admin: Person
  north: { company: MadeCompany; owner: Person; member: Person }
  south: { company: MadeCompany; owner: Person; member: Person }
}

/** Starts a server. `settings` override the environment. */
export async function startServer(settings: Record<string, string> = {}, database?: OwnDatabase): Promise<TestServer> {
  const own = database ?? (await ownDatabase())
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal data '))
  // It closes no idle connection: on a slow machine that would meet the next call, which fails then.
  const server = createServer({ headersTimeout: patient(10_000), keepAliveTimeout: 0 })
  await new Promise<void>((ok) => server.listen(0, '127.0.0.1', ok))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const closed = opened(`a server (startServer) at ${url}`)
  const env = readEnv('serve', {
    DATABASE_URL: own.ownerUrl,
    PUBLIC_URL: url,
    APP_SECRET,
    DATA_DIR: dataDir,
    DATABASE_POOL: '6',
    LOG_LEVEL: 'silent',
    PWNED_PASSWORDS_URL: 'off',
    ...settings,
  })
  const { close, ...platform } = await boot(env, { pooled: own.ownerUrl, direct: own.ownerUrl })
  server.on('request', getRequestListener(http(platform, { stopping: false }).fetch, { overrideGlobalObjects: false }))

  // A token is valid for five minutes, and a file can take longer on a slow machine. A new token keeps the session, so a
  // session that a test ended stays ended.
  const issued = new WeakMap<Person, { claims: Parameters<typeof platform.tokens.issue>[0]; at: number }>()
  const freshToken = async (of: Person): Promise<string> => {
    const last = issued.get(of)
    if (last && Date.now() - last.at > 200_000) {
      of.token = (await platform.tokens.issue(last.claims)).token
      last.at = Date.now()
    }
    return of.token
  }
  const call: TestServer['call'] = async (method, at, { as, token, body, raw, headers } = {}) => {
    const bearer = token ?? (as && (await freshToken(as)))
    const r = await fetch(`${url}/api${at}`, {
      method,
      headers: {
        apikey: env.publishableKey,
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: raw ?? (body === undefined ? null : JSON.stringify(body)),
    })
    const text = await r.text()
    return { status: r.status, headers: r.headers, text, body: text.startsWith('{') ? JSON.parse(text) : {} }
  }
  const db = platform.db.system
  const company: TestServer['company'] = (fields) => makeCompany(db, fields)
  const person: TestServer['person'] = async (of, role, fields) => {
    const user = await makeUser(db, { companyId: of.id, role, ...fields })
    const sessionId = crypto.randomUUID()
    const soon = new Date(Date.now() + 86_400_000).toISOString()
    await db
      .insertInto('auth.session')
      .values({ id: sessionId, userId: user.id, token: crypto.randomUUID(), expiresAt: soon, updatedAt: soon })
      .execute()
    const kind = of.is_internal ? 'staff' : 'tenant'
    const claims = { kind, companyId: of.id, userId: user.id, role, sessionId } as const
    const { token } = await platform.tokens.issue(claims)
    const made = { ...user, token, role, sessionId }
    issued.set(made, { claims, at: Date.now() })
    return made
  }
  const partner = async (name: string) => {
    const of = await company({ name })
    // Work can be booked without a word about hours; nobody is told of these.
    await makeHours(db, of.id, { minutes: 600_000, name: 'Hours of the tests', priceCents: 0, source: 'grant' })
    await db.deleteFrom('events').where('company_id', '=', of.id).execute()
    return {
      company: of,
      owner: await person(of, 'owner', { fullName: `${name} Owner` }),
      member: await person(of, 'member', { fullName: `${name} Member` }),
    }
  }
  return {
    url,
    env,
    platform,
    database: own,
    db,
    call,
    company,
    person,
    async mails(to) {
      const { rows } = await sql<{
        data: Queued
      }>`select data from jobs.job where name = ${SEND} order by created_on, id`.execute(db)
      const all = await Promise.all(rows.map((r) => openQueued(env, r.data)))
      return to === undefined ? all : all.filter((m) => m.to === to)
    },
    async world() {
      const provider = await company({ name: 'Provider', is_internal: true })
      return {
        provider,
        engineer: await person(provider, 'engineer', { fullName: 'Erin Engineer' }),
        admin: await person(provider, 'admin', { fullName: 'Ada Admin' }),
        north: await partner('North'),
        south: await partner('South'),
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((ok) => server.close(ok))
      await close()
      rmSync(dataDir, { recursive: true, force: true })
      if (!database) await own.drop()
      closed()
    },
  }
}
