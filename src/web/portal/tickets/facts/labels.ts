// The texts of the ticket screens for values of the contract.
import type { Shape, Tone } from '../../../ui/status.tsx'
import type { Category, Impact, Priority, SortKey, Source, Status, Urgency } from '../model.ts'

/** Which side reads: "Waiting on partner" is "Awaiting your reply" to the partner. */
export type Side = 'partner' | 'staff'

/** The look of a status; `short` is for narrow columns. */
type Look = { label: string; short?: string; tone: Tone; shape: Shape }

const STATUS: Record<Status, Look> = {
  new: { label: 'New', tone: 'info', shape: 'dot' },
  in_progress: { label: 'In progress', tone: 'accent', shape: 'half' },
  waiting_on_partner: { label: 'Waiting on partner', short: 'Partner', tone: 'warn', shape: 'pause' },
  waiting_on_third_party: { label: 'Waiting on third party', short: 'Third party', tone: 'neutral', shape: 'pause' },
  resolved: { label: 'Resolved', tone: 'good', shape: 'check' },
  closed: { label: 'Closed', tone: 'neutral', shape: 'dash' },
}

/** Returns the label, color and mark of a status. */
export function getStatusLook(status: Status, side: Side): Look {
  const look = STATUS[status]
  return side === 'partner' && status === 'waiting_on_partner'
    ? { ...look, label: 'Awaiting your reply', short: 'Awaiting your reply' }
    : look
}

/** All statuses, in the order of work. */
export const ticketStatuses = Object.keys(STATUS) as Status[]
/** Statuses of tickets that are not done. */
export const openStatuses: Status[] = ['new', 'in_progress', 'waiting_on_partner', 'waiting_on_third_party']

export const priorityLabels: Record<Priority, string> = { P1: 'Urgent', P2: 'High', P3: 'Normal', P4: 'Low' }
export const priorities = Object.keys(priorityLabels) as Priority[]

export const ticketCategoryLabels: Record<Category, string> = {
  automation: 'Automation',
  integration: 'Integration',
  licenses: 'Licenses',
  reporting: 'Reporting',
  ai: 'AI',
  voice: 'Voice agent',
  account: 'Account and access',
  billing: 'Billing',
  other: 'Something else',
}
export const ticketCategories = Object.keys(ticketCategoryLabels) as Category[]

export const impactLabels: Record<Impact, { label: string; meaning: string }> = {
  one: { label: 'One person', meaning: 'Just me or one other person.' },
  some: { label: 'Several people', meaning: 'A team or a few clients.' },
  all: { label: 'Everyone', meaning: 'Our whole company or an entire client.' },
}
export const impacts = Object.keys(impactLabels) as Impact[]

export const urgencyLabels: Record<Urgency, { label: string; meaning: string }> = {
  low: { label: 'Low', meaning: 'It can wait a few days.' },
  medium: { label: 'Medium', meaning: 'It slows work down, but there’s a workaround.' },
  high: { label: 'High', meaning: 'Work has stopped or will stop today.' },
}
export const urgencies = Object.keys(urgencyLabels) as Urgency[]

export const ticketSourceLabels: Record<Source, string> = {
  portal: 'Portal',
  mail: 'Email',
  api: 'API',
  automation: 'Automation',
}
export const ticketSources = Object.keys(ticketSourceLabels) as Source[]

export const ticketSortKeys: readonly SortKey[] = ['updated', 'created', 'number', 'priority', 'due']

/** Formats a ticket's number: "T-1001". */
export const formatTicketNumber = (number: number): string => `T-${number}`
/** Formats an agreement's number and name: "A-1001 Automation care". */
export const formatAgreementName = ({ number, name }: { number: number; name: string }): string => `A-${number} ${name}`
