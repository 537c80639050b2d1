// Runs the real server in this process, on its own database. It has everything except the pages.
import { mkdtempSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { sql } from 'kysely'
import type { Role } from '../../src/contract/base.ts'
import { bootPlatform } from '../../src/server/boot.ts'
import { createHttp } from '../../src/server/http.ts'
import { type Env, readEnv } from '../../src/server/platform/env.ts'
import { httpServer } from '../../src/server/platform/http/http-server.ts'
import type { Mail } from '../../src/server/platform/mail/mail.ts'
import { openQueued, type Queued, SEND } from '../../src/server/platform/mail/mail-queue.ts'
import type { Platform } from '../../src/server/platform/platform.ts'
import { makeHours } from '../factories/hours.ts'
import { type MadeCompany, type MadeUser, makeCompany, makeUser, type Owner } from '../factories/people.ts'
import { type CallerOf, findWrongActors } from './actors.ts'
import { type OwnDatabase, ownDatabase } from './database.ts'
import { opened } from './open.ts'
import { patient } from './patience.ts'
import { APP_SECRET } from './secrets.ts'

/** A user with an access token, who can make calls. */
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
  /** A database handle that bypasses row-level security. */
  db: Owner
  /** Makes a call under /api with the publishable key. */
  call: <T = Record<string, unknown>>(method: string, path: string, options?: CallOptions) => Promise<Answer<T>>
  company: (fields?: Parameters<typeof makeCompany>[1]) => Promise<MadeCompany>
  person: (
    company: MadeCompany,
    role: Role,
    fields?: { fullName?: string; email?: string; password?: string },
  ) => Promise<Person>
  /** Returns the mails waiting to be sent, oldest first, optionally only those to one address. */
  mails: (to?: string) => Promise<Mail[]>
  /** Creates the provider with an engineer and an admin, and two partners with owner, member and plenty of hours. */
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

/**
 * Starts a server on its own database, or on the given one, and returns it once it listens. `settings` override
 * environment variables. The caller closes it.
 */
export async function startServer(settings: Record<string, string> = {}, database?: OwnDatabase): Promise<TestServer> {
  const own = database ?? (await ownDatabase())
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal data '))
  let answer: RequestListener = (_, res) => res.writeHead(503).end()
  const server = httpServer((req, res) => answer(req, res))
  // Closes no idle connection: on a slow machine that could happen during the next call, which would then fail.
  server.keepAliveTimeout = 0
  server.headersTimeout = patient(server.headersTimeout)
  await new Promise<void>((ok) => server.listen(0, '127.0.0.1', ok))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const closed = opened(`a server (startServer) at ${url}`)
  const env = readEnv('serve', {
    DATABASE_URL: own.ownerUrl,
    PUBLIC_URL: url,
    APP_SECRET,
    ALLOW_INSECURE_HTTP: 'yes',
    ALLOW_UNAUTHENTICATED_MAIL: 'yes',
    DATA_DIR: dataDir,
    DATABASE_POOL: '6',
    LOG_LEVEL: 'silent',
    PWNED_PASSWORDS_URL: 'off',
    BANK_TRANSFER: 'Test Bank, account 1',
    ...settings,
  })
  const { close, ...platform } = await bootPlatform(env, { pooled: own.ownerUrl, direct: own.ownerUrl })
  answer = getRequestListener(createHttp(platform, { stopping: false }).fetch, { overrideGlobalObjects: false })

  // A token is valid for five minutes, and a test file can take longer on a slow machine. A new token keeps the
  // session, so a session that a test ended stays ended.
  const issued = new WeakMap<Person, { claims: Parameters<typeof platform.tokens.issue>[0]; at: number }>()
  const freshToken = async (person: Person): Promise<string> => {
    const last = issued.get(person)
    if (last && Date.now() - last.at > 200_000) {
      person.token = (await platform.tokens.issue(last.claims)).token
      last.at = Date.now()
    }
    return person.token
  }
  const callers = new Map<string, CallerOf>()
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
    const request = r.headers.get('x-request-id')
    if (request && as && !token) callers.set(request, { userId: as.id })
    else if (request && !bearer && headers?.['x-api-key']) callers.set(request, { byKey: true })
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
    // Plenty of hours, so that tests can log time freely. Delete the events, so that nobody is notified.
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
      // A test may have ended the database.
      const wrong = await findWrongActors(db, callers).catch(() => [])
      server.closeAllConnections()
      await new Promise((ok) => server.close(ok))
      await close()
      rmSync(dataDir, { recursive: true, force: true })
      if (!database) await own.drop()
      closed()
      if (wrong.length > 0) throw new Error(`Recorded under the wrong person:\n${wrong.join('\n')}`)
    },
  }
}
