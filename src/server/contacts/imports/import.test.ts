import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { brand } from '../../../../brand.config.ts'
import { makeClient, makeContact } from '../../../../test/factories/contacts.ts'
import { inLane } from '../../../../test/harness/lane.ts'
import { waitForBlockedTransaction } from '../../../../test/harness/locks.ts'
import { LIMIT, patient } from '../../../../test/harness/patience.ts'
import {
  type ErrorShape,
  type Person,
  startServer,
  type TestServer,
  type World,
} from '../../../../test/harness/server.ts'
import type {
  ContactImport,
  ContactRow,
  ImportDetail,
  ImportPlan,
  ImportPreview,
} from '../../../contract/contacts/index.ts'
import { jobDefinitions, schedules } from '../../composition.ts'
import { resumeImports, sweepImports } from '../jobs.ts'
import { guessMapping, looksLikeHead } from './columns.ts'
import { importWork } from './import-work.ts'
import { readTable } from './read-file.ts'

type Detail = z.infer<typeof ImportDetail>
type Import = z.infer<typeof ContactImport>
type Preview = z.infer<typeof ImportPreview>
type Plan = z.infer<typeof ImportPlan>

/** Number of rows to import. The soak lane uses the maximum that a file may have. */
const ROWS = inLane(3_000, 50_000)

let server: TestServer
let world: World
let owner: Person
let stranger: Person
let engineer: Person

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  stranger = world.south.owner
  engineer = world.engineer
  await server.platform.jobs.work(server.platform, jobDefinitions, schedules)
})
afterAll(() => server.close())
// Each test has its own company, so that one test's contacts are not duplicates in the next.
beforeEach(async () => {
  const company = await server.company({ name: 'Fresh' })
  owner = await server.person(company, 'owner', { fullName: 'Fresh Owner' })
})

const upload = (raw: string | Uint8Array, as: Person = owner, query = 'name=people.csv', headers = {}) =>
  server.call<Detail & ErrorShape>('PUT', `/v1/contact-imports?${query}`, { as, raw: raw as BodyInit, headers })
const uploaded = async (raw: string | Uint8Array, as: Person = owner, query?: string) => {
  const r = await upload(raw, as, query)
  expect([r.status, r.body.error?.message]).toEqual([201, undefined])
  return r.body
}
const planOf = (d: Detail, more: Partial<Plan> = {}): Plan => ({
  header: d.headerGuess,
  mapping: d.columns.map((c) => c.guess),
  existing: 'update',
  clients: 'create',
  ...more,
})
const check = (id: string, plan: object, as: Person = owner) =>
  server.call<Preview & ErrorShape>('POST', `/v1/contact-imports/${id}/check`, { as, body: plan })
const run = (id: string, as: Person = owner) =>
  server.call<Import & ErrorShape>('POST', `/v1/contact-imports/${id}/run`, { as, body: {} })
const get = async (id: string, as: Person = owner) =>
  (await server.call<Detail>('GET', `/v1/contact-imports/${id}`, { as })).body
const finished = async (id: string, as: Person = owner) => {
  await expect.poll(async () => (await get(id, as)).state, { interval: 50 }).toBe('done')
  return get(id, as)
}
const imported = async (raw: string, more: Partial<Plan> = {}, as: Person = owner) => {
  const d = await uploaded(raw, as)
  const preview = await check(d.id, planOf(d, more), as)
  expect([preview.status, preview.body.error?.fields]).toEqual([200, undefined])
  expect((await run(d.id, as)).status).toBe(200)
  const done = await finished(d.id, as)
  // The result matches the preview.
  expect(done.counts).toEqual(preview.body.counts)
  return done
}
const book = (companyId = owner.companyId) =>
  server.db
    .selectFrom('contacts')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('name_key')
    .orderBy('id')
    .execute()
const refusal = async (raw: string | Uint8Array) => {
  const r = await upload(raw)
  expect([r.status, r.body.error?.code]).toEqual([422, 'UNPROCESSABLE'])
  return r.body.error.message
}
const utf16 = (text: string, big = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return new Uint8Array(big ? bytes.swap16() : bytes)
}

test('imports the plan that the user saw, whichever check came last', async () => {
  const d = await uploaded('First,Last\nNia,Overtaken\n')
  const seen = planOf(d, { mapping: ['firstName', 'lastName'] })
  await check(d.id, seen)
  // An older check arrives late.
  await check(d.id, { ...seen, mapping: ['firstName', null] })
  const odd = await server.call<ErrorShape>('POST', `/v1/contact-imports/${d.id}/run`, {
    as: owner,
    body: { plan: { ...seen, mapping: ['firstName'] } },
  })
  expect([odd.status, odd.body.error.code]).toEqual([422, 'UNPROCESSABLE'])
  const started = await server.call('POST', `/v1/contact-imports/${d.id}/run`, { as: owner, body: { plan: seen } })
  expect(started.status).toBe(200)
  await finished(d.id)
  expect((await book()).map((c) => c.full_name)).toContain('Nia Overtaken')
})

describe('reading a file', () => {
  const text = 'Name,Email\nZoë Müller,zoe@client.example\n'
  test.each([
    ['UTF-8', 'utf-8', Buffer.from(text)],
    ['UTF-8 with its mark', 'utf-8', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 little endian', 'utf-16le', utf16(text)],
    ['UTF-16 big endian', 'utf-16be', utf16(text, true)],
    ['Windows-1252', 'windows-1252', Buffer.from(text, 'latin1')],
  ])('in %s gives the same', async (_, encoding, bytes) => {
    const d = await uploaded(new Uint8Array(bytes))
    expect([d.encoding, d.rows]).toEqual([
      encoding,
      [
        ['Name', 'Email'],
        ['Zoë Müller', 'zoe@client.example'],
      ],
    ])
    expect(d.columns).toEqual([
      { name: 'Name', samples: ['Zoë Müller'], guess: 'fullName' },
      { name: 'Email', samples: ['zoe@client.example'], guess: 'email' },
    ])
    expect([d.headerGuess, d.records, d.state, d.fileName]).toEqual([true, 2, 'uploaded', 'people.csv'])
    expect(d.notices.some((n) => n.includes('Windows-1252'))).toBe(encoding === 'windows-1252')
  })
  test.each([
    [',', 'Name,Email\nPat,p@x.example'],
    [';', 'Name;Email\r\nPat;p@x.example\r\n'],
    ['\t', 'Name\tEmail\rPat\tp@x.example\r'],
    ['|', 'Name|Email\nPat|p@x.example'],
    [';', 'sep=;\nName;Email\nPat;p@x.example'],
    [';', '"Name, whole";Email\nPat;p@x.example'],
  ])('takes %j for the delimiter', async (delimiter, raw) => {
    const d = await uploaded(raw)
    expect([d.delimiter, d.rows[1]]).toEqual([delimiter, ['Pat', 'p@x.example']])
  })
  test('parses quotes, line ends and delimiters inside them, empty rows and short rows', async () => {
    const { rows } = await readTable(
      Buffer.from('Name,Notes,Title\r\n"Doe, Pat","said ""hi""\r\nand left",CEO\r\n\r\n,,\r\nAnn "Annie" Lee,x\r\n'),
    )
    expect(rows).toEqual([
      { row: 1, cells: ['Name', 'Notes', 'Title'] },
      { row: 2, cells: ['Doe, Pat', 'said "hi"\nand left', 'CEO'] },
      // Row numbers match a spreadsheet's, so empty rows count.
      { row: 5, cells: ['Ann "Annie" Lee', 'x'] },
    ])
  })
  test.each([
    ['nothing', '', /empty/],
    ['only white', ' \r\n \n', /empty/],
    ['only delimiters', ',,\n,,\n', /no values/],
    ['only a head', 'Name,Email,Phone\n', /no rows/],
    [
      'a quote that stays open',
      'Name,Email\n"Pat,p@x.example\nAnn,a@x.example\n',
      /line 2 or below starts with a quotation mark that is never closed/,
    ],
    ['NUL', 'Name\nPat\0Doe\n', /not a text file/],
    ['control characters', 'Name\n\x01\x02\n', /not a text file/],
    ['an Excel workbook', Buffer.from('504b0304140006000800000021', 'hex'), /Excel workbook/],
    ['an image', Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108', 'hex'), /an image/],
    ['a PDF', '%PDF-1.7\n1 0 obj', /a PDF/],
    ['half of UTF-16', new Uint8Array([...utf16('Name\nPat'), 0x41]), /damaged/],
    ['a mark that lies', new Uint8Array([0xef, 0xbb, 0xbf, 0xff, 0xfe, 0x41]), /damaged/],
    ['101 columns', `${Array.from({ length: 101 }, (_, i) => `c${i}`).join(',')}\nx\n`, /101 columns/],
    ['a later row of 101 columns', `Name\nx${',y'.repeat(100)}\n`, /Row 2 has 101 columns/],
    ['a line of delimiters', `Name\n${','.repeat(20_101)}\n`, /A line of this file has more than 20,100 columns/],
    ['a value without end', `Name\n"${'x'.repeat(20_001)}"\n`, /more than 20,000 characters/],
    ['50,001 rows', `Name\n${'Pat\n'.repeat(50_001)}`, /more than 50,000 rows/],
    ['50,001 rows without a head', `p@x.example\n${'Pat\n'.repeat(50_000)}`, /more than 50,000 rows/],
  ])('describes what is wrong with %s', async (_, raw, words) => {
    expect(await refusal(raw)).toMatch(words)
  })
  test('lets other work run while it parses a large file', async () => {
    let turns = 0
    let reading = true
    const count = () => {
      turns++
      if (reading) setImmediate(count)
    }
    setImmediate(count)
    // The file has 100 pieces of 64 KB, all in rows that are left out.
    await expect(readTable(Buffer.alloc(100 * 64 * 1024, `${','.repeat(5_000)}\n`))).rejects.toThrow(/no values/)
    reading = false
    expect(turns).toBeGreaterThanOrEqual(100)
  })
  test('accepts up to 10 MB, with or without a content length', async () => {
    const max = 10_000_000
    const full = Buffer.alloc(
      max,
      'Pat Doe,p@x.example,aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n',
    )
    expect((await upload(new Uint8Array(full))).status).toBe(201)
    const over = await upload(new Uint8Array(Buffer.concat([full, Buffer.from('x')])))
    expect([over.status, over.body.error.message]).toEqual([413, expect.stringMatching(/larger than 10 MB/)])
    const stream = new ReadableStream({
      start(c) {
        c.enqueue(full)
        c.enqueue(Buffer.from('xx'))
        c.close()
      },
    })
    const r = await fetch(`${server.url}/api/v1/contact-imports?name=x.csv`, {
      method: 'PUT',
      headers: { apikey: server.env.publishableKey, authorization: `Bearer ${owner.token}` },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect(r.status).toBe(413)
  })
  test('numbers columns with the same name or without a name', async () => {
    const d = await uploaded('Email,,Name,Email\na@x.example,x,Pat,b@x.example\n')
    expect(d.columns.map((c) => [c.name, c.guess])).toEqual([
      ['Email', 'email'],
      ['Column 2', null],
      ['Name', 'fullName'],
      ['Email (2)', null],
    ])
    expect(d.notices).toEqual(['More than one column is named “Email”. We numbered them below. Check which is which.'])
  })
  test('guesses columns by the names that other programs use', () => {
    const guess = (...names: string[]) => guessMapping([names], true)
    expect(guess('First Name', 'Last Name', 'E-mail Address', 'Business Phone', 'Job Title', 'Company')).toEqual([
      'firstName',
      'lastName',
      'email',
      'phone',
      'title',
      'client',
    ])
    expect(guess('given name', 'Surname', 'Full Name', 'E-Mail', 'Mobile')).toEqual([
      'firstName',
      'lastName',
      null,
      'email',
      'phone',
    ])
    expect(guess('Name', 'Email', 'Phone', 'Title', 'Client', 'Notes', 'Company')).toEqual([
      'fullName',
      'email',
      'phone',
      'title',
      'client',
      'notes',
      null,
    ])
    expect(guess('ID', 'Ünknown', 'Color')).toEqual([null, null, null])
    const bare = [
      ['Pat Doe', '+1 555 0142', 'p@x.example'],
      ['Ann Lee', '555-0143', 'a@x.example'],
    ]
    expect([looksLikeHead(bare), guessMapping(bare, false)]).toEqual([false, ['fullName', 'phone', 'email']])
    expect(
      looksLikeHead([
        ['Wer', 'Adresse'],
        ['Pat', 'p@x.example'],
      ]),
    ).toBe(true)
    // With a slower pattern, this takes hours.
    expect(looksLikeHead([[`a@${'.'.repeat(2_000_000)} b`, '']])).toBe(false)
  })
})

describe('an import', () => {
  test('lists every counted row, page by page', async () => {
    await makeContact(server.db, { company_id: owner.companyId, full_name: 'Kept', email: 'kept@x.example' })
    const lines = Array.from({ length: 130 }, (_, i) => {
      if (i % 5 === 1) return `,row${i}@x.example`
      if (i % 5 === 2) return 'Kept,kept@x.example'
      if (i % 5 === 3) return `Person ${i - 3},person${i - 3}@x.example`
      return `Person ${i},person${i}@x.example`
    })
    const d = await uploaded(['Name,Email', ...lines].join('\n'))
    const rows = (query: string, as = owner) =>
      server.call<{ items: { row: number; label: string; detail: string }[]; nextCursor: string | null } & ErrorShape>(
        'GET',
        `/v1/contact-imports/${d.id}/rows?${query}`,
        { as },
      )
    expect((await rows('outcome=created')).status).toBe(422)
    const preview = (await check(d.id, planOf(d))).body
    expect(Object.values(preview.counts).reduce((sum, n) => sum + n, 0)).toBe(130)
    const seen: number[] = []
    for (const outcome of ['refused', 'created', 'updated', 'unchanged', 'skipped'] as const) {
      let cursor = ''
      const found: { row: number; label: string; detail: string }[] = []
      do {
        const page = (await rows(`outcome=${outcome}&limit=20${cursor}`)).body
        found.push(...page.items)
        cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : ''
      } while (cursor)
      expect(found.length, outcome).toBe(preview.counts[outcome])
      expect(found.slice(0, 10)).toEqual(preview[outcome])
      seen.push(...found.map((r) => r.row))
    }
    expect(seen.toSorted((a, b) => a - b)).toEqual(lines.map((_, i) => i + 2))
    expect((await rows('outcome=refused')).body.items[0]).toEqual({
      row: 3,
      label: 'row1@x.example',
      detail: 'Name: Enter a name.',
    })
    for (const bad of ['outcome=all', 'outcome=created&cursor=x']) expect((await rows(bad)).status).toBe(400)
    expect((await rows('outcome=created', world.south.owner)).status).toBe(404)
    await run(d.id)
    expect((await rows('outcome=created')).body.error.code).toBe('IMPORT_STARTED')
  })
  test('does what its preview says', async () => {
    const dental = await makeClient(server.db, { company_id: owner.companyId, name: 'Lakeshore Dental' })
    const old = await makeContact(server.db, {
      company_id: owner.companyId,
      full_name: 'Pat',
      email: 'PAT@x.example',
      notes: 'old',
    })
    await makeContact(server.db, { company_id: owner.companyId, full_name: 'Same', email: 'same@x.example' })
    const d = await uploaded(
      [
        'Name,Email,Phone,Title,Client,Notes',
        'Patricia Doe,pat@x.example,+1 555 0142,,LAKESHORE dental,new',
        'Same,same@x.example,,,,',
        'Ann Lee,ann@x.example,,CFO,Kessler Machining,',
        'Ann Lee again,Ann@X.example,,,,',
        ',nobody@x.example,,,,',
        'Bad Mail,bad@,12,,,',
        'No Mail,,,,Kessler Machining,',
        'No Mail,,,,kessler machining,',
        'Too,many,1,2,3,4,5',
      ].join('\n'),
    )
    const preview = (await check(d.id, planOf(d))).body
    expect(preview.counts).toEqual({ created: 2, updated: 1, unchanged: 1, skipped: 2, refused: 3, clientsCreated: 1 })
    expect(preview.newClients).toEqual(['Kessler Machining'])
    expect(preview.created.map((s) => [s.row, s.label, s.detail])).toEqual([
      [4, 'Ann Lee', 'ann@x.example, Kessler Machining'],
      [8, 'No Mail', 'Kessler Machining'],
    ])
    expect(preview.updated).toEqual([{ row: 2, label: 'Patricia Doe', detail: 'Changes: name, phone, client, notes' }])
    expect(preview.skipped.map((s) => s.detail)).toEqual(['Same as row 4', 'Same as row 8'])
    expect(preview.unchanged).toEqual([{ row: 3, label: 'Same', detail: 'same@x.example' }])
    expect(preview.refused).toEqual([
      { row: 6, label: 'nobody@x.example', detail: 'Name: Enter a name.' },
      {
        row: 7,
        label: 'Bad Mail',
        detail:
          'Email: Enter an email address, such as pat@client.example. Phone: Enter a phone number, such as +1 555 0142.',
      },
      {
        row: 10,
        label: 'Too',
        detail:
          'This row has 7 values, but the file has 6 columns. Put quotation marks around values that contain a delimiter.',
      },
    ])
    expect(await book()).toHaveLength(2)
    const csv = () => server.call('GET', `/v1/contact-imports/${d.id}/problems.csv`, { as: owner })
    const before = (await csv()).text
    expect(before.split('\r\n')[0]).toBe('Row,Problem,Name,Email,Phone,Title,Client,Notes')
    expect(before.split('\r\n')[1]).toBe('6,Name: Enter a name.,,nobody@x.example,,,,')
    expect(before.trim().split('\r\n')).toHaveLength(4)

    expect((await run(d.id)).body).toMatchObject({ state: 'running', total: 9, can: { run: false } })
    const done = await finished(d.id)
    expect(done).toMatchObject({
      counts: preview.counts,
      done: 9,
      total: 9,
      by: { name: 'Fresh Owner' },
      can: { undo: true },
    })
    const rows = await book()
    expect(rows.map((r) => r.full_name)).toEqual(['Ann Lee', 'No Mail', 'Patricia Doe', 'Same'])
    expect(rows[0]).toMatchObject({
      email: 'ann@x.example',
      title: 'CFO',
      source: 'import',
      import_id: d.id,
      version: 1,
    })
    expect(rows[2]).toMatchObject({
      id: old.id,
      email: 'PAT@x.example',
      client_id: dental.id,
      notes: 'old\n\nnew',
      version: 2,
      source: 'manual',
    })
    const [made] = await server.db.selectFrom('clients').selectAll().where('import_id', '=', d.id).execute()
    expect([made?.name, rows[0]?.client_id, rows[1]?.client_id]).toEqual(['Kessler Machining', made?.id, made?.id])
    // The rejected rows are kept, the others are not.
    expect((await csv()).text).toBe(before)
    const left = await server.db
      .selectFrom('contact_import_rows')
      .select('row')
      .where('import_id', '=', d.id)
      .orderBy('row')
      .execute()
    expect(left.map((r) => r.row)).toEqual([1, 6, 7, 10])
    // The audit log names the user for the contact and for the import.
    const acts = await server.db
      .selectFrom('audit_log')
      .selectAll()
      .where('company_id', '=', owner.companyId)
      .orderBy('id')
      .execute()
    expect(acts.map((a) => [a.action, a.actor_id, a.via])).toEqual([
      ['contact-import.start', owner.id, 'session'],
      ['contact.edit', owner.id, 'job'],
      ['contact-import.done', owner.id, 'job'],
    ])
    expect(acts[1]).toMatchObject({
      subject_id: old.id,
      before: { full_name: 'Pat' },
      after: { full_name: 'Patricia Doe' },
      reason: 'Import of people.csv',
    })
    const events = await server.db
      .selectFrom('events')
      .select(['topic', 'kind'])
      .where('company_id', '=', owner.companyId)
      .orderBy('id')
      .execute()
    expect(events.map((e) => `${e.topic} ${e.kind}`)).toEqual([
      'contact_import started',
      'contact_import progress',
      'contact_import done',
      'contact imported',
      'client imported',
    ])
    const list = await server.call<{ items: z.infer<typeof ContactRow>[] }>('GET', `/v1/contacts?import=${d.id}`, {
      as: owner,
    })
    expect(list.body.items.map((c) => [c.fullName, c.source])).toEqual([
      ['Ann Lee', 'import'],
      ['No Mail', 'import'],
    ])
  })
  test('rejects rows with names that could pass for the provider or contain a link', async () => {
    const d = await uploaded(
      `Name,Client\n${brand.shortName} Support,\nPat,${brand.shortName} Billing\nSee evil.example,\nAnn,Booking.com\n`,
    )
    const { body } = await check(d.id, planOf(d))
    expect(body.refused).toEqual([
      {
        row: 2,
        label: `${brand.shortName} Support`,
        detail: `Name: The name can’t contain “${brand.shortName}”. Choose another name.`,
      },
      { row: 3, label: 'Pat', detail: `Client: The name can’t contain “${brand.shortName}”. Choose another name.` },
      { row: 4, label: 'See evil.example', detail: 'Name: The name can’t contain web or email addresses.' },
    ])
    await run(d.id)
    expect(await finished(d.id)).toMatchObject({ counts: { created: 1, refused: 3, clientsCreated: 1 } })
  })
  test('changes nothing when the same file is imported again', async () => {
    const raw = 'Name,Email,Client,Notes\nPat,p@x.example,Kessler,n\nAnn,,Kessler,\nBen,,,\n'
    expect((await imported(raw)).counts).toMatchObject({ created: 3, clientsCreated: 1 })
    const again = await imported(raw)
    expect(again.counts).toEqual({ created: 0, updated: 0, unchanged: 3, skipped: 0, refused: 0, clientsCreated: 0 })
    expect((await book()).map((r) => r.version)).toEqual([1, 1, 1])
  })
  test('does the same with a name of an earlier row whether both rows are in one batch or not', async () => {
    const between = Array.from({ length: 600 }, (_, i) => `Person ${i},p${i}@x.example,,\n`).join('')
    // The preview counts both as new, because only the first has an email.
    const done = await imported(
      `Name,Email,Client,Phone\nJohn Smith,js@x.example,Acme,\n${between}John Smith,,Acme,555-0100\n`,
    )
    expect(done.counts).toMatchObject({ created: 602, updated: 0 })
  })
  test('skips existing contacts or creates duplicates, as chosen', async () => {
    const raw = 'Name,Email\nPat,p@x.example\nPat,p@x.example\n'
    await imported(raw)
    expect((await imported('Name,Email\nOther,p@x.example', { existing: 'skip' })).counts).toMatchObject({
      created: 0,
      skipped: 1,
    })
    expect((await book()).map((r) => r.full_name)).toEqual(['Pat'])
    expect((await imported(raw, { existing: 'create' })).counts).toMatchObject({ created: 2, skipped: 0 })
    expect(await book()).toHaveLength(3)
  })
  test('leaves out unknown clients if chosen, and finds known ones regardless of case', async () => {
    const known = await makeClient(server.db, { company_id: owner.companyId, name: 'Müller & Söhne' })
    await makeClient(server.db, {
      company_id: owner.companyId,
      name: 'Old Client',
      archived_at: new Date().toISOString(),
    })
    await imported('Name,Client\nPat,MÜLLER & SÖHNE\nAnn,Unknown Inc\nBen,Old Client\n', { clients: 'leave' })
    expect((await book()).map((r) => [r.full_name, r.client_id])).toEqual([
      ['Ann', null],
      ['Ben', null],
      ['Pat', known.id],
    ])
    expect(
      await server.db.selectFrom('clients').select('id').where('company_id', '=', owner.companyId).execute(),
    ).toHaveLength(2)
  })
  test('joins first and last names, reads files without a header, and unescapes exported formulas', async () => {
    await imported("First,Last,Phone\nPat,Doe,'+1 555 0142\n,Lee,\n")
    expect((await book()).map((r) => [r.full_name, r.phone])).toEqual([
      ['Lee', null],
      ['Pat Doe', '+1 555 0142'],
    ])
    const bare = await uploaded('Cy Young,cy@x.example\nDee Dee,dee@x.example\n')
    expect((await check(bare.id, planOf(bare))).body.counts.created).toBe(2)
  })
  test('keeps text that looks like a formula', async () => {
    await imported('Name,Title,Notes\n=cmd|calc,@SUM(A1),-1+1\n')
    expect(await book()).toMatchObject([{ full_name: '=cmd|calc', title: '@SUM(A1)', notes: '-1+1' }])
  })
  test('keeps an apostrophe before a formula through export and import, also in the rows to fix', async () => {
    await server.call('POST', '/v1/contacts', { as: owner, body: { fullName: `'=Sum`, title: `''-1` } })
    const csv = await server.call('GET', '/v1/contacts.csv', { as: owner })
    expect((await imported(csv.text)).counts).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
    const bad = await uploaded(`Name,Email,Title\n''=Sum,no address,'''-1\n`)
    await check(bad.id, planOf(bad))
    const fix = await server.call('GET', `/v1/contact-imports/${bad.id}/problems.csv`, { as: owner })
    expect((await imported(fix.text.replace('no address', ''))).counts).toMatchObject({ created: 0, unchanged: 1 })
    expect(await book()).toMatchObject([{ full_name: `'=Sum`, title: `''-1` }])
  })
  test('imports an export without changes', async () => {
    await imported('Name,Email,Phone,Title,Client,Notes\n"Doe, Pat",p@x.example,+1 555 0142,=x,Kessler,"a\nb"\n')
    const csv = await server.call('GET', '/v1/contacts.csv', { as: owner })
    expect((await imported(csv.text)).counts).toMatchObject({ created: 0, updated: 0, unchanged: 1, clientsCreated: 0 })
  })
})

describe('rejects', () => {
  const odd = async (plan: Partial<Plan>, raw = 'Name,Email\nPat,p@x.example\n') => {
    const d = await uploaded(raw)
    const r = await check(d.id, planOf(d, plan))
    return [r.status, r.body.error?.fields]
  }
  test('mappings that do not fit the file', async () => {
    expect(await odd({ mapping: ['fullName'] })).toEqual([422, { mapping: [expect.stringMatching(/2 columns/)] }])
    expect(await odd({ mapping: ['fullName', 'fullName'] })).toEqual([
      422,
      { mapping: [expect.stringMatching(/matched to the same field/)] },
    ])
    expect(await odd({ mapping: [null, 'email'] })).toEqual([422, { mapping: ['Choose the column with the name.'] }])
    expect(await odd({ mapping: ['fullName', 'lastName'] })).toEqual([
      422,
      { mapping: [expect.stringMatching(/either/)] },
    ])
    expect((await odd({ mapping: ['password' as 'email', null] }))[0]).toBe(400)
    expect((await odd({ existing: 'erase' as 'skip' }))[0]).toBe(400)
    expect(await odd({ header: true, mapping: ['fullName'] }, 'p@x.example\n')).toEqual([
      422,
      { header: ['This file has only one row. If it contains data, clear “The first row contains column names”.'] },
    ])
  })
  test('running before the check, and running twice', async () => {
    const d = await uploaded('Name\nPat\n')
    expect((await run(d.id)).body.error.fields).toEqual({ mapping: ['Match the columns first.'] })
    await check(d.id, planOf(d))
    const both = await Promise.all([run(d.id), run(d.id)])
    expect(both.map((r) => r.status).sort()).toEqual([200, 409])
    await finished(d.id)
    expect((await run(d.id)).body.error.code).toBe('IMPORT_STARTED')
    expect((await check(d.id, planOf(d))).body.error.code).toBe('IMPORT_STARTED')
    expect(await book()).toHaveLength(1)
  })
  test('an import of another company like an unknown id', async () => {
    const d = await uploaded('Name\nPat\n')
    for (const id of [d.id, crypto.randomUUID()]) {
      expect((await server.call('GET', `/v1/contact-imports/${id}`, { as: stranger })).status).toBe(404)
      expect((await check(id, planOf(d), stranger)).status).toBe(404)
      expect((await run(id, stranger)).status).toBe(404)
      expect((await server.call('POST', `/v1/contact-imports/${id}/undo`, { as: stranger, body: {} })).status).toBe(404)
      expect((await server.call('GET', `/v1/contact-imports/${id}/problems.csv`, { as: stranger })).status).toBe(404)
    }
    const none = await server.call<{ items: [] }>('GET', `/v1/contact-imports?company=${owner.companyId}`, {
      as: stranger,
    })
    expect(none.body.items).toEqual([])
  })
  test('an unknown company from staff, and ignores the company that a partner names', async () => {
    const d = await uploaded('Name\nPat\n', owner, `name=a.csv&company=${stranger.companyId}`)
    expect(d.company.id).toBe(owner.companyId)
    expect((await upload('Name\nPat\n', engineer)).body.error.fields).toEqual({ company: ['Choose a company.'] })
    const nowhere = await upload('Name\nPat\n', engineer, `name=a.csv&company=${crypto.randomUUID()}`)
    expect([nowhere.status, nowhere.body.error.fields]).toEqual([
      422,
      { company: ['This company doesn’t exist. Choose another one.'] },
    ])
    const theirs = await uploaded('Name\nStaff Made\n', engineer, `name=a.csv&company=${owner.companyId}`)
    await check(theirs.id, planOf(theirs), engineer)
    await run(theirs.id, engineer)
    await finished(theirs.id, owner)
    expect((await book()).map((r) => r.full_name)).toEqual(['Staff Made'])
    expect((await get(theirs.id, owner)).by.name).toBe('Erin Engineer')
  })
  test('missing file names and too many waiting files', async () => {
    expect((await upload('Name\nPat', owner, 'name=')).body.error.fields).toEqual({ name: ['Enter the file name.'] })
    expect(
      (await uploaded('Name\nPat', owner, `name=${encodeURIComponent('../../etc/p\u202eass\nwd.csv')}`)).fileName,
    ).toBe('passwd.csv')
    for (let i = 0; i < 9; i++) await uploaded('Name\nPat')
    expect((await upload('Name\nPat')).status).toBe(429)
  })
  test('a second import with the same idempotency key', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const [a, b] = [
      await upload('Name\nPat', owner, 'name=a.csv', headers),
      await upload('Name\nPat', owner, 'name=a.csv', headers),
    ]
    expect([a.status, a.body.id]).toEqual([201, b.body.id])
    expect((await upload('Name\nAnn', owner, 'name=a.csv', headers)).status).toBe(409)
  })
})

describe('no lost and no duplicate rows', () => {
  const many = (n: number) =>
    `Name,Email,Client\n${Array.from({ length: n }, (_, i) => `Person ${i},p${i % (n - 10)}@x.example,Client ${i % 7}`).join('\n')}\n`
  test('continues after an interruption between two batches', async () => {
    const d = await uploaded(many(1_700))
    await check(d.id, planOf(d))
    // Start it directly in the database, so that no worker picks it up first.
    await server.db
      .updateTable('contact_imports')
      .set({
        state: 'running',
        total: 1_700,
        started_at: new Date().toISOString(),
        progressed_at: new Date().toISOString(),
      })
      .where('id', '=', d.id)
      .execute()
    const data = { companyId: owner.companyId, importId: d.id }
    // The process dies in the middle of the third batch: the rows and the progress of that batch are rolled back
    // together.
    await server.db.schema.createTable('import_fault').addColumn('at', 'integer').execute()
    const { sql } = await import('kysely')
    await sql`create function fault() returns trigger language plpgsql security definer as $$ begin
      if new.done_to > 1100 and exists (select from import_fault) then raise exception 'cut off'; end if; return new; end $$`.execute(
      server.db,
    )
    await sql`create trigger fault before update on contact_imports for each row execute function fault()`.execute(
      server.db,
    )
    await sql`insert into import_fault values (1)`.execute(server.db)
    await expect(importWork(server.platform, data)).rejects.toThrow(/cut off/)
    const half = await get(d.id)
    expect([half.state, (await book()).length], `done ${half.done}`).toEqual(['running', half.counts.created])
    expect(half.counts.created).toBeGreaterThan(500)
    expect(half.counts.created).toBeLessThan(1_200)
    await sql`delete from import_fault`.execute(server.db)

    // After a minute without progress the schedule queues it again. Two workers at the same time create no duplicates.
    await server.db
      .updateTable('contact_imports')
      .set({ progressed_at: new Date(Date.now() - 70_000).toISOString() })
      .where('id', '=', d.id)
      .execute()
    await resumeImports.handler(server.platform)
    await Promise.all([importWork(server.platform, data), importWork(server.platform, data)])
    const done = await finished(d.id)
    expect(done.counts).toEqual({
      created: 1_690,
      updated: 0,
      unchanged: 0,
      skipped: 10,
      refused: 0,
      clientsCreated: 7,
    })
    const rows = await book()
    expect([rows.length, new Set(rows.map((r) => r.email)).size]).toEqual([1_690, 1_690])
    await sql`drop trigger fault on contact_imports`.execute(server.db)
  })
  test('keeps the notes that someone saves while the import updates the contact', async () => {
    await imported('Name,Email,Notes\nAda Byron,ada@x.example,First.\n')
    const d = await uploaded('Name,Email,Notes\nAda Byron,ada@x.example,From the file.\n')
    expect((await check(d.id, planOf(d))).status).toBe(200)
    // The notes are written, but not committed yet, when the import gets to the contact.
    await server.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('contacts')
        .set({ notes: 'First.\n\nTyped meanwhile.', version: 2 })
        .where('company_id', '=', owner.companyId)
        .execute()
      expect((await run(d.id)).status).toBe(200)
      await waitForBlockedTransaction(server.db)
    })
    await finished(d.id)
    expect((await book()).map((c) => c.notes)).toEqual(['First.\n\nTyped meanwhile.\n\nFrom the file.'])
  })
  test('creates one set of contacts for two simultaneous imports of a file', async () => {
    const both = [await uploaded(many(600)), await uploaded(many(600))]
    for (const d of both) await check(d.id, planOf(d))
    await Promise.all(both.map((d) => run(d.id)))
    const [a, b] = [await finished(both[0]?.id as string), await finished(both[1]?.id as string)]
    expect((await book()).length).toBe(590)
    expect(a.counts.created + b.counts.created).toBe(590)
  })
  test('imports of one company use one connection at a time', async () => {
    const both = [await uploaded(many(600)), await uploaded(many(601))]
    for (const d of both) await check(d.id, planOf(d))
    const now = new Date().toISOString()
    // Started directly in the database, so that no worker picks them up.
    await server.db
      .updateTable('contact_imports')
      .set({ state: 'running', total: 600, started_at: now, progressed_at: now })
      .where(
        'id',
        'in',
        both.map((d) => d.id),
      )
      .execute()
    let running = 0
    let most = 0
    const { db } = server.platform
    const asActor: typeof db.asActor = async (actor, work) => {
      most = Math.max(most, ++running)
      try {
        return await db.asActor(actor, work)
      } finally {
        running--
      }
    }
    const platform = { ...server.platform, db: { ...db, asActor } }
    await Promise.all(both.map(({ id }) => importWork(platform, { companyId: owner.companyId, importId: id })))
    for (const { id } of both) expect((await get(id)).state).toBe('done')
    expect(most).toBe(1)
  })
  test(`imports ${ROWS} rows and reports progress`, async () => {
    const d = await uploaded(
      `Name,Email\n${Array.from({ length: ROWS }, (_, i) => `Person ${i},p${i}@x.example`).join('\n')}\n`,
    )
    expect((await check(d.id, planOf(d))).body.counts.created).toBe(ROWS)
    await run(d.id)
    await expect.poll(async () => (await get(d.id)).done, { interval: 50 }).toBeGreaterThan(0)
    await expect.poll(async () => (await get(d.id)).state, { interval: 200, timeout: patient(LIMIT.test) }).toBe('done')
    expect((await get(d.id)).counts.created).toBe(ROWS)
    const undone = await server.call<{ removed: number }>('POST', `/v1/contact-imports/${d.id}/undo`, {
      as: owner,
      body: {},
    })
    expect([undone.status, undone.body.removed]).toEqual([200, ROWS])
  })
  test('removes contacts and clients in batches when undone', async () => {
    const rows = Array.from({ length: 1_100 }, (_, i) => `Person ${i},End client ${i}`)
    const { id } = await imported(`Name,Client\n${rows.join('\n')}\n`)
    await sql`create function refuse_many() returns trigger language plpgsql as $$
      begin
        if (select count(*) from gone) > 500 then raise exception 'too many rows in one statement'; end if;
        return null;
      end $$`.execute(server.db)
    for (const table of ['contacts', 'clients'])
      await sql`create trigger refuse_many after delete on ${sql.table(table)} referencing old table as gone
        for each statement execute function refuse_many()`.execute(server.db)
    try {
      const undone = await server.call('POST', `/v1/contact-imports/${id}/undo`, { as: owner, body: {} })
      expect(undone.body).toEqual({ removed: 1_100, kept: 0, clientsRemoved: 1_100 })
    } finally {
      await sql`drop function refuse_many() cascade`.execute(server.db)
    }
    expect(await book()).toEqual([])
  })
  test('removes created contacts that were not changed since when undone', async () => {
    await makeContact(server.db, { company_id: owner.companyId, full_name: 'Mine', email: 'mine@x.example' })
    const { id } = await imported(
      'Name,Email,Phone,Client\nAnn,a@x.example,,New One\nBen,b@x.example,,New Two\nMine,mine@x.example,+1 555 0142,\n',
    )
    const [, ben] = (await book()).filter((r) => r.import_id === id)
    await server.call('PATCH', `/v1/contacts/${ben?.id}`, { as: owner, body: { version: 1, title: 'CFO' } })
    const undo = (as = owner) =>
      server.call<{ removed: number } & ErrorShape>('POST', `/v1/contact-imports/${id}/undo`, { as, body: {} })
    const member = await server.person({ id: owner.companyId, name: 'Fresh', slug: 'x', is_internal: false }, 'member')
    expect((await undo(member)).status).toBe(403)
    expect((await undo()).body).toEqual({ removed: 1, kept: 1, clientsRemoved: 1 })
    expect((await book()).map((r) => [r.full_name, r.phone])).toEqual([
      ['Ben', null],
      ['Mine', '+1 555 0142'],
    ])
    expect(await get(id)).toMatchObject({ state: 'undone', removed: 1, can: { undo: false } })
    expect((await undo()).status).toBe(422)
    const list = await server.call<{ items: Import[] }>('GET', '/v1/contact-imports', { as: owner })
    expect(list.body.items.map((i) => [i.id, i.state])).toEqual([[id, 'undone']])
  })
  test('deletes files that were not imported after an hour, and rejected rows after a week', async () => {
    const waiting = await uploaded('Name\nPat\n')
    const fresh = await uploaded('Name\nPat\n')
    const old = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    await server.db
      .updateTable('contact_imports')
      .set({ created_at: old(1.1) })
      .where('id', '=', waiting.id)
      .execute()
    const done = await imported('Name,Email\nPat,bad\n')
    await server.db
      .updateTable('contact_imports')
      .set({ finished_at: old(24 * 7 + 1) })
      .where('id', '=', done.id)
      .execute()
    await sweepImports.handler(server.platform)
    expect((await server.call('GET', `/v1/contact-imports/${waiting.id}`, { as: owner })).status).toBe(404)
    expect((await get(fresh.id)).id).toBe(fresh.id)
    expect((await get(done.id)).counts.refused).toBe(1)
    const rows = await server.db
      .selectFrom('contact_import_rows')
      .select('import_id')
      .where('company_id', '=', owner.companyId)
      .execute()
    expect(new Set(rows.map((r) => r.import_id))).toEqual(new Set([fresh.id]))
  })
  test('gives up an import that keeps failing', async () => {
    const d = await uploaded('Name\nPat\n')
    const old = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    await server.db
      .updateTable('contact_imports')
      .set({ state: 'running', started_at: old(70), progressed_at: old(9) })
      .where('id', '=', d.id)
      .execute()
    // Queuing the import again does not count as progress.
    await resumeImports.handler(server.platform)
    expect((await get(d.id)).state).toBe('running')
    const minutesLater = sql<string>`progressed_at - interval '2 minutes'`
    await server.db.updateTable('contact_imports').set({ progressed_at: minutesLater }).where('id', '=', d.id).execute()
    await resumeImports.handler(server.platform)
    expect((await get(d.id)).state).toBe('failed')
  })
})
