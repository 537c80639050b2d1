// What somebody changed about a ticket, and what to do when somebody else did as well. Pure.
import type { Difference } from '../../ui/conflict-view.tsx'
import { categoryLabels, impactLabels, priorityLabels, type Side, statusLook, urgencyLabels } from './labels.ts'
import type { Category, Impact, Priority, Ticket, Urgency } from './model.ts'

/** The fields of the edit form. */
export type EditForm = {
  subject: string
  category: Category
  impact: Impact
  urgency: Urgency
  /** Set by hand, or empty where impact and urgency decide. */
  priority: Priority | ''
  priorityReason: string
}

/** The form for a ticket as it is. */
export const formOf = (t: Ticket): EditForm => ({
  subject: t.subject,
  category: t.category,
  impact: t.impact,
  urgency: t.urgency,
  priority: t.priorityReason === null ? '' : t.priority,
  priorityReason: t.priorityReason ?? '',
})

/** What the API is told: only what differs from the ticket that was on the screen. */
export function changesOf(base: Ticket, form: EditForm) {
  const before = formOf(base)
  const differs = (key: keyof EditForm) => form[key].trim() !== before[key].trim()
  const overrides = form.priority !== ''
  return {
    ...(differs('subject') ? { subject: form.subject.trim() } : {}),
    ...(differs('category') ? { category: form.category } : {}),
    ...(differs('impact') ? { impact: form.impact } : {}),
    ...(differs('urgency') ? { urgency: form.urgency } : {}),
    ...(differs('priority') || (overrides && differs('priorityReason'))
      ? { priority: form.priority || null, ...(overrides ? { priorityReason: form.priorityReason.trim() } : {}) }
      : {}),
  }
}
export type Changes = ReturnType<typeof changesOf>

/** What they changed and what I want to change, field by field, in words. */
export function differences(base: Ticket, theirs: Ticket, mine: Changes, side: Side): Difference[] {
  const priority = (p: Priority | null | undefined) => (p ? `${p} ${priorityLabels[p]}` : 'From impact and urgency')
  const rows: [string, string, string, string | undefined][] = [
    ['Subject', base.subject, theirs.subject, mine.subject],
    [
      'Category',
      categoryLabels[base.category],
      categoryLabels[theirs.category],
      mine.category && categoryLabels[mine.category],
    ],
    [
      'Impact',
      impactLabels[base.impact].label,
      impactLabels[theirs.impact].label,
      mine.impact && impactLabels[mine.impact].label,
    ],
    [
      'Urgency',
      urgencyLabels[base.urgency].label,
      urgencyLabels[theirs.urgency].label,
      mine.urgency && urgencyLabels[mine.urgency].label,
    ],
    [
      'Priority',
      priority(base.priority),
      priority(theirs.priority),
      mine.priority === undefined ? undefined : priority(mine.priority),
    ],
    ['Status', statusLook(base.status, side).label, statusLook(theirs.status, side).label, undefined],
    ['Assignee', base.assignee?.name ?? 'Nobody', theirs.assignee?.name ?? 'Nobody', undefined],
  ]
  return rows
    .filter(([, before, their, my]) => before !== their || my !== undefined)
    .map(([name, before, their, my]) => ({
      name,
      before,
      theirs: their,
      mine: my,
      both: my !== undefined && before !== their && my !== their,
    }))
}
