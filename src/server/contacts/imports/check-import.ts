import type { z } from 'zod'
import type { ImportPreview } from '../../../contract/contacts/index.ts'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { importOutcomes } from './import-outcomes.ts'
import { lockImport } from './import-queries.ts'
import type { Plan } from './import-rows.ts'

type Preview = z.infer<typeof ImportPreview>
/** Sample rows shown per outcome. */
const SHOWN = 10
const SHOWN_CLIENTS = 50

/** Throws UNPROCESSABLE at the field when a plan does not fit the file. */
export function refuseMismatchedPlan(
  { mapping, header }: Plan,
  file: { column_count: number; record_count: number },
): void {
  const columns = file.column_count
  const odd = (words: string) => refuse('UNPROCESSABLE', { fields: { mapping: [words] } })
  if (mapping.length !== columns)
    throw odd(`This file has ${columns} columns. Match each one to a field, or choose “Don’t import”.`)
  const used = mapping.filter((field) => field !== null)
  if (new Set(used).size < used.length)
    throw odd('Two columns are matched to the same field. Choose “Don’t import” for one of them.')
  const parts = used.includes('firstName') || used.includes('lastName')
  if (used.includes('fullName') && parts) throw odd('Choose either the full name, or the first and last name.')
  if (!used.includes('fullName') && !parts) throw odd('Choose the column with the name.')
  if (header && file.record_count === 1)
    throw refuse('UNPROCESSABLE', {
      fields: {
        header: ['This file has only one row. If it contains data, clear “The first row contains column names”.'],
      },
    })
}

/**
 * Saves the import plan and returns a preview of what the import would do. Changes no contacts. Throws NOT_FOUND when
 * the actor has no such import, IMPORT_STARTED when it has started, and UNPROCESSABLE when the plan does not fit the
 * file.
 */
export const checkImport = action(contract.contacts.checkImport, async ({ platform, actor }, { id, ...plan }) => {
  const { company_id: companyId } = await platform.db.asActor(actor, async (db) => {
    const found = await lockImport(db, id)
    if (found.state !== 'uploaded') throw refuse('IMPORT_STARTED')
    refuseMismatchedPlan(plan, found)
    await db
      .updateTable('contact_imports')
      .set({ plan: JSON.stringify(plan) })
      .where('company_id', '=', found.company_id)
      .where('id', '=', id)
      .execute()
    return found
  })

  const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, refused: 0, clientsCreated: 0 }
  const preview: Preview = {
    counts,
    created: [],
    updated: [],
    unchanged: [],
    skipped: [],
    refused: [],
    newClients: [],
  }
  const newClients = new Map<string, string>()
  await platform.limits.importCheck(actor.userId, async () => {
    for await (const page of importOutcomes(platform, actor, { companyId, id, plan })) {
      for (const { outcome, ...row } of page.rows) {
        counts[outcome]++
        if (preview[outcome].length < SHOWN) preview[outcome].push(row)
      }
      for (const client of page.newClients)
        if (!newClients.has(client.toLowerCase())) newClients.set(client.toLowerCase(), client)
    }
  })
  counts.clientsCreated = newClients.size
  preview.newClients = [...newClients.values()].slice(0, SHOWN_CLIENTS)
  return preview
})
