// Declares how each field of a lead is shown, in the order of a list's columns: column, filter, fact, form input and
// history label. Inputs are only described here. facts/fact-fields.tsx implements them and loads with the form.
import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { cx } from '../../ui/cx.ts'
import { Badge } from '../../ui/status.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { type Source as Choices, type Fields, manyOf, type Option, oneOf, pick } from '../lists/filter.ts'
import { columnsOfFields, type FieldColumn, filtersOfFields } from '../lists/record-field.ts'
import {
  formatLeadDetail,
  formatLeadName,
  leadSourceLabels,
  leadSources,
  leadStatuses,
  leadStatusLooks,
  stageLabels,
  stages,
} from './labels.ts'
import { leadOwnerOptions } from './lead-queries.ts'
import { DueDate, LeadStage, LeadStatus } from './marks.tsx'
import type { Lead, LeadRow, Stage, Status } from './model.ts'

/** How the forms edit a field, as one line of text. */
type Edit<Value> = {
  type?: 'email' | 'tel'
  /** Takes the full width. Other fields share a row. */
  wide?: true
  /** Marks the field as optional in its label. */
  optional?: true
  hint?: string
  /** The error message if the field is required and empty. */
  missing?: string
  /** Returns a value as text, for the form and for comparing versions. */
  text: (value: Value) => string
  /** Parses the text. */
  value: (text: string) => Value
  /** Returns the problem with the text, or true if it is valid. */
  check?: (text: string) => string | true
}

type LeadField<Value, F extends Fields> = {
  label: string
  column?: FieldColumn<LeadRow>
  /** Filters by their API names. */
  filter?: F
  /** Shows the field among the facts: about the person above, about the origin below. */
  fact?: { place: 'person' | 'origin'; label?: string; show: (lead: Lead) => ReactNode }
  /** Maximum length. */
  max?: number
  edit?: Edit<Value>
  /** The name in the history, if it differs from the label. */
  historyName?: string
}
const field = <Value = never, F extends Fields = Record<never, never>>(declared: LeadField<Value, F>) => declared

/** Maximum number of tags per lead, and maximum length of a tag. */
const TAGS_MAX = 10
const TAG_MAX = 40
/** Parses comma-separated tags and removes duplicates. */
const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]
const line = {
  text: (value: string | null) => value ?? '',
  value: (text: string) => text.trim() || null,
}

const muted = (text: ReactNode) => <span className="text-muted">{text}</span>
const UNKNOWN = muted('Unknown')
const linkClass =
  'inline-flex min-w-0 items-center gap-1.5 rounded-[4px] underline decoration-line underline-offset-3 hover:decoration-accent max-md:min-h-11'
const link = (href: string, text: ReactNode) => (
  <a href={href} className={linkClass}>
    <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
  </a>
)
const Address = ({ email }: { email: string }) => (
  <span className="flex min-w-0 items-center gap-1">
    {link(
      `mailto:${encodeURIComponent(email)}`,
      <>
        {email.split('@')[0]}@<wbr />
        {email.split('@').slice(1).join('@')}
      </>,
    )}
    <CopyButton text={email} label="Copy email address" />
  </span>
)
const NextAction = ({ lead }: { lead: LeadRow }) =>
  lead.nextAction ? (
    <span className="flex min-w-0 items-center gap-2">
      <span className="min-w-0 truncate">{lead.nextAction}</span>
      {lead.nextActionAt && <DueDate iso={lead.nextActionAt} />}
    </span>
  ) : (
    muted('None')
  )

const team: Choices = { whole: true, find: () => ({ ...leadOwnerOptions(), select: (found) => found.items }) }

/** The fields of a lead. */
export const leadFields = {
  name: field<string | null>({
    label: 'Name',
    column: {
      sort: 'name',
      cell: (lead) => (
        <span className="inline-flex max-w-full items-baseline gap-2 align-top">
          <bdi className={cx('truncate font-medium', formatLeadDetail(lead) && 'max-w-4/5 shrink-0')}>
            {formatLeadName(lead)}
          </bdi>
          {formatLeadDetail(lead) && (
            <bdi className="min-w-0 truncate font-normal text-muted">{formatLeadDetail(lead)}</bdi>
          )}
        </span>
      ),
    },
    fact: { place: 'person', show: ({ name }) => (name ? <bdi>{name}</bdi> : UNKNOWN) },
    max: 100,
    edit: { missing: 'Enter a name.', ...line },
  }),
  /** Lists show it in the name column. */
  organization: field<string | null>({
    label: 'Company',
    fact: { place: 'person', show: ({ organization }) => (organization ? <bdi>{organization}</bdi> : UNKNOWN) },
    max: 200,
    edit: { optional: true, ...line },
  }),
  stage: field({
    label: 'Stage',
    column: { width: 'w-34', cell: (lead) => <LeadStage stage={lead.stage} /> },
    filter: {
      stage: manyOf(
        'Stage',
        stages.map((value): Option<Stage> => ({ value, label: <LeadStage stage={value} />, text: stageLabels[value] })),
      ),
    },
  }),
  /** The lead's page shows it above the facts. */
  status: field({
    label: 'Status',
    column: { width: 'w-22', priority: 'medium', cell: (lead) => <LeadStatus status={lead.status} /> },
    filter: {
      status: manyOf<Status>(
        'Status',
        leadStatuses.map(
          (value): Option<Status> => ({
            value,
            label: <LeadStatus status={value} />,
            text: leadStatusLooks[value].label,
          }),
        ),
        { usual: ['open'] },
      ),
    },
  }),
  nextAction: field({
    label: 'Next action',
    column: {
      key: 'next',
      sort: 'next_action',
      width: 'w-64',
      cell: (lead) => <NextAction lead={lead} />,
      card: (lead) => (lead.nextAction ? <NextAction lead={lead} /> : 'No next action'),
    },
    max: 200,
  }),
  /** Shown with the action it belongs to. */
  nextActionAt: field({
    label: 'Due',
    filter: {
      due: oneOf<'overdue' | 'week' | 'none'>(
        'Next action',
        [
          { value: 'overdue', label: 'Overdue' },
          { value: 'week', label: 'Due within a week' },
          { value: 'none', label: 'No next action' },
        ],
        { none: 'Any' },
      ),
    },
  }),
  /** The lead's page shows it above the facts, with the menu that changes it. */
  owner: field({
    label: 'Owner',
    column: {
      width: 'w-36',
      priority: 'medium',
      cell: (lead) => lead.owner?.name ?? muted('Unassigned'),
      card: (lead) => lead.owner?.name ?? 'Unassigned',
    },
    filter: {
      owner: pick('Owner', team, {
        none: 'Anyone',
        words: [
          { value: 'none', label: 'Unassigned' },
          { value: 'me', label: 'Me' },
        ],
        ofRow: (lead: LeadRow) => lead.owner,
      }),
    },
  }),
  source: field({
    label: 'Source',
    column: { width: 'w-32', priority: 'wide', cell: (lead) => muted(leadSourceLabels[lead.source]) },
    filter: {
      source: manyOf(
        'Source',
        leadSources.map((value) => ({ value, label: leadSourceLabels[value] })),
      ),
    },
    fact: { place: 'origin', show: ({ source }) => leadSourceLabels[source] },
  }),
  createdAt: field({
    label: 'Received',
    column: {
      key: 'created',
      sort: 'created',
      width: 'w-28',
      priority: 'medium',
      cell: (lead) => <RelativeTime iso={lead.createdAt} className="text-muted" />,
    },
    fact: { place: 'origin', show: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
  }),
  email: field<string | null>({
    label: 'Email',
    column: { width: 'w-56', optional: true, cell: (lead) => lead.email ?? muted('None') },
    fact: { place: 'person', show: ({ email }) => (email ? <Address email={email} /> : UNKNOWN) },
    max: 255,
    edit: { type: 'email', ...line },
    historyName: 'email address',
  }),
  phone: field<string | null>({
    label: 'Phone',
    column: { width: 'w-40', optional: true, cell: (lead) => lead.phone ?? muted('None') },
    fact: {
      place: 'person',
      show: ({ phone }) => {
        if (!phone) return UNKNOWN
        return /\d{3}/.test(phone) ? link(`tel:${phone.replace(/[^\d+*#]/g, '')}`, phone) : <bdi>{phone}</bdi>
      },
    },
    max: 50,
    edit: { type: 'tel', ...line },
    historyName: 'phone number',
  }),
  tags: field<string[]>({
    label: 'Tags',
    column: { width: 'w-48', optional: true, cell: (lead) => lead.tags.join(', ') || muted('None') },
    fact: {
      place: 'person',
      show: ({ tags }) =>
        tags.length > 0 ? (
          <span className="flex flex-wrap gap-1.5">
            {tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
          </span>
        ) : (
          UNKNOWN
        ),
    },
    edit: {
      wide: true,
      optional: true,
      hint: 'Separate them with commas.',
      text: (tags) => tags.join(', '),
      value: tagsOf,
      check: (text) => {
        const tags = tagsOf(text)
        if (tags.length > TAGS_MAX) return `At most ${TAGS_MAX} tags.`
        return tags.every((tag) => tag.length <= TAG_MAX) || `Each tag can have at most ${TAG_MAX} characters.`
      },
    },
  }),
  submissions: field({
    label: 'Consent',
    fact: {
      place: 'origin',
      show: ({ submissions }) => {
        const consent = submissions.find((sent) => sent.consentAt)?.consentAt
        return consent ? (
          <>
            Given <RelativeTime iso={consent} />
          </>
        ) : (
          muted('Not given through a form')
        )
      },
    },
  }),
  updatedAt: field({
    label: 'Updated',
    column: {
      key: 'updated',
      sort: 'updated',
      width: 'w-32',
      optional: true,
      cell: (lead) => <RelativeTime iso={lead.updatedAt} className="text-muted" />,
    },
    fact: { place: 'origin', label: 'Updated', show: ({ updatedAt }) => <RelativeTime iso={updatedAt} /> },
  }),
}

type Declared = typeof leadFields
// biome-ignore lint/suspicious/noExplicitAny: fields have different value types
const all = Object.entries(leadFields) as [string, LeadField<any, Fields>][]

/** The columns of lead lists. */
export const leadColumns = columnsOfFields<{ label: string; column?: FieldColumn<LeadRow> }, LeadRow>(
  leadFields,
  ({ column }) => column,
)

/** The filters by their API names. */
export const leadFilters = filtersOfFields(leadFields)

/** Lists the facts of one place with their labels. */
export const listLeadFacts = (place: 'person' | 'origin', lead: Lead): [label: string, value: ReactNode][] =>
  all.flatMap(([, { label, fact }]): [string, ReactNode][] =>
    fact?.place === place ? [[fact.label ?? label, fact.show(lead)]] : [],
  )

type EditKey = {
  [K in keyof Declared]: Declared[K] extends LeadField<infer V, infer _> ? ([V] extends [never] ? never : K) : never
}[keyof Declared]
/** The values of the editable fields, by field. */
export type FactValues = { [K in EditKey]: Declared[K] extends LeadField<infer V, infer _> ? V : never }
/** The editable fields in form order. */
export const editableLeadFields = all.flatMap(([key, { edit, label, max }]) =>
  edit ? [{ key: key as EditKey, edit, label, max }] : [],
)

/** Returns the name of a field in the history. */
export const getFieldName = (name: string): string => {
  const { historyName, label = name } = all.find(([key]) => key === name)?.[1] ?? {}
  return historyName ?? label.toLowerCase()
}
