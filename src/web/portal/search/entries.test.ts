import { expect, test } from 'vitest'
import { answers, groupsFor } from './entries.ts'

const icon = (() => null) as never
const screens = [
  {
    label: 'Work',
    entries: [
      { href: '/tickets', label: 'Tickets', icon },
      { href: '/users', label: 'Users & roles', icon },
    ],
  },
]
const base = { screens, links: [{ label: 'New ticket', href: '/tickets/new' }], recent: [], hits: [], instead: null }
const run = () => {}
const labels = (groups: ReturnType<typeof groupsFor>) => groups.map((g) => [g.label, ...g.entries.map((e) => e.title)])

test('a label answers to the beginnings of its words', () => {
  expect(answers('Users & roles', 'ro us')).toBe(true)
  expect(answers('Übersicht', 'uber')).toBe(true)
  expect(answers('Tickets', 'ets')).toBe(false)
})

test('what nobody wants by accident stands at the end', () => {
  const actions = [
    { label: 'Resolve', run },
    { label: 'Sign out', last: true, run },
  ]
  expect(labels(groupsFor('', { ...base, actions }))).toEqual([
    ['Actions', 'Resolve', 'New ticket'],
    ['Screens', 'Tickets', 'Users & roles'],
    ['Account', 'Sign out'],
  ])
  expect(labels(groupsFor('sign', { ...base, actions }))).toEqual([['Actions', 'Sign out']])
  expect(labels(groupsFor('ticket', { ...base, actions }))).toEqual([
    ['Screens', 'Tickets'],
    ['Actions', 'New ticket'],
  ])
})

test('hits stand by kind, and what was looked for instead is said', () => {
  const hit = (kind: 'ticket' | 'client', title: string) => ({
    kind,
    id: title,
    title,
    pieces: [],
    detail: '',
    text: null,
    path: '/x',
  })
  const groups = groupsFor('agremen', {
    ...base,
    actions: [],
    hits: [hit('client', 'A'), hit('ticket', 'B')],
    instead: 'agreement',
  })
  expect(labels(groups)).toEqual([
    ['Tickets with “agreement”', 'B'],
    ['Clients', 'A'],
  ])
})
