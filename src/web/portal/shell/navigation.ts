import { Inbox, LayoutDashboard, type LucideIcon, Send, Ticket } from 'lucide-react'

export type Entry = { href: string; label: string; icon: LucideIcon }
export type Group = { label: string; entries: Entry[] }

const partner: Group[] = [
  {
    label: 'Work',
    entries: [
      { href: '/apps-automations', label: 'Overview', icon: LayoutDashboard },
      { href: '/tickets', label: 'Tickets', icon: Ticket },
    ],
  },
]
const staff: Group[] = [
  {
    label: 'Work',
    entries: [
      { href: '/apps-automations', label: 'Overview', icon: LayoutDashboard },
      { href: '/admin/tickets', label: 'Ticket queue', icon: Inbox },
    ],
  },
  {
    label: 'House',
    entries: [{ href: '/admin/outbox', label: 'Outbox', icon: Send }],
  },
]

/** What stands in the sidebar. */
export const groupsFor = (isInternalUser: boolean): Group[] => (isInternalUser ? staff : partner)
