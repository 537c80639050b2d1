import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'

const day = (column: string) => sql<string | null>`${sql.ref(column)}::text`

/**
 * The open revision of an agreement (`a`): prepared, sent or returned. Null without one. Partners do not see one that
 * was never sent.
 */
const open = sql<{ id: string; revision: number; status: string; sentAt: string | null } | null>`(
  select jsonb_build_object('id', r.id, 'revision', r.revision, 'status', r.status,
    'sentAt', to_char(r.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
  from agreement_revisions r
  where r.company_id = a.company_id and r.agreement_id = a.id and r.status in ('draft', 'sent', 'returned')
    and r.revision > coalesce(a.revision, 0)
  order by r.revision desc limit 1)`

/** The value by which a list by name is sorted. */
export const agreementNameKey = sql<string>`lower(a.name)`

/** Returns a query of agreements with their company and their open revision. */
export const agreementRows = (db: Db) =>
  db
    .selectFrom('agreements as a')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .select([
      'a.company_id',
      'a.id',
      'a.number',
      'a.name',
      agreementNameKey.as('name_key'),
      'a.type',
      'a.status',
      'a.renewal',
      'a.renewal_months',
      'a.notice_days',
      'a.currency',
      'a.hourly_rate_cents',
      'a.overage',
      'a.overage_percent',
      'a.rounding_increment',
      'a.rounding_minimum',
      'a.rounding_per',
      'a.multipliers',
      'a.covers_time',
      'a.sla_policy_id',
      'a.payment_days',
      'a.minutes',
      'a.price_cents',
      'a.billing_point',
      'a.completion_billed_at',
      'a.valid_months',
      'a.monthly_minutes',
      'a.monthly_price_cents',
      'a.rollover',
      'a.rollover_cap',
      'a.revision',
      'a.sent_at',
      'a.signed_at',
      'a.awaits_payment',
      'a.activated_at',
      'a.cancelled_at',
      'a.cancel_reason',
      'a.created_by',
      'a.version',
      'a.created_at',
      'a.updated_at',
      'c.name as company',
    ])
    .select([day('a.starts_on').as('starts_on'), day('a.ends_on').as('ends_on')])
    .select(day('a.next_period_on').as('next_period_on'))
    .select(open.as('open'))
export type Row = Awaited<ReturnType<ReturnType<typeof agreementRows>['execute']>>[number]

const person = (id: string) => sql<string | null>`(select p.full_name from people p where p.id = ${sql.ref(id)})`

/** Returns a query of revisions without their texts, newest first. */
export const revisionRows = (db: Db) =>
  db
    .selectFrom('agreement_revisions as r')
    .select([
      'r.company_id',
      'r.agreement_id',
      'r.id',
      'r.revision',
      'r.status',
      'r.summary',
      'r.returned_comment',
      'r.sha256',
      'r.created_by',
      'r.sent_by',
      'r.created_at',
      'r.sent_at',
      'r.first_opened_at',
      'r.signed_at',
    ])
    .select([person('r.created_by').as('creator'), person('r.sent_by').as('sender')])
    .orderBy('r.revision', 'desc')
export type RevisionRow = Awaited<ReturnType<ReturnType<typeof revisionRows>['execute']>>[number]

/** Returns a query of revisions with their texts and terms, newest first. */
export const fullRevisions = (db: Db) => revisionRows(db).select(['r.terms', 'r.body', 'r.source'])
export type FullRevision = Awaited<ReturnType<ReturnType<typeof fullRevisions>['execute']>>[number]

/** Returns a query of signatures, newest first. */
export const signatureRows = (db: Db) =>
  db
    .selectFrom('agreement_signatures as s')
    .innerJoin('agreement_revisions as r', (j) =>
      j.onRef('r.company_id', '=', 's.company_id').onRef('r.id', '=', 's.revision_id'),
    )
    .select([
      's.id',
      's.revision_id',
      'r.revision',
      's.name',
      's.account_name',
      's.legal_name_confirmed',
      's.email',
      's.user_id',
      's.user_agent',
      's.sha256',
      's.consent',
      's.signed_at',
    ])
    .select(sql<string | null>`host(s.ip)`.as('ip'))
    .orderBy('r.revision', 'desc')
export type SignatureRow = Awaited<ReturnType<ReturnType<typeof signatureRows>['execute']>>[number]
