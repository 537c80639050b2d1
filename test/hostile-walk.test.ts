// Calls every operation in the API's OpenAPI document with a valid input in which one field or parameter is hostile.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Role } from '../src/contract/base.ts'
import { makeBilling } from './factories/billing.ts'
import { makeImport } from './factories/contacts.ts'
import { makeAttachment } from './factories/files.ts'
import { hostileValues, type Place, placesIn, type Schema, sampleOf, withValue } from './harness/hostile-values.ts'
import { inLane, soak } from './harness/lane.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from './harness/server.ts'
import { makeInputs } from './harness/valid-inputs.ts'

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema?: Schema }
type Operation = {
  'x-roles': Role[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
}
type Call = {
  query?: Record<string, unknown>
  ids?: Record<string, unknown>
  headers?: Record<string, string>
  body?: unknown
}
type Document = { paths: Record<string, Record<string, Operation>> }

let server: TestServer
let world: World
let inputs: Awaited<ReturnType<typeof makeInputs>>
let operations: { method: string; path: string; op: Operation }[]
let known: Record<string, unknown>
/** Errors of the server by request. */
const causes = new Map<string, string>()

beforeAll(async () => {
  server = await startServer({ TRUSTED_PROXIES: '127.0.0.1' })
  world = await server.world()
  // The walk sends more than a person may.
  vi.spyOn(server.platform.limits, 'call').mockResolvedValue(undefined)
  vi.spyOn(server.platform.log, 'error').mockImplementation(((o: {
    requestId?: string
    err?: Error & { code?: string }
  }) => {
    if (o.requestId) causes.set(o.requestId, `${o.err?.code ?? ''} ${o.err?.message ?? ''}`.trim())
  }) as never)
  inputs = await makeInputs(server, world)
  const spare = await server.person(world.north.company, 'member')
  known = {
    ...{
      companyId: world.north.company.id,
      company: world.north.company.id,
      version: 1,
      password: 'a walked password',
    },
    ...{ leadId: world.engineer.id, assigneeId: world.engineer.id, requesterId: world.north.owner.id, timeZone: 'UTC' },
    ...{
      userId: spare.id,
      installationId: inputs.ids.automations,
      ticket: inputs.ids.tickets,
      intoId: inputs.ids.tickets,
    },
    ...{ project: inputs.ids.projects, taskId: inputs.ids['project-tasks'], task: inputs.ids['project-tasks'] },
  }
  Object.assign(inputs.ids, { users: spare.id, ...(await makeRest()) })
  const { paths } = (await server.call<Document>('GET', '/openapi.json')).body
  // Read first and delete last, because later calls need the records.
  const rank = (method: string) => ['get', 'put', 'patch', 'post', 'delete'].indexOf(method)
  operations = Object.entries(paths)
    .flatMap(([path, at]) => Object.entries(at).map(([method, op]) => ({ method, path, op })))
    .sort((a, b) => rank(a.method) - rank(b.method))
})
afterAll(() => server.close())

/** Creates one record with each creating operation, and those that no operation creates. Returns their ids by path. */
async function makeRest(): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const [path, body] of Object.entries(inputs.bodies)) {
    const as = /^\/(tickets|contacts|clients|lists|invitations|api-keys|exports)\b/.test(path)
      ? world.north.owner
      : world.admin
    const at = path.replace('{list}', 'tickets').replace(/\{\w+\}/g, inputs.ids[path.split('/')[1] ?? ''] ?? '')
    const made = await server.call<{ id?: string }>('POST', `/v1${at}`, { as, body })
    if (made.body.id) ids[path] = made.body.id
  }
  const { north } = world
  const ticket = { id: inputs.ids.tickets as string, company_id: north.company.id }
  const imported = await makeImport(server.db, { company_id: north.company.id, created_by: north.owner.id })
  const text = { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('a') }
  const money = await makeBilling(server.db, north.owner)
  const file = await makeAttachment(server.db, server.platform.storage, { ...text, by: north.owner, on: { ticket } })
  return {
    ...ids,
    '/contact-imports': imported.id,
    '/top-ups': money.topUpId,
    '/orders': money.orderId,
    '/files': file.id,
  }
}

/** Paths under which records are created, by the paths or parameters that refer to them. */
const CREATED_BY: Record<string, string> = {
  '/company-notes': '/companies/{id}/notes',
  '/project-phases': '/projects/{id}/phases',
  '/project-comments': '/project-tasks/{id}/comments',
  '/project-updates': '/projects/{id}/updates',
  '/time-entries': '/tickets/{ticketId}/time',
  '/lists/{list}/views': '/lists/{list}/views',
  messageId: '/tickets/{id}/messages',
  estimateId: '/tickets/{id}/estimates',
  connectionId: '/automations/{id}/connections',
  cannedReplyId: '/canned-replies',
}

/** Returns the id of an existing record for a parameter of a path. */
function idFor(path: string, name: string): string | undefined {
  const before = path.slice(0, path.indexOf(`/{${name}}`))
  const { ids } = inputs
  return ids[CREATED_BY[name] ?? ''] ?? ids[CREATED_BY[before] ?? ''] ?? ids[path.split('/')[1] ?? ''] ?? ids[before]
}

let calls = 0
async function call(method: string, path: string, op: Operation, as: Person | undefined, given: Call) {
  const at = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const usual =
      name === 'list' ? 'tickets' : name === 'key' ? 'ticket.triage' : name === 'slug' ? 'walked' : undefined
    const value = given.ids?.[name] ?? usual ?? idFor(path, name) ?? crypto.randomUUID()
    return encodeURIComponent(typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(given.query ?? {}))
    for (const one of Array.isArray(value) ? value : [value])
      query.append(name, typeof one === 'string' ? one : JSON.stringify(one))
  const [type] = Object.keys(op.requestBody?.content ?? {})
  const n = ++calls
  const r = await fetch(`${server.url}/api/v1${at}${query.size > 0 ? `?${query}` : ''}`, {
    method: method.toUpperCase(),
    redirect: 'manual',
    headers: {
      apikey: server.env.publishableKey,
      origin: server.url,
      // Limits per address do not stop the walk.
      'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      ...(type && method !== 'get' ? { 'content-type': type } : {}),
      ...given.headers,
    },
    body: method === 'get' || !type ? null : type === 'application/json' ? JSON.stringify(given.body) : 'Name\nPat',
  })
  const stream = r.headers.get('content-type')?.startsWith('text/event-stream')
  const text = stream ? '' : await r.text()
  if (stream) await r.body?.cancel()
  return { status: r.status, text, requestId: r.headers.get('x-request-id') ?? '' }
}

const people = new Map<Role, Person>()
/** Returns the people who may call an operation, each kind of access once. Replaces those whose session has ended. */
async function callersOf(roles: Role[]): Promise<(Person | undefined)[]> {
  if (roles.length === 0) return [undefined]
  const chosen = (['owner', 'admin', 'engineer', 'member'] as const).filter((role) => roles.includes(role)).slice(0, 2)
  return Promise.all(
    chosen.map(async (role) => {
      const before = people.get(role)
      if (before && (await server.call('GET', '/v1/me/role', { as: before })).status === 200) return before
      const of = role === 'owner' || role === 'member' ? world.north.company : world.provider
      const person = await server.person(of, role)
      people.set(role, person)
      return person
    }),
  )
}

/** Returns the calls of one operation: a valid one, then each with one hostile value. */
function callsOf(method: string, path: string, op: Operation): { what: string; given: Call }[] {
  const parameters = op.parameters ?? []
  const query = Object.fromEntries(
    parameters
      .filter((p) => p.in === 'query' && p.required)
      .map((p) => [p.name, sampleOf(p.schema ?? {}, p.name, known)]),
  )
  const schema = op.requestBody?.content['application/json']?.schema
  const body = schema && {
    ...(sampleOf(schema, '', known) as object),
    ...(method === 'post' ? inputs.bodies[path] : {}),
  }
  const valid: Call = { query, body }
  const place = (p: Parameter, value: unknown): Call =>
    p.in === 'query'
      ? { ...valid, query: { ...query, [p.name]: value } }
      : p.in === 'path'
        ? { ...valid, ids: { [p.name]: value } }
        : {
            ...valid,
            headers: {
              [p.name]: (typeof value === 'string' ? value : JSON.stringify(value)).replace(/[^\x20-\x7e]/g, ''),
            },
          }
  const within = (at: Place, value: unknown): Call => ({
    ...valid,
    body: withValue(body, schema as Schema, at.path, value, known),
  })
  const fields = [
    ...parameters.map((p) => ({ name: p.name, schema: p.schema ?? {}, make: (value: unknown) => place(p, value) })),
    ...(schema ? placesIn(schema) : []).map((at) => ({
      name: at.path.join('.'),
      schema: at.schema,
      make: (value: unknown) => within(at, value),
    })),
  ]
  const hostile = fields.flatMap(({ name, schema: of, make }, i) => {
    const { own, any } = hostileValues(name.split('.').at(-1) as string, of)
    // The short lane takes the first value and one of the others for each field, a different one in turn.
    const turn = (values: unknown[]) => (soak ? values : values.slice((i + path.length) % values.length).slice(0, 1))
    return [...own.slice(0, 1), ...turn(own.slice(1)), ...turn(any)].map((value) => ({
      what: `${name} = ${JSON.stringify(value)?.slice(0, 60)}`,
      given: make(value),
    }))
  })
  const whole = schema
    ? [null, [], 'x', 1].map((value) => ({ what: `body = ${value}`, given: { ...valid, body: value } }))
    : []
  return [{ what: 'valid', given: valid }, ...hostile, ...whole]
}

test('no operation answers a hostile value with a server error', async () => {
  const wrong: string[] = []
  const accepted = new Set<string>()
  for (const { method, path, op } of operations) {
    const callers = await callersOf(op['x-roles'])
    const all = callsOf(method, path, op)
    for (let i = 0; i < all.length; i += 4)
      await Promise.all(
        all.slice(i, i + 4).flatMap(({ what, given }, j) =>
          // In the short lane, the callers take turns, too.
          inLane([callers[(i + j) % callers.length]], callers).map(async (as) => {
            let answer = await call(method, path, op, as, given)
            // An earlier call changed the record.
            const { version } = ((answer.status === 409 && (JSON.parse(answer.text) as ErrorShape).error.current) ||
              {}) as {
              version?: number
            }
            if (version !== undefined)
              answer = await call(method, path, op, as, { ...given, body: { ...(given.body as object), version } })
            const { status, text, requestId } = answer
            if (status < 400) accepted.add(`${method} ${path}`)
            if (status < 500) return
            const { code } = status === 503 ? (JSON.parse(text) as ErrorShape).error : { code: 'INTERNAL' }
            // An operation may declare that a service that it needs is not available.
            if (status === 503 && code !== 'UNAVAILABLE') return
            wrong.push(
              `${method.toUpperCase()} ${path}: ${what} → ${status} ${causes.get(requestId) ?? text.slice(0, 200)}`,
            )
          }),
        ),
      )
  }
  expect(wrong).toEqual([])
  // The valid input is accepted by most, so that the hostile value is what they reject.
  expect(accepted.size / operations.length).toBeGreaterThan(0.6)
})
