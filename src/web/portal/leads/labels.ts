import type { Shape, Tone } from '../../ui/status.tsx'
import type { LeadRow, Source, Stage, Status } from './model.ts'

export const stages = ['new', 'contacted', 'qualified', 'proposal', 'negotiation'] as const satisfies Stage[]
export const leadStatuses = ['open', 'won', 'lost', 'spam'] as const satisfies Status[]
export const leadSources = ['contact_form', 'voice_agent', 'notice', 'manual'] as const satisfies Source[]
export const leadSortKeys = ['created', 'updated', 'next_action', 'name'] as const

export const stageLabels: Record<Stage, string> = {
  new: 'New',
  contacted: 'Contacted',
  qualified: 'Qualified',
  proposal: 'Proposal',
  negotiation: 'Negotiation',
}
export const leadStatusLooks: Record<Status, { label: string; tone: Tone; shape: Shape }> = {
  open: { label: 'Open', tone: 'info', shape: 'dot' },
  won: { label: 'Won', tone: 'good', shape: 'check' },
  lost: { label: 'Lost', tone: 'neutral', shape: 'dash' },
  spam: { label: 'Spam', tone: 'warn', shape: 'alert' },
}
export const leadSourceLabels: Record<Source, string> = {
  contact_form: 'Contact form',
  voice_agent: 'Voice agent',
  notice: 'Waitlist',
  manual: 'Manual entry',
}
/** Suggested reasons why a lead was lost. Any other text is accepted. */
export const lostReasonSuggestions = [
  'No response after several attempts',
  'Too expensive',
  'Chose a competitor',
  'Not a fit for us',
]

/** Returns the name shown for a lead: the person, else the company, else the email address or phone number. */
export const formatLeadName = (lead: Pick<LeadRow, 'name' | 'organization' | 'email' | 'phone'>): string =>
  lead.name ?? lead.organization ?? lead.email ?? lead.phone ?? 'Unknown'
/** Returns the text beside the name: the company, or the email address or phone number. */
export const formatLeadDetail = (lead: Pick<LeadRow, 'name' | 'organization' | 'email' | 'phone'>): string | null =>
  lead.name ? (lead.organization ?? lead.email ?? lead.phone) : lead.organization ? (lead.email ?? lead.phone) : null
