import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from './database/db.ts'
import {
  buildNewColumns,
  changedColumns,
  describeChange,
  editFields,
  exceedsRights,
  listFieldChanges,
  pickWritten,
  toInputs,
} from './field-edits.ts'
import {
  buildCsv,
  defineFields,
  exportFields,
  fieldOf,
  filterConditions,
  getFileFields,
  presentFields,
} from './fields.ts'

type Thing = { name: string; state: string; owner_id: string | null; serial: string | null; secret: string }
const field = fieldOf<Thing, { state?: string }>()
const things = defineFields('t', {
  name: field({
    label: 'Name',
    columns: ['name'],
    present: (r) => r.name,
    export: {},
    write: { by: 'everyone', column: 'name' },
    history: { notify: true },
  }),
  state: field({
    label: 'State',
    columns: ['state'],
    present: (r) => r.state,
    names: { on: 'Running' },
    export: {},
    write: { by: 'everyone', column: 'state' },
    history: {},
  }),
  owner: field({
    label: 'Owner',
    columns: ['owner_id'],
    present: (r) => r.owner_id,
    export: [
      { key: 'ownerId', head: 'Owner ID' },
      { key: 'owned', value: (id) => id !== null },
    ],
    write: {
      by: 'staff',
      column: 'owner_id',
      input: 'ownerId',
      reference: {
        choose: async (_, __, id) => (id === null ? undefined : { id, name: `Person ${id}` }),
        nameOf: async (_, __, id) => `Person ${id}`,
      },
    },
    history: {},
  }),
  secret: field({
    label: 'Secret',
    shown: 'record',
    columns: ['secret'],
    present: (r) => r.secret.length,
    export: false,
  }),
})
const row: Thing = { name: 'A', state: 'off', owner_id: '1', serial: null, secret: 'xyz' }
const none = undefined as unknown as Db

test('a list selects and shows only its declared fields', () => {
  expect(things.list).toEqual(['t.name', 't.state', 't.owner_id'])
  expect(things.record).toEqual(['t.secret'])
  expect(presentFields(things, 'list', row)).toEqual({ name: 'A', state: 'off', owner: '1' })
  expect(presentFields(things, 'record', row)).toEqual({ secret: 3 })
})

test('files have one or several columns of a field, or none', () => {
  expect(things.exported).toEqual([
    { key: 'name', head: 'Name' },
    { key: 'state', head: 'State', names: { on: 'Running' } },
    { key: 'ownerId', head: 'Owner ID' },
    { key: 'owned', head: 'Owner' },
  ])
  expect(exportFields(things, row)).toEqual({ name: 'A', state: 'off', ownerId: '1', owned: true })
})

test('an edit sets only what differs, and looks up references', async () => {
  const edited = await editFields(things, none, 'c', row, { name: 'A', state: 'on', ownerId: '2' })
  expect(edited).toEqual({
    columns: { state: 'on', owner_id: '2' },
    before: { state: 'off', owner_id: '1' },
    names: { owner: { from: 'Person 1', to: 'Person 2' } },
  })
  const after = { ...row, ...edited.columns }
  expect(changedColumns(pickWritten(things, row), pickWritten(things, after))).toEqual(edited.columns)
  const changes = listFieldChanges(things, row, after, edited.names)
  expect(changes.map((change) => describeChange(things, change))).toEqual([
    'changed the state from off to Running',
    'changed the owner from Person 1 to Person 2',
  ])
  const taken = await editFields(things, none, 'c', row, { ownerId: null })
  expect(taken).toEqual({
    columns: { owner_id: null },
    before: { owner_id: '1' },
    names: { owner: { from: 'Person 1', to: null } },
  })
})

test('users are notified only of declared fields', () => {
  const changes = listFieldChanges(things, row, { ...row, name: 'B', state: 'on' }, {})
  expect(changes.filter((c) => c.notify).map((c) => c.field)).toEqual(['name'])
  expect(describeChange(things, { field: 'name', from: null, to: 'B' })).toBe('set the name to B')
  expect(describeChange(things, { field: 'name', from: 'B', to: null })).toBe('removed the name B')
})

test('fields for staff are refused to partners, and nothing else', () => {
  expect(exceedsRights(things, 'tenant', { ownerId: null })).toBe(true)
  expect(exceedsRights(things, 'tenant', { name: 'B' })).toBe(false)
  expect(exceedsRights(things, 'staff', { ownerId: null })).toBe(false)
})

test('two fields cannot declare an order of the same name', () => {
  const { name } = things.fields
  const order = { by: undefined as never, kind: 'text' as const, of: () => '' }
  expect(() => defineFields('t', { a: { ...name, sort: { x: order } }, b: { ...name, sort: { x: order } } })).toThrow(
    'Two orders have the same name.',
  )
})

const labelled = fieldOf<{ id: string; tags: string[]; price_cents: number }, Record<never, never>>()
const labels = defineFields('l', {
  tags: labelled({
    label: 'Tags',
    columns: ['tags'],
    present: (r) => r.tags,
    names: { hot: 'Hot' },
    export: {},
    write: { by: 'everyone', column: 'tags' },
    history: {},
  }),
  price: labelled({
    label: 'Price',
    columns: ['price_cents'],
    present: (r) => r.price_cents,
    export: { cents: true },
    write: { by: 'staff', column: 'price_cents', input: 'priceCents' },
  }),
})

test('a CSV has the exported columns, with labels and dollars', () => {
  const { head, cells } = buildCsv(labels)
  expect(head).toEqual(['Tags', 'Price'])
  expect(cells({ id: 'x', tags: ['hot', 'new'], price_cents: 1_250 })).toEqual(['Hot; new', '12.50'])
})

test('the history keeps a list as text, and nothing for equal lists', () => {
  const tagChanges = (before: string[], after: string[]) =>
    listFieldChanges(labels, { tags: before }, { tags: after }, {}).map(({ from, to }) => [from, to])
  expect(tagChanges(['a', 'b'], [])).toEqual([['a, b', null]])
  expect(tagChanges(['a', 'b'], ['a', 'b'])).toEqual([])
})

test('inputs of an edit become columns, and columns become inputs', () => {
  const row = { id: 'x', tags: ['a'], price_cents: 5 }
  expect(toInputs(labels, row)).toEqual({ tags: ['a'], priceCents: 5 })
  expect(buildNewColumns(labels, toInputs(labels, row))).toEqual({ tags: ['a'], price_cents: 5 })
})

type Part = { id: string; title: string; sizes: object | null; kind: string; shelf_id: string | null; changed: string }
const part = fieldOf<Part, { kind?: string }>()
const parts = defineFields('p', {
  id: part({ label: 'ID', columns: ['id'], present: (r) => r.id, export: { only: 'company' } }),
  title: part({
    label: 'Title',
    columns: ['title'],
    present: (r) => r.title,
    export: { key: 'name' },
    write: { by: 'everyone', column: 'title', keep: (typed: string) => typed || undefined },
  }),
  sizes: part({
    label: 'Sizes',
    columns: ['sizes'],
    present: (r) => r.sizes,
    export: false,
    write: { by: 'everyone', column: 'sizes', initial: {} },
  }),
  kind: part({
    label: 'Kind',
    columns: ['kind'],
    present: (r) => r.kind,
    filter: { kind: (kind) => (kind === 'all' ? undefined : sql<boolean>`p.kind = ${kind}`) },
    export: [
      { head: 'Kind', only: 'csv' },
      { head: 'Kind of part', only: 'company' },
    ],
  }),
  shelf: part({
    label: 'Shelf',
    columns: ['shelf_id'],
    present: (r) => r.shelf_id,
    export: false,
    write: {
      by: 'everyone',
      column: 'shelf_id',
      reference: { choose: async (_, __, id) => (id ? { id, name: id } : undefined) },
    },
  }),
  changed: part({
    label: 'Changed',
    columns: ['changed'],
    present: (r) => r.changed,
    sort: { changed: { by: sql.ref('p.changed'), kind: 'instant', of: (r) => r.changed } },
    export: false,
  }),
})
const onePart: Part = { id: '1', title: 'Bolt', sizes: { a: 1, b: 2 }, kind: 'm8', shelf_id: null, changed: 'now' }

test('a file selects, names and has only its own columns', () => {
  const [csv, company] = [getFileFields(parts, 'csv'), getFileFields(parts, 'company')]
  expect(csv.exported.map((c) => [c.key, c.head])).toEqual([
    ['name', 'Title'],
    ['kind', 'Kind'],
  ])
  expect(company.exported.map((c) => c.head)).toEqual(['ID', 'Title', 'Kind of part'])
  expect(exportFields(csv, onePart)).toEqual({ name: 'Bolt', kind: 'm8' })
  expect(exportFields(company, onePart)).toEqual({ id: '1', name: 'Bolt', kind: 'm8' })
  // The CSV also selects `changed`, because its pages follow the order of the list.
  expect(csv.selection).toEqual(['p.title', 'p.kind', 'p.changed'])
  expect(company.selection).toEqual(['p.id', 'p.title', 'p.kind'])
})

test('a filter value that does not narrow the list adds no condition', () => {
  const reader = {} as never
  expect(filterConditions(parts, { kind: 'all' }, reader)).toEqual([])
  expect(filterConditions(parts, { kind: 'm8' }, reader)).toHaveLength(1)
})

test('a column stores what its field makes of an input', async () => {
  const edit = (wanted: object) => editFields(parts, none, 'c', onePart, wanted)
  expect((await edit({ title: '', sizes: { b: 2, a: 1 } })).columns).toEqual({})
  expect(await edit({ title: 'Nut', sizes: null, shelf: '7' })).toEqual({
    columns: { title: 'Nut', sizes: null, shelf_id: '7' },
    before: { title: 'Bolt', sizes: { a: 1, b: 2 }, shelf_id: null },
    names: {},
  })
  expect(buildNewColumns(parts, { title: 'Nut' })).toEqual({ title: 'Nut', sizes: {}, shelf_id: null })
})
