import { bluepeak } from './bluepeak.ts'
import { northgateOpen } from './northgate-open.ts'
import { northgatePast } from './northgate-past.ts'

export type Author =
  | 'owner@northgate.example'
  | 'member@northgate.example'
  | 'owner@bluepeak.example'
  | 'engineer@millwright.example'
  | 'admin@millwright.example'

export type DemoMessage = {
  by: Author
  kind: 'reply' | 'note'
  /** Hours after the ticket was opened. */
  at: number
  /** Markdown. */
  body: string
  /** File names from ./files.ts. */
  attach?: string[]
}

export type DemoTicket = {
  company: 'northgate' | 'bluepeak'
  requester: Author
  /** Name from `endClients`, if the ticket is about a client. */
  client?: string
  subject: string
  /** Markdown. */
  description: string
  category: 'automation' | 'integration' | 'licenses' | 'reporting' | 'ai' | 'voice' | 'account' | 'billing' | 'other'
  impact: 'one' | 'some' | 'all'
  urgency: 'low' | 'medium' | 'high'
  status: 'new' | 'in_progress' | 'waiting_on_partner' | 'waiting_on_third_party' | 'resolved' | 'closed'
  assignee?: 'engineer@millwright.example' | 'admin@millwright.example'
  tags?: string[]
  /** Hours since it was opened. */
  openedAgo: number
  /** File names from ./files.ts. */
  attach?: string[]
  messages: DemoMessage[]
  /** The subject of the ticket it was merged into, hours from opening to the merge, and who merged it. */
  merged?: { into: string; at: number; by: Author }
}

export type DemoEndClient = { company: 'northgate' | 'bluepeak'; name: string; industry: string }

/** The partners' clients, all invented. */
export const endClients: DemoEndClient[] = [
  { company: 'northgate', name: 'Lakeshore Family Dental', industry: 'Dental practice' },
  { company: 'northgate', name: 'Harlan & Pruitt LLP', industry: 'Law firm' },
  { company: 'northgate', name: 'Kessler Precision Machining', industry: 'Machine shop' },
  { company: 'northgate', name: 'Cedar Valley School District', industry: 'School district office' },
  { company: 'northgate', name: 'Tri-County Veterinary Hospital', industry: 'Veterinary hospital' },
  { company: 'northgate', name: 'Brightwater Property Management', industry: 'Property management' },
  { company: 'northgate', name: 'Delgado Plumbing & Heating', industry: 'Plumbing and heating contractor' },
  { company: 'northgate', name: 'Ridgeline Orthopedics', industry: 'Orthopedic clinic' },
  { company: 'northgate', name: 'Mercer Street Accounting', industry: 'Accounting firm' },
  { company: 'northgate', name: 'Oak Hollow Senior Living', industry: 'Senior living community' },
  { company: 'bluepeak', name: 'Coastal Title & Escrow', industry: 'Title and escrow company' },
  { company: 'bluepeak', name: 'Anchor Point Marine Supply', industry: 'Marine supply store' },
  { company: 'bluepeak', name: 'Whitman & Sons Roofing', industry: 'Roofing contractor' },
  { company: 'bluepeak', name: 'Saltmarsh Brewing Company', industry: 'Craft brewery' },
  { company: 'bluepeak', name: 'Seabright Montessori School', industry: 'Private school' },
]

/** Every ticket of the demo, oldest first, in the order of their numbers. */
export const conversations: DemoTicket[] = [...northgateOpen, ...northgatePast, ...bluepeak].sort(
  (a, b) => b.openedAgo - a.openedAgo,
)
