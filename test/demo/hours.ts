// The demo's hours ledger as it would be by now. Replays every granted block, every time entry and every expiry in
// chronological order through the public API of the hours module. Runs after the modules that write blocks and time
// entries. Sends no notifications.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { STANDARD, termsFor, type WorkTerms } from '../../src/server/agreements/index.ts'
import {
  activateBlock,
  billedOf,
  expireBlocks,
  grantBlock,
  revokeMinutes,
  voidBlock,
} from '../../src/server/hours/index.ts'
import { type Db, systemOf } from '../../src/server/platform/database/db.ts'
import type { Platform } from '../../src/server/platform/platform.ts'
import { makeDraw } from '../factories/hours.ts'
import type { MadeCompany, MadeUser, Owner } from '../factories/people.ts'
import { billingDay } from './zones.ts'

type Cast = { companies: Map<string, MadeCompany>; people: Map<string, MadeUser>; now: number }
const DAY = 86_400_000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Manual corrections of administrators. */
const BY_HAND = [
  {
    company: 'Northgate IT',
    ago: 232,
    minutes: 480,
    name: 'Onboarding hours',
    lasts: 60,
    reason: 'Every new partner starts with eight hours.',
  },
  {
    company: 'Northgate IT',
    ago: 36,
    minutes: 90,
    name: 'Goodwill',
    lasts: 56,
    reason: 'For the afternoon when the Autotask sync was down.',
  },
  {
    company: 'Bluepeak Managed Services',
    ago: 140,
    minutes: 480,
    name: 'Onboarding hours',
    lasts: 60,
    reason: 'Every new partner starts with eight hours.',
  },
]

type Step = { at: number; does: (at: string) => Promise<unknown> }

async function replay(db: Owner, company: MadeCompany, { people, now }: Cast): Promise<void> {
  const companyId = company.id
  const by = { actor: systemOf(companyId) }
  const admin = people.get('admin@millwright.example') as MadeUser
  const blocks = await db
    .selectFrom('hour_blocks')
    .select(['id', 'state', 'activated_at', 'released_by', 'release_reason'])
    .where('company_id', '=', companyId)
    .where('activated_at', 'is not', null)
    .where('source', '<>', 'rollover')
    .execute()
  const taken = await db
    .selectFrom('hour_ledger')
    .select(['block_id', 'minutes', 'reason', 'created_at'])
    .where('company_id', '=', companyId)
    .where('kind', '=', 'reversal')
    .where('entry_id', 'is', null)
    .where('minutes', '<', 0)
    .execute()
  const gifts = BY_HAND.filter((x) => x.company === company.name)
  if (blocks.length === 0 && gifts.length === 0) return
  // Clear the ledger before the replay. Only the demo may do this, before anyone has seen it.
  await sql`alter table hour_ledger disable trigger hour_ledger_append_only`.execute(db)
  await db.deleteFrom('hour_ledger').where('company_id', '=', companyId).execute()
  await sql`alter table hour_ledger enable trigger hour_ledger_append_only`.execute(db)
  await db.deleteFrom('hour_blocks').where('company_id', '=', companyId).where('source', '=', 'rollover').execute()
  const begin = {
    state: 'pending',
    remaining: 0,
    expired: 0,
    activated_at: null,
    released_by: null,
    release_reason: null,
  }
  await db
    .updateTable('hour_blocks')
    .set(begin)
    .where('company_id', '=', companyId)
    .where('activated_at', 'is not', null)
    .execute()
  const nothing = { balance: 0, lowest: 0, base: 0, episode: 0, alerted: 0, told_episode: null }
  await db.updateTable('hour_balances').set(nothing).where('company_id', '=', companyId).execute()

  const steps: Step[] = []
  const step = (at: number, does: Step['does']) => {
    if (at <= now) steps.push({ at, does })
  }
  type Entry = { id: string; charged: number; worked: string; userId: string; terms: WorkTerms }
  let waiting: Entry[] = []
  /** Deducts the minutes of an entry, or queues the entry until enough hours are granted. */
  const draw = async (e: Entry, at: string) => {
    const { rows } = await sql<{
      there: number
    }>`select hours_drawable(${companyId}, ${e.worked}::date, hours_day(${at}::timestamptz))::int as there`.execute(db)
    if ((rows[0]?.there ?? 0) < e.charged && e.terms.overage === 'stop') return void waiting.push(e)
    await makeDraw(db, {
      companyId,
      id: e.id,
      minutes: e.charged,
      userId: e.userId,
      agreementId: e.terms.agreementId,
      overage: e.terms.overage,
      overagePercent: e.terms.overagePercent,
      at,
    })
  }
  const came = async (at: string) => {
    const again = waiting
    waiting = []
    for (const [n, e] of again.entries()) await draw(e, new Date(Date.parse(at) + (n + 1) * 61_000).toISOString())
  }
  for (const b of blocks)
    step(Date.parse(b.activated_at as string), async (at) => {
      const release = b.released_by ? { releasedBy: b.released_by, reason: b.release_reason ?? '' } : {}
      await activateBlock(db, by, companyId, b.id, { ...release, at })
      await came(at)
    })
  for (const t of taken) {
    const whole = blocks.find((b) => b.id === t.block_id)?.state === 'void'
    step(Date.parse(t.created_at), (at) =>
      whole
        ? voidBlock(db, by, companyId, t.block_id as string, t.reason ?? '', { at })
        : revokeMinutes(db, by, companyId, t.block_id as string, -t.minutes, t.reason ?? '', { at }),
    )
  }
  for (const g of gifts) {
    const at = now - g.ago * DAY
    step(at, async (when) => {
      await grantBlock(
        db,
        { actor: { ...by.actor, userId: admin.id, role: 'admin' } },
        {
          companyId,
          id: uuid({ msecs: at }),
          source: 'grant',
          name: g.name,
          minutes: g.minutes,
          priceCents: 0,
          expiresOn: await billingDay(db, at + g.lasts * DAY),
          state: 'active',
          reason: g.reason,
          at: when,
        },
      )
      await came(when)
    })
  }
  const entries = await db
    .selectFrom('time_entries as e')
    .leftJoin('tickets as t', (j) => j.onRef('t.company_id', '=', 'e.company_id').onRef('t.id', '=', 'e.ticket_id'))
    .leftJoin('project_tasks as k', (j) => j.onRef('k.company_id', '=', 'e.company_id').onRef('k.id', '=', 'e.task_id'))
    .leftJoin('projects as p', (j) => j.onRef('p.company_id', '=', 'k.company_id').onRef('p.id', '=', 'k.project_id'))
    .select(['e.id', 'e.minutes', 'e.work_type', 'e.created_at', 'e.user_id'])
    .select([
      sql<string | null>`coalesce(t.agreement_id, p.agreement_id)`.as('agreement_id'),
      sql<string>`e.worked_on::text`.as('worked'),
    ])
    .where('e.company_id', '=', companyId)
    .where('e.removed', '=', false)
    .where('e.billable', '=', true)
    .execute()
  for (const e of entries) {
    const terms = (await termsFor(db as unknown as Db, companyId, e.agreement_id, e.worked)) ?? STANDARD
    const multiplier = terms.multipliers[e.work_type] ?? 100
    await db
      .updateTable('time_entries')
      .set({ multiplier, agreement_id: terms.agreementId })
      .where('id', '=', e.id)
      .execute()
    if (terms.coversTime) continue
    const charged = billedOf(e.minutes, multiplier, {
      increment: terms.roundingIncrement,
      minimum: terms.roundingMinimum,
    })
    step(Date.parse(e.created_at), (at) => draw({ ...e, charged, userId: e.user_id, terms }, at))
  }
  // Blocks expire every morning.
  const first = Math.min(now, ...steps.map((s) => s.at))
  for (let at = Date.parse(`${dayOf(first)}T10:04:00Z`); at <= now; at += DAY)
    step(at, (when) => expireBlocks(db, by, companyId, { at: when, day: dayOf(Date.parse(when)) }))
  for (const s of steps.toSorted((a, b) => a.at - b.at)) await s.does(new Date(s.at).toISOString())
}

/** Writes blocks, draws and corrections for the companies of the demo. */
export async function seedHours(db: Owner, _platform: Platform, cast: Cast): Promise<void> {
  for (const company of cast.companies.values()) if (!company.is_internal) await replay(db, company, cast)
  await db.deleteFrom('events').where('topic', '=', 'hours').execute()
}
