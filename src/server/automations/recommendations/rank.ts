// Recommends products to a company from the tools it uses, the tickets it opens, and what similar companies run. Pure
// and deterministic.

import { createHash } from 'node:crypto'
import { RECOMMENDED } from '../../../contract/automations/index.ts'
import { formatCount } from '../../../contract/plain/counts.ts'

/** Product categories that match each ticket category. */
const ABOUT: Record<string, readonly string[]> = {
  automation: ['psa', 'rmm'],
  integration: ['psa', 'documentation'],
  licenses: ['microsoft-365', 'billing'],
  reporting: ['reporting'],
  voice: ['voice'],
  account: ['identity', 'onboarding'],
  billing: ['billing'],
}
/** The subject of tickets of each category, in words that follow "were about". */
const WORDS: Record<string, string> = {
  automation: 'automations',
  integration: 'integrations',
  licenses: 'licenses',
  reporting: 'reporting',
  voice: 'voice',
  account: 'accounts',
  billing: 'billing',
}
/**
 * Number of products per category that keep their rank. Further ones come last, so that no category fills the list.
 */
const OF_A_KIND = 2

export type Candidate = {
  id: string
  category: string
  integrations: readonly string[]
  /** Smaller is more popular. */
  popular: number
}
export type Known = {
  tools: readonly string[]
  /** Tickets of the last 90 days, by category. */
  tickets: Readonly<Record<string, number>>
  /** Number of companies that share a tool and run the product, by product id. Counts below three are left out. */
  others: ReadonlyMap<string, number>
}
export type Reasons = {
  id: string
  tools: string[]
  tickets: { category: string; count: number; of: number } | null
  others: number | null
  score: number
}

const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** Returns the reasons for a recommendation as sentences with figures that the company can check. */
export function listRecommendationReasons({
  tools,
  tickets,
  others,
}: Pick<Reasons, 'tools' | 'tickets' | 'others'>): string[] {
  const parts: string[] = []
  if (tools.length > 0) parts.push(`You use ${LIST.format(tools.slice(0, 3))}.`)
  if (tickets) {
    const { count, of, category } = tickets
    parts.push(
      `${count.toLocaleString('en-US')} of your ${formatCount(of, 'ticket')} in the last 90 days ${count === 1 ? 'was' : 'were'} about ${WORDS[category] ?? category}.`,
    )
  }
  if (others !== null) parts.push(`${formatCount(others, 'company', 'companies')} with tools like yours run it.`)
  return parts
}

/** Returns a checksum of the facts behind a wording. A wording of other facts is not shown. */
export const hashFacts = (product: { name: string; summary: string }, reasons: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([product.name, product.summary, reasons]))
    .digest('hex')

function weigh({ id, category, integrations }: Candidate, { tools, tickets, others }: Known): Reasons {
  const own = new Map(tools.map((t) => [t.toLowerCase(), t]))
  const shared = integrations.flatMap((name) => own.get(name.toLowerCase()) ?? [])
  const of = Object.values(tickets).reduce((sum, n) => sum + n, 0)
  let about: Reasons['tickets'] = null
  for (const kind of Object.keys(ABOUT).toSorted()) {
    const count = tickets[kind] ?? 0
    if (count > (about?.count ?? 0) && ABOUT[kind]?.includes(category)) about = { category: kind, count, of }
  }
  const alike = others.get(id) ?? null
  // Tools weigh most, because a product that cannot be connected is of no use.
  const score = 4 * Math.min(shared.length, 3) + 10 * (about ? about.count / of : 0) + Math.min(alike ?? 0, 10) / 2
  return { id, tools: shared, tickets: about, others: alike, score }
}

/** Returns the best candidates with their reasons. Candidates without a reason are left out. */
export function rankRecommendations(candidates: readonly Candidate[], known: Known): Reasons[] {
  const popular = new Map(candidates.map((c) => [c.id, c]))
  const weighed = candidates
    .map((c) => weigh(c, known))
    .filter((r) => r.tools.length > 0 || r.tickets !== null || r.others !== null)
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        (popular.get(a.id)?.popular ?? 0) - (popular.get(b.id)?.popular ?? 0) ||
        (a.id < b.id ? -1 : 1),
    )
  const kinds = new Map<string, number>()
  const first: Reasons[] = []
  const rest: Reasons[] = []
  for (const r of weighed) {
    const kind = popular.get(r.id)?.category ?? ''
    const n = kinds.get(kind) ?? 0
    kinds.set(kind, n + 1)
    ;(n < OF_A_KIND ? first : rest).push(r)
  }
  return [...first, ...rest].slice(0, RECOMMENDED)
}
