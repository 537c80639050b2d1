import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DB } from './db.types.ts'
import { LiteralLimits, limitOf } from './literal-limit.ts'

const db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (own) => new PostgresIntrospector(own),
    createQueryCompiler: () => new LiteralLimits(),
  },
})
const ofList = (limit: Parameters<typeof limitOf>[0]) =>
  db.selectFrom('companies').select('id').where('name', '=', 'Acme').limit(limit).compile()

test('the limit of a usual page is in the text of the query, so that Postgres plans the query once', () => {
  for (const limit of [1, 25, 26, 51, 101, 500, 1_000]) {
    const { sql: text, parameters } = ofList(limit)
    expect(text).toMatch(new RegExp(`limit ${limit}$`))
    expect(parameters).toEqual(['Acme'])
    expect(sql`select 1 limit ${limitOf(limit)}`.compile(db)).toMatchObject({
      sql: `select 1 limit ${limit}`,
      parameters: [],
    })
  }
})

test('a page size that only an API client would choose remains a parameter: each text is kept by every connection', () => {
  const texts = new Set(Array.from({ length: 101 }, (_, i) => ofList(i + 1).sql))
  expect(texts.size).toBeLessThan(30)
  const { sql: text, parameters } = ofList(77)
  expect(text).toMatch(/limit \$2$/)
  expect(parameters).toEqual(['Acme', 77])
})

test('only whole numbers reach the text', () => {
  for (const limit of [
    1.5,
    -1,
    0,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 60,
    '1; drop table companies',
  ] as never[]) {
    expect(ofList(limit).sql).toMatch(/limit \$2$/)
    expect(sql`limit ${limitOf(limit)}`.compile(db).parameters).toEqual([limit])
  }
  const computed = db.selectFrom('companies').select('id').limit(sql<number>`least(${3}, 5)`).compile()
  expect(computed.sql).toMatch(/limit least\(\$1, 5\)$/)
})
