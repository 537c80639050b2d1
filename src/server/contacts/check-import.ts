import type { z } from 'zod'
import type { ImportPreview } from '../../contract/contacts.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { columnNames } from './columns.ts'
import { type Change, decide, repeatsOf } from './import-match.ts'
import { fileRows, takeImport } from './import-queries.ts'
import { type Plan, presentProblem, type Read, readRow, type Values } from './import-rows.ts'

type Preview = z.infer<typeof ImportPreview>
/** The first of each kind that are shown. */
const SHOWN = 10
const SHOWN_CLIENTS = 50
const PAGE = 1_000

/** Refuses a plan that does not fit the file: UNPROCESSABLE, with words beside the field. */
export function refuseOdd({ mapping, header }: Plan, file: { column_count: number; record_count: number }): void {
  const columns = file.column_count
  const odd = (words: string) => refuse('UNPROCESSABLE', { fields: { mapping: [words] } })
  if (mapping.length !== columns)
    throw odd(`The file has ${columns} columns; say of each what it means, or that it is left out.`)
  const used = mapping.filter((field) => field !== null)
  if (new Set(used).size < used.length) throw odd('Two columns have the same meaning. Leave one of them out.')
  const parts = used.includes('firstName') || used.includes('lastName')
  if (used.includes('fullName') && parts) throw odd('Choose either the full name or first and last name.')
  if (!used.includes('fullName') && !parts) throw odd('Choose the column that holds the name.')
  if (header && file.record_count === 1)
    throw refuse('UNPROCESSABLE', { fields: { header: ['Then there is nothing left to import.'] } })
}

const CHANGED: Record<keyof Change, string> = {
  full_name: 'name',
  phone: 'phone',
  title: 'title',
  notes: 'notes',
  client_id: 'client',
  client: 'client',
}
const details = (values: Values) => [values.email, values.phone, values.client].filter((v) => v !== null).join(', ')

/** Keeps how the file is to be read and tells what importing it would do; nothing is written into the book yet. */
export async function checkImport(
  { platform, actor }: Actored,
  { id, ...plan }: Plan & { id: string },
): Promise<Preview> {
  const { company_id: companyId } = await platform.db.asActor(actor, async (db) => {
    const found = await takeImport(db, id)
    if (found.state !== 'uploaded') throw refuse('IMPORT_STARTED')
    refuseOdd(plan, found)
    await db
      .updateTable('contact_imports')
      .set({ plan: JSON.stringify(plan) })
      .where('company_id', '=', found.company_id)
      .where('id', '=', id)
      .execute()
    return found
  })

  const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, refused: 0, clientsCreated: 0 }
  const preview: Preview = { counts, created: [], updated: [], skipped: [], refused: [], newClients: [] }
  const newClients = new Map<string, string>()
  const repeat = repeatsOf(plan)
  let names: string[] | undefined
  // Page by page, each in a transaction of its own: nobody waits for a connection meanwhile.
  for (let after = 0; ; ) {
    const page = await platform.db.askAs(actor, (db) => fileRows(db, companyId, id, after, PAGE))
    const last = page.at(-1)
    if (!last) break
    after = last.row
    if (!names) {
      names = columnNames(page[0]?.cells ?? [], plan.header)
      if (plan.header) page.shift()
    }
    const read: Read[] = page.map((r) => readRow(r, plan))
    const good = read.flatMap((r) => ('values' in r ? [{ ...r, sameAs: repeat(r.row, r.values) }] : []))
    for (const r of read) {
      if (!('problems' in r)) continue
      counts.refused++
      if (preview.refused.length < SHOWN) preview.refused.push(presentProblem(r, names))
    }
    const { decisions, clients } = await platform.db.asActor(actor, (db) => decide(db, companyId, good, plan))
    for (const d of decisions) {
      const { row, values } = d
      const sample = { row, label: values.fullName }
      const { client } = values
      if (d.act !== 'skip' && client && plan.clients === 'create' && !clients.has(client.toLowerCase()))
        newClients.set(client.toLowerCase(), newClients.get(client.toLowerCase()) ?? client)
      if (d.act === 'create') {
        counts.created++
        if (preview.created.length < SHOWN) preview.created.push({ ...sample, detail: details(values) })
      } else if (d.act === 'update') {
        counts.updated++
        const changes = [...new Set(Object.keys(d.change).map((key) => CHANGED[key as keyof Change]))]
        if (preview.updated.length < SHOWN) preview.updated.push({ ...sample, detail: `New ${changes.join(', ')}` })
      } else if (d.act === 'unchanged') counts.unchanged++
      else {
        counts.skipped++
        const detail = d.sameAs === undefined ? `There already: ${d.contact?.full_name}` : `Same as row ${d.sameAs}`
        if (preview.skipped.length < SHOWN) preview.skipped.push({ ...sample, detail })
      }
    }
  }
  counts.clientsCreated = newClients.size
  preview.newClients = [...newClients.values()].slice(0, SHOWN_CLIENTS)
  return preview
}
