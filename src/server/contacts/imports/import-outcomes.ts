// Previews the outcome of each row of a file, in file order. Writes nothing.
import type { Actor, Db } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { columnNames } from './columns.ts'
import { type Change, type Decision, matchRows, repeatsOf } from './import-match.ts'
import { importFileRows } from './import-queries.ts'
import { type Plan, type Problem, presentProblem, readRow, type Values } from './import-rows.ts'

const PAGE = 1_000

/** The outcome of a row, named like the counts. */
export type Outcome = 'refused' | 'created' | 'updated' | 'unchanged' | 'skipped'
export type OutcomeRow = { row: number; label: string; outcome: Outcome; detail: string }

const CHANGED: Record<keyof Change, string> = {
  full_name: 'name',
  phone: 'phone',
  title: 'title',
  notes: 'notes',
  client_id: 'client',
  client: 'client',
}
const details = (values: Values) => [values.email, values.phone, values.client].filter((v) => v !== null).join(', ')

function decided(d: Decision): OutcomeRow {
  const at = { row: d.row, label: d.values.fullName }
  if (d.act === 'create') return { ...at, outcome: 'created', detail: details(d.values) }
  if (d.act === 'unchanged') return { ...at, outcome: 'unchanged', detail: details(d.values) }
  if (d.act === 'update') {
    const changes = [...new Set(Object.keys(d.change).map((key) => CHANGED[key as keyof Change]))]
    return { ...at, outcome: 'updated', detail: `Changes: ${changes.join(', ')}` }
  }
  const detail = d.sameAs === undefined ? `Already exists: ${d.contact?.full_name}` : `Same as row ${d.sameAs}`
  return { ...at, outcome: 'skipped', detail }
}

function refused(r: { row: number; label: string; problems: Problem[] }, names: string[]): OutcomeRow {
  const { row, label, problems } = presentProblem(r, names)
  const detail = problems.map((p) => (p.column ? `${p.column}: ${p.message}` : p.message)).join(' ')
  return { row, label, outcome: 'refused', detail }
}

/**
 * Yields the rows after `after` in pages, with what importing them would do and the clients that they would create.
 * Each page uses its own transaction, so that a long file does not hold a connection.
 */
export async function* importOutcomes(
  platform: Platform,
  actor: Actor,
  { companyId, id, plan }: { companyId: string; id: string; plan: Plan },
  after = 0,
): AsyncGenerator<{ rows: OutcomeRow[]; newClients: string[] }> {
  const repeat = repeatsOf(plan)
  let names: string[] | undefined
  for (let read = 0; ; ) {
    const page = await platform.db.askAs(actor, (db: Db) => importFileRows(db, companyId, id, read, PAGE))
    const last = page.at(-1)
    if (!last) return
    read = last.row
    if (!names) {
      names = columnNames(page[0]?.cells ?? [], plan.header)
      if (plan.header) page.shift()
    }
    const rows: OutcomeRow[] = []
    const good: (Extract<ReturnType<typeof readRow>, { values: Values }> & { sameAs: number | undefined })[] = []
    for (const r of page.map((cells) => readRow(cells, plan))) {
      // Read earlier rows too, because later rows may repeat them.
      const sameAs = 'values' in r ? repeat(r.row, r.values) : undefined
      if (r.row <= after) continue
      if ('problems' in r) rows.push(refused(r, names))
      else good.push({ ...r, sameAs })
    }
    if (rows.length === 0 && good.length === 0) continue
    const { decisions, clients } = await platform.db.asActor(actor, (db) => matchRows(db, companyId, good, plan))
    const newClients = decisions.flatMap(({ act, values: { client } }) =>
      act !== 'skip' && client && plan.clients === 'create' && !clients.has(client.toLowerCase()) ? [client] : [],
    )
    yield { rows: [...rows, ...decisions.map(decided)].toSorted((a, b) => a.row - b.row), newClients }
  }
}
