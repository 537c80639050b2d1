import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeClient, makeContact } from '../../../../test/factories/contacts.ts'
import { makeLead } from '../../../../test/factories/leads.ts'
import { makeMessage, makeTicket } from '../../../../test/factories/tickets.ts'
import { type Person, startServer, type TestServer, type World } from '../../../../test/harness/server.ts'
import type { Hit } from '../../../contract/search.ts'
import type { TicketRow } from '../../../contract/tickets/index.ts'

type Row = z.infer<typeof TicketRow>
type List = { items: Row[]; nextCursor: string | null; instead: string | null }
type Found = { items: z.infer<typeof Hit>[]; instead: string | null }

let server: TestServer
let world: World
const ids: Record<string, string> = {}

const list = async (as: Person, q: string, more = '') => {
  const r = await server.call<List>('GET', `/v1/tickets?limit=100&q=${encodeURIComponent(q)}${more}`, { as })
  expect(r.status, q).toBe(200)
  return r.body
}
const names = (found: List) => found.items.map((t) => Object.keys(ids).find((name) => ids[name] === t.id)).toSorted()
const marked = (pieces: { text: string; hit: boolean }[] | null | undefined) =>
  pieces?.map((p) => (p.hit ? `[${p.text}]` : p.text)).join('')
const everywhere = async (as: Person, q: string) => {
  const r = await server.call<Found>('GET', `/v1/search?q=${encodeURIComponent(q)}`, { as })
  expect(r.status, q).toBe(200)
  return r.body
}
const learn = () => sql`select learn_words(1000)`.execute(server.db)

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  const { north, south, engineer } = world
  const ticket = async (name: string, requester: Person, subject: string, description: string) => {
    const made = await makeTicket(server.db, { requester, subject, description })
    ids[name] = made.id
    return made
  }
  const sync = await ticket(
    'sync',
    north.owner,
    'Agreement sync stopped',
    'Since **Tuesday** the licenses do not match.',
  )
  await makeMessage(server.db, {
    ticket: sync,
    author: north.owner,
    byStaff: false,
    body: 'It is the printer in Zürich, model KX-200.',
  })
  await makeMessage(server.db, {
    ticket: sync,
    author: engineer,
    byStaff: true,
    kind: 'note',
    body: 'Looks like zugzwang to me.',
  })
  await ticket(
    'backup',
    north.member,
    'Backup of server 12 failed',
    'Error: the exact phrase here; also <b>bold</b> <script>alert(1)</script> printer.',
  )
  await ticket('swapped', north.owner, 'Something else', 'phrase exact the words are all here')
  await ticket('signs', north.owner, '打印机坏了', '請協助')
  await ticket('south', south.owner, 'Printer at south', 'Only kumquat here, and the exact phrase too.')
  await learn()
})
afterAll(() => server.close())

describe('search', () => {
  test('finds words of subject, description, and conversation in any order', async () => {
    const { owner } = world.north
    expect(names(await list(owner, 'sync'))).toEqual(['sync'])
    expect(names(await list(owner, 'printer'))).toEqual(['backup', 'sync'])
    // One word is in the subject, one in a reply, and one in another form.
    expect(names(await list(owner, 'zurich AGREEMENT license'))).toEqual(['sync'])
    expect(names(await list(owner, 'Zürich'))).toEqual(['sync'])
    expect(names(await list(owner, 'printer of the backup'))).toEqual(['backup'])
  })
  test('finds prefixes, parts of Chinese words, and numbers', async () => {
    const { owner } = world.north
    expect(names(await list(owner, 'agree'))).toEqual(['sync'])
    expect(names(await list(owner, 'agr syn'))).toEqual(['sync'])
    expect(names(await list(owner, '印机'))).toEqual(['signs'])
    expect(names(await list(owner, '坏'))).toEqual(['signs'])
    expect(names(await list(owner, '机印'))).toEqual([])
    const [one] = (await list(owner, 'sync')).items
    for (const q of [`T-${one?.number}`, `t${one?.number}`, `#${one?.number}`, `${one?.number}`])
      expect((await list(owner, q)).items.map((t) => t.id)).toContain(one?.id)
    expect((await list(world.south.owner, `T-${one?.number}`)).items).toEqual([])
  })
  test('finds what people copy from emails, invoices and screens', async () => {
    const { owner } = world.north
    const { id, number } = await makeTicket(server.db, {
      requester: owner,
      subject: 'Delivery for order #88123 missing',
      description: 'The order #88123 for Hauptstraße 5 in Ærøskøbing never came.',
    })
    const subject = `Delivery for order #88123 missing`
    for (const q of [
      `T-${number}`,
      `[T-${number}]`,
      `Ticket T-${number}`,
      `Re: [T-${number}] ${subject}`,
      '#88123',
      'order #88123',
      'Hauptstrasse',
      'hauptstraße',
      'aeroskobing',
      `https://portal.example/tickets/T-${number}`,
    ]) {
      expect(
        (await list(owner, q)).items.map((t) => t.id),
        q,
      ).toEqual([id])
      expect(
        (await everywhere(owner, q)).items.map((hit) => hit.id),
        q,
      ).toContain(id)
    }
    expect((await list(world.south.owner, `Re: [T-${number}] ${subject}`)).items).toEqual([])
    const [found] = (await list(owner, 'hauptstrasse')).items
    expect(marked(found?.found?.text)).toContain('[Hauptstraße] 5')
  })
  test('finds exact phrases in quotes', async () => {
    const { owner } = world.north
    expect(names(await list(owner, 'the exact phrase'))).toEqual(['backup', 'swapped'])
    expect(names(await list(owner, '"the exact phrase"'))).toEqual(['backup'])
    expect(names(await list(owner, '“exact phrase here” backup'))).toEqual(['backup'])
    expect(names(await list(owner, '"phrase exact words"'))).toEqual([])
  })
  test('finds the current text of changed subjects and edited or deleted messages', async () => {
    const t = await makeTicket(server.db, { requester: world.north.owner, subject: 'Flapdoodle', description: 'x' })
    ids.changing = t.id
    const m = await makeMessage(server.db, {
      ticket: t,
      author: world.north.owner,
      byStaff: false,
      body: 'gobbledygook',
    })
    expect(names(await list(world.north.owner, 'gobbledygook'))).toEqual(['changing'])
    await server.db.updateTable('messages').set({ body: 'balderdash' }).where('id', '=', m.id).execute()
    await server.db.updateTable('tickets').set({ subject: 'Codswallop' }).where('id', '=', t.id).execute()
    expect(names(await list(world.north.owner, '"balderdash codswallop" codswallop'))).toEqual([])
    expect(names(await list(world.north.owner, 'balderdash codswallop'))).toEqual(['changing'])
    for (const gone of ['gobbledygook', 'flapdoodle']) expect(names(await list(world.north.owner, gone))).toEqual([])
    await server.db.deleteFrom('messages').where('id', '=', m.id).execute()
    expect(names(await list(world.north.owner, 'balderdash'))).toEqual([])
  })
  test('respects filters and pages', async () => {
    const { owner } = world.north
    expect(names(await list(owner, 'printer', '&status=closed'))).toEqual([])
    const first = (await server.call<List>('GET', '/v1/tickets?q=printer&limit=1', { as: owner })).body
    const second = (
      await server.call<List>('GET', `/v1/tickets?q=printer&limit=1&cursor=${first.nextCursor}`, { as: owner })
    ).body
    expect([...first.items, ...second.items].map((t) => t.id).toSorted()).toEqual([ids.backup, ids.sync].toSorted())
    expect(second.nextCursor).toBeNull()
  })
})

describe('more matches than are read in order', () => {
  test('lists the most recently updated first, whenever they were opened', async () => {
    const { north, engineer } = world
    const many = (from: number, to: number, word: string, days: string) =>
      sql`insert into tickets (company_id, id, subject, description, category, impact, urgency, priority, requester_id, created_at, updated_at)
        select ${north.company.id}::uuid, gen_random_uuid(), 'Nougat ' || i, ${word}, 'other', 'one', 'medium', 'P4', ${north.owner.id}::uuid,
          now() - interval '300 days', now() - interval '1 minute' * i - ${days}::interval
        from generate_series(${from}::int, ${to}::int) as i`.execute(server.db)
    await many(1, 1_100, 'nothing', '0')
    // The last month has more matches than a page, and there are older matches too.
    await many(1, 6, 'marzipan', '20 days')
    await many(7, 12, 'marzipan', '250 days')
    // This ticket is now among the recent matches, because the month of its last change is stored with it.
    await sql`update tickets set updated_at = now() - interval '20 days' where subject = 'Nougat 12' and description = 'marzipan'`.execute(
      server.db,
    )
    const pages: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const r: { body: List } = await server.call<List>(
        'GET',
        `/v1/tickets?limit=3&q=marzipan${cursor && `&cursor=${cursor}`}`,
        { as: engineer },
      )
      pages.push(...r.body.items.map((t) => t.subject))
      cursor = r.body.nextCursor
    }
    expect(pages).toEqual([12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((i) => `Nougat ${i}`))
    expect((await list(north.owner, 'marzipan')).items.map((t) => t.subject)).toEqual(pages)
    // One match in the first rows means that the others are probably not far.
    await many(13, 13, 'marzipan', '0')
    for (const as of [engineer, north.owner]) {
      const { body } = await server.call<List>('GET', '/v1/tickets?limit=3&q=marzipan', { as })
      expect(body.items.map((t) => t.subject)).toEqual([13, 12, 1].map((i) => `Nougat ${i}`))
    }
    // The tickets stay, because the next tests query tables without planner statistics, and those queries must not be
    // slow.
  })
})

describe('typos', () => {
  test('are corrected when nothing matches, on every page', async () => {
    const found = await list(world.north.owner, 'agreemnet')
    expect([found.instead, names(found)]).toEqual(['agreement', ['sync']])
    expect((await list(world.north.owner, 'pritner')).instead).toBe('printer')
    expect((await list(world.north.owner, 'Zurihc printer')).instead).toBe('zurich printer')
    expect((await list(world.north.owner, 'qqqqxyzzy')).instead).toBeNull()
    const page = (cursor = '') =>
      server.call<List>('GET', `/v1/tickets?q=pritner&limit=1${cursor && `&cursor=${cursor}`}`, {
        as: world.north.owner,
      })
    const first = (await page()).body
    const second = (await page(first.nextCursor as string)).body
    expect([second.instead, second.items.length, second.nextCursor]).toEqual(['printer', 1, null])
    expect(second.items[0]?.id).not.toBe(first.items[0]?.id)
  })
  test('are never corrected to words of other companies or of internal notes', async () => {
    expect((await list(world.south.owner, 'kumqaut')).instead).toBe('kumquat')
    expect(await list(world.north.owner, 'kumqaut')).toMatchObject({ items: [], instead: null })
    expect((await list(world.engineer, 'kumqaut')).instead).toBe('kumquat')
    expect(await list(world.north.owner, 'zugzwagn')).toMatchObject({ items: [], instead: null })
    expect((await list(world.engineer, 'zugzwagn')).instead).toBe('zugzwang')
    // The database function called directly does not return it either.
    const actor = {
      kind: 'tenant' as const,
      companyId: world.north.company.id,
      userId: world.north.owner.id,
      role: 'owner' as const,
    }
    const ask = async (word: string, company: string | null) => {
      const { rows } = await server.platform.db.askAs(actor, (db) =>
        sql<{ m: string | null }>`select correct_words(${word}, ${company}::uuid) as m`.execute(db),
      )
      return rows[0]?.m
    }
    expect(await ask('kumqaut', world.south.company.id)).toBeNull()
    expect(await ask('zugzwagn', null)).toBeNull()
  })
})

describe('separation of companies', () => {
  test('hides text of other companies and notes from partners; staff find all', async () => {
    const { north, south, engineer } = world
    for (const q of ['kumquat', '"at south"', 'zugzwang', '"zugzwang to me"'])
      expect((await list(north.owner, q)).items).toEqual([])
    expect(names(await list(engineer, 'kumquat'))).toEqual(['south'])
    expect(names(await list(engineer, 'zugzwang agreement'))).toEqual(['sync'])
    expect(names(await list(engineer, '"zugzwang to me"'))).toEqual(['sync'])
    expect(names(await list(engineer, 'printer', `&company=${south.company.id}`))).toEqual(['south'])
    expect(names(await list(north.owner, 'printer', `&company=${south.company.id}`))).toEqual([])
  })
  test('shows excerpts only from text that the reader may see', async () => {
    const [mine] = (await list(world.north.owner, 'sync')).items
    expect(JSON.stringify(mine)).not.toContain('zugzwang')
    const [ours] = (await list(world.engineer, 'zugzwang')).items
    expect(ours?.found).toMatchObject({ in: 'note' })
    expect(marked(ours?.found?.text)).toBe('Looks like [zugzwang] to me.')
  })
  test('protects indexed words with row-level security', async () => {
    const actor = {
      kind: 'tenant' as const,
      companyId: world.north.company.id,
      userId: world.north.owner.id,
      role: 'owner' as const,
    }
    const ask = (text: string) =>
      server.platform.db.askAs(actor, (db) => sql<{ n: number }>`${sql.raw(text)}`.execute(db))
    expect((await ask(`select 1 as n from ticket_words where company_id = '${world.south.company.id}'`)).rows).toEqual(
      [],
    )
    for (const text of [
      'select words_with_notes from ticket_words',
      'select * from derived.words',
      'select * from derived.words_of_all',
      'select * from derived.ticket_totals',
      'select * from ticket_totals()',
      'select * from derived.ticket_loads',
      'select * from ticket_loads()',
      `select similar_words('kumqaut')`,
      `select learn_words(1)`,
    ])
      await expect(ask(text)).rejects.toThrow(/permission denied/)
  })
})

describe('highlights', () => {
  test('are pieces of the original text around the matches', async () => {
    const [t] = (await list(world.north.owner, 'license')).items
    expect(marked(t?.found?.subject)).toBe('Agreement sync stopped')
    expect(marked(t?.found?.text)).toBe('Since Tuesday the [licenses] do not match.')
    expect(t?.found?.in).toBe('description')
    const [zurich] = (await list(world.north.owner, 'zurich sync')).items
    expect(marked(zurich?.found?.subject)).toBe('Agreement [sync] stopped')
    expect(marked(zurich?.found?.text)).toBe('It is the printer in [Zürich], model KX-200.')
    const [signs] = (await list(world.north.owner, '印机')).items
    expect(marked(signs?.found?.subject)).toBe('打[印机]坏了')
  })
  test('keep markup as text', async () => {
    const found = (await list(world.north.owner, 'script alert')).items[0]?.found
    expect(marked(found?.text)).toContain('<b [bold'.slice(0, 2))
    expect(found?.text?.every((p) => Object.keys(p).toSorted().join() === 'hit,text')).toBe(true)
    expect(marked(found?.text)).toContain('[script]')
  })
})

describe('hostile input', () => {
  const hostile = [
    "'; drop table tickets; --",
    '&|!():*',
    '%',
    '\\',
    '" or ""="',
    '"',
    '""""',
    '“„',
    '𝕏',
    '&amp;',
    '...',
    "a'b & !c:*",
    '<->',
    "'sync':*A",
    '!sync',
    'sync <-> stopped',
    '(((((',
    '[a-z]+(',
    '.*',
    '$1',
    '\u0301\u0302',
    '\u202e\u200b',
    '😀😀',
    'ﬁ ﬂ ß ŉ İ',
    'کتاب दस्तावेज़ ภาษาไทย 한국어',
    'x'.repeat(200),
    'a '.repeat(100),
    '打'.repeat(200),
    '"a b" '.repeat(33),
    '-1',
    '999999999999999999999',
    'T-999999999999999',
    'null',
    '__proto__',
  ]
  test('breaks nothing for partners and staff in list, export, and command palette', async () => {
    for (const q of hostile) {
      for (const as of [world.north.owner, world.engineer]) {
        await list(as, q)
        if (q.trim()) await everywhere(as, q)
        expect((await server.call('GET', `/v1/tickets.csv?q=${encodeURIComponent(q)}`, { as })).status, q).toBe(200)
      }
    }
    expect((await server.call('GET', `/v1/tickets?q=${'x'.repeat(201)}`, { as: world.north.owner })).status).toBe(400)
  })
  test('the export matches the list', async () => {
    const csv = (await server.call('GET', '/v1/tickets.csv?q=printer', { as: world.north.owner })).text
    expect(csv.trim().split('\r\n')).toHaveLength(3)
  })
  test('a reply with more words than a row can index is accepted', async () => {
    const t = await makeTicket(server.db, { requester: world.north.owner, subject: 'Long', description: 'x' })
    // In Chinese text, each pair of neighboring characters is indexed as a word.
    const signs = (n: number) =>
      Array.from({ length: 19_000 }, (_, i) =>
        String.fromCharCode(0x4e00 + ((i * (7 + n * 2) + n * 997) % 20_000)),
      ).join('')
    for (let n = 1; n <= 8; n++)
      await makeMessage(server.db, {
        ticket: t,
        author: world.north.owner,
        byStaff: false,
        body: `newest${n} ${signs(n)}`,
      })
    ids.long = t.id
    expect(names(await list(world.north.owner, 'newest8'))).toEqual(['long'])
  })
})

describe('the command palette', () => {
  beforeAll(async () => {
    const { north, south, provider } = world
    for (const { company } of [north, south]) {
      const client = await makeClient(server.db, { company_id: company.id, name: `Quillfeather ${company.name}` })
      await makeContact(server.db, {
        company_id: company.id,
        client_id: client.id,
        full_name: `Dagny Quill ${company.name}`,
        email: `dagny@${company.slug}.test`,
      })
    }
    await makeLead(server.db, provider, { name: 'Dagny Lead', organization: 'Quill & Sons' })
  })
  test('finds records by name, grouped by kind, best first, and only what the reader may see', async () => {
    const { north, engineer } = world
    const mine = (await everywhere(north.owner, 'quill')).items
    expect(mine.map((h) => [h.kind, h.title])).toEqual([
      ['contact', 'Dagny Quill North'],
      ['client', 'Quillfeather North'],
    ])
    const all = (await everywhere(engineer, 'quill')).items
    expect(new Set(all.map((h) => h.kind))).toEqual(new Set(['contact', 'client', 'lead']))
    expect(all).toHaveLength(5)
    expect((await everywhere(engineer, 'north')).items.find((h) => h.kind === 'company')).toMatchObject({
      path: `/companies/${north.company.id}`,
    })
    expect((await everywhere(north.owner, 'north owner')).items).toMatchObject([
      { kind: 'user', detail: north.owner.email },
    ])
    expect((await everywhere(north.owner, 'south')).items).toEqual([])
    const ticket = (await everywhere(engineer, 'zugzwang')).items
    expect(ticket).toMatchObject([{ kind: 'ticket', path: `/admin/tickets/${ids.sync}` }])
    expect(marked(ticket[0]?.text)).toContain('[zugzwang]')
    expect((await everywhere(north.owner, 'sync')).items[0]?.path).toBe(`/tickets/${ids.sync}`)
  })
  test('tolerates typos and accents', async () => {
    expect((await everywhere(world.north.owner, 'dagyn quill')).items.map((h) => h.title)).toContain(
      'Dagny Quill North',
    )
    expect((await everywhere(world.north.owner, 'Quilfeather')).items.map((h) => h.title)).toContain(
      'Quillfeather North',
    )
    const found = (await everywhere(world.north.owner, 'dágny')).items
    expect(marked(found[0]?.pieces)).toBe('[Dagny] Quill North')
  })
  test('matches a prefix of one letter', async () => {
    expect((await everywhere(world.north.owner, 'd')).items.map((h) => h.title)).toContain('Dagny Quill North')
  })
})

describe('counts', () => {
  test('stay correct as tickets change, per company and in total', async () => {
    const counts = async (as: Person) =>
      (
        await server.call<{ byStatus: Record<string, number>; unassigned: number; mine: number }>(
          'GET',
          '/v1/tickets/counts',
          { as },
        )
      ).body
    const same = async () => {
      const of = async (as: Person, company?: string) => {
        let query = server.db.selectFrom('tickets').select(['status', 'assignee_id'])
        if (company) query = query.where('company_id', '=', company)
        const rows = await query.execute()
        const open = rows.filter((r) => r.status !== 'resolved' && r.status !== 'closed')
        const { byStatus, unassigned, mine } = await counts(as)
        expect(Object.values(byStatus).reduce((a, b) => a + b, 0)).toBe(rows.length)
        for (const status of Object.keys(byStatus))
          expect(byStatus[status], status).toBe(rows.filter((r) => r.status === status).length)
        expect(unassigned).toBe(open.filter((r) => r.assignee_id === null).length)
        expect(mine).toBe(open.filter((r) => r.assignee_id === as.id).length)
      }
      await of(world.engineer)
      await of(world.north.owner, world.north.company.id)
    }
    await same()
    const t = await makeTicket(server.db, { requester: world.north.owner })
    await server.db.updateTable('tickets').set({ assignee_id: world.engineer.id }).where('id', '=', t.id).execute()
    await same()
    await server.db
      .updateTable('tickets')
      .set({ assignee_id: null, status: 'in_progress' })
      .where('id', '=', t.id)
      .execute()
    await same()
    await server.db.deleteFrom('tickets').where('id', '=', t.id).execute()
    await same()
  })
})
