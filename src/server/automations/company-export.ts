// The tables of a company's export about automations, alerts and runs.
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import {
  type CompanyExport,
  PAGE,
  tableMaker,
  toExportColumns,
  type ValueNames,
} from '../platform/files/company-export.ts'
import { AUTOMATIONS, CONNECTIONS, PRICES, RUNS } from './words.ts'

const ALERTS: ValueNames = { failing: 'Runs failing', silent: 'Not reporting' }

export const automationsExport: CompanyExport = {
  tables: (platform, actor) => {
    const own = actor.companyId
    const { table, pageOf } = tableMaker(platform, actor)
    return [
      table(
        'automations',
        ['installations', 'installation_clients'],
        toExportColumns(
          [
            'id',
            'name',
            'product',
            'status',
            'priceModel',
            'priceCents',
            'minutesPerRun',
            'questions',
            'answers',
            'answeredAt',
            'clients',
            'timeZone',
            'expectedMinutes',
            'createdAt',
            'liveAt',
            'pausedAt',
            'pauseReason',
            'retiredAt',
          ],
          { status: AUTOMATIONS, priceModel: PRICES },
        ),
        (db, after) =>
          db
            .selectFrom('installations as i')
            .leftJoin('product_names as p', 'p.id', 'i.product_id')
            .select([
              'i.id',
              'i.id as cursor',
              'i.name',
              'p.name as product',
              'i.status',
              'i.price_model as priceModel',
              'i.price_cents as priceCents',
              'i.minutes_per_run as minutesPerRun',
              'i.intake as questions',
              'i.answers',
              'i.answered_at as answeredAt',
              'i.time_zone as timeZone',
              'i.expected_minutes as expectedMinutes',
              'i.created_at as createdAt',
              'i.live_at as liveAt',
              'i.paused_at as pausedAt',
              'i.pause_reason as pauseReason',
              'i.retired_at as retiredAt',
            ])
            .select(
              sql<
                string[]
              >`array(select l.name from installation_clients k join shared_clients l on l.company_id = k.company_id and l.id = k.client_id
              where k.company_id = i.company_id and k.installation_id = i.id order by l.name, l.id)`.as('clients'),
            )
            .$call(pageOf('i.', after)),
      ),
      table(
        'connections',
        ['connections'],
        toExportColumns(
          ['id', 'automation', 'tool', 'what', 'keptIn', 'state', 'expiresOn', 'createdAt'],
          { state: CONNECTIONS },
          { what: 'Description', state: 'State' },
        ),
        (db, after) =>
          db
            .selectFrom('connections as n')
            .innerJoin('installations as i', (j) =>
              j.onRef('i.company_id', '=', 'n.company_id').onRef('i.id', '=', 'n.installation_id'),
            )
            .select([
              'n.id',
              'n.id as cursor',
              'i.name as automation',
              'n.tool',
              'n.label as what',
              'n.reference as keptIn',
              'n.state',
              'n.created_at as createdAt',
            ])
            .select(sql<string | null>`n.expires_on::text`.as('expiresOn'))
            .$call(pageOf('n.', after)),
      ),
      table(
        'automation-alerts',
        ['alert_episodes'],
        toExportColumns(['id', 'automation', 'kind', 'facts', 'ticket', 'startedAt', 'endedAt'], { kind: ALERTS }),
        (db, after) =>
          db
            .selectFrom('alert_episodes as e')
            .innerJoin('installations as i', (j) =>
              j.onRef('i.company_id', '=', 'e.company_id').onRef('i.id', '=', 'e.installation_id'),
            )
            .leftJoin('shared_tickets as t', (j) =>
              j.onRef('t.company_id', '=', 'e.company_id').onRef('t.id', '=', 'e.ticket_id'),
            )
            .select([
              'e.id',
              'e.id as cursor',
              'i.name as automation',
              'e.kind',
              'e.facts',
              'e.started_at as startedAt',
              'e.ended_at as endedAt',
            ])
            .select(sql<string | null>`'T-' || t.number`.as('ticket'))
            .$call(pageOf('e.', after)),
      ),
      table(
        'runs',
        ['runs'],
        toExportColumns(
          [
            'id',
            'automation',
            'externalId',
            'status',
            'startedAt',
            'finishedAt',
            'minutesSaved',
            'client',
            'message',
            'output',
            'receivedAt',
          ],
          { status: RUNS },
        ),
        (db, after) => runs(db, own, after),
      ),
      table(
        'dismissed-recommendations',
        ['dismissed_recommendations'],
        toExportColumns(['product', 'dismissedBy', 'dismissedAt']),
        (db, after) =>
          db
            .selectFrom('dismissed_recommendations as d')
            .leftJoin('product_names as p', 'p.id', 'd.product_id')
            .select(['d.product_id as cursor', 'p.name as product', 'd.dismissed_at as dismissedAt'])
            .select((e) =>
              e
                .selectFrom('people as n')
                .select('n.full_name')
                .whereRef('n.id', '=', 'd.dismissed_by')
                .as('dismissedBy'),
            )
            .$call(pageOf('d.', after, 'product_id')),
      ),
    ]
  },
  leftOut: { calculated: ['run_days', 'run_keys', 'run_months', 'recommendation_words'] },
}

/** Pages through runs in the order of their partitions' key, which is the cursor. */
function runs(db: Db, companyId: string, after: string | undefined) {
  const [installation, startedAt, id] = after?.split(' ') ?? []
  return db
    .selectFrom('runs as r')
    .innerJoin('installations as i', (j) =>
      j.onRef('i.company_id', '=', 'r.company_id').onRef('i.id', '=', 'r.installation_id'),
    )
    .leftJoin('shared_clients as l', (j) =>
      j.onRef('l.company_id', '=', 'r.company_id').onRef('l.id', '=', 'r.client_id'),
    )
    .select([
      'r.id',
      'i.name as automation',
      'r.external_id as externalId',
      'r.status',
      'r.started_at as startedAt',
      'r.finished_at as finishedAt',
      'r.minutes_saved as minutesSaved',
      'l.name as client',
      'r.message',
      'r.output',
      'r.received_at as receivedAt',
    ])
    .select(
      sql<string>`concat_ws(' ', r.installation_id, to_char(r.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), r.id)`.as(
        'cursor',
      ),
    )
    .where('r.company_id', '=', companyId)
    .$if(after !== undefined, (q) =>
      q.where(
        sql<boolean>`(r.installation_id, r.started_at, r.id) > (${installation}::uuid, ${startedAt}::timestamptz, ${id}::uuid)`,
      ),
    )
    .orderBy('r.installation_id')
    .orderBy('r.started_at')
    .orderBy('r.id')
    .limit(PAGE)
    .execute()
}
