import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type { Agreement, AgreementAct, AgreementRow, Template } from '../../contract/agreements/index.ts'
import { addDays } from '../../contract/plain/days.ts'
import { expireBlocks } from '../hours/index.ts'
import { expireHours } from '../hours/jobs.ts'
import { type Db, systemOf } from '../platform/database/db.ts'
import { advanceAgreements, agreementPeriods } from './jobs.ts'
import { centsIn, lastOfMonth, minutesIn, periodFrom } from './months.ts'
import { defaultAgreement, STANDARD, termsFor } from './terms-for.ts'
import { checksumText } from './write.ts'

type A = z.infer<typeof Agreement>
type Row = z.infer<typeof AgreementRow>

let server: TestServer
let world: World
let admin: Person
let owner: Person
let today: string

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  admin = world.admin
  owner = world.north.owner
  const { rows } = await sql<{ day: string }>`select hours_day(now())::text as day`.execute(server.db)
  today = (rows[0] as { day: string }).day
})
afterAll(() => server.close())

const call = <T = A>(method: string, at: string, as: Person, body?: object, headers?: Record<string, string>) =>
  server.call<T & ErrorShape>(method, `/v1/${at}`, { as, ...(body ? { body } : {}), ...(headers ? { headers } : {}) })
const get = async (id: string, as = admin) => (await call('GET', `agreements/${id}`, as)).body as A
const fieldsOf = (r: { body: ErrorShape }) => Object.keys(r.body.error?.fields ?? {}).sort()

const TERMS = {
  block_hours: { minutes: 1_200, priceCents: 332_500, validMonths: 12, hourlyRateCents: 17_500 },
  retainer: { monthlyMinutes: 600, monthlyPriceCents: 155_000 },
  managed_automation: { monthlyPriceCents: 49_000, coversTime: true },
  fixed_price: { priceCents: 480_000, coversTime: true },
  partnership: { monthlyPriceCents: 350_000 },
}
type Kind = keyof typeof TERMS
const SOURCE = '# Agreement {{ agreement.number }}\n\nBetween {{ provider.name }} and {{ company.name }}.'
const make = async (type: Kind = 'block_hours', terms: object = {}, of = world.north.company.id): Promise<A> => {
  const r = await call('POST', 'agreements', admin, {
    companyId: of,
    type,
    name: `Hours ${uuid().slice(-6)}`,
    terms: { ...TERMS[type], ...terms },
    source: SOURCE,
  })
  expect(r.body.error).toBeUndefined()
  return r.body
}
const act = async (a: A, verb: string, body: object = {}, as = admin): Promise<A> => {
  const r = await call('POST', `agreements/${a.id}/${verb}`, as, { version: a.version, ...body })
  expect(r.body.error, verb).toBeUndefined()
  return r.body
}
const send = (a: A) => act(a, 'send')
const signing = (a: A, as: Person, more: object = {}) => ({
  revisionId: a.current.id,
  sha256: a.current.sha256,
  name: as.fullName,
  consent: a.consent,
  ...more,
})
const trySign = (a: A, as = owner, more: object = {}, headers?: Record<string, string>) =>
  call('POST', `agreements/${a.id}/sign`, as, signing(a, as, more), headers)
const sign = async (a: A, as = owner): Promise<A> => {
  const r = await trySign(a, as)
  expect(r.body.error).toBeUndefined()
  return r.body
}
const active = async (type: Kind = 'block_hours', terms: object = {}, of = world.north) => {
  const a = await send(await make(type, terms, of.company.id))
  return sign(await get(a.id, of.owner), of.owner)
}

describe('templates', () => {
  const templates = async () =>
    (await call<{ items: z.infer<typeof Template>[] }>('GET', 'agreement-templates', admin)).body.items
  test('includes one for each type, and each renders with its own terms', async () => {
    const all = await templates()
    expect(all.map((t) => t.type).sort()).toEqual(Object.keys(TERMS).sort())
    for (const t of all) {
      const r = await call<{ body: string; problem: string | null }>('POST', 'agreements/preview', admin, {
        companyId: world.north.company.id,
        type: t.type,
        name: 'Automation hours',
        terms: t.terms,
        source: t.body,
      })
      expect(r.status, t.name).toBe(200)
      if (t.type === 'fixed_price') expect(r.body.problem).toContain('still has “…”')
      else expect(r.body.problem, t.name).toBe(null)
      expect(r.body.body).toContain('American Arbitration Association')
      expect(r.body.body).toContain('net 15 days')
      expect(r.body.body).toContain('12 months before the event')
      expect(r.body.body).not.toMatch(/\{\{|\{%|undefined|null| {2}\w/)
    }
  })
  test('administrators write templates with a unique name and a text that renders', async () => {
    const body = { name: 'Small retainer', type: 'retainer', body: 'For {{ company.name }}', terms: { noticeDays: 14 } }
    expect((await call('POST', 'agreement-templates', world.engineer, body)).status).toBe(403)
    expect((await call('GET', 'agreement-templates', owner)).status).toBe(403)
    const made = await call<z.infer<typeof Template>>('POST', 'agreement-templates', admin, body)
    expect([made.status, made.body.terms]).toEqual([201, { noticeDays: 14 }])
    const twice = await call('POST', 'agreement-templates', admin, { ...body, name: 'SMALL retainer' })
    expect([twice.body.error.code, fieldsOf(twice)]).toEqual(['NAME_TAKEN', ['name']])
    const wrong = await call('POST', 'agreement-templates', admin, { ...body, name: 'x', body: '{{ nobody.knows }}' })
    expect([wrong.status, fieldsOf(wrong)]).toEqual([422, ['body']])
    const { id, version } = made.body
    const edited = await call<z.infer<typeof Template>>('PATCH', `agreement-templates/${id}`, admin, {
      version,
      name: 'y',
    })
    expect(edited.body).toMatchObject({ name: 'y', version: version + 1, terms: { noticeDays: 14 } })
    const late = await call('PATCH', `agreement-templates/${id}`, admin, { version, name: 'z' })
    expect([late.status, (late.body.error.current as { name: string }).name]).toEqual([409, 'y'])
    expect((await call('DELETE', `agreement-templates/${id}`, admin, { version: version + 1 })).status).toBe(200)
    expect((await templates()).map((t) => t.id)).not.toContain(id)
  })
})

describe('writing', () => {
  test('only staff see a draft; once sent, the partner sees the exact text and its checksum', async () => {
    const draft = await make()
    expect(draft).toMatchObject({ status: 'draft', version: 1, open: { status: 'draft' }, revision: null })
    expect(draft.current.body).toBe(
      `# Agreement A-${draft.number}\n\nBetween Millwright Automation & AI and ${world.north.company.name}.`,
    )
    for (const as of [owner, world.north.member, world.south.owner]) {
      expect((await call('GET', `agreements/${draft.id}`, as)).status).toBe(404)
      expect((await call('GET', `agreements/${draft.id}/revisions/${draft.current.id}`, as)).status).toBe(404)
    }
    const sent = await send(draft)
    expect(sent).toMatchObject({ status: 'sent', open: { status: 'sent', amendment: false } })
    expect(sent.current.sha256).toBe(checksumText(sent.current.body))
    const seen = await get(draft.id, world.north.member)
    expect(seen.current).toMatchObject({ body: sent.current.body, source: null, createdBy: null, sentBy: null })
    expect(seen.can).toMatchObject({ sign: false, edit: false })
    expect((await call('GET', `agreements/${draft.id}`, world.south.owner)).status).toBe(404)
  })
  test('reports invalid terms beside their fields', async () => {
    const body = { companyId: world.north.company.id, type: 'retainer', name: 'R', terms: {}, source: SOURCE }
    const post = (more: object) => call('POST', 'agreements', admin, { ...body, ...more })
    expect(fieldsOf(await post({}))).toEqual(['terms.monthlyMinutes', 'terms.monthlyPriceCents'])
    expect(fieldsOf(await post({ terms: { ...TERMS.retainer, monthlyMinutes: 0 } }))).toEqual(['terms.monthlyMinutes'])
    expect(fieldsOf(await post({ terms: { ...TERMS.retainer, endsOn: '2026-02-30' } }))).toEqual(['terms.endsOn'])
    expect(fieldsOf(await post({ terms: TERMS.retainer, source: '{{ x }}' }))).toEqual(['source'])
    expect(fieldsOf(await post({ terms: TERMS.retainer, name: ' ' }))).toEqual(['name'])
    expect(fieldsOf(await post({ terms: TERMS.retainer, companyId: world.provider.id }))).toEqual(['companyId'])
    expect(fieldsOf(await post({ terms: { ...TERMS.retainer, slaPolicyId: uuid() } }))).toEqual(['terms.slaPolicyId'])
    expect(fieldsOf(await post({ terms: TERMS.retainer, templateId: uuid() }))).toEqual(['templateId'])
    const smuggled = await post({ terms: TERMS.retainer, status: 'active', revision: 3, number: 1, signedAt: today })
    expect(smuggled.body).toMatchObject({ status: 'draft', revision: null, signedAt: null })
  })
  test('an edit keeps omitted fields, and concurrent edits do not overwrite each other', async () => {
    const a = await make('retainer')
    const r = await call('PATCH', `agreements/${a.id}`, admin, { version: 1, terms: { monthlyPriceCents: 99 } })
    expect(r.body.current.terms).toMatchObject({ monthlyPriceCents: 99, monthlyMinutes: 600 })
    expect(r.body).toMatchObject({ version: 2, value: { cents: 99, per: 'month' } })
    const late = await call('PATCH', `agreements/${a.id}`, admin, { version: 1, name: 'late' })
    expect([late.status, (late.body.error.current as A).version]).toEqual([409, 2])
    expect((await call('PATCH', `agreements/${a.id}`, world.engineer, { version: 2, name: 'e' })).status).toBe(403)
  })
  test('refuses to send a text with gaps, or to a company where no one can sign', async () => {
    const a = await make()
    const edit = async (body: object) =>
      (await call('PATCH', `agreements/${a.id}`, admin, { version: (await get(a.id)).version, ...body })).body
    let now = await edit({ source: 'Until {{ agreement.ends_on }}' })
    expect(now.current.problem).toContain('has no value')
    const r = await call('POST', `agreements/${a.id}/send`, admin, { version: now.version })
    expect([r.status, fieldsOf(r)]).toEqual([422, ['source']])
    now = await edit({ source: 'Fine.', terms: { startsOn: addDays(today, -5), endsOn: addDays(today, -1) } })
    expect(fieldsOf(await call('POST', `agreements/${a.id}/send`, admin, { version: now.version }))).toEqual([
      'terms.endsOn',
    ])
    const lonely = await server.company()
    const b = await make('block_hours', {}, lonely.id)
    const none = await call('POST', `agreements/${b.id}/send`, admin, { version: b.version })
    expect(none.body.error.code).toBe('NO_OWNER')
  })
  test('creating twice with one idempotency key makes one agreement', async () => {
    const body = {
      companyId: world.north.company.id,
      type: 'block_hours',
      name: 'Once',
      terms: TERMS.block_hours,
      source: SOURCE,
    }
    const key = { 'idempotency-key': uuid() }
    const [one, two] = await Promise.all([1, 2].map(() => call('POST', 'agreements', admin, body, key)))
    expect(one?.body.id).toBe(two?.body.id)
  })
})

describe('lifecycle', () => {
  /** Builds an agreement in each possible state. */
  const STATES: Record<string, () => Promise<A>> = {
    draft: () => make(),
    sent: async () => send(await make()),
    returned: async () => {
      const a = await send(await make())
      await act(a, 'return', { revisionId: a.current.id, comment: 'Cheaper, please.' }, owner)
      return get(a.id)
    },
    revised: async () => act(await (STATES.returned as () => Promise<A>)(), 'revise'),
    signed: async () => get((await active('retainer', { startsOn: addDays(today, 40) })).id),
    active: async () => get((await active()).id),
    amending: async () => act(await get((await active()).id), 'revise'),
    amended: async () => {
      const a = await act(await get((await active()).id), 'revise')
      const b = await call('PATCH', `agreements/${a.id}`, admin, { version: a.version, summary: 'A new rate.' })
      return send(b.body)
    },
    expired: async () => {
      const a = await active('block_hours', { endsOn: addDays(today, 3) })
      await advanceAgreements(server.platform, addDays(today, 4))
      return get(a.id)
    },
    canceled: async () => act(await send(await make()), 'cancel', { reason: 'They bought elsewhere.' }),
  }
  const ACTS = ['edit', 'send', 'withdraw', 'revise', 'discard', 'cancel', 'sign', 'return'] as const
  const ALLOWED: Record<string, readonly (typeof ACTS)[number][]> = {
    draft: ['edit', 'send', 'cancel'],
    sent: ['withdraw', 'cancel', 'sign', 'return'],
    returned: ['revise', 'cancel'],
    revised: ['edit', 'send', 'discard', 'cancel'],
    signed: ['revise', 'cancel'],
    active: ['revise', 'cancel'],
    amending: ['edit', 'discard', 'cancel'],
    amended: ['withdraw', 'cancel', 'sign', 'return'],
    expired: [],
    canceled: [],
  }
  const byOwner = (verb: string) => verb === 'sign' || verb === 'return'
  const attempt = (a: A, verb: (typeof ACTS)[number], as: Person) => {
    if (verb === 'edit') return call('PATCH', `agreements/${a.id}`, as, { version: a.version, name: 'Renamed' })
    const body =
      verb === 'sign'
        ? signing(a, as, { sha256: a.current.sha256 ?? 'a'.repeat(64) })
        : verb === 'return'
          ? { revisionId: a.current.id, comment: 'No.' }
          : { version: a.version, reason: 'Because.' }
    return call('POST', `agreements/${a.id}/${verb}`, as, body)
  }

  test.each(Object.keys(STATES))('%s: allows each action only to some roles and in some states', async (state) => {
    const build = STATES[state] as () => Promise<A>
    let a = await build()
    // Roles without permission are refused in every state, and nothing changes.
    for (const verb of ACTS) {
      const wrong = byOwner(verb)
        ? [admin, world.engineer, world.north.member]
        : [world.engineer, owner, world.north.member, world.south.owner]
      for (const as of wrong) expect((await attempt(a, verb, as)).status, `${verb} ${as.role}`).toBe(403)
      if (byOwner(verb)) expect((await attempt(a, verb, world.south.owner)).status).toBe(404)
    }
    expect((await get(a.id)).version).toBe(a.version)
    for (const verb of ACTS) {
      const may = (ALLOWED[state] as readonly string[]).includes(verb)
      const r = await attempt(a, verb, byOwner(verb) ? owner : admin)
      if (may) {
        expect([r.status, r.body.error], `${state} ${verb}`).toEqual([verb === 'sign' ? 201 : 200, undefined])
        a = await build()
      } else {
        const hidden = byOwner(verb) && a.sentAt === null
        // An amendment without a summary is not sent.
        const expected = state === 'amending' && verb === 'send' ? 422 : hidden ? 404 : 409
        expect(r.status, `${state} ${verb}`).toBe(expected)
        expect((await get(a.id)).version).toBe(a.version)
      }
    }
    // The actions in `can` match what the server allows.
    const can = { ...a.can, ...(a.sentAt ? pick((await get(a.id, owner)).can) : {}) }
    const told = Object.entries(can)
      .filter(([, v]) => v)
      .map(([k]) => k)
    const expected = [...(ALLOWED[state] as string[]), ...(state === 'amending' ? ['send'] : [])]
    expect(told.sort()).toEqual(expected.sort())
  })
  const pick = (theirs: A['can']) => ({ sign: theirs.sign, return: theirs.return })

  test('recalling hides it from the partner and prepares a copy', async () => {
    const a = await act(await send(await make()), 'withdraw', { reason: 'A wrong price.' })
    expect(a).toMatchObject({ status: 'draft', open: { status: 'draft', revision: 2 } })
    expect((await call('GET', `agreements/${a.id}`, owner)).status).toBe(404)
    expect((await send(a)).revisions.map((r) => [r.revision, r.status])).toEqual([
      [2, 'sent'],
      [1, 'withdrawn'],
    ])
  })
  test('keeps every text when it is returned with a comment, revised, sent and signed', async () => {
    let a = await send(await make())
    await act(a, 'return', { revisionId: a.current.id, comment: 'Twelve months, please.' }, owner)
    a = await get(a.id)
    expect(a).toMatchObject({ status: 'returned', current: { comment: 'Twelve months, please.' } })
    a = await act(a, 'revise')
    // The partner still sees the returned text, not the one in preparation.
    const seen = await get(a.id, owner)
    expect([seen.status, seen.current.revision, seen.revisions.length]).toEqual(['returned', 1, 1])
    const edited = await call('PATCH', `agreements/${a.id}`, admin, {
      version: a.version,
      name: 'Better',
      terms: { priceCents: 300_000 },
    })
    expect((await get(a.id, owner)).value?.cents).toBe(332_500)
    a = await send(edited.body)
    const done = await sign(await get(a.id, owner))
    expect(done).toMatchObject({ status: 'active', name: 'Better', revision: 2, value: { cents: 300_000 } })
    const acts = await call<{ items: z.infer<typeof AgreementAct>[] }>('GET', `agreements/${a.id}/history`, admin)
    expect(acts.body.items.map((i) => i.action).filter((x) => x !== 'opened')).toEqual([
      'signed',
      'sent',
      'edited',
      'revised',
      'returned',
      'sent',
      'created',
    ])
    expect(acts.body.items[0]?.actor?.name).toBe(owner.fullName)
    expect((await call('GET', `agreements/${a.id}/history`, owner)).status).toBe(403)
  })
  test('records once when an owner first opened it', async () => {
    const a = await send(await make())
    const open = () => call('POST', `agreements/${a.id}/opened`, owner, { revisionId: a.current.id })
    expect((await open()).status).toBe(200)
    const first = (await get(a.id)).current.firstOpenedAt
    expect(first).not.toBeNull()
    await open()
    expect((await get(a.id)).current.firstOpenedAt).toBe(first)
    expect(
      (await call('POST', `agreements/${a.id}/opened`, world.north.member, { revisionId: a.current.id })).status,
    ).toBe(403)
  })
})

const invoicesOf = (agreementId: string) =>
  server.db
    .selectFrom('orders as o')
    .innerJoin('invoices as i', 'i.order_id', 'o.id')
    .innerJoin('order_lines as l', 'l.order_id', 'o.id')
    .select(['o.source', 'o.method', 'i.status', 'i.total_cents', 'l.kind', 'l.block_id', 'l.description'])
    .select([
      sql<string>`l.period_from::text`.as('from'),
      sql<string>`l.period_to::text`.as('to'),
      sql<number>`i.due_on - i.issued_on`.as('days'),
    ])
    .where('o.agreement_id', '=', agreementId)
    .orderBy('o.number')
    .execute()
const blocksOf = (agreementId: string) =>
  server.db
    .selectFrom('hour_blocks')
    .select(['id', 'source', 'state', 'granted', 'remaining', 'price_cents', 'valid_months'])
    .select([sql<string>`period_from::text`.as('from'), sql<string>`expires_on::text`.as('until')])
    .where('agreement_id', '=', agreementId)
    .orderBy('period_from')
    .execute()

describe('signing', () => {
  test('keeps the evidence, and hours become available when the invoice is paid', async () => {
    const a = await get((await send(await make('block_hours', { paymentDays: 20 }))).id, owner)
    const r = await trySign(a, owner, { name: '  nörth   OWNER ' }, { 'user-agent': 'A browser/1.0' })
    expect(r.status).toBe(201)
    expect(r.body).toMatchObject({ status: 'active', startsOn: today, revision: 1, open: null })
    expect(r.body.signatures).toEqual([
      expect.objectContaining({
        name: 'nörth   OWNER',
        accountName: 'North Owner',
        legalName: false,
        sha256: checksumText(a.current.body),
        consent: a.consent,
        evidence: { email: owner.email, userId: owner.id, ip: '127.0.0.1', userAgent: 'A browser/1.0' },
      }),
    ])
    // Others see that it is signed, and by whom.
    expect((await get(a.id, world.north.member)).signatures[0]).toMatchObject({ name: 'nörth   OWNER', evidence: null })
    expect((await get(a.id, world.engineer)).signatures[0]?.evidence).toBeNull()
    const [block, ...more] = await blocksOf(a.id)
    expect(more).toEqual([])
    expect(block).toMatchObject({
      source: 'agreement',
      state: 'pending',
      granted: 1_200,
      remaining: 0,
      price_cents: 332_500,
      valid_months: 12,
    })
    expect(await invoicesOf(a.id)).toEqual([
      expect.objectContaining({
        source: 'agreement',
        method: 'invoice',
        status: 'open',
        total_cents: 332_500,
        kind: 'hours',
        block_id: block?.id,
        days: 20,
      }),
    ])
  })
  test('signs nothing with another text, another consent or no name', async () => {
    const a = await get((await send(await make())).id, owner)
    const other = await trySign(a, owner, { sha256: checksumText(`${a.current.body} `) })
    expect([other.status, other.body.error.code]).toEqual([409, 'TEXT_CHANGED'])
    expect(fieldsOf(await trySign(a, owner, { consent: 'I agree to nothing.' }))).toEqual(['consent'])
    expect(fieldsOf(await trySign(a, owner, { name: 'N' }))).toEqual(['name'])
    expect(fieldsOf(await trySign(a, owner, { name: '' }))).toEqual(['name'])
    expect(fieldsOf(await trySign(a, owner, { consent: undefined }))).toEqual(['consent'])
    expect((await get(a.id)).signatures).toEqual([])
    expect(await blocksOf(a.id)).toEqual([])
  })
  test('refuses a name that differs from the account, unless confirmed as the full legal name', async () => {
    const startsOn = addDays(lastOfMonth(today), 1)
    const endsOn = addDays(`${Number(startsOn.slice(0, 4)) + 1}${startsOn.slice(4)}`, -1)
    const a = await get((await send(await make('retainer', { startsOn, endsOn }))).id, owner)
    // The commitment is the one that is shown before signing.
    expect(Object.fromEntries(a.commitment.map(({ label, text }) => [label, text]))).toMatchObject({
      Total: expect.stringMatching(/^\$[\d,]+\.\d\d through /),
      'Each month': '$1,550.00, invoiced in advance',
      Term: expect.stringMatching(/^12 months, /),
      'Renewal and notice': 'It doesn’t renew automatically.',
    })
    for (const more of [{ name: 'N O' }, { name: 'North' }, { name: 'N O', legalName: true }, { name: 'Noah Quinn' }]) {
      const r = await trySign(a, owner, more)
      expect([r.status, fieldsOf(r)]).toEqual([422, ['name']])
    }
    expect((await get(a.id)).signatures).toEqual([])
    const r = await trySign(a, owner, { name: 'Noah Quinn', legalName: true })
    expect(r.status).toBe(201)
    expect(r.body.signatures[0]).toMatchObject({ name: 'Noah Quinn', accountName: 'North Owner', legalName: true })
    expect(r.body.commitment).toEqual([])
  })
  test('two owners and a double click make one signature, one block and one invoice', async () => {
    const second = await server.person(world.north.company, 'owner', { fullName: 'Second Owner' })
    const a = await get((await send(await make())).id, owner)
    const answers = await Promise.all([
      trySign(a),
      trySign(a),
      trySign(a, second, { name: 'Second Owner' }),
      trySign(a, second, { name: 'Second Owner' }),
    ])
    expect(answers.map((r) => r.status).sort()).toEqual([201, 409, 409, 409])
    const lost = answers.find((r) => r.status === 409)
    expect([lost?.body.error.code, (lost?.body.error.current as A | undefined)?.status]).toEqual([
      'WRONG_STATUS',
      'active',
    ])
    expect((await get(a.id)).signatures).toHaveLength(1)
    expect(await blocksOf(a.id)).toHaveLength(1)
    expect(await invoicesOf(a.id)).toHaveLength(1)
    // Repeated requests with one idempotency key sign once and get the same response.
    const b = await get((await send(await make())).id, owner)
    const key = { 'idempotency-key': uuid() }
    const same = await Promise.all([1, 2, 3].map(() => trySign(b, owner, {}, key)))
    expect(same.map((r) => r.status)).toEqual([201, 201, 201])
    expect(await invoicesOf(b.id)).toHaveLength(1)
  })
  test('refuses to sign a text that was recalled while it was read', async () => {
    const sent = await send(await make())
    const a = await get(sent.id, owner)
    const again = await send(await act(sent, 'withdraw', { reason: 'A typing error.' }))
    const r = await trySign(a)
    expect([r.status, r.body.error.code]).toEqual([409, 'WRONG_STATUS'])
    expect((r.body.error.current as A).current.id).toBe(again.current.id)
  })
  test('refuses to sign an agreement whose end date has passed', async () => {
    const a = await send(await make('block_hours', { endsOn: addDays(today, 1) }))
    await server.db
      .updateTable('agreement_revisions')
      .set({ status: 'withdrawn' })
      .where('id', '=', a.current.id)
      .execute()
    // Replace the text with one whose end date was yesterday.
    await server.db
      .insertInto('agreement_revisions')
      .values({
        company_id: a.company.id,
        id: uuid(),
        agreement_id: a.id,
        revision: 2,
        status: 'sent',
        terms: JSON.stringify({ ...a.terms, name: a.name, type: a.type, endsOn: addDays(today, -1) }),
        body: 'Old.',
        sha256: checksumText('Old.'),
        sent_at: new Date().toISOString(),
        created_by: admin.id,
      })
      .execute()
    const r = await trySign(await get(a.id, owner))
    expect([r.status, r.body.error.code]).toEqual([409, 'OVER'])
  })
  test('invoices the total price', async () => {
    const a = await active('fixed_price')
    expect(await invoicesOf(a.id)).toEqual([
      expect.objectContaining({ kind: 'agreement', total_cents: 480_000, status: 'open', days: 15 }),
    ])
    expect(await blocksOf(a.id)).toEqual([])
  })
  test('a retainer grants and bills the rest of this month once, however often the job runs', async () => {
    const a = await active('retainer')
    const period = periodFrom(today, null)
    const [minutes, cents] = [minutesIn(600, period as never), centsIn(155_000, period as never)]
    const check = async () => {
      expect(await blocksOf(a.id)).toEqual([
        expect.objectContaining({
          source: 'retainer',
          state: 'active',
          granted: minutes,
          remaining: minutes,
          price_cents: cents,
          from: today,
          until: lastOfMonth(today),
        }),
      ])
      expect(await invoicesOf(a.id)).toEqual([
        expect.objectContaining({
          source: 'recurring',
          kind: 'month',
          total_cents: cents,
          from: today,
          to: lastOfMonth(today),
        }),
      ])
    }
    await check()
    await Promise.all([advanceAgreements(server.platform, today), advanceAgreements(server.platform, today)])
    await advanceAgreements(server.platform, lastOfMonth(today))
    await check()
    expect((await get(a.id)).nextPeriodOn).toBe(addDays(lastOfMonth(today), 1))
  })
  test('administrators see what was billed for a month, and its hours depend on its invoice', async () => {
    const a = await active('retainer')
    const { billed } = await get(a.id)
    expect(billed).toMatchObject({ from: today, to: lastOfMonth(today), invoice: { status: 'open' } })
    expect(billed?.cents).toBe((await invoicesOf(a.id))[0]?.total_cents)
    expect([(await get(a.id, owner)).billed, (await get(a.id, world.engineer)).billed]).toEqual([null, null])
    const id = billed?.invoice.id as string
    const { body: invoice } = await call<{ version: number; hours: object[] }>('GET', `invoices/${id}`, admin)
    expect(invoice.hours).toMatchObject([{ state: 'active' }])
    const voided = await call('POST', `invoices/${id}/void`, admin, { version: invoice.version, reason: 'By mistake.' })
    expect(voided.body.error).toBeUndefined()
    expect(await blocksOf(a.id)).toMatchObject([{ state: 'void', remaining: 0 }])
    expect((await get(a.id)).billed).toBeNull()
  })
})

describe('what the database refuses', () => {
  const as = <T>(actor: Person, fn: (db: Db) => Promise<T>) =>
    server.platform.db.asActor(
      {
        kind: actor.role === 'owner' || actor.role === 'member' ? 'tenant' : 'staff',
        companyId: actor.companyId,
        userId: actor.id,
        role: actor.role,
      },
      fn,
    )
  const set = (actor: Person, id: string, values: object) =>
    as(actor, (db) =>
      db
        .updateTable('agreement_revisions')
        .set(values as never)
        .where('id', '=', id)
        .execute(),
    )
  test('no login can change a text that was sent', async () => {
    const a = await send(await make())
    const { id } = a.current
    for (const values of [
      { body: 'Other.' },
      { source: 'Other.' },
      { terms: JSON.stringify({}) },
      { sha256: 'a'.repeat(64) },
      { summary: 'Other.' },
      { status: 'draft' },
      { status: 'draft', body: 'Other.' },
      { sent_at: new Date().toISOString() },
    ])
      await expect(set(admin, id, values), JSON.stringify(values)).rejects.toThrow(/never changes/)
    await expect(set(owner, id, { body: 'Other.' })).rejects.toThrow(/permission denied/)
    await expect(
      server.db.updateTable('agreement_revisions').set({ body: 'x' }).where('id', '=', id).execute(),
    ).rejects.toThrow(/never changes/)
    await set(admin, id, { status: 'withdrawn' })
    await expect(set(admin, id, { status: 'sent' })).rejects.toThrow(/never changes/)
  })
  test('a sent text has its checksum', async () => {
    const a = await make()
    await expect(
      set(admin, a.current.id, { status: 'sent', sha256: 'a'.repeat(64), sent_at: new Date().toISOString() }),
    ).rejects.toThrow(/checksum/)
  })
  test('only an owner can sign the text that awaits signature, and signatures are permanent', async () => {
    const a = await send(await make())
    const row = (more: object = {}) => ({
      company_id: a.company.id,
      id: uuid(),
      agreement_id: a.id,
      revision_id: a.current.id,
      name: 'Somebody',
      email: 'x@example.test',
      user_id: owner.id,
      sha256: a.current.sha256 as string,
      consent: a.consent,
      ...more,
    })
    const insert = (actor: Person, more?: object) =>
      as(actor, (db) => db.insertInto('agreement_signatures').values(row(more)).execute())
    await expect(insert(world.north.member)).rejects.toThrow(/only an owner can sign/)
    await expect(insert(admin)).rejects.toThrow(/permission denied/)
    await expect(insert(world.south.owner)).rejects.toThrow(/row-level security|not awaiting signature/)
    await expect(insert(owner, { sha256: 'b'.repeat(64) })).rejects.toThrow(/not awaiting signature/)
    // A status alone is not a signature, and terms apply only through a signature.
    for (const actor of [owner, admin])
      await expect(set(actor, a.current.id, { status: 'signed' })).rejects.toThrow(
        /needs a signature|only an owner can sign/,
      )
    for (const actor of [owner, admin])
      await expect(
        as(actor, (db) =>
          sql`select copy_signed_terms(${a.company.id}::uuid, ${a.current.id}::uuid, ${today}::date)`.execute(db),
        ),
      ).rejects.toThrow(/revision is not signed|permission denied/)
    await expect(
      as(owner, (db) => db.updateTable('agreements').set({ price_cents: 1 }).where('id', '=', a.id).execute()),
    ).rejects.toThrow(/permission denied/)
    await expect(
      as(world.north.member, (db) =>
        db.updateTable('agreements').set({ status: 'active' }).where('id', '=', a.id).execute(),
      ),
    ).rejects.toThrow(/only an owner can sign/)
    const signed = await sign(await get(a.id, owner))
    for (const table of ['agreement_signatures'] as const) {
      await expect(
        server.db.updateTable(table).set({ name: 'Other' }).where('agreement_id', '=', a.id).execute(),
      ).rejects.toThrow(/append-only/)
      await expect(server.db.deleteFrom(table).where('agreement_id', '=', a.id).execute()).rejects.toThrow(
        /append-only/,
      )
    }
    await expect(set(admin, signed.current.id, { status: 'withdrawn' })).rejects.toThrow(/never changes/)
  })
})

describe('amendments', () => {
  test('the old terms apply until the new ones are signed', async () => {
    const first = await active('retainer', { hourlyRateCents: 17_500 })
    let a = await act(await get(first.id), 'revise')
    expect(a).toMatchObject({ status: 'active', open: { amendment: true, status: 'draft', revision: 2 } })
    expect(a.current.terms.startsOn).toBe(today)
    // Only staff see the amendment while it is a draft.
    expect((await get(a.id, owner)).open).toBeNull()
    const edit = (body: object) => call('PATCH', `agreements/${a.id}`, admin, { version: a.version, ...body })
    expect(fieldsOf(await edit({ terms: { startsOn: addDays(today, 1) } }))).toEqual(['terms.startsOn'])
    expect(fieldsOf(await edit({ type: 'partnership' }))).toEqual(['type'])
    a = (await edit({ terms: { monthlyMinutes: 1_200, monthlyPriceCents: 300_000 }, summary: 'Twice the hours.' })).body
    a = await send(a)
    expect(a.terms).toMatchObject({ monthlyMinutes: 600 })
    const seen = await get(a.id, owner)
    expect(seen).toMatchObject({
      status: 'active',
      value: { cents: 155_000 },
      current: { summary: 'Twice the hours.' },
    })
    const done = await sign(seen)
    expect(done).toMatchObject({ status: 'active', revision: 2, value: { cents: 300_000 }, monthlyMinutes: 1_200 })
    expect(done.revisions.map((r) => [r.revision, r.status])).toEqual([
      [2, 'signed'],
      [1, 'replaced'],
    ])
    expect(done.signatures).toHaveLength(2)
    // This month was already billed; the next one has the new terms.
    expect(await invoicesOf(a.id)).toHaveLength(1)
    const next = addDays(lastOfMonth(today), 1)
    await advanceAgreements(server.platform, next)
    const invoices = await invoicesOf(a.id)
    expect(invoices.map((i) => i.total_cents)).toEqual([centsIn(155_000, periodFrom(today, null) as never), 300_000])
  })
  test('discarding an unsent amendment keeps the current terms', async () => {
    const a = await act(await get((await active()).id), 'revise')
    const b = await act(a, 'discard')
    expect(b).toMatchObject({ status: 'active', open: null, current: { revision: 1 } })
    expect((await get(b.id, owner)).revisions).toHaveLength(1)
  })
})

describe('over time', () => {
  const day = (n: number) => addDays(today, n)
  test('an agreement that begins later is signed until its first day', async () => {
    const start = addDays(lastOfMonth(today), 1)
    const a = await active('retainer', { startsOn: start })
    expect([a.status, await blocksOf(a.id), await invoicesOf(a.id)]).toEqual(['signed', [], []])
    await advanceAgreements(server.platform, addDays(start, -1))
    expect((await get(a.id)).status).toBe('signed')
    await advanceAgreements(server.platform, start)
    expect(await get(a.id)).toMatchObject({ status: 'active' })
    expect(await invoicesOf(a.id)).toEqual([expect.objectContaining({ total_cents: 155_000, from: start })])
    expect(await blocksOf(a.id)).toEqual([expect.objectContaining({ granted: 600, state: 'active' })])
  })
  test('catches up after an outage of months, each month once, and prorates the last', async () => {
    const end = addDays(lastOfMonth(addDays(lastOfMonth(addDays(lastOfMonth(today), 1)), 1)), -10)
    const a = await active('managed_automation', { endsOn: end })
    await advanceAgreements(server.platform, addDays(end, 5))
    const invoices = await invoicesOf(a.id)
    expect(invoices).toHaveLength(3)
    expect(invoices[1]).toMatchObject({ total_cents: 49_000 })
    expect(invoices[2]).toMatchObject({
      to: end,
      total_cents: centsIn(49_000, periodFrom(invoices[2]?.from as string, end) as never),
    })
    expect(await get(a.id)).toMatchObject({ status: 'expired', nextPeriodOn: null })
    await advanceAgreements(server.platform, addDays(end, 40))
    expect(await invoicesOf(a.id)).toHaveLength(3)
  })
  test('renews automatically, notifies before, and records the change', async () => {
    const a = await active('block_hours', { endsOn: day(60), renewal: 'automatic', renewalMonths: 6, noticeDays: 10 })
    await advanceAgreements(server.platform, day(19))
    const acts = async () =>
      (
        await call<{ items: z.infer<typeof AgreementAct>[] }>('GET', `agreements/${a.id}/history`, admin)
      ).body.items.map((i) => i.action)
    expect(await acts()).not.toContain('ending')
    await advanceAgreements(server.platform, day(20))
    await advanceAgreements(server.platform, day(21))
    expect((await acts()).filter((x) => x === 'ending')).toHaveLength(1)
    await advanceAgreements(server.platform, day(51))
    const now = await get(a.id)
    expect(now.status).toBe('active')
    expect(now.endsOn && now.endsOn > day(200)).toBe(true)
    expect(await acts()).toContain('renewed')
    // The renewal buys no hours.
    expect(await invoicesOf(a.id)).toHaveLength(1)
  })
  test('renewed without notice, it keeps the unused minutes of its last month', async () => {
    const ends = lastOfMonth(today)
    const terms = { endsOn: ends, renewal: 'automatic', renewalMonths: 12, noticeDays: 0, rollover: 'full' }
    const a = await active('retainer', terms, world.south)
    const next = addDays(ends, 1)
    const companyId = world.south.company.id
    const runs = [
      { of: expireHours, run: () => expireBlocks(server.db, { actor: systemOf(companyId) }, companyId, { day: next }) },
      { of: agreementPeriods, run: () => advanceAgreements(server.platform, next) },
    ]
    // In the order in which they run within an hour.
    const minuteOf = ({ cron }: { cron: string }) => Number.parseInt(cron, 10)
    for (const { run } of runs.toSorted((x, y) => minuteOf(x.of) - minuteOf(y.of))) await run()
    const blocks = await server.db
      .selectFrom('hour_blocks')
      .select(['source', 'state', 'granted'])
      .where('agreement_id', '=', a.id)
      .orderBy('created_at')
      .execute()
    const [month] = blocks
    expect(month).toMatchObject({ source: 'retainer', state: 'expired' })
    expect(blocks).toContainEqual({ source: 'rollover', state: 'active', granted: month?.granted })
  })
  test('canceled with a last day, it runs and is billed until then', async () => {
    const a = await active('partnership', { endsOn: day(400), renewal: 'automatic', renewalMonths: 12 })
    const last = addDays(lastOfMonth(today), 10)
    const bad = (lastDay: string) =>
      call('POST', `agreements/${a.id}/cancel`, admin, { version: a.version, reason: 'x', lastDay })
    expect(fieldsOf(await bad(day(-1)))).toEqual(['lastDay'])
    expect(fieldsOf(await bad(day(401)))).toEqual(['lastDay'])
    const b = await act(a, 'cancel', { reason: 'They were bought.', lastDay: last })
    expect(b).toMatchObject({
      status: 'active',
      ending: true,
      endsOn: last,
      renewal: 'none',
      cancelReason: 'They were bought.',
    })
    await advanceAgreements(server.platform, last)
    expect((await get(a.id)).status).toBe('active')
    await advanceAgreements(server.platform, addDays(last, 1))
    expect((await get(a.id)).status).toBe('canceled')
    expect((await invoicesOf(a.id)).at(-1)).toMatchObject({ to: last })
  })
})

describe('notifications and action items', () => {
  const bell = async (as: Person) =>
    (
      await call<{ items: { kind: string; title: string; path: string; subjectId: string }[] }>(
        'GET',
        'notifications',
        as,
      )
    ).body.items
  const settled = async (as: Person, kind: string, id: string) => {
    const find = async () => (await bell(as)).find((n) => n.kind === kind && n.subjectId === id)
    await expect.poll(find, { message: `No notification: ${kind}` }).toBeDefined()
    return find()
  }
  test('notifies owners of what to sign, and the sender and administrators of the response', async () => {
    const { platform } = server
    const schedules = (await import('../composition.ts')).schedules
    const tell = () => schedules.find((s) => s.name.includes('tell'))?.handler(platform)
    const { owner } = world.south
    const a = await send(await make('block_hours', {}, world.south.company.id))
    await tell()
    expect(await settled(owner, 'agreement_to_sign', a.id)).toMatchObject({ path: `/my-agreements/${a.id}` })
    expect((await bell(world.south.member)).some((n) => n.subjectId === a.id)).toBe(false)
    const waiting = async (as: Person) =>
      (await call<{ items: { id: string }[] }>('GET', 'waiting', as)).body.items.map((i) => i.id)
    expect(await waiting(owner)).toContain(a.id)
    expect(await waiting(world.south.member)).not.toContain(a.id)
    expect(await waiting(world.north.owner)).not.toContain(a.id)
    const mail = (await server.mails(owner.email)).find((m) => m.subject.includes(`[A-${a.number}]`))
    expect(JSON.stringify(mail?.blocks)).toContain(`/my-agreements/${a.id}`)
    await act(a, 'return', { revisionId: a.current.id, comment: 'Cheaper.' }, owner)
    await tell()
    expect(await settled(admin, 'agreement_answered', a.id)).toMatchObject({ path: `/agreements/${a.id}` })
    expect(await waiting(owner)).not.toContain(a.id)
  })
})

describe('terms of work', () => {
  test('uses the terms of the named agreement, else of the one that provides hours, else the defaults', async () => {
    const company = await server.company()
    const boss = await server.person(company, 'owner')
    const of = { company, owner: boss, member: boss }
    const ask = (id: string | null, on: string | null = null) =>
      server.platform.db.asActor(systemOf(company.id), (db) => termsFor(db, company.id, id, on))
    const usual = () => server.platform.db.asActor(systemOf(company.id), (db) => defaultAgreement(db, company.id))
    expect(await ask(null)).toEqual(STANDARD)
    expect(await ask(uuid())).toEqual(STANDARD)
    const fixed = await active('fixed_price', {}, of)
    expect([await usual(), await ask(null)]).toEqual([null, STANDARD])
    expect(await ask(fixed.id)).toMatchObject({ agreementId: fixed.id, coversTime: true })
    const partner = await active('partnership', { roundingIncrement: 6 }, of)
    expect(await ask(null)).toMatchObject({ agreementId: partner.id, roundingIncrement: 6 })
    const block = await active('block_hours', { overage: 'percent', overagePercent: 20, roundingPer: 'ticket' }, of)
    expect(await usual()).toMatchObject({ id: block.id })
    expect(await ask(null)).toMatchObject({
      agreementId: block.id,
      overage: 'percent',
      overagePercent: 20,
      roundingPer: 'ticket',
      multipliers: { after_hours: 150 },
    })
    // An ended agreement applies to the days when it was active, and to no others.
    await act(await get(fixed.id), 'cancel', { reason: 'Done.', lastDay: today })
    await advanceAgreements(server.platform, addDays(today, 1))
    expect(await ask(fixed.id)).toMatchObject({ agreementId: block.id })
    expect(await ask(fixed.id, today)).toMatchObject({ agreementId: fixed.id })
    expect(await ask(fixed.id, addDays(today, 1))).toMatchObject({ agreementId: block.id })
    // An agreement of another company is ignored.
    expect(await ask((await active()).id)).toMatchObject({ agreementId: block.id })
  })
})

describe('list', () => {
  const list = async (query: string, as = admin) =>
    (await call<{ items: Row[]; nextCursor: string | null }>('GET', `agreements?${query}`, as)).body
  test('filters, sorts and paginates; partners see what was sent to them', async () => {
    const draft = await make('partnership')
    await active('retainer', { startsOn: addDays(today, 700) })
    const all = await list('limit=100')
    expect(all.items.map((i) => i.id)).toContain(draft.id)
    const mine = await list('limit=100', owner)
    expect(mine.items.every((i) => i.company.id === world.north.company.id && i.status !== 'draft')).toBe(true)
    for (const status of ['draft', 'sent', 'returned', 'signed', 'active', 'expired', 'canceled'])
      expect([...new Set((await list(`limit=100&status=${status}`)).items.map((i) => i.status))]).toEqual([status])
    expect((await list(`q=A-${draft.number}`)).items.map((i) => i.id)).toEqual([draft.id])
    expect((await list('type=partnership&limit=100')).items.every((i) => i.type === 'partnership')).toBe(true)
    expect((await list('waiting=yes&limit=100')).items.every((i) => i.open?.status === 'sent')).toBe(true)
    for (const sort of ['updated', 'number', 'name', 'ends', 'next'])
      for (const order of ['asc', 'desc']) {
        const whole = (await list(`sort=${sort}&order=${order}&limit=100`)).items.map((i) => i.id)
        const paged: string[] = []
        for (let cursor: string | null = ''; cursor !== null; ) {
          const page: { items: Row[]; nextCursor: string | null } = await list(
            `sort=${sort}&order=${order}&limit=7${cursor ? `&cursor=${cursor}` : ''}`,
          )
          paged.push(...page.items.map((i) => i.id))
          cursor = page.nextCursor
        }
        expect(paged, `${sort} ${order}`).toEqual(whole)
      }
  })
  test('exports CSV and answers the command palette', async () => {
    const a = await make('retainer')
    const csv = await server.call('GET', `/v1/agreements.csv?q=A-${a.number}`, { as: admin })
    expect(csv.text).toContain(`A-${a.number},${a.name},Retainer,Draft`)
    expect((await server.call('GET', '/v1/agreements.csv', { as: owner })).text).not.toContain(`A-${a.number}`)
    const found = async (as: Person) =>
      (await call<{ items: { kind: string; id: string }[] }>('GET', `search?q=A-${a.number}`, as)).body.items
    expect((await found(admin)).some((h) => h.kind === 'agreement' && h.id === a.id)).toBe(true)
    expect((await found(owner)).some((h) => h.id === a.id)).toBe(false)
  })
})
