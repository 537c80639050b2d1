import type { LucideIcon } from 'lucide-react'
import type { z } from 'zod'
import type { Hit } from '../../../contract/search.ts'
import type { Action } from '../platform/actions.ts'
import type { Recent } from '../platform/recent.ts'

/** Screens as they stand in the sidebar. */
export type Screens = readonly {
  label: string
  entries: readonly { href: string; label: string; icon: LucideIcon }[]
}[]

type Found = z.infer<typeof Hit>
export type Kind = Found['kind']

/** A line of the palette. */
export type Entry = {
  id: string
  title: string
  pieces?: Found['pieces']
  detail?: string
  text?: Found['text']
  icon?: LucideIcon
  kind?: Kind | 'action'
  keys?: readonly string[] | undefined
  /** Where it leads; without it, it does something. */
  path?: string
  run?: () => void
  /** Kept among what was opened last. */
  recent?: Recent
}
export type Group = { label: string; entries: Entry[] }

/** What kinds of things are called, in the order they stand in. */
const KINDS: [Kind, string][] = [
  ['ticket', 'Tickets'],
  ['automation', 'Automations'],
  ['company', 'Companies'],
  ['contact', 'Contacts'],
  ['client', 'Clients'],
  ['user', 'Users'],
  ['lead', 'Leads'],
  ['agreement', 'Agreements'],
  ['project', 'Projects'],
  ['product', 'Marketplace'],
  ['invoice', 'Invoices'],
]

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/** Whether every word of what was typed begins a word of the label. */
export function answers(label: string, typed: string): boolean {
  const words = fold(label).split(/[^\p{L}\p{N}]+/u)
  return fold(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)))
}

const MOST_SCREENS = 5

/** What stands in the palette for what was typed; `hits` are the server's. */
export function groupsFor(
  typed: string,
  {
    screens,
    actions,
    links,
    recent,
    hits,
    instead,
  }: {
    screens: Screens
    actions: readonly Action[]
    /** Actions that are a way to somewhere. */
    links: readonly { label: string; href: string }[]
    recent: readonly Recent[]
    hits: readonly Found[]
    instead: string | null
  },
): Group[] {
  const doing = (some: readonly Action[]) =>
    some.map(({ label, keys, run }): Entry => ({ id: `do ${label}`, title: label, kind: 'action', keys, run }))
  const mine: Entry[] = [
    ...doing(actions.filter((a) => !a.last)),
    ...links.map(({ label, href }): Entry => ({ id: `do ${label}`, title: label, kind: 'action', path: href })),
  ]
  const end = doing(actions.filter((a) => a.last))
  const ways: Entry[] = screens.flatMap(({ entries }) =>
    entries.map(({ href, label, icon }) => ({ id: `go ${href}`, title: label, icon, path: href })),
  )
  if (typed === '') {
    return [
      {
        label: 'Recent',
        entries: recent.map((thing) => ({ ...thing, id: `recent ${thing.path}`, recent: thing })),
      },
      { label: 'Actions', entries: mine },
      { label: 'Screens', entries: ways },
      { label: 'Account', entries: end },
    ].filter((g) => g.entries.length > 0)
  }
  const name = ({ title }: Entry) => answers(title, typed)
  return [
    { label: 'Screens', entries: ways.filter(name).slice(0, MOST_SCREENS) },
    { label: 'Actions', entries: [...mine, ...end].filter(name).slice(0, MOST_SCREENS) },
    ...KINDS.map(([kind, label]) => ({
      label: instead && kind === 'ticket' ? `${label} with “${instead}”` : label,
      entries: hits.filter((hit) => hit.kind === kind).map((hit) => ({ ...hit, id: `${kind} ${hit.id}`, recent: hit })),
    })),
  ].filter((g) => g.entries.length > 0)
}
