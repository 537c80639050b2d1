// The type of the demo's tickets.

export type Author =
  | 'owner@northgate.example'
  | 'member@northgate.example'
  | 'owner@bluepeak.example'
  | 'engineer@millwright.example'
  | 'admin@millwright.example'

type DemoMessage = {
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
