import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { contract } from '../../contract/index.ts'
import { createOnce } from '../platform/database/once.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { scopeOf } from './scope.ts'

/**
 * Returns the id by which a report's PDF can be requested. The same company, client and period give the same id. Throws
 * NOT_FOUND for a company or client that is not the actor's, UNPROCESSABLE without a company, and BAD_REQUEST for a
 * period that is not valid.
 */
export const createReportDocument = action(contract.reports.paper, (context, input) =>
  createOnce(context, input, async (db) => {
    const { actor } = context
    const { company, client, span } = await scopeOf(db, actor, {
      company: input.company,
      client: input.client ?? undefined,
      from: input.from,
      to: input.to,
      compare: true,
    })
    if (!company)
      throw refuse('UNPROCESSABLE', { fields: { company: ['Choose a company. A PDF can’t cover all companies.'] } })
    const asked = { company_id: company.id, client_id: client?.id ?? null, from_day: span.from, to_day: span.to }
    const made = await db
      .insertInto('report_papers')
      .values({ ...asked, id: uuid(), created_by: actor.userId })
      .onConflict((c) => c.columns(['company_id', 'client_id', 'from_day', 'to_day']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) return made
    return db
      .selectFrom('report_papers')
      .select('id')
      .where('company_id', '=', company.id)
      .where('client_id', client ? '=' : 'is', client?.id ?? null)
      .where(sql<boolean>`from_day = ${span.from}::date`)
      .where(sql<boolean>`to_day = ${span.to}::date`)
      .executeTakeFirstOrThrow()
  }),
)
