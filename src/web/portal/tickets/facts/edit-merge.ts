// Finds the changes to a ticket, and merges them with changes by someone else. Pure.
import type { Difference } from '../../../ui/conflict-view.tsx'
import { beside, editableTicketFields, type FieldValues, type Named } from '../fields.tsx'
import type { Ticket } from '../model.ts'
import type { Side } from './labels.ts'

/** The fields of the edit form. */
export type EditForm = FieldValues & { priorityReason: string }
export type Changes = Partial<Omit<EditForm, 'priority'>> & { priority?: EditForm['priority'] | null }

/** Returns the form values of a ticket. */
export const toTicketForm = (t: Ticket): EditForm =>
  ({
    ...Object.fromEntries(editableTicketFields.map(({ key, edit }) => [key, edit.form(t)])),
    priorityReason: t.priorityReason ?? '',
  }) as EditForm

const isList = (value: unknown): value is string[] => Array.isArray(value)
const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value)
/** Compares texts without surrounding spaces, lists in any order, and records by id. */
function isSame(a: unknown, b: unknown): boolean {
  if (isList(a) && isList(b)) return a.length === b.length && a.every((one) => b.includes(one))
  if (typeof a === 'string') return trimmed(a) === trimmed(b)
  return (a as Named)?.id === (b as Named)?.id
}

/** Returns the changes for the API: only what differs from the ticket that was on the screen. */
export function listTicketChanges(base: Ticket, form: EditForm): Changes {
  const before = toTicketForm(base)
  const changed = editableTicketFields.filter(({ key }) => !isSame(form[key], before[key]))
  const { priority, ...changes } = Object.fromEntries(
    changed.map(({ key }) => [key, trimmed(form[key])]),
  ) as Partial<EditForm>
  const overrides = form.priority !== ''
  const reasoned = overrides && !isSame(form.priorityReason, before.priorityReason)
  return {
    ...changes,
    // A priority is sent with its reason. Null returns to the priority that follows from impact and urgency.
    ...(priority === undefined && !reasoned
      ? {}
      : { priority: form.priority || null, ...(overrides ? { priorityReason: form.priorityReason.trim() } : {}) }),
  }
}

/** Returns the changes as API input: records by id, and an emptied text as null. */
export const toTicketInput = (changes: Changes): Record<string, unknown> => ({
  ...changes,
  ...Object.fromEntries(
    editableTicketFields
      .filter(({ key }) => changes[key] !== undefined)
      .flatMap(({ key, edit }): [string, unknown][] => {
        const value = changes[key]
        if (edit.input === undefined) return [[key, value === '' ? null : value]]
        return [
          [key, undefined],
          [edit.input, (value as Named)?.id ?? null],
        ]
      }),
  ),
})

/** Returns my changes on top of theirs. In lists, the additions and removals of both sides are kept. */
export function mergeTicketForm(base: Ticket, theirs: Ticket, mine: Changes): Changes {
  const merged = editableTicketFields.flatMap(({ key, edit }) => {
    const [wanted, was, is] = [mine[key], edit.form(base), edit.form(theirs)]
    if (!isList(wanted)) return []
    const gone = was.filter((one: string) => !wanted.includes(one))
    const added = wanted.filter((one) => !was.includes(one))
    return [[key, [...new Set<string>([...is, ...added])].filter((one) => !gone.includes(one))]]
  })
  return { ...mine, ...Object.fromEntries(merged) }
}

/** Returns their changes and mine, field by field, as text. */
export function compareTickets(base: Ticket, theirs: Ticket, mine: Changes, side: Side): Difference[] {
  const result = mergeTicketForm(base, theirs, mine)
  const edited = editableTicketFields.map(({ key, label, edit, say = String, sayOf }): Difference => {
    const sayTicket = (t: Ticket) => (sayOf ? sayOf(t, side) : say(edit.form(t)))
    const [before, their] = [sayTicket(base), sayTicket(theirs)]
    const my = mine[key] === undefined ? undefined : say(result[key])
    // Lists are merged, so they do not conflict.
    const both = !isList(mine[key]) && my !== undefined && before !== their && my !== their
    return { name: label, before, theirs: their, mine: my, both }
  })
  const others = beside.map(
    ({ label, sayOf }): Difference => ({
      name: label,
      before: sayOf(base, side),
      theirs: sayOf(theirs, side),
      mine: undefined,
      both: false,
    }),
  )
  return [...edited, ...others].filter((d) => d.before !== d.theirs || d.mine !== undefined)
}
