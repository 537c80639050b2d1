// The words of the ticket screens for what the contract names.
import type { Shape, Tone } from '../../ui/status.tsx'
import type { Category, Impact, Priority, SortKey, Source, Status, Urgency } from './model.ts'

/** Which side reads: "waiting on partner" is "waiting on you" to the partner. */
export type Side = 'partner' | 'staff'

/** A status as it is shown; `short` where a column has little room. */
type Look = { label: string; short?: string; tone: Tone; shape: Shape }

const STATUS: Record<Status, Look> = {
  new: { label: 'New', tone: 'info', shape: 'dot' },
  in_progress: { label: 'In progress', tone: 'accent', shape: 'half' },
  waiting_on_partner: { label: 'Waiting on partner', tone: 'warn', shape: 'pause' },
  waiting_on_third_party: { label: 'Waiting on third party', short: 'Third party', tone: 'neutral', shape: 'pause' },
  resolved: { label: 'Resolved', tone: 'good', shape: 'check' },
  closed: { label: 'Closed', tone: 'neutral', shape: 'dash' },
}

/** The words, colour and mark of a status. */
export function statusLook(status: Status, side: Side): Look {
  const look = STATUS[status]
  return side === 'partner' && status === 'waiting_on_partner' ? { ...look, label: 'Waiting on you' } : look
}

/** All statuses in the order of work. */
export const statuses = Object.keys(STATUS) as Status[]
/** Statuses of tickets that are still worked on. */
export const openStatuses: Status[] = ['new', 'in_progress', 'waiting_on_partner', 'waiting_on_third_party']

export const priorityLabels: Record<Priority, string> = { P1: 'Urgent', P2: 'High', P3: 'Normal', P4: 'Low' }
export const priorities = Object.keys(priorityLabels) as Priority[]

export const categoryLabels: Record<Category, string> = {
  automation: 'Automation',
  integration: 'Integration',
  licences: 'Licenses',
  reporting: 'Reporting',
  ai: 'AI',
  voice: 'Voice agent',
  account: 'Account and access',
  billing: 'Billing',
  other: 'Something else',
}
export const categories = Object.keys(categoryLabels) as Category[]

export const impactLabels: Record<Impact, { label: string; meaning: string }> = {
  one: { label: 'One person', meaning: 'Just me, or one person.' },
  some: { label: 'Several people', meaning: 'A team, or a few clients.' },
  all: { label: 'Everyone', meaning: 'All of us, or a whole client.' },
}
export const impacts = Object.keys(impactLabels) as Impact[]

export const urgencyLabels: Record<Urgency, { label: string; meaning: string }> = {
  low: { label: 'Low', meaning: 'It can wait a few days.' },
  medium: { label: 'Medium', meaning: 'It slows work down; there is a way around.' },
  high: { label: 'High', meaning: 'Work has stopped, or will stop today.' },
}
export const urgencies = Object.keys(urgencyLabels) as Urgency[]

export const sourceLabels: Record<Source, string> = {
  portal: 'Portal',
  mail: 'Mail',
  api: 'API',
  automation: 'Automation',
}
export const sources = Object.keys(sourceLabels) as Source[]

export const sortKeys: readonly SortKey[] = ['updated', 'created', 'number', 'priority', 'due']

/** How people name a ticket: "T-1001". */
export const ticketName = (number: number): string => `T-${number}`
/** How an agreement is named: "A-1001 Automation care". */
export const agreementName = ({ number, name }: { number: number; name: string }): string => `A-${number} ${name}`
