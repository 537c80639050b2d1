// The two targets of a ticket as columns: what they are calculated from, and how each change of the ticket affects
// them.
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { TicketSla } from '../../../contract/tickets/index.ts'
import type { Tickets } from '../../platform/database/db.types.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  applyStatusChange,
  type Clocks,
  findNextCheck,
  findNextDue,
  findNextWarningTime,
  getServiceLevels,
  type Level,
  type Percent,
  recalculateOpenTargets,
  recordFirstResponse,
  type Span,
  startClocks,
} from '../../sla/index.ts'

/** The columns that targets are stored in. */
const storedColumns = [
  'sla_policy_id',
  'sla_revision',
  'response_due_at',
  'resolution_due_at',
  'response_left_ms',
  'resolution_left_ms',
  'sla_paused_at',
  'sla_pauses',
  'sla_paused_ms',
  'resolution_extra_ms',
  'response_warned',
  'resolution_warned',
  'sla_due_at',
  'sla_soon_at',
  'next_sla_check_at',
] as const
/** The columns that targets are calculated from or stored in. Locking a ticket selects them. */
export const slaColumns = [
  'created_at',
  'updated_at',
  'first_response_at',
  'resolved_at',
  'closed_at',
  'closed_unanswered',
  ...storedColumns,
] as const

type Kept = {
  created_at: string
  updated_at: string
  first_response_at: string | null
  resolved_at: string | null
  closed_at: string | null
  response_due_at: string | null
  resolution_due_at: string | null
  response_left_ms: number | null
  resolution_left_ms: number | null
  sla_paused_at: string | null
  sla_pauses: unknown
  resolution_extra_ms: number
  response_warned: number
  resolution_warned: number
}
/** The targets as they are stored. */
export type StoredTargets = Pick<Selectable<Tickets>, (typeof storedColumns)[number]>
/** A ticket with the columns that its targets are calculated from. */
export type TicketTargets = Kept & { company_id: string; agreement_id: string | null; priority: string; status: string }

const ms = (text: string | null) => (text === null ? null : Date.parse(text))
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

const waits = (status: string) => status === 'waiting_on_partner' || status === 'waiting_on_third_party'
const isDone = (status: string) => status === 'resolved' || status === 'closed'

/**
 * Returns the stored targets of a ticket. The status decides whether they are paused, even when it was written directly
 * to the table: a target that is shown as paused must not run.
 */
export function clocksOf(t: TicketTargets): Clocks {
  const still = waits(t.status) || isDone(t.status)
  const storedPause = ms(t.sla_paused_at)
  const since = storedPause ?? (still ? (ms(t.resolved_at ?? t.closed_at) ?? Date.parse(t.updated_at)) : null)
  const pauses = t.sla_pauses as Span[]
  return {
    startedAt: Date.parse(t.created_at),
    respondedAt: ms(t.first_response_at),
    doneAt: isDone(t.status) ? (ms(t.resolved_at ?? t.closed_at) ?? since) : null,
    pausedAt: still ? since : null,
    pauses: !still && since !== null ? [...pauses, [since, Math.max(since, Date.parse(t.updated_at))]] : pauses,
    extraMs: t.resolution_extra_ms,
    response: {
      dueAt: ms(t.response_due_at),
      leftMs: t.response_left_ms,
      soonAt: null,
      warned: t.response_warned as Percent,
    },
    resolution: {
      dueAt: ms(t.resolution_due_at),
      leftMs: t.resolution_left_ms,
      soonAt: null,
      warned: t.resolution_warned as Percent,
    },
  }
}

/** Returns the columns that store the targets. */
export const clockColumns = (c: Clocks, level: Level | undefined) => ({
  ...(level ? { sla_policy_id: level.policyId, sla_revision: level.revision } : {}),
  response_due_at: iso(c.response.dueAt),
  resolution_due_at: iso(c.resolution.dueAt),
  response_left_ms: c.response.leftMs,
  resolution_left_ms: c.resolution.leftMs,
  sla_paused_at: iso(c.pausedAt),
  sla_pauses: JSON.stringify(c.pauses),
  sla_paused_ms: c.pauses.reduce((sum, [from, to]) => sum + to - from, 0),
  resolution_extra_ms: c.extraMs,
  response_warned: c.response.warned,
  resolution_warned: c.resolution.warned,
  sla_due_at: iso(findNextDue(c)),
  sla_soon_at: iso(findNextWarningTime(c)),
  next_sla_check_at: iso(findNextCheck(c)),
})

/**
 * Returns the columns of a ticket that is opened now, including its opening time, from which the due times are
 * calculated.
 */
export async function slaAtOpening(
  platform: Platform,
  ticket: { company_id: string; agreement_id: string | null; priority: string },
) {
  const levels = await getServiceLevels(platform)
  const now = Math.round(levels.now())
  const level = levels.level(ticket, ticket.priority)
  const at = new Date(now).toISOString()
  return {
    created_at: at,
    updated_at: at,
    sla_revision: levels.revision,
    ...clockColumns(recalculateOpenTargets(startClocks(now), level, now), level),
  }
}

/** Returns the columns after a locked ticket moves to another status. */
export async function slaOnStatus(platform: Platform, ticket: TicketTargets & { now: string }, to: string) {
  const level = (await getServiceLevels(platform)).level(ticket, ticket.priority)
  return clockColumns(applyStatusChange(clocksOf(ticket), level, ticket.status, to, Date.parse(ticket.now)), level)
}

/**
 * Returns the columns after a change of priority or agreement. It applies immediately, and all time that the ticket has
 * waited stays excluded.
 */
export async function slaOnFacts(
  platform: Platform,
  ticket: TicketTargets & { now: string },
  { priority, agreement_id }: { priority: string; agreement_id: string | null },
) {
  const level = (await getServiceLevels(platform)).level({ company_id: ticket.company_id, agreement_id }, priority)
  return clockColumns(recalculateOpenTargets(clocksOf(ticket), level, Date.parse(ticket.now)), level)
}

/**
 * Returns the columns after the first public reply by staff. Also updates `ticket`, so that a status change with the
 * same reply continues from there.
 */
export async function slaOnResponse(platform: Platform, ticket: TicketTargets, at: string) {
  const level = (await getServiceLevels(platform)).level(ticket, ticket.priority)
  const columns = {
    first_response_at: at,
    ...clockColumns(recordFirstResponse(clocksOf(ticket), level, Date.parse(at)), level),
  }
  const { response_due_at, response_left_ms, resolution_due_at, resolution_left_ms } = columns
  Object.assign(ticket, {
    first_response_at: at,
    response_due_at,
    response_left_ms,
    resolution_due_at,
    resolution_left_ms,
  })
  return columns
}

/** Returns the columns of a locked ticket that a change of its status can recalculate. */
export const slaStored = (t: StoredTargets): StoredTargets =>
  Object.fromEntries(storedColumns.map((column) => [column, t[column]])) as StoredTargets
/** Returns the columns after the change of the status is undone. */
export const slaRestored = (t: StoredTargets) => ({ ...t, sla_pauses: JSON.stringify(t.sla_pauses) })

/** The sort value of tickets without a due time, in lists ordered by due time. */
export const NEVER_DUE = '9999-12-31T00:00:00Z'
/** The sort expression for due times. It must match the index `tickets_by_due`. */
export const dueOrNever = sql`coalesce(t.sla_due_at, '9999-12-31 00:00:00+00'::timestamptz)`

/** The columns that a ticket row needs for its targets. */
export const slaOfRow = [
  'first_response_at',
  'resolved_at',
  'response_due_at',
  'resolution_due_at',
  'response_left_ms',
  'resolution_left_ms',
  'sla_paused_at',
  'sla_due_at',
  'closed_unanswered',
] as const
/** The expressions that a ticket row needs besides. When it is due soon is for staff only. */
export const calculatedSla = {
  sla_soon_at: sql<string | null>`case when current_user = 'portal_staff' then t.sla_soon_at end`,
  response_breached: sql<boolean>`coalesce(coalesce(t.first_response_at, now()) > t.response_due_at, false)`,
  resolution_breached: sql<boolean>`coalesce(coalesce(t.resolved_at, now()) > t.resolution_due_at, false)`,
}

type Shown = {
  status: string
  first_response_at: string | null
  resolved_at: string | null
  response_due_at: string | null
  resolution_due_at: string | null
  response_left_ms: number | null
  resolution_left_ms: number | null
  sla_paused_at: string | null
  sla_due_at: string | null
  sla_soon_at: string | null
  closed_unanswered: boolean
  response_breached: boolean
  resolution_breached: boolean
}
const minutesLeft = (left: number | null) => (left === null ? null : Math.ceil(left / 60_000))

/** Returns the targets as the contract describes them. */
export function presentSla(r: Shown): z.infer<typeof TicketSla> {
  const clock = (dueAt: string | null, metAt: string | null, breached: boolean, left: number | null) => ({
    dueAt,
    metAt,
    breached,
    remainingMinutes: dueAt === null && metAt === null ? minutesLeft(left) : null,
  })
  return {
    response: clock(r.response_due_at, r.first_response_at, r.response_breached, r.response_left_ms),
    resolution: clock(
      r.resolution_due_at,
      r.closed_unanswered ? null : r.resolved_at,
      r.resolution_breached,
      r.resolution_left_ms,
    ),
    closedUnanswered: r.closed_unanswered,
    paused:
      waits(r.status) && r.sla_paused_at
        ? { since: r.sla_paused_at, for: r.status === 'waiting_on_partner' ? 'partner' : 'third_party' }
        : null,
    nextDueAt: r.sla_due_at,
    soonAt: r.sla_soon_at,
  }
}
