import { expect, test } from 'vitest'
import {
  defineFilter,
  type Filter,
  flag,
  isNarrowed,
  isView,
  manyOf,
  moveToView,
  oneOf,
  pick,
  readFilter,
  removeFields,
  toFilterInput,
  toFilterQuery,
  type View,
  widenFilter,
  writeFilter,
} from './filter.ts'

const named = (values: string[]) => values.map((value) => ({ value, label: value.toUpperCase() }))
const schema = defineFilter({
  search: 'Search things',
  sorts: ['updated', 'name'],
  sort: 'updated',
  order: 'desc',
  fields: {
    status: manyOf('Status', named(['new', 'busy', 'waiting', 'done']), { usual: ['new', 'busy', 'waiting'] }),
    kind: manyOf('Kind', named(['a', 'b', 'c'])),
    plan: oneOf('Plan', named(['small', 'large'])),
    bare: flag('Bare', 'Only bare ones'),
    assignee: pick('Assignee', undefined, { words: named(['me', 'none']) }),
  },
})
const views: View[] = [
  { key: 'open', label: 'Open', set: {} },
  { key: 'nobodys', label: 'Unassigned', set: { assignee: 'none' } },
  { key: 'mine', label: 'Mine', set: { assignee: 'me' } },
  { key: 'waiting', label: 'Waiting', set: { status: ['waiting'] } },
  { key: 'all', label: 'All', set: { status: [] }, everything: true },
]
const person = '0198c0de-0000-7000-8000-000000000001'
const read = (query: string) => readFilter(schema, new URLSearchParams(query))
const loose = (query: string) => read(query) as Filter
const write = (filter: Parameters<typeof writeFilter<(typeof schema)['fields'], (typeof schema)['sorts']>>[1]) =>
  writeFilter(schema, filter).toString()

test('an empty query means the defaults, and the defaults write no query', () => {
  expect(toFilterInput(schema, read(''))).toEqual({
    status: ['new', 'busy', 'waiting'],
    sort: 'updated',
    order: 'desc',
  })
  expect(write(read(''))).toBe('')
  expect(write(read('status=waiting&status=new&status=busy'))).toBe('')
})

test('a written filter can be read back', () => {
  const query = `q=a+b&status=new&status=done&kind=a&kind=b&plan=large&bare=true&assignee=${person}&sort=name&order=asc`
  expect(write(read(query))).toBe(query)
  expect(write(read('status=all'))).toBe('status=all')
  expect(toFilterInput(schema, read('status=all')).status).toBeUndefined()
})

test('the same filter always has the same text', () => {
  expect(write(read('kind=b&q=x&kind=a&status=done&status=waiting&status=new&status=busy'))).toBe(
    'q=x&status=all&kind=a&kind=b',
  )
})

test('invalid values of a query are left out', () => {
  expect(
    read(`status=lost&kind=z&plan=huge&bare=yes&assignee=everyone&sort=colour&order=up&q=${'x'.repeat(300)}`),
  ).toEqual({ ...read(''), q: 'x'.repeat(200) })
})

test('a fixed field is neither read, written, nor sent twice', () => {
  const rest = removeFields(schema as never, ['status', 'unknown'])
  const filter = readFilter(rest, new URLSearchParams('status=done&kind=a'))
  expect(filter).not.toHaveProperty('status')
  expect(writeFilter(rest, filter).toString()).toBe('kind=a')
  expect(toFilterInput(schema as never, filter)).toMatchObject({ kind: ['a'], status: undefined })
  expect(removeFields(schema as never, ['unknown'])).toBe(schema)
})

test('a list without search ignores search words', () => {
  const quiet = defineFilter({ sorts: ['name'], sort: 'name' })
  expect(readFilter(quiet, new URLSearchParams('q=x'))).toEqual({ q: '', sort: 'name', order: 'asc' })
})

test('the export requests the same filter as the list', () => {
  const query = (address: string) => toFilterQuery(toFilterInput(schema, read(address)))
  expect(query('status=all&q=+x+&kind=a&kind=b&bare=true')).toBe('sort=updated&order=desc&q=x&kind=a&kind=b&bare=true')
  expect(new URLSearchParams(query('')).getAll('status')).toEqual(['new', 'busy', 'waiting'])
})

test('each view is recognized and keeps the other filters', () => {
  for (const view of views) {
    const filter = moveToView(schema, views, view, loose('q=x&kind=a&bare=true'))
    expect(views.filter((v) => isView(schema, views, v, filter))).toEqual([view])
    expect(filter).toMatchObject({ q: 'x', kind: ['a'], bare: true })
    expect(isNarrowed(schema, views, filter)).toBe(true)
    const wide = widenFilter(schema, views, filter)
    expect(isView(schema, views, view, wide)).toBe(true)
    expect(isNarrowed(schema, views, wide)).toBe(false)
  }
})

test('changing views resets “me” and keeps a chosen person', () => {
  const [open, , mine, waiting] = views
  if (!open || !mine || !waiting) throw new Error('views are missing')
  expect(moveToView(schema, views, open, loose('assignee=me'))).toMatchObject({ assignee: undefined })
  expect(moveToView(schema, views, waiting, loose(`assignee=${person}`))).toMatchObject({ assignee: person })
  expect(isView(schema, views, open, loose(`assignee=${person}`))).toBe(true)
  expect(isNarrowed(schema, views, loose(`assignee=${person}`))).toBe(true)
})

test('a search narrows the list; the sort order does not', () => {
  expect(isNarrowed(schema, views, loose('q=x'))).toBe(true)
  expect(isNarrowed(schema, views, loose('q=x'), false)).toBe(false)
  expect(isNarrowed(schema, views, loose('sort=name&order=asc'))).toBe(false)
  expect(widenFilter(schema, views, loose('q=x&kind=a&sort=name&order=asc'), true)).toMatchObject({
    q: 'x',
    kind: [],
    sort: 'name',
  })
})

test('statuses that no view has narrow the list and are cleared with the other filters', () => {
  const filter = loose('status=new&status=done')
  expect(views.some((v) => isView(schema, views, v, filter))).toBe(false)
  expect(isNarrowed(schema, views, filter)).toBe(true)
  expect(widenFilter(schema, views, filter)).toEqual(loose(''))
})
