// How lists, search and counts slow down: 10,000 tickets of 20 companies compared with 1,000,000 of 2,000, in one
// cluster.
import http from 'node:http'
import os from 'node:os'
import pg from 'pg'
import type { Cluster } from '../src/server/platform/database/postgres.ts'
import { type Env, makeDatabase } from './cluster.ts'
import { serverUnderLoad, type UnderLoad } from './load.ts'

const COMMON =
  'sync agreement ticket client failed since error please check backup printer license user account mailbox teams server firewall invoice contact automation run webhook update password reset domain tenant alert disk network report billing onboarding device laptop policy restore certificate'.split(
    ' ',
  )
const SYLLABLES = 'ba co di fu ga he ji ko lu ma ne or pa qui re sa ti ul ve wi xo yo zan mer tol din gra ster'.split(
  ' ',
)
const WORDS = 12_000
const SENTENCES = 60_000

/** Returns words in order of frequency: real words first, then made-up ones. */
function vocabulary(): string[] {
  const made = new Set(COMMON)
  for (let n = 0; made.size < WORDS; n++) {
    let word = ''
    for (let rest = n * 7919 + 101, i = 0; i < 3 + (n % 2); i++) {
      word += SYLLABLES[rest % SYLLABLES.length]
      rest = Math.floor(rest / SYLLABLES.length) + n
    }
    made.add(word)
  }
  return [...made]
}

/** Returns SQL that picks a sentence by number. The same number always gives the same sentence. */
const nth = (of: string) => `(${of})::bigint * 48271 % ${SENTENCES}`

/**
 * Returns SQL that inserts a range of tickets with their conversations. Their search words are combined from those of
 * the sentences.
 */
const SEED = (companies: number, from: number, to: number) => `
  insert into tickets (company_id, id, number, subject, description, category, impact, urgency, priority, status, source, requester_id,
      assignee_id, tags, client_id, contact_id, created_at, updated_at, resolved_at, closed_at, sla_due_at, sla_soon_at, next_sla_check_at)
  select c.id, t.id, 1000 + i, s0.subject, s1.text || '. ' || s2.text || '. ' || s3.text || t.rare,
    (array['automation', 'integration', 'licenses', 'reporting', 'ai', 'voice', 'account', 'billing', 'other'])[1 + i % 9],
    'one', 'medium', (array['P4', 'P3', 'P4', 'P3', 'P4', 'P2', 'P4', 'P3', 'P4', 'P1'])[1 + (i + t.nth) % 10], t.status,
    (array['portal', 'portal', 'mail', 'api'])[1 + i % 4], c.users[1 + t.nth % 5],
    case when t.status = 'new' and i % 2 = 0 then null else e.ids[1 + i % cardinality(e.ids)] end,
    case when i % 5 = 0 then array['vip', 'tag' || i % 40] else '{}' end, c.clients[1 + t.nth % 10], c.contacts[1 + t.nth % 125], t.at, t.at + interval '3 hours' * (i % 40),
    case when t.status in ('resolved', 'closed') then t.at + interval '1 day' end, case when t.status = 'closed' then t.at + interval '8 days' end,
    case when t.status in ('new', 'in_progress') then now() + interval '1 hour' * (i % 97 - 10) end,
    case when t.status in ('new', 'in_progress') then now() + interval '1 hour' * (i % 97 - 11) end, null
  from seed_tickets t join seed_companies c on c.n = i % ${companies} cross join seed_engineers e
    join seed_sentences s0 on s0.n = ${nth('i * 7')} join seed_sentences s1 on s1.n = ${nth('i * 13')}
    join seed_sentences s2 on s2.n = ${nth('i * 17')} join seed_sentences s3 on s3.n = ${nth('i * 19')}
  where i between ${from} and ${to} order by i;
  insert into messages (company_id, id, ticket_id, kind, author_id, author_kind, author_name, body, created_at)
  select c.id, uuidv7(t.at + interval '1 hour' * k - now()), t.id, case when k = 3 then 'note' else 'reply' end, c.users[1 + t.nth % 5],
    case when k = 3 then 'agent' else 'partner' end, 'Bench', a.text || '. ' || b.text, t.at + interval '1 hour' * k
  from seed_tickets t join seed_companies c on c.n = i % ${companies} cross join generate_series(1, 3) as k
    join seed_sentences a on a.n = ${nth('i * (23 + k)')} join seed_sentences b on b.n = ${nth('i * (31 + k)')}
  where i between ${from} and ${to} and (k = 1 or i % 4 = 0) order by i, k;
  insert into ticket_words (company_id, id, month, words, words_with_notes)
  select c.id, t.id, month_of(t.at + interval '3 hours' * (i % 40)), w.words, case when i % 4 = 0 then w.words || a3.words || b3.words end
  from seed_tickets t join seed_companies c on c.n = i % ${companies}
    join seed_sentences s0 on s0.n = ${nth('i * 7')} join seed_sentences s1 on s1.n = ${nth('i * 13')}
    join seed_sentences s2 on s2.n = ${nth('i * 17')} join seed_sentences s3 on s3.n = ${nth('i * 19')}
    join seed_sentences a1 on a1.n = ${nth('i * 24')} join seed_sentences b1 on b1.n = ${nth('i * 32')}
    join seed_sentences a2 on a2.n = ${nth('i * 25')} join seed_sentences b2 on b2.n = ${nth('i * 33')}
    join seed_sentences a3 on a3.n = ${nth('i * 26')} join seed_sentences b3 on b3.n = ${nth('i * 34')}
    cross join lateral (select s0.subject_words || s1.words || s2.words || s3.words || a1.words || b1.words
      || case when i % 4 = 0 then a2.words || b2.words else '' end || to_tsvector('simple', t.rare) as words offset 0) as w
  where i between ${from} and ${to} order by i;`

/**
 * Fills a database in bulk. During this, triggers are off and indexes are dropped. What they maintain is written at the
 * end.
 */
export async function fill(url: string, tickets: number, say: (line: string) => void): Promise<void> {
  const companies = tickets / 500
  const connect = async () => {
    const client = new pg.Client(url)
    // When a statement fails, the cluster stops while other connections are open.
    client.on('error', () => {})
    await client.connect()
    await client.query(`set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '1GB';
      set work_mem = '256MB'; set jit = off; set max_parallel_maintenance_workers = 0`)
    return client
  }
  /** Runs statements one after another, on up to two connections. */
  const each = async (statements: string[], done: (at: number) => void = () => {}) => {
    const rest = statements.map((text, at) => ({ text, at }))
    await Promise.all(
      Array.from({ length: Math.min(2, os.cpus().length) }, async () => {
        const own = await connect()
        for (let next = rest.shift(); next; next = rest.shift()) {
          await own.query(next.text)
          done(next.at)
        }
        await own.end()
      }),
    )
  }
  const db = await connect()
  const { rows: indexes } = await db.query<{ name: string; def: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as def from pg_index i
     where indrelid = any('{tickets,messages,ticket_words,ticket_tags,contacts}'::regclass[]) and not indisprimary
       and not exists (select from pg_constraint where conindid = indexrelid)
     order by indrelid <> 'ticket_words'::regclass, indexrelid::regclass::text`,
  )
  await db.query(indexes.map(({ name }) => `drop index ${name}`).join(';'))
  const words = vocabulary()
  await db.query('create unlogged table seed_words (n serial, word text)')
  await db.query('insert into seed_words (word) select unnest($1::text[])', [words])
  await db.query(`
    create unlogged table seed_sentences as
      select n, text, search_words(text) as words, subject, search_words(subject) as subject_words from (
        select s as n, string_agg(w.word, ' ') as text, initcap(left(string_agg(w.word, ' '), 70)) as subject
        from generate_series(0, ${SENTENCES - 1}) as s cross join generate_series(1, 9) as k
        cross join lateral (select floor(power(${words.length}, random() + s * 0 + k * 0))::int as r) as z join seed_words w on w.n = z.r group by s) as made;
    insert into companies (id, name, slug, is_internal, created_at)
      select gen_random_uuid(), case i when 0 then 'The provider' else initcap(w.word) || ' ' || (array['IT', 'Systems', 'Managed Services', 'Networks'])[1 + i % 4] || ' ' || i end,
        'company-' || i, i = 0, now() - interval '1 day' * (i % 900)
      from generate_series(0, ${companies}) as i join seed_words w on w.n = 100 + i;
    create unlogged table seed_people as select gen_random_uuid() as id, c.id as company_id, k, c.is_internal,
        initcap(a.word) || ' ' || initcap(b.word) as name, a.word || '.' || b.word || row_number() over () || '@example.test' as email
      from companies c cross join lateral generate_series(1, case when c.is_internal then greatest(2, ${companies} / 10) else 5 end) as k
      join seed_words a on a.n = 200 + abs(hashtext(c.slug || k)) % 3000 join seed_words b on b.n = 3500 + abs(hashtext(c.slug || 'b' || k)) % 6000;
    insert into auth."user" (id, name, email, "emailVerified") select id, name, email, true from seed_people;
    insert into profiles (id, company_id, full_name, email, last_seen_at) select id, company_id, name, email, now() - interval '1 hour' * k from seed_people;
    insert into user_roles (user_id, company_id, role) select id, company_id, 'owner' from seed_people where k = 1 and not is_internal;
    insert into clients (company_id, id, name) select c.id, gen_random_uuid(), initcap(w.word) || ' ' || k
      from companies c cross join generate_series(1, 10) as k join seed_words w on w.n = 300 + abs(hashtext(c.slug || 'c' || k)) % 8000 where not c.is_internal;
    insert into contacts (company_id, id, client_id, full_name, email, search)
      select x.*, contact_search(x.full_name, x.email, null, null, null) from (
        select c.id, gen_random_uuid() as i, null::uuid as l, initcap(a.word) || ' ' || initcap(b.word) as full_name, a.word || k || '@' || c.slug || '.test' as email
        from companies c cross join generate_series(1, 125) as k join seed_words a on a.n = 200 + abs(hashtext(c.slug || 'f' || k)) % 3000
          join seed_words b on b.n = 3500 + abs(hashtext(c.slug || 'l' || k)) % 6000 where not c.is_internal) as x;
    create unlogged table seed_companies as select row_number() over (order by c.created_at, c.id) - 1 as n, c.id,
      (select array_agg(id) from profiles where company_id = c.id) as users, (select array_agg(id) from clients where company_id = c.id) as clients,
      (select array_agg(id) from contacts where company_id = c.id) as contacts from companies c where not is_internal;
    create unlogged table seed_engineers as select array_agg(p.id) as ids from profiles p join companies c on c.id = p.company_id where c.is_internal;
    create unlogged table seed_tickets as
      select i, i / ${companies} as nth, uuidv7(at - now()) as id, at,
        case when h % 100 < 93 then 'closed' when h % 100 < 95 then 'resolved'
          else (array['new', 'in_progress', 'waiting_on_partner', 'waiting_on_third_party', 'in_progress'])[1 + (h % 100 - 95)] end as status,
        case when i % ${Math.floor(tickets / 12)} = 5 then ' quokka' else '' end
          || case when h / 100 % 1000 = 3 then ' flange' else '' end || case when h / 1000 % 100 = 7 then ' gasket' else '' end as rare
      from (select i, abs(hashint8(i)::bigint) as h, now() - interval '3 years' * (1 - i::float8 / ${tickets}) - interval '2 days' as at
        from generate_series(1, ${tickets}) as i) as numbers;
    create index on seed_tickets (i);
    analyze`)
  say('companies and people')
  const step = Math.min(50_000, tickets / 2)
  await each(
    Array.from({ length: tickets / step }, (_, i) => SEED(companies, i * step + 1, (i + 1) * step)),
    (at) => {
      if (tickets > 100_000 && at % 4 === 3) say(`${((at + 1) * step).toLocaleString('en-US')} tickets`)
    },
  )
  await db.query(
    'insert into ticket_tags (company_id, ticket_id, tag, updated_at) select company_id, id, unnest(tags), updated_at from tickets',
  )
  say('rows')
  await each(indexes.map(({ def }) => def))
  say('indexes')
  await db.query(`
    insert into ticket_counts (company_id, status, count, unassigned)
      select company_id, status, count(*), count(*) filter (where assignee_id is null) from tickets group by 1, 2;
    insert into derived.ticket_totals (share, status, count, unassigned) select company_id_share, status, sum(count), sum(unassigned)
      from (select abs(hashtext(company_id::text)) % 64 as company_id_share, * from ticket_counts) as c group by 1, 2;
    insert into derived.ticket_loads (share, assignee_id, priority, waiting, count)
      select n % 8, coalesce(assignee_id, '00000000-0000-0000-0000-000000000000'), priority, waiting, count(*)
      from (select *, row_number() over () as n, status in ('waiting_on_partner', 'waiting_on_third_party') as waiting from tickets
        where status not in ('resolved', 'closed')) as t group by 1, 2, 3, 4;
    insert into derived.words_of_all select word from seed_words where length(word) >= 3 and word !~ '[0-9]' on conflict do nothing;
    insert into derived.words select c.id, w.word, true from companies c cross join seed_words w where w.n <= 1500 and length(w.word) >= 3 on conflict do nothing`)
  say('counts and dictionaries')
  await db.query('vacuum analyze')
  await db.end()
}

type Size = {
  server: UnderLoad & { staff: string[]; tenant: string[]; company: string; user: string; contact: string }
  tickets: number
}

type Case = { name: string; as: 'staff' | 'tenant'; path: (s: Size['server']) => string }
const list = (name: string, query: string, as: Case['as'] = 'staff'): Case => ({
  name: `${name} (${as})`,
  as,
  path: () => `/api/v1/tickets?limit=50&${query}`,
})
const of = (name: string, path: Case['path'], as: Case['as'] = 'staff'): Case => ({ name: `${name} (${as})`, as, path })
// Limit pages to what ten thousand tickets can fill, because returning more rows would not be a fair comparison.
const some = (limit: number, name: string, query: string, as: Case['as'] = 'staff'): Case => ({
  name: `${name} (${as})`,
  as,
  path: () => `/api/v1/tickets?limit=${limit}&${query}`,
})
const OPEN = 'status=new&status=in_progress&status=waiting_on_partner&status=waiting_on_third_party'
const CASES: Case[] = [
  list('list', ''),
  list('list, open', OPEN),
  ...['created', 'number', 'priority', 'due'].map((sort) => list(`list by ${sort}`, `sort=${sort}`)),
  list('list by due, open', `sort=due&order=asc&${OPEN}`),
  list('list by priority, open', `sort=priority&order=asc&${OPEN}`),
  some(15, 'list, status and priority', 'status=in_progress&priority=P1'),
  list('list, category and closed', 'category=voice&status=closed'),
  some(20, 'list, nobody’s, new', 'assignee=none&status=new'),
  list('list, mine, open', `assignee=me&${OPEN}`),
  list('list, mine', 'assignee=me'),
  list('list, source', 'source=api'),
  list('list, tag', 'tag=tag15'),
  of('list, contact', (s) => `/api/v1/tickets?limit=4&contact=${s.contact}`),
  of('list, company', (s) => `/api/v1/tickets?limit=50&company=${s.company}`),
  of(
    'list, company, status, priority',
    (s) => `/api/v1/tickets?limit=50&company=${s.company}&status=closed&priority=P2`,
  ),
  list('list', '', 'tenant'),
  list('list, status, priority', 'status=closed&priority=P2', 'tenant'),
  list('list by priority', 'sort=priority', 'tenant'),
  some(5, 'list, three filters of which one is rare', 'status=waiting_on_partner&priority=P1&source=api'),
  some(15, 'list, source and priority', 'source=mail&priority=P1'),
  some(10, 'list, tag, open', `tag=tag15&${OPEN}`),
  of('a ticket', (s) => `/api/v1/tickets/${s.ticket}`),
  of('workload', () => '/api/v1/tickets/workload'),
  of('counts', () => '/api/v1/tickets/counts'),
  of('counts', () => '/api/v1/tickets/counts', 'tenant'),
  some(8, 'search, rare word', 'q=quokka'),
  some(5, 'search, one in 1,000', 'q=flange'),
  list('search, one in 100', 'q=gasket'),
  list('search, common word', 'q=sync'),
  list('search, two common words', 'q=backup%20firewall'),
  some(5, 'search, common and rare', 'q=sync%20quokka'),
  list('search, common, by number', 'q=sync&sort=number'),
  list('search, common, open only', `q=sync&${OPEN}`),
  list('search, one in 1,000, open only', `q=flange&${OPEN}`),
  list('search, beginning of a word', 'q=certif'),
  list('search, two letters', 'q=ba'),
  list('search, typing error', 'q=quoka'),
  list('search, nothing like it', 'q=zzyzxxq'),
  list('search, phrase', `q=${encodeURIComponent('"sync failed"')}`),
  list('search, number', 'q=T-5000'),
  list('search, common word', 'q=sync', 'tenant'),
  list('search, one in 100', 'q=gasket', 'tenant'),
  list('search, typing error', 'q=agreemnet', 'tenant'),
  of('palette, a name', () => '/api/v1/search?q=mer'),
  of('palette, two words', () => '/api/v1/search?q=ster%20gra'),
  of('palette, typing error', () => '/api/v1/search?q=agreemnet'),
  of('palette, one letter', () => '/api/v1/search?q=m'),
  of('palette', () => '/api/v1/search?q=sync', 'tenant'),
  of('contacts', () => '/api/v1/contacts?limit=50'),
  of('contacts, search', () => '/api/v1/contacts?limit=50&q=ster'),
  of('clients, search', () => '/api/v1/clients?limit=5&q=ster'),
  of('users', () => '/api/v1/users?limit=50'),
  of('users, search', () => '/api/v1/users?limit=5&q=ster'),
  of('companies', () => '/api/v1/companies?limit=20'),
  of('companies, search', () => '/api/v1/companies?limit=5&q=systems'),
]

/** Returns the lower quartile. The slower answers include the effect of other processes on the machine. */
const typical = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 2] as number

/** Seeds both sizes. Prints how long each case takes, and the ratio between the two sizes. */
export async function ticketFigures(
  cluster: Cluster,
  env: Env,
  only: string[],
  counts = [10_000, 1_000_000],
): Promise<void> {
  const sizes: Size[] = []
  const seeded: { tickets: number; url: string }[] = []
  for (const tickets of counts) {
    const begun = Date.now()
    const { url, superuser } = await makeDatabase(cluster, `bench_${tickets}`)
    const say = (line: string) =>
      console.log(`  ${tickets.toLocaleString('en-US')}: ${line} (${Math.round((Date.now() - begun) / 1000)} s)`)
    await fill(superuser, tickets, say)
    say('seeded')
    seeded.push({ tickets, url })
  }
  // Start the servers only now. Access tokens are valid for minutes, and filling the second database takes longer.
  for (const { tickets, url } of seeded) {
    const server = await serverUnderLoad('tickets.server.ts', { ...env, DATABASE_URL: url })
    sizes.push({ server: server as Size['server'], tickets })
  }
  try {
    await measureCases(sizes, only)
  } finally {
    for (const { server } of sizes) await server.stop()
  }
}

/** Measures every case at every data size in turn, and prints how its time grows. `only` selects cases by name. */
async function measureCases(sizes: Size[], only: string[]): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  let turn = 0
  const ask = ({ server }: Size, c: Case) =>
    new Promise<{ ms: number; status: number; items: number }>((ok, no) => {
      const tokens = c.as === 'staff' ? server.staff : server.tenant
      const token = tokens[turn++ % tokens.length]
      const start = performance.now()
      http
        .get(
          {
            agent,
            port: server.port,
            host: '127.0.0.1',
            path: c.path(server),
            headers: { apikey: server.apikey, authorization: `Bearer ${token}` },
          },
          (res) => {
            let text = ''
            res.on('data', (d) => {
              text += d
            })
            res.on('end', () => {
              const ms = performance.now() - start
              if (res.statusCode !== 200 && res.statusCode !== 400) console.log(c.name, text.slice(0, 200))
              ok({
                ms,
                status: res.statusCode ?? 0,
                items: text.startsWith('{"items"') ? JSON.parse(text).items.length : 0,
              })
            })
          },
        )
        .on('error', no)
    })
  const table: Record<string, string | number>[] = []
  for (const c of CASES.filter((one) => only.length === 0 || only.some((word) => one.name.includes(word)))) {
    const times: number[][] = sizes.map(() => [])
    const items: number[] = []
    let status = 200
    for (let round = 0; round < 40; round++) {
      for (const [i, size] of sizes.entries()) {
        const r = await ask(size, c)
        if (r.status !== 200) status = r.status
        items[i] = r.items
        if (round >= 8) times[i]?.push(r.ms)
        // A case this slow needs no more rounds.
        if (r.ms > 500 && round > 15) round = 39
      }
      if (status !== 200) break
    }
    if (status !== 200) {
      table.push({ what: c.name, '10,000': `HTTP ${status}` })
      continue
    }
    const [small, big] = times.map(typical) as [number, number]
    table.push({
      what: c.name,
      '10,000': small.toFixed(1),
      '1,000,000': big.toFixed(1),
      ratio: (big / small).toFixed(2),
      '': big / small > 1.3 ? 'above 1.3' : '',
      rows: items.join(' / '),
    })
  }
  agent.destroy()
  console.log(
    '\nGrowth: time of an answer in ms (lower quartile of 32, the sizes in turn), with 10,000 tickets of 20 companies and 1,000,000 of 2,000',
  )
  console.table(table)
}
