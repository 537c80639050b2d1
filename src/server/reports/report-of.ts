import type { z } from 'zod'
import { definitionOf, TABLES } from '../../contract/report-figures.ts'
import type { Report, ReportFilter, SECTIONS } from '../../contract/reports.ts'
import { revenueOf } from '../billing/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { isWholeMonths, nameOf, type Span } from './period.ts'
import { listRisks } from './risks.ts'
import { type Scope, scopeOf } from './scope.ts'
import { automationsSection } from './sections/automations-section.ts'
import { hoursSection } from './sections/hours-section.ts'
import { projectsSection } from './sections/projects-section.ts'
import type { Section } from './sections/section.ts'
import { companiesSection, revenueSection, workloadSection } from './sections/staff-sections.ts'
import { ticketsSection } from './sections/tickets-section.ts'
import { summaryOf } from './summary.ts'

type Key = (typeof SECTIONS)[number]
type Filter = z.infer<typeof ReportFilter>
export type Whole = Omit<z.infer<typeof Report>, 'complete'>

/** Returns the keys of the sections that the actor sees in a scope. */
function keysFor(actor: Pick<Actor, 'kind' | 'role'>, { company, client }: Pick<Scope, 'company' | 'client'>): Key[] {
  const staff = actor.kind === 'staff' && client === null
  return [
    'tickets',
    'hours',
    'automations',
    ...(client === null ? (['projects'] as const) : []),
    ...(staff && company === null ? (['companies'] as const) : []),
    ...(staff ? (['workload'] as const) : []),
    ...(staff && actor.role === 'admin' ? (['revenue'] as const) : []),
  ]
}

/** Returns the definitions of the figures and the headings of the tables in these sections, by key. */
function wordsOf(sections: readonly Section[]): Pick<Whole, 'definitions' | 'headings'> {
  const tables = sections.flatMap((s) => s.tables)
  const keys = [...sections.flatMap((s) => s.figures.map((f) => f.key)), ...tables.flatMap((t) => t.columns)]
  return {
    definitions: Object.fromEntries(keys.map((key) => [key, definitionOf(key)])),
    headings: Object.fromEntries(
      tables.map(({ key }) => [key, { title: TABLES[key].title, first: TABLES[key].first }]),
    ),
  }
}

type How = {
  /** Include only these sections. */
  only?: readonly Key[]
  /** For a PDF, whose tables have fewer rows. */
  forPdf?: true
}

/**
 * Returns a report as the actor sees it. The caller runs `refreshDays` or `refreshSoon` first and passes a transaction.
 * Throws NOT_FOUND for a company or client that is not the actor's, and BAD_REQUEST for a period that is not valid.
 */
export async function reportOf(db: Db, actor: Actor, filter: Filter, { only, forPdf }: How = {}): Promise<Whole> {
  const scope = await scopeOf(db, actor, filter, forPdf)
  const keys = keysFor(actor, scope).filter((k) => !only || only.includes(k))
  const month = ({ from, to }: Span) => ({ from: from.slice(0, 7), to: to.slice(0, 7) })
  const company = scope.company ? { company: scope.company.id } : {}
  const one: Record<Key, () => Promise<Section | undefined>> = {
    tickets: () => ticketsSection(db, scope),
    hours: () => hoursSection(db, actor, scope),
    automations: () => automationsSection(db, scope),
    projects: () => projectsSection(db, scope),
    companies: () => companiesSection(db, scope),
    workload: () => workloadSection(db, scope),
    revenue: async () => {
      const [now, before] = await Promise.all([
        revenueOf(db, { ...month(scope.span), ...company }),
        // Revenue has whole months only, so part of a month would be compared with all of the previous one.
        isWholeMonths(scope.span) ? revenueOf(db, { ...month(scope.before), ...company }) : undefined,
      ])
      return revenueSection(scope, now, before)
    },
  }
  const found = (await Promise.all(keys.map((k) => one[k]()))).filter((s) => s !== undefined)
  const sections = filter.compare
    ? found
    : found.map((s) => ({ ...s, figures: s.figures.map((f) => ({ ...f, before: null })) }))
  return {
    company: scope.company,
    client: scope.client,
    period: { ...scope.span, name: nameOf(scope.span) },
    before: filter.compare ? { ...scope.before, name: nameOf(scope.before) } : null,
    timeZone: scope.zone,
    ...wordsOf(sections),
    summary: summaryOf(sections, filter.compare ? nameOf(scope.before) : undefined),
    sections,
    risks: actor.kind === 'staff' && scope.company === null && !only ? await listRisks(db, actor) : null,
    can: { money: scope.money, mail: actor.role === 'owner' },
  }
}
