// A row of a file as a contact, checked like the form. Pure but for the schema.
import type { z } from 'zod'
import { ClientName, ContactFields, type ImportPlan, type ImportProblem } from '../../contract/contacts.ts'
import { fold } from './policy.ts'

export type Plan = z.infer<typeof ImportPlan>
/** A contact as a row says it; null where the row says nothing. */
export type Values = {
  fullName: string
  email: string | null
  phone: string | null
  title: string | null
  notes: string
  client: string | null
}
export type Problem = { column: number | null; message: string }
export type Read = { row: number; label: string } & ({ values: Values } | { problems: Problem[] })

/** A cell without the apostrophe that an export put before what a spreadsheet would take for a formula. */
const clean = (cell: string) => cell.trim().replace(/^'(?=[=+\-@])/, '')

/** What stands in a row. */
export function readRow({ row, cells }: { row: number; cells: string[] }, plan: Plan): Read {
  const at = (field: Plan['mapping'][number]) => plan.mapping.indexOf(field)
  const text = (field: Plan['mapping'][number]) => clean(cells[at(field)] ?? '')
  const fullName = at('fullName') >= 0 ? text('fullName') : `${text('firstName')} ${text('lastName')}`.trim()
  const client = text('client')
  const label = (fullName || text('email') || clean(cells.find((c) => c.trim() !== '') ?? '')).slice(0, 100)
  if (cells.slice(plan.mapping.length).some((cell) => cell.trim() !== '')) {
    const message = `The row has ${cells.length} values and the file ${plan.mapping.length} columns. Put values with a delimiter in them into quotes.`
    return { row, label, problems: [{ column: null, message }] }
  }
  const fields = ContactFields.safeParse({
    fullName: fullName.replace(/\s+/g, ' '),
    email: text('email').replace(/^mailto:/i, ''),
    phone: text('phone'),
    title: text('title'),
    notes: text('notes'),
  })
  const named = client === '' ? undefined : ClientName.safeParse(client.replace(/\s+/g, ' '))
  const columnOf = (field: string) => {
    const i = at(field as 'email')
    return i >= 0 ? i : at('firstName') >= 0 ? at('firstName') : at('lastName') >= 0 ? at('lastName') : null
  }
  if (fields.success && (named === undefined || named.success)) {
    return { row, label, values: { ...fields.data, client: named?.data ?? null } }
  }
  const problems = [
    ...(fields.error?.issues ?? []).map((i) => ({ column: columnOf(String(i.path[0])), message: i.message })),
    ...(named?.error?.issues ?? []).map((i) => ({ column: at('client'), message: i.message })),
  ]
  return { row, label, problems }
}

/** By what a contact is told from others: the email; without one, the name and the client. */
export const keyOf = ({ email, fullName, client }: Values): string =>
  email ? `email ${email.toLowerCase()}` : `name ${fold(fullName)} | ${fold(client ?? '')}`

/** Which rows say again what an earlier row of the same file says: the number of the row by that of the later one. */
export class Repeats {
  readonly #first = new Map<string, number>()
  /** The earlier row that is the same contact, if there was one. Rows come in order. */
  see(row: number, values: Values): number | undefined {
    const key = keyOf(values)
    const earlier = this.#first.get(key)
    if (earlier === undefined) this.#first.set(key, row)
    return earlier
  }
}

/** Problems with the names of their columns. */
export const presentProblem = (
  { row, label, problems }: { row: number; label: string; problems: Problem[] },
  names: string[],
): z.infer<typeof ImportProblem> => ({
  row,
  label,
  problems: problems.map(({ column, message }) => ({
    column: column === null ? null : (names[column] ?? null),
    message,
  })),
})
