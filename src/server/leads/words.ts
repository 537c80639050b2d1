// The labels of a lead's values in CSV files. Screens have their own in web/portal/leads/labels.ts; a test compares the
// two.
import type { z } from 'zod'
import type { LeadSource, LeadStatus, Stage } from '../../contract/leads/index.ts'

export const STAGE_NAMES: Record<z.infer<typeof Stage>, string> = {
  new: 'New',
  contacted: 'Contacted',
  qualified: 'Qualified',
  proposal: 'Proposal',
  negotiation: 'Negotiation',
}
export const LEAD_STATUS_NAMES: Record<z.infer<typeof LeadStatus>, string> = {
  open: 'Open',
  won: 'Won',
  lost: 'Lost',
  spam: 'Spam',
}
export const LEAD_SOURCE_NAMES: Record<z.infer<typeof LeadSource>, string> = {
  contact_form: 'Contact form',
  voice_agent: 'Voice agent',
  notice: 'Waitlist',
  manual: 'Manual entry',
}
