import { contract } from '../../../contract/index.ts'
import { decodeCursor, pageOf } from '../../platform/database/cursor.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { importOutcomes, type OutcomeRow } from './import-outcomes.ts'
import type { Plan } from './import-rows.ts'

/**
 * Returns one page of the rows with one outcome, in file order, under the plan of the last check. Throws NOT_FOUND when
 * the actor has no such import, IMPORT_STARTED when it has started, and UNPROCESSABLE when it was not checked yet.
 */
export const importPreviewRows = action(contract.contacts.importRows, async ({ platform, actor }, input) => {
  const { id, outcome, limit, cursor } = input
  const after = Number(decodeCursor(cursor, outcome, 'number')?.value ?? 0)
  const found = await platform.db.askAs(actor, (db) =>
    db.selectFrom('contact_imports').select(['company_id', 'state', 'plan']).where('id', '=', id).executeTakeFirst(),
  )
  if (!found) throw refuse('NOT_FOUND')
  if (found.state !== 'uploaded') throw refuse('IMPORT_STARTED')
  const plan = found.plan as Plan | null
  if (!plan) throw refuse('UNPROCESSABLE', { fields: { mapping: ['Match the columns first.'] } })
  const rows: OutcomeRow[] = []
  await platform.limits.importCheck(actor.userId, async () => {
    for await (const page of importOutcomes(platform, actor, { companyId: found.company_id, id, plan }, after)) {
      rows.push(...page.rows.filter((r) => r.outcome === outcome))
      if (rows.length > limit) break
    }
  })
  const page = pageOf(rows.slice(0, limit + 1), limit, (last) => ({ order: outcome, value: String(last.row), id }))
  return { items: page.rows.map(({ row, label, detail }) => ({ row, label, detail })), nextCursor: page.nextCursor }
})
