// Reads automatic top-ups for one reader.
import { sql } from 'kysely'
import type { z } from 'zod'
import type { TopUp, TopUpSettings } from '../../../contract/billing/index.ts'
import type { Actor, Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/http/api.ts'
import type { Platform } from '../../platform/platform.ts'
import { presentPack } from '../packs/pack-write.ts'
import { canCharge } from '../payments/stored-card.ts'
import { isOwner } from '../policy.ts'

/**
 * Returns what automatic top-ups bought in the provider's current calendar month, in cents. Canceled orders do not
 * count.
 */
export async function spentThisMonth(db: Db, companyId: string): Promise<number> {
  const row = await db
    .selectFrom('orders')
    .select(sql<number>`coalesce(sum(total_cents), 0)::int8`.as('cents'))
    .where('company_id', '=', companyId)
    .where('source', '=', 'top_up')
    .where('status', '<>', 'canceled')
    .where(sql<boolean>`hours_day(created_at) >= date_trunc('month', hours_day(now()))::date`)
    .executeTakeFirstOrThrow()
  return row.cents
}

/** Returns the active owners of a company, who can approve purchases. */
export const ownersOf = (db: Db, companyId: string) =>
  db
    .selectFrom('profiles as p')
    .innerJoin('user_roles as r', 'r.user_id', 'p.id')
    .select(['p.id', 'p.full_name as name'])
    .where('p.company_id', '=', companyId)
    .where('r.role', '=', 'owner')
    .where('p.deactivated_at', 'is', null)
    .orderBy('p.full_name')
    .orderBy('p.id')
    .execute()

const rows = (db: Db) =>
  db
    .selectFrom('top_ups as t')
    .innerJoin('companies as c', 'c.id', 't.company_id')
    // Partners cannot read archived packs, so `pack` is null for them.
    .leftJoin('hour_packs as k', 'k.id', 't.pack_id')
    .leftJoin('orders as o', (j) => j.onRef('o.company_id', '=', 't.company_id').onRef('o.id', '=', 't.order_id'))
    .leftJoin('invoices as i', (j) => j.onRef('i.company_id', '=', 'o.company_id').onRef('i.order_id', '=', 'o.id'))
    .leftJoin('top_up_rules as r', 'r.company_id', 't.company_id')
    .leftJoin('people as a', 'a.id', 'r.approver_id')
    .leftJoin('people as d', 'd.id', 't.decided_by')
    .select([
      't.id',
      't.company_id',
      't.state',
      't.balance',
      't.price_cents',
      't.pack_id',
      't.decided_at',
      't.created_at',
    ])
    .select([
      't.failure',
      'c.name as company',
      'k.name as pack',
      'k.minutes',
      'k.price_cents as price_now',
      'k.archived_at',
    ])
    .select(['o.id as order_id', 'o.number as order_number', 'o.status as order_status', 'i.id as invoice_id'])
    .select(['i.number as invoice_number', 'r.approver_id', 'a.full_name as approver', 't.decided_by'])
    .select('d.full_name as decider')
type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const present = (t: Row, reader: Actor): z.infer<typeof TopUp> => ({
  id: t.id,
  company: { id: t.company_id, name: t.company },
  state: t.state as z.infer<typeof TopUp>['state'],
  balanceMinutes: t.balance,
  pack: { id: t.pack_id, name: t.pack ?? 'Discontinued pack', minutes: t.minutes ?? 0 },
  priceCents: t.state === 'proposed' ? (t.price_now ?? t.price_cents) : t.price_cents,
  currency: 'usd',
  failure: t.failure,
  order:
    t.order_id && t.order_number && t.invoice_id
      ? {
          id: t.order_id,
          number: t.order_number,
          status: t.order_status as NonNullable<z.infer<typeof TopUp>['order']>['status'],
          invoiceId: t.invoice_id,
          invoice: t.invoice_number,
        }
      : null,
  approver: t.state === 'proposed' && t.approver_id && t.approver ? { id: t.approver_id, name: t.approver } : null,
  decidedBy: t.decided_by && t.decider ? { id: t.decided_by, name: t.decider } : null,
  decidedAt: t.decided_at,
  createdAt: t.created_at,
  can: { decide: t.state === 'proposed' && isOwner(reader) },
})

/** Returns one top-up. Throws NOT_FOUND. */
export async function readTopUp(db: Db, actor: Actor, id: string): Promise<z.infer<typeof TopUp>> {
  const row = await rows(db).where('t.id', '=', id).executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  return present(row, actor)
}

/** Returns the top-up rule of a company and its latest top-ups. */
export async function readSettings(
  platform: Platform,
  db: Db,
  actor: Actor,
  companyId: string,
): Promise<z.infer<typeof TopUpSettings>> {
  const rule = await db
    .selectFrom('top_up_rules as r')
    .select(['r.enabled', 'r.threshold', 'r.monthly_cap_cents', 'r.approver_id', 'r.method', 'r.version', 'r.pack_id'])
    .select((e) =>
      e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'r.approver_id').as('approver'),
    )
    .where('r.company_id', '=', companyId)
    .executeTakeFirst()
  const pack = rule
    ? await db.selectFrom('hour_packs').selectAll().where('id', '=', rule.pack_id).executeTakeFirst()
    : undefined
  const last = await rows(db)
    .where('t.company_id', '=', companyId)
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(12)
    .execute()
  return {
    rule: rule
      ? {
          enabled: rule.enabled,
          thresholdMinutes: rule.threshold,
          pack: pack ? presentPack(pack, actor) : null,
          monthlyCapCents: rule.monthly_cap_cents,
          approver: rule.approver_id && rule.approver ? { id: rule.approver_id, name: rule.approver } : null,
          method: rule.method as NonNullable<z.infer<typeof TopUpSettings>['rule']>['method'],
          version: rule.version,
        }
      : null,
    spentCents: await spentThisMonth(db, companyId),
    approvers: await ownersOf(db, companyId),
    methods: (await canCharge(platform, db, companyId)) ? ['card', 'invoice'] : ['invoice'],
    topUps: last.map((t) => present(t, actor)),
    can: { edit: isOwner(actor) },
  }
}
