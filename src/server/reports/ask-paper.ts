import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Actored, refuse } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { scopeOf } from './scope.ts'

type Input = { company?: string | undefined; client?: string | null | undefined; from: string; to: string }

/**
 * What a PDF of a report is asked for by; the same question gives the same id. NOT_FOUND for another's company or client,
 * UNPROCESSABLE without a company, BAD_REQUEST for a period that cannot be.
 */
export const askPaper = (context: Actored, input: Input): Promise<{ id: string }> =>
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
      throw refuse('UNPROCESSABLE', { fields: { company: ['Choose one company: there is no PDF of all.'] } })
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
  })
