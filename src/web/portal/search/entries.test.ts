import { expect, test } from 'vitest'
import { groupEntries, matchesTyped } from './entries.ts'

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
const newTicket = {
  label: 'New ticket',
  href: '/tickets/new',
  kind: 'action',
  roles: ['member'],
  offered: true,
} as const
const base = { screens, destinations: [newTicket], recent: [], hits: [], instead: null }
const run = () => {}
const labels = (groups: ReturnType<typeof groupEntries>) =>
  groups.map((g) => [g.label, ...g.entries.map((e) => e.title)])

test('matches a label by the beginnings of its words', () => {
  expect(matchesTyped('Users & roles', 'ro us')).toBe(true)
  expect(matchesTyped('Übersicht', 'uber')).toBe(true)
  expect(matchesTyped('Tickets', 'ets')).toBe(false)
})

test('puts actions that nobody should run by accident last', () => {
  const actions = [
    { label: 'Resolve', run },
    { label: 'Sign out', last: true, run },
  ]
  expect(labels(groupEntries('', { ...base, actions }))).toEqual([
    ['Actions', 'Resolve', 'New ticket'],
    ['Screens', 'Tickets', 'Users & roles'],
    ['Account', 'Sign out'],
  ])
  expect(labels(groupEntries('sign', { ...base, actions }))).toEqual([['Actions', 'Sign out']])
  expect(labels(groupEntries('ticket', { ...base, actions }))).toEqual([
    ['Screens', 'Tickets'],
    ['Actions', 'New ticket'],
  ])
})

test('groups results by kind and shows the corrected search term', () => {
  const hit = (kind: 'ticket' | 'client', title: string) => ({
    kind,
    id: title,
    title,
    pieces: [],
    detail: '',
    text: null,
    path: '/x',
  })
  const groups = groupEntries('agremen', {
    ...base,
    actions: [],
    hits: [hit('client', 'A'), hit('ticket', 'B')],
    instead: 'agreement',
  })
  expect(labels(groups)).toEqual([
    ['Tickets matching “agreement”', 'B'],
    ['Clients', 'A'],
  ])
})
