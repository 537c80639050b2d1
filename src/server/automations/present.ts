import type { z } from 'zod'
import type { Episode, Installation, InstallationRow, Worth } from '../../contract/automations.ts'
import type { Actor } from '../platform/db.ts'
import { FORMER } from '../platform/words.ts'
import { can, figures, priceOf, rateFor, savedCents } from './policy.ts'
import type { EpisodeJson, Row, Sums, Whole } from './queries.ts'
import { staffCan } from './staff-policy.ts'

/** Everything is sold in it. */
export const CURRENCY = 'usd'

const worth = (r: Row, minutes: number, time: { months: number; bought: boolean }): z.infer<typeof Worth> => {
  const rate = rateFor(r.loaded_rate_cents)
  return {
    savedCents: savedCents(minutes, rate.rateCents),
    priceCents: priceOf({ model: r.price_model, cents: r.price_cents }, time),
    ...rate,
    months: r.price_model === 'monthly' ? time.months : null,
  }
}
const of = ([succeeded, failed, skipped, minutes]: Sums) => figures(succeeded, failed, skipped, minutes)
const presentEpisode = (e: EpisodeJson): z.infer<typeof Episode> => ({ ...e, kind: e.kind as 'failing' })

/** An automation in a list. */
export const presentRow = (r: Row): z.infer<typeof InstallationRow> => ({
  id: r.id,
  company: { id: r.company_id, name: r.company },
  product:
    r.product_id && r.product_slug && r.product_name && r.product_category
      ? { id: r.product_id, slug: r.product_slug, name: r.product_name, category: r.product_category }
      : null,
  name: r.name,
  status: r.status as 'live',
  priceModel: r.price_model as 'monthly',
  priceCents: r.price_cents,
  currency: CURRENCY,
  lastRunAt: r.last_run_at,
  lastRunStatus: r.last_run_status as 'succeeded' | null,
  liveAt: r.live_at,
  asked: r.asked as 'pause' | null,
  intakeOpen: r.intake_open && r.status !== 'retired',
  clients: r.clients,
  episode: r.episode && presentEpisode(r.episode),
  last30: of(r.recent.last),
  before30: of(r.recent.before),
  worth: worth(r, r.recent.last[3], { months: r.months_30, bought: r.bought_30 }),
  createdAt: r.created_at,
  updatedAt: r.updated_at,
  version: r.version,
})

const person = (id: string | null, name: string | null) => (id ? { id, name: name ?? FORMER } : null)

/** An automation as one reader sees it: orders are for owners and administrators. */
export function present(r: Whole, reader: Actor): z.infer<typeof Installation> {
  const intake = r.intake as z.infer<typeof Installation>['intake']
  return {
    ...presentRow(r),
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
    connections: r.connections.map((c) => ({ ...c, state: c.state as 'working' })),
    clientList: r.client_list,
    episodes: r.episodes.map(presentEpisode),
    lifetime: { figures: of(r.always), worth: worth(r, r.always[3], { months: r.months_live, bought: true }) },
    can: {
      ...can(reader, {
        status: r.status,
        asked: r.asked,
        questions: intake.length,
        answered: r.answered_at !== null,
      }),
      ...staffCan(reader, r.status),
    },
  }
}
