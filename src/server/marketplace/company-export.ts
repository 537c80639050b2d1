// The company export's table of requests for automations.
import { sql } from 'kysely'
import { type CompanyExport, tableMaker, toExportColumns } from '../platform/files/company-export.ts'

/** The sort key of a request for an automation. */
const askKey = sql<string>`k.product_id || ' ' || k.asked_on`

export const marketplaceExport: CompanyExport = {
  tables: (platform, actor) => {
    const { table, pageOf } = tableMaker(platform, actor)
    return [
      table(
        'automation-requests',
        ['purchase_asks'],
        toExportColumns(['product', 'askedOn', 'askedBy', 'createdAt']),
        (db, after) =>
          db
            .selectFrom('purchase_asks as k')
            .leftJoin('product_names as p', 'p.id', 'k.product_id')
            .select(['p.name as product', 'k.created_at as createdAt'])
            .select((e) => [
              askKey.as('cursor'),
              sql<string>`k.asked_on::text`.as('askedOn'),
              e.selectFrom('people as n').select('n.full_name').whereRef('n.id', '=', 'k.asked_by').as('askedBy'),
            ])
            .$call(pageOf('k.', after, askKey)),
      ),
    ]
  },
  leftOut: { offered: ['product_integrations', 'products'] },
}
