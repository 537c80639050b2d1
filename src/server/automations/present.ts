import type { z } from 'zod'
import type { Connection, Episode, Installation, InstallationRow, Worth } from '../../contract/automations/index.ts'
import type { Actor } from '../platform/database/db.ts'
import { FORMER } from '../platform/words.ts'
import type { Costs } from './costs.ts'
import { automationPermissions, rateFor, runFigures, savedCents } from './policy.ts'
import type { EpisodeJson, Row, Sums, Whole } from './queries.ts'
import { staffCan } from './staff-policy.ts'

/** The only currency that we sell in. */
export const CURRENCY = 'usd'

const worth = (r: Row, minutes: number, costs: Costs | null): z.infer<typeof Worth> => {
  const rate = rateFor(r.loaded_rate_cents)
  return {
    savedCents: savedCents(minutes, rate.rateCents),
    costCents: costs?.invoiced ?? null,
    paidCents: costs?.paid ?? null,
    ...rate,
  }
}
/** Returns whether the reader sees costs: only owners and administrators see invoices. */
export const seesCosts = (reader: Pick<Actor, 'role'>): boolean => reader.role === 'owner' || reader.role === 'admin'
const of = ([succeeded, failed, skipped, minutes]: Sums) => runFigures(succeeded, failed, skipped, minutes)
const presentEpisode = (e: EpisodeJson): z.infer<typeof Episode> => ({
  ...e,
  kind: e.kind as z.infer<typeof Episode>['kind'],
})

/** Returns an automation as lists show it. Costs are null for readers who see no invoices. */
export const presentAutomationRow = (r: Row, reader: Pick<Actor, 'role'>): z.infer<typeof InstallationRow> => ({
  id: r.id,
  company: { id: r.company_id, name: r.company },
  product:
    r.product_id && r.product_slug && r.product_name && r.product_category
      ? { id: r.product_id, slug: r.product_slug, name: r.product_name, category: r.product_category }
      : null,
  name: r.name,
  status: r.status as z.infer<typeof InstallationRow>['status'],
  priceModel: r.price_model as z.infer<typeof InstallationRow>['priceModel'],
  priceCents: r.price_cents,
  currency: CURRENCY,
  lastRunAt: r.last_run_at,
  lastRunStatus: r.last_run_status as z.infer<typeof InstallationRow>['lastRunStatus'],
  liveAt: r.live_at,
  asked: r.asked as z.infer<typeof InstallationRow>['asked'],
  intakeOpen: r.intake_open && r.status !== 'retired',
  clients: r.clients,
  episode: r.episode && presentEpisode(r.episode),
  last30: of(r.recent.last),
  before30: of(r.recent.before),
  worth: worth(r, r.recent.last[3], seesCosts(reader) ? r.costs : null),
  createdAt: r.created_at,
  updatedAt: r.updated_at,
  version: r.version,
})

const person = (id: string | null, name: string | null) => (id ? { id, name: name ?? FORMER } : null)

/** Returns an automation in full, as the reader sees it. Only owners and administrators see its order. */
export function presentAutomation(r: Whole, reader: Actor): z.infer<typeof Installation> {
  const intake = r.intake as z.infer<typeof Installation>['intake']
  return {
    ...presentAutomationRow(r, reader),
    intake,
    answers: r.answers as Record<string, unknown>,
    answeredAt: r.answered_at,
    answeredBy: person(r.answered_by, r.answerer),
    minutesPerRun: r.minutes_per_run,
    timeZone: r.time_zone,
    expectedMinutes: r.expected_minutes,
    alertPercent: r.alert_percent,
    alertRuns: r.alert_runs,
    askedReason: r.asked_reason,
    askedBy: person(r.asked_by, r.asker),
    askedAt: r.asked_at,
    pauseReason: r.pause_reason,
    provisioningAt: r.provisioning_at,
    firstSuccessAt: r.first_success_at,
    pausedAt: r.paused_at,
    retiredAt: r.retired_at,
    ticket: r.ticket,
    bought: r.bought,
    order: reader.role === 'owner' || reader.role === 'admin' ? r.order : null,
    agreement: r.agreement,
    connections: r.connections.map((c) => ({ ...c, state: c.state as z.infer<typeof Connection>['state'] })),
    clientList: r.client_list,
    episodes: r.episodes.map(presentEpisode),
    lifetime: { figures: of(r.always), worth: worth(r, r.always[3], seesCosts(reader) ? r.costs_always : null) },
    can: {
      ...automationPermissions(reader, {
        status: r.status,
        asked: r.asked,
        questions: intake.length,
        answered: r.answered_at !== null,
      }),
      ...staffCan(reader, r.status),
    },
  }
}
