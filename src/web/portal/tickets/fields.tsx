// The fields of a ticket on screen, in the order of a list's columns. Each declares its column, filter, place among the
// facts of the ticket's page, form control, and history text. Controls are only named here: facts/field-control.tsx
// renders them and loads with the form.
import { type ReactNode, Suspense } from 'react'
import { formatHoursMinutes, formatMinutes } from '../../../contract/plain/durations.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Marked } from '../../ui/text/marked.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { type Fields, manyOf, pick, rare } from '../lists/filter.ts'
import type { ListColumn } from '../lists/list.ts'
import { columnsOfFields, type FieldColumn, filtersOfFields } from '../lists/record-field.ts'
import { clientsOptions } from '../platform/forms/choice-options.ts'
import { lazy } from '../platform/loading/lazy.ts'
import {
  agreedTermsOptions,
  agreementChoices,
  automationChoices,
  automationNameOptions,
  clientNameOptions,
  contactChoices,
  contactNameOptions,
  tagChoices,
} from './facts/fact-queries.ts'
import {
  formatAgreementName,
  formatTicketNumber,
  getStatusLook,
  impactLabels,
  impacts,
  priorities,
  priorityLabels,
  type Side,
  ticketCategories,
  ticketCategoryLabels,
  ticketSourceLabels,
  ticketSources,
  urgencies,
  urgencyLabels,
} from './facts/labels.ts'
import type { Category, Impact, Priority, Ticket, TicketRow, Urgency } from './model.ts'
import { SlaMark } from './sla/sla-mark.tsx'
import { TicketPriority, TicketStatus } from './ticket-marks.tsx'

type Column = FieldColumn<TicketRow>

/** A record that a field refers to by id. */
export type Named = { id: string; name: string } | null

/** The control that a field is edited with. */
export type Control =
  | { is: 'text'; max: number; missing?: string }
  | { is: 'select'; options: readonly (readonly [value: string, label: string])[] }
  | { is: 'client' | 'contact' | 'agreement' | 'installation' | 'tags' }

type Edit<Value> = {
  control: Control
  /** The row of the form; fields of one row are side by side. */
  row: number
  /** Returns the value that the form begins with. */
  form: (ticket: Ticket) => Value
  /** The name in the API's input, if it differs from the field's. */
  input?: string
  /** Who can edit it. Everyone if omitted. */
  by?: 'staff'
}

type TicketField<Value, F extends Fields> = {
  label: string
  column?: Column | ((side: Side) => Column | undefined)
  /** Filters of both lists, by the name that they have in the API. */
  filter?: F
  /** An entry among the facts: `state` above the service level, `about` below. Not shown if `show` returns null. */
  fact?: { place: 'state' | 'about'; show: (ticket: Ticket, side: Side) => ReactNode }
  edit?: Edit<Value>
  /** Formats a value where two versions of a ticket are compared. */
  say?: (value: Value) => string
  /** Formats the ticket's value if it differs from the value that the form begins with. */
  sayOf?: (ticket: Ticket, side: Side) => string
  /** Formats a value in the history if the API stores a code. */
  sayCode?: (code: string) => string
}
const field = <Value = never, F extends Fields = Record<never, never>>(declared: TicketField<Value, F>) => declared

const NOTHING = <span className="text-muted">–</span>
const linkClass = 'rounded-[4px] py-1.5 underline decoration-line underline-offset-3 hover:decoration-accent'
const link = (href: string, name: string, title?: string) => (
  <Anchor href={href} title={title} className={linkClass}>
    {name}
  </Anchor>
)
const muted = (text: ReactNode) => <span className="text-muted">{text}</span>
const truncated = (text: ReactNode) => <span className="truncate">{text}</span>
const choices = <Value extends string>(values: readonly Value[], label: (value: Value) => string) =>
  values.map((value) => [value, label(value)] as const)
const sayNamed = (one: Named) => one?.name ?? 'None'
// Loaded on demand because few users show this column.
const Stars = lazy(() => import('./facts/rating.tsx').then((m) => ({ default: m.Stars })))

/** The fields of a ticket. */
export const ticketFields = {
  subject: field<string>({
    label: 'Subject',
    column: {
      key: 'ticket',
      header: 'Ticket',
      sort: 'number',
      cell: (t) => (
        <>
          <span className="tabular mr-3 inline-block min-w-12 text-muted max-md:mr-2 max-md:min-w-0">
            {formatTicketNumber(t.number)}
          </span>
          <bdi className="font-medium" title={t.subject}>
            {t.found ? <Marked pieces={t.found.subject} /> : t.subject}
          </bdi>
          {t.found?.text && (
            <span className="mb-1 block truncate font-normal text-muted text-xs max-md:-mb-4 max-md:line-clamp-2 max-md:whitespace-normal">
              {t.found.in === 'note' && 'Note: '}
              <Marked pieces={t.found.text} />
            </span>
          )}
        </>
      ),
    },
    edit: {
      control: { is: 'text', max: 200, missing: 'Enter a subject.' },
      row: 1,
      form: (t) => t.subject,
    },
    sayCode: (subject) => `“${subject}”`,
  }),
  status: field({
    label: 'Status',
    column: (side) => ({
      // The subject takes the remaining width.
      width: side === 'staff' ? 'w-32' : 'w-44',
      cell: (t) => <TicketStatus short status={t.status} side={side} />,
      card: (t) => (
        <span className="text-text">
          <TicketStatus short status={t.status} side={side} />
        </span>
      ),
    }),
    sayOf: (t, side) => getStatusLook(t.status, side).label,
  }),
  priority: field<Priority | ''>({
    label: 'Priority',
    column: {
      sort: 'priority',
      priority: 'medium',
      width: 'w-24',
      cell: (t) => <TicketPriority priority={t.priority} />,
    },
    edit: {
      control: {
        is: 'select',
        options: [['', 'Based on impact and urgency'], ...choices(priorities, (p) => `${p} ${priorityLabels[p]}`)],
      },
      row: 4,
      form: (t) => (t.priorityReason === null ? '' : t.priority),
      by: 'staff',
    },
    say: (p) => (p ? `${p} ${priorityLabels[p]}` : 'Based on impact and urgency'),
    sayOf: (t) => `${t.priority} ${priorityLabels[t.priority]}`,
    sayCode: (code) => {
      const word = priorityLabels[code as Priority]
      return word ? `${code} ${word.toLowerCase()}` : code
    },
  }),
  /** The next due time of the two service level targets. */
  sla: field({
    label: 'Due',
    column: {
      key: 'due',
      sort: 'due',
      width: 'w-35',
      cell: (t) => <SlaMark ticket={t} />,
      card: (t) => <SlaMark named ticket={t} />,
    },
  }),
  category: field<Category>({
    label: 'Category',
    column: {
      // If there is not enough space for both, the due time is shown instead of the category.
      priority: 'widest',
      width: 'w-36',
      cell: (t) => muted(ticketCategoryLabels[t.category]),
    },
    fact: { place: 'state', show: (t) => ticketCategoryLabels[t.category] },
    edit: {
      control: { is: 'select', options: choices(ticketCategories, (c) => ticketCategoryLabels[c]) },
      row: 2,
      form: (t) => t.category,
    },
    say: (category) => ticketCategoryLabels[category],
    sayCode: (code) => ticketCategoryLabels[code as Category] ?? code,
  }),
  impact: field<Impact>({
    label: 'Impact',
    column: {
      optional: true,
      width: 'w-34',
      cell: (t) => muted(impactLabels[t.impact].label),
      card: (t) => `${impactLabels[t.impact].label} affected`,
    },
    fact: { place: 'state', show: (t) => impactLabels[t.impact].label },
    edit: {
      control: { is: 'select', options: choices(impacts, (i) => impactLabels[i].label) },
      row: 3,
      form: (t) => t.impact,
    },
    say: (impact) => impactLabels[impact].label,
  }),
  urgency: field<Urgency>({
    label: 'Urgency',
    column: {
      optional: true,
      width: 'w-24',
      cell: (t) => muted(urgencyLabels[t.urgency].label),
      card: (t) => `${urgencyLabels[t.urgency].label} urgency`,
    },
    fact: { place: 'state', show: (t) => urgencyLabels[t.urgency].label },
    edit: {
      control: { is: 'select', options: choices(urgencies, (u) => urgencyLabels[u].label) },
      row: 3,
      form: (t) => t.urgency,
    },
    say: (urgency) => urgencyLabels[urgency].label,
  }),
  requester: field({
    label: 'Requester',
    // For staff, the company column shows the requester too.
    column: (side) => (side === 'partner' ? { width: 'w-34', cell: (t) => t.requester.name } : undefined),
    fact: {
      place: 'about',
      show: ({ requester }, side) =>
        side === 'staff'
          ? link(
              `/admin/tickets?status=all&requester=${requester.id}`,
              requester.name,
              `All tickets from ${requester.name}`,
            )
          : requester.name,
    },
  }),
  company: field({
    label: 'Company',
    column: (side) =>
      side === 'staff'
        ? {
            header: 'Company',
            width: 'w-40',
            cell: (t) => (
              <>
                <span className="block truncate">{t.company.name}</span>
                {/* The client comes first if there is one: it says more than the requester. */}
                <span
                  className="block truncate text-muted text-xs"
                  title={t.client ? `For ${t.client.name}` : undefined}
                >
                  {t.client ? `${t.client.name} · ${t.requester.name}` : t.requester.name}
                </span>
              </>
            ),
            // Cards have no column headers, so the text names both.
            card: (t) => truncated(`${t.requester.name}, ${t.company.name}`),
          }
        : undefined,
    fact: {
      place: 'about',
      show: ({ company }, side) =>
        side === 'staff'
          ? link(`/admin/tickets?status=all&company=${company.id}`, company.name, `All tickets from ${company.name}`)
          : null,
    },
  }),
  client: field({
    label: 'Client',
    column: {
      optional: true,
      width: 'w-40',
      cell: (t) => t.client?.name ?? NOTHING,
      card: (t) => truncated(t.client ? `For ${t.client.name}` : 'No client'),
    },
    filter: {
      client: rare(
        pick(
          'Client',
          { find: clientsOptions, one: clientNameOptions },
          {
            none: 'All clients',
            words: [{ value: 'none', label: 'No client' }],
            ofRow: (t: TicketRow) => t.client,
          },
        ),
      ),
    },
    fact: { place: 'about', show: ({ client }) => client && link(`/clients/${client.id}`, client.name) },
    edit: { control: { is: 'client' }, row: 5, form: (t): Named => t.client, input: 'clientId' },
    say: sayNamed,
  }),
  contact: field({
    label: 'Contact',
    column: {
      optional: true,
      width: 'w-34',
      cell: (t) => t.contact?.name ?? NOTHING,
      card: (t) => truncated(t.contact ? `Contact: ${t.contact.name}` : 'No contact'),
    },
    filter: {
      contact: rare(
        pick(
          'Contact',
          { find: (q) => contactChoices(q), one: contactNameOptions },
          { none: 'Anyone', ofRow: (t: TicketRow) => t.contact },
        ),
      ),
    },
    fact: {
      place: 'about',
      show: ({ contact }) => contact && link(`/contacts?state=all&contact=${contact.id}`, contact.name),
    },
    edit: { control: { is: 'contact' }, row: 5, form: (t): Named => t.contact, input: 'contactId' },
    say: sayNamed,
  }),
  agreement: field({
    label: 'Agreement',
    column: {
      optional: true,
      width: 'w-44',
      cell: (t) =>
        t.agreement ? (
          <span className="block truncate" title={formatAgreementName(t.agreement)}>
            {formatAgreementName(t.agreement)}
          </span>
        ) : (
          NOTHING
        ),
      card: (t) => truncated(t.agreement ? formatAgreementName(t.agreement) : 'Company default'),
    },
    filter: {
      agreement: rare(
        pick(
          'Agreement',
          { find: (q) => agreementChoices(q), one: agreedTermsOptions },
          {
            none: 'All agreements',
            words: [{ value: 'none', label: 'Company default' }],
            ofRow: (t: TicketRow) => t.agreement && { id: t.agreement.id, name: formatAgreementName(t.agreement) },
          },
        ),
      ),
    },
    fact: {
      place: 'about',
      show: ({ agreement }, side) =>
        agreement &&
        link(`/${side === 'staff' ? 'agreements' : 'my-agreements'}/${agreement.id}`, formatAgreementName(agreement)),
    },
    edit: {
      control: { is: 'agreement' },
      row: 6,
      form: ({ agreement }): Named => agreement && { id: agreement.id, name: formatAgreementName(agreement) },
      input: 'agreementId',
      by: 'staff',
    },
    say: sayNamed,
  }),
  installation: field({
    label: 'Automation',
    column: {
      optional: true,
      width: 'w-44',
      cell: (t) => t.installation?.name ?? NOTHING,
      card: (t) => truncated(t.installation?.name ?? 'No automation'),
    },
    filter: {
      installation: rare(
        pick(
          'Automation',
          { find: (q) => automationChoices(q), one: automationNameOptions },
          {
            none: 'All automations',
            words: [{ value: 'none', label: 'No automation' }],
            ofRow: (t: TicketRow) => t.installation,
          },
        ),
      ),
    },
    fact: {
      place: 'about',
      show: ({ installation }) => installation && link(`/apps-automations/${installation.id}`, installation.name),
    },
    edit: {
      control: { is: 'installation' },
      row: 6,
      form: (t): Named => t.installation,
      input: 'installationId',
      by: 'staff',
    },
    say: sayNamed,
  }),
  tags: field({
    label: 'Tags',
    column: {
      optional: true,
      width: 'w-44',
      cell: (t) =>
        t.tags.length > 0 ? (
          <span className="block truncate text-muted" title={t.tags.join(', ')}>
            {t.tags.join(', ')}
          </span>
        ) : (
          NOTHING
        ),
      card: (t) => truncated(t.tags.join(', ') || 'No tags'),
    },
    filter: { tag: rare(pick('Tag', { find: (q) => tagChoices(q) }, { none: 'Any', free: true })) },
    edit: { control: { is: 'tags' }, row: 7, form: (t): string[] => t.tags },
    say: (tags) => tags.join(', ') || 'None',
  }),
  source: field({
    label: 'Source',
    column: {
      optional: true,
      width: 'w-28',
      cell: (t) => muted(ticketSourceLabels[t.source]),
      card: (t) => `Source: ${ticketSourceLabels[t.source]}`,
    },
    filter: {
      source: rare(
        manyOf(
          'Source',
          ticketSources.map((value) => ({ value, label: ticketSourceLabels[value] })),
        ),
      ),
    },
  }),
  assignee: field({
    label: 'Assignee',
    column: (side) => ({
      // Partners see the assignee on the ticket's page. On narrow screens the subject needs the space.
      priority: side === 'partner' ? 'widest' : 'medium',
      width: 'w-34',
      cell: (t) => t.assignee?.name ?? muted('Unassigned'),
      card: (t) => truncated(t.assignee ? `Assigned to ${t.assignee.name}` : 'Unassigned'),
    }),
    sayOf: (t) => t.assignee?.name ?? 'Unassigned',
  }),
  rating: field({
    label: 'Rating',
    column: (side) =>
      side === 'staff'
        ? {
            optional: true,
            width: 'w-28',
            cell: (t) =>
              t.rating ? (
                <Suspense>
                  <Stars rating={t.rating} />
                </Suspense>
              ) : (
                NOTHING
              ),
            card: (t) => (t.rating ? `Rated ${t.rating} of 5` : 'Not rated'),
          }
        : undefined,
  }),
  /** Recorded time. Optional, because there is not enough space for every column. */
  minutes: field({
    label: 'Time',
    column: {
      key: 'time',
      width: 'w-24',
      align: 'end',
      optional: true,
      cell: (t) => <span className="tabular text-muted">{t.minutes > 0 ? formatHoursMinutes(t.minutes) : '–'}</span>,
      card: (t) => (t.minutes > 0 ? `${formatMinutes(t.minutes)} logged` : 'No time logged'),
    },
  }),
  createdAt: field({
    label: 'Opened',
    column: {
      key: 'opened',
      sort: 'created',
      optional: true,
      width: 'w-28',
      align: 'end',
      cell: (t) => <RelativeTime iso={t.createdAt} className="text-muted" />,
      card: (t) =>
        truncated(
          <>
            Opened <RelativeTime iso={t.createdAt} />
          </>,
        ),
    },
  }),
  updatedAt: field({
    label: 'Updated',
    column: (side) => ({
      key: 'updated',
      sort: 'updated',
      // On narrow screens the due time is more useful to staff than the last change.
      ...(side === 'staff' ? { priority: 'widest' as const } : {}),
      width: 'w-28',
      align: 'end',
      cell: (t) => <RelativeTime iso={t.updatedAt} className="text-muted" />,
    }),
  }),
}

type Declared = typeof ticketFields
// biome-ignore lint/suspicious/noExplicitAny: what is common to fields of all values
const all = Object.entries(ticketFields) as [string, TicketField<any, Fields>][]

/** Returns the columns that one side's list can show. */
export const listTicketColumns = (side: Side): ListColumn<TicketRow>[] =>
  columnsOfFields<{ label: string; column?: Column | ((side: Side) => Column | undefined) }, TicketRow>(
    ticketFields,
    ({ column }) => (typeof column === 'function' ? column(side) : column),
  )

const cards: Record<Side, string[]> = {
  partner: ['ticket', 'status', 'priority', 'due', 'updated', 'requester', 'assignee'],
  staff: ['ticket', 'status', 'priority', 'due', 'updated', 'company', 'assignee'],
}
/** Returns the keys of the columns that a card on phones shows, in order. */
export const listTicketCards = (side: Side): string[] => cards[side]

/** Filters that both lists share, in addition to those of lists.tsx. */
export const sharedFilters = filtersOfFields(ticketFields)

/** Returns the label and value of each fact in one place. Facts that the ticket does not have are left out. */
export const listTicketFacts = (
  place: 'state' | 'about',
  ticket: Ticket,
  side: Side,
): [label: string, value: ReactNode][] =>
  all.flatMap(([, { label, fact }]): [string, ReactNode][] => {
    const value = fact?.place === place ? fact.show(ticket, side) : null
    return value ? [[label, value]] : []
  })

type EditKey = {
  [K in keyof Declared]: Declared[K] extends TicketField<infer V, infer _> ? ([V] extends [never] ? never : K) : never
}[keyof Declared]
/** The values of the form, by field. */
export type FieldValues = { [K in EditKey]: Declared[K] extends TicketField<infer V, infer _> ? V : never }
/** The fields that can be edited, in the order of the form. */
export const editableTicketFields = all
  .flatMap(([key, { edit, ...rest }]) => (edit ? [{ key: key as EditKey, edit, ...rest }] : []))
  .sort((a, b) => a.edit.row - b.edit.row)
/** Fields that someone else may have changed but that the form does not edit. */
export const beside = all.flatMap(([, { edit, label, sayOf }]) => (!edit && sayOf ? [{ label, sayOf }] : []))

/** Describes a change of a field as the rest of a sentence that begins with a name. */
export function describeFieldChange(type: string, from: string | null, to: string | null): string {
  const { label = type, sayCode = (code: string) => code } = all.find(([key]) => key === type)?.[1] ?? {}
  const thing = label.toLowerCase()
  if (!to) return `removed the ${thing}${from ? ` ${sayCode(from)}` : ''}`
  return from ? `changed the ${thing} from ${sayCode(from)} to ${sayCode(to)}` : `set the ${thing} to ${sayCode(to)}`
}
