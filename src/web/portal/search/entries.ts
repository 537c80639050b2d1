import { type LucideIcon, PanelTop as PanelIcon, Settings as SettingsIcon } from 'lucide-react'
import type { z } from 'zod'
import { foldText } from '../../../contract/plain/fold-text.ts'
import type { Hit } from '../../../contract/search.ts'
import type { Action } from '../platform/actions.ts'
import type { Recent } from '../platform/session/recent.ts'
import type { Destination } from './destinations.ts'

/** The screens as the sidebar shows them. */
export type Screens = readonly {
  label: string
  entries: readonly { href: string; label: string; also?: string; icon: LucideIcon }[]
}[]

type Found = z.infer<typeof Hit>
export type Kind = Found['kind']

/** A result of the palette. */
export type Entry = {
  id: string
  title: string
  /** Other words that find it. */
  also?: string | undefined
  pieces?: Found['pieces']
  detail?: string
  text?: Found['text']
  icon?: LucideIcon
  kind?: Kind | 'action'
  keys?: readonly string[] | undefined
  /** The address it opens. Without one, `run` is called. */
  path?: string
  run?: () => void
  /** Added to the recent items when opened. */
  recent?: Recent
}
export type Group = { label: string; entries: Entry[] }

/** The groups of search results, in the order in which the API sorts them. */
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

/** Returns a word without its plural ending: "company" and "companies" have the same stem. */
const stem = (word: string) => (word.length > 3 ? word.replace(/(ies|y|s)$/, '') : word)

/** Returns whether every typed word is the beginning, singular or plural of a word in the label. */
export function matchesTyped(label: string, typed: string): boolean {
  const words = foldText(label).split(/[^\p{L}\p{N}]+/u)
  return foldText(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part) || stem(word) === stem(part)))
}

/** Maximum number of matching screens, actions and settings each. */
const MOST_MATCHES = 5

/**
 * Returns the palette's groups for what was typed. `hits` come from the server. Matches in titles come before matches
 * in other words.
 */
export function groupEntries(
  typed: string,
  {
    screens,
    actions,
    destinations,
    recent,
    hits,
    instead,
  }: {
    screens: Screens
    actions: readonly Action[]
    /** The screens, settings and actions outside the sidebar that the reader's role can use. */
    destinations: readonly Destination[]
    recent: readonly Recent[]
    hits: readonly Found[]
    instead: string | null
  },
): Group[] {
  const doing = (some: readonly Action[]) =>
    some.map(
      ({ label, also, keys, run }): Entry => ({ id: `do ${label}`, title: label, also, kind: 'action', keys, run }),
    )
  const of = (kind: Destination['kind']) =>
    destinations
      .filter((destination) => destination.kind === kind)
      .map(
        ({ label, href, also }): Entry => ({
          id: `destination ${label} ${href}`,
          title: label,
          also,
          path: href,
          ...(kind === 'action'
            ? { kind }
            : kind === 'setting'
              ? { icon: SettingsIcon, detail: 'Settings' }
              : { icon: PanelIcon }),
        }),
      )
  const mine: Entry[] = [
    ...doing(actions.filter((a) => !a.last)),
    ...of('action').filter(
      ({ path }) =>
        typed !== '' || destinations.some((destination) => destination.href === path && destination.offered),
    ),
  ]
  const end = doing(actions.filter((a) => a.last))
  const sidebar: Entry[] = screens.flatMap(({ entries }) =>
    entries.map(({ href, label, also, icon }) => ({ id: `go ${href}`, title: label, also, icon, path: href })),
  )
  if (typed === '') {
    return [
      {
        label: 'Recent',
        entries: recent.map((thing) => ({ ...thing, id: `recent ${thing.path}`, recent: thing })),
      },
      { label: 'Actions', entries: mine },
      { label: 'Screens', entries: sidebar },
      { label: 'Account', entries: end },
    ].filter((g) => g.entries.length > 0)
  }
  const matches = (some: readonly Entry[]) => {
    const named = some.filter(({ title }) => matchesTyped(title, typed))
    const other = some.filter(
      (entry) => !named.includes(entry) && matchesTyped(`${entry.title} ${entry.also ?? ''}`, typed),
    )
    return [...named, ...other].slice(0, MOST_MATCHES)
  }
  return [
    { label: 'Screens', entries: matches([...sidebar, ...of('screen')]) },
    { label: 'Actions', entries: matches([...mine, ...end]) },
    { label: 'Settings', entries: matches(of('setting')) },
    ...KINDS.map(([kind, label]) => ({
      label: instead && kind === 'ticket' ? `${label} matching “${instead}”` : label,
      entries: hits.filter((hit) => hit.kind === kind).map((hit) => ({ ...hit, id: `${kind} ${hit.id}`, recent: hit })),
    })),
  ].filter((g) => g.entries.length > 0)
}
