// What somebody changed about a ticket, and what to do when somebody else did as well. Pure.
import type { Difference } from '../../ui/conflict-view.tsx'
import {
  agreementName,
  categoryLabels,
  impactLabels,
  priorityLabels,
  type Side,
  statusLook,
  urgencyLabels,
} from './labels.ts'
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
  client: Named
  contact: Named
  agreement: Named
  installation: Named
  tags: string[]
}
type Named = { id: string; name: string } | null

/** The form for a ticket as it is. */
export const formOf = (t: Ticket): EditForm => ({
  subject: t.subject,
  category: t.category,
  impact: t.impact,
  urgency: t.urgency,
  priority: t.priorityReason === null ? '' : t.priority,
  priorityReason: t.priorityReason ?? '',
  client: t.client,
  contact: t.contact,
  agreement: t.agreement && { id: t.agreement.id, name: agreementName(t.agreement) },
  installation: t.installation,
  tags: t.tags,
})

const sameTags = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((tag) => b.includes(tag))

/** What the API is told: only what differs from the ticket that was on the screen. */
export function changesOf(base: Ticket, form: EditForm) {
  const before = formOf(base)
  const differs = (key: Exclude<keyof EditForm, 'client' | 'contact' | 'agreement' | 'installation' | 'tags'>) =>
    form[key].trim() !== before[key].trim()
  const overrides = form.priority !== ''
  return {
    ...(differs('subject') ? { subject: form.subject.trim() } : {}),
    ...(differs('category') ? { category: form.category } : {}),
    ...(differs('impact') ? { impact: form.impact } : {}),
    ...(differs('urgency') ? { urgency: form.urgency } : {}),
    ...(differs('priority') || (overrides && differs('priorityReason'))
      ? { priority: form.priority || null, ...(overrides ? { priorityReason: form.priorityReason.trim() } : {}) }
      : {}),
    ...(form.client?.id === before.client?.id ? {} : { client: form.client }),
    ...(form.contact?.id === before.contact?.id ? {} : { contact: form.contact }),
    ...(form.agreement?.id === before.agreement?.id ? {} : { agreement: form.agreement }),
    ...(form.installation?.id === before.installation?.id ? {} : { installation: form.installation }),
    ...(sameTags(form.tags, before.tags) ? {} : { tags: form.tags }),
  }
}
export type Changes = ReturnType<typeof changesOf>

/** Changes as the API takes them. */
export const inputOf = ({ client, contact, agreement, installation, ...rest }: Changes) => ({
  ...rest,
  ...(client === undefined ? {} : { clientId: client?.id ?? null }),
  ...(contact === undefined ? {} : { contactId: contact?.id ?? null }),
  ...(agreement === undefined ? {} : { agreementId: agreement?.id ?? null }),
  ...(installation === undefined ? {} : { installationId: installation?.id ?? null }),
})

/** My changes upon theirs: of tags both keep what they added and what they took away. */
export function upon(base: Ticket, theirs: Ticket, mine: Changes): Changes {
  if (!mine.tags) return mine
  const wanted = mine.tags
  const gone = base.tags.filter((tag) => !wanted.includes(tag))
  return {
    ...mine,
    tags: [...new Set([...theirs.tags, ...wanted.filter((tag) => !base.tags.includes(tag))])].filter(
      (tag) => !gone.includes(tag),
    ),
  }
}

const NONE = 'None'
const chosen = (one: Named | undefined) => (one === undefined ? undefined : (one?.name ?? NONE))
const tagWords = (tags: readonly string[]) => tags.join(', ') || NONE

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
    ['Client', base.client?.name ?? NONE, theirs.client?.name ?? NONE, chosen(mine.client)],
    ['Contact', base.contact?.name ?? NONE, theirs.contact?.name ?? NONE, chosen(mine.contact)],
    ['Agreement', formOf(base).agreement?.name ?? NONE, formOf(theirs).agreement?.name ?? NONE, chosen(mine.agreement)],
    ['Automation', base.installation?.name ?? NONE, theirs.installation?.name ?? NONE, chosen(mine.installation)],
    ['Tags', tagWords(base.tags), tagWords(theirs.tags), mine.tags && tagWords(upon(base, theirs, mine).tags ?? [])],
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
      // Of tags both stay.
      both: name !== 'Tags' && my !== undefined && before !== their && my !== their,
    }))
}
