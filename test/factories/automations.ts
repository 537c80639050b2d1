import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { installAutomation } from '../../src/server/automations/setup/install.ts'
import { systemOf } from '../../src/server/platform/database/db.ts'
import { keyHash } from '../../src/server/platform/sign-in/keys.ts'
import type { Owner } from './people.ts'

type Fields = {
  companyId: string
  productId?: string
  name?: string
  status?: 'requested' | 'provisioning' | 'live' | 'failing' | 'paused' | 'retired'
  minutesPerRun?: number
  expectedMinutes?: number
  priceModel?: 'one_time' | 'monthly' | 'quote'
  priceCents?: number
  liveAt?: string
}

/** Creates an automation of a company. Default: live. */
export async function makeInstallation(db: Owner, fields: Fields): Promise<{ id: string; companyId: string }> {
  const { companyId, productId, status = 'live', liveAt, minutesPerRun = 12 } = fields
  const product = productId
    ? await db.selectFrom('products').selectAll().where('id', '=', productId).executeTakeFirstOrThrow()
    : undefined
  const id = await db.transaction().execute((tx) =>
    installAutomation(
      tx,
      { actor: systemOf(companyId) },
      {
        companyId,
        productId,
        name: fields.name ?? product?.name ?? 'Mailbox cleanup',
        priceModel: fields.priceModel ?? (product?.price_model as 'monthly' | undefined) ?? 'quote',
        priceCents: fields.priceCents ?? product?.price_cents ?? null,
        intake: (product?.intake ?? []) as never,
        minutesPerRun,
      },
    ),
  )
  const begun = liveAt ?? new Date(Date.now() - 40 * 24 * 60 * 60 * 1000).toISOString()
  await db
    .updateTable('installations')
    .set({
      status,
      expected_minutes: fields.expectedMinutes ?? null,
      live_at: status === 'requested' || status === 'provisioning' ? null : begun,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  // A status change resets `watched_from`. Set it back, because this automation was live all the time.
  await db
    .updateTable('installations')
    .set({ watched_from: begun })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  return { id, companyId }
}

/** Creates a company API key with these scopes. Returns the value of the x-api-key header. */
export async function makeKey(
  db: Owner,
  by: { id: string; companyId: string },
  scopes: string[] = ['runs:write'],
): Promise<{ id: string; key: string }> {
  const key = `mwk_${crypto.randomUUID()}`
  const id = crypto.randomUUID()
  await db
    .insertInto('api_keys')
    .values({
      company_id: by.companyId,
      id,
      name: 'Automations',
      prefix: key.slice(0, 12),
      hash: keyHash(key),
      scopes,
      created_by: by.id,
    })
    .execute()
  return { id, key }
}

export type MadeRun = {
  status?: 'succeeded' | 'failed' | 'skipped'
  startedAt: string
  seconds?: number
  minutesSaved?: number
  clientId?: string
  message?: string
  output?: unknown
  externalId?: string
}

/** Creates runs as if they had been reported, with their daily totals. Returns their ids in the same order. */
export async function makeRuns(
  db: Owner,
  { id, companyId }: { id: string; companyId: string },
  runs: MadeRun[],
): Promise<string[]> {
  const rows = runs.map((r) => ({
    id: uuid({ msecs: Date.parse(r.startedAt) }),
    external_id: r.externalId ?? crypto.randomUUID(),
    status: r.status ?? 'succeeded',
    started_at: r.startedAt,
    finished_at: new Date(Date.parse(r.startedAt) + (r.seconds ?? 30) * 1000).toISOString(),
    minutes_saved: r.minutesSaved ?? null,
    client_id: r.clientId ?? null,
    message: r.message ?? null,
    output: r.output ?? null,
  }))
  await sql`
    with i as (select * from installations where company_id = ${companyId} and id = ${id}),
      s as materialized (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, external_id text, status text,
        started_at timestamptz, finished_at timestamptz, minutes_saved int, client_id uuid, message text, output jsonb)),
      k as (insert into run_keys (company_id, installation_id, external_id, run_id, started_at)
        select i.company_id, i.id, s.external_id, s.id, s.started_at from s, i),
      r as (insert into runs (company_id, installation_id, id, external_id, status, started_at, finished_at, minutes_saved, client_id, message, output)
        select i.company_id, i.id, s.id, s.external_id, s.status, s.started_at, s.finished_at,
          coalesce(s.minutes_saved, case when s.status = 'succeeded' then i.minutes_per_run else 0 end), s.client_id, s.message, s.output
        from s, i returning *),
      l as (update installations set last_run_at = r.finished_at, last_run_status = r.status
        from (select * from r order by finished_at desc limit 1) as r where installations.company_id = r.company_id and installations.id = r.installation_id)
    insert into run_days as d (company_id, installation_id, day, client_id, succeeded, failed, skipped, minutes_saved, seconds)
    select r.company_id, r.installation_id, (r.started_at at time zone i.time_zone)::date, r.client_id,
      count(*) filter (where r.status = 'succeeded'), count(*) filter (where r.status = 'failed'), count(*) filter (where r.status = 'skipped'),
      sum(r.minutes_saved), sum(extract(epoch from r.finished_at - r.started_at)::bigint)
    from r, i group by 1, 2, 3, 4
    on conflict on constraint run_days_key do update set succeeded = d.succeeded + excluded.succeeded, failed = d.failed + excluded.failed,
      skipped = d.skipped + excluded.skipped, minutes_saved = d.minutes_saved + excluded.minutes_saved, seconds = d.seconds + excluded.seconds`.execute(
    db,
  )
  return rows.map((r) => r.id)
}
