// The monthly report that Northgate sends to one of its clients, and the one that Northgate receives.

import type { ActorContext } from '../../src/server/platform/http/api.ts'
import type { Platform } from '../../src/server/platform/platform.ts'
import { setMail } from '../../src/server/reports/set-mail.ts'
import type { MadeCompany, MadeUser, Owner } from '../factories/people.ts'

type Demo = { companies: Map<string, MadeCompany>; people: Map<string, MadeUser> }

/** Turns both mails on with the product's own action. Daily figures are calculated when a report is first read. */
export async function seedReports(db: Owner, platform: Platform, { companies, people }: Demo): Promise<void> {
  const company = companies.get('Northgate IT') as MadeCompany
  const owner = people.get('owner@northgate.example') as MadeUser
  const actor = { kind: 'tenant' as const, companyId: company.id, userId: owner.id, role: 'owner' as const }
  // The full demo is one transaction, so run the action in it.
  const within = {
    ...platform,
    db: { ...platform.db, asActor: <T>(_: unknown, fn: (tx: Owner) => Promise<T>) => fn(db) },
  }
  const context = { platform: within, actor, requestId: 'demo', address: '' } as unknown as ActorContext
  const client = await db
    .selectFrom('contacts as k')
    .innerJoin('clients as l', (j) => j.onRef('l.company_id', '=', 'k.company_id').onRef('l.id', '=', 'k.client_id'))
    .select(['l.id', 'k.id as contact'])
    .where('l.company_id', '=', company.id)
    .where('l.archived_at', 'is', null)
    .where('k.archived_at', 'is', null)
    .where('k.email', 'is not', null)
    .where((e) =>
      e.exists(
        e
          .selectFrom('tickets as t')
          .select('t.id')
          .whereRef('t.company_id', '=', 'l.company_id')
          .whereRef('t.client_id', '=', 'l.id'),
      ),
    )
    .orderBy('l.name')
    .orderBy('k.full_name')
    .limit(1)
    .executeTakeFirst()
  if (client) await setMail(context, { client: client.id, recipients: [client.contact] })
  await setMail(context, { client: null, recipients: [owner.id] })
}
