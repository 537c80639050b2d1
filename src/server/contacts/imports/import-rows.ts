// Reads a row of a file as a contact, with the same validation as the form.

import type { z } from 'zod'
import { ClientName, ContactFields, type ImportPlan, type ImportProblem } from '../../../contract/contacts/index.ts'
import { foldText } from '../../../contract/plain/fold-text.ts'
import { nameProblem } from '../../platform/sign-in/names.ts'

export type Plan = z.infer<typeof ImportPlan>
/** The contact in a row; null where a cell is empty. */
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

/**
 * Returns a cell without the apostrophe that our CSV export adds so that spreadsheets do not run a value as a formula.
 */
export const cleanCell = (cell: string): string => cell.trim().replace(/^'(?='*[=+\-@])/, '')

/** Returns the contact in a row, or the problems with its columns. */
export function readRow({ row, cells }: { row: number; cells: string[] }, plan: Plan): Read {
  const at = (field: Plan['mapping'][number]) => plan.mapping.indexOf(field)
  const text = (field: Plan['mapping'][number]) => cleanCell(cells[at(field)] ?? '')
  const fullName = at('fullName') >= 0 ? text('fullName') : `${text('firstName')} ${text('lastName')}`.trim()
  const client = text('client')
  const label = (fullName || text('email') || cleanCell(cells.find((c) => c.trim() !== '') ?? '')).slice(0, 100)
  if (cells.slice(plan.mapping.length).some((cell) => cell.trim() !== '')) {
    const message = `This row has ${cells.length} values, but the file has ${plan.mapping.length} columns. Put quotation marks around values that contain a delimiter.`
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
    const i = at(field as Plan['mapping'][number])
    return i >= 0 ? i : at('firstName') >= 0 ? at('firstName') : at('lastName') >= 0 ? at('lastName') : null
  }
  const badName = fields.data && nameProblem(fields.data.fullName)
  const badClient = named?.data && nameProblem(named.data, 'client')
  if (fields.success && (named === undefined || named.success) && !badName && !badClient) {
    return { row, label, values: { ...fields.data, client: named?.data ?? null } }
  }
  const problems = [
    ...(badName ? [{ column: columnOf('fullName'), message: badName }] : []),
    ...(badClient ? [{ column: at('client'), message: badClient }] : []),
    ...(fields.error?.issues ?? []).map((i) => ({ column: columnOf(String(i.path[0])), message: i.message })),
    ...(named?.error?.issues ?? []).map((i) => ({ column: at('client'), message: i.message })),
  ]
  return { row, label, problems }
}

/** Returns a key that identifies a contact: the email, or name and client when there is no email. */
export const getContactKey = ({ email, fullName, client }: Values): string =>
  email ? `email ${email.toLowerCase()}` : `name ${foldText(fullName)} | ${foldText(client ?? '')}`

/** Finds rows that repeat an earlier row of the same file. */
export class Repeats {
  readonly #first = new Map<string, number>()
  /** Returns the number of the first row with the same contact, if any. Rows must come in order. */
  see(row: number, values: Values): number | undefined {
    const key = getContactKey(values)
    const earlier = this.#first.get(key)
    if (earlier === undefined) this.#first.set(key, row)
    return earlier
  }
}

/** Returns a row's problems with column names instead of indexes. */
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
