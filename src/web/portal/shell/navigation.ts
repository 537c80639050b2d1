import {
  Building2,
  Clock,
  Contact,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Send,
  Settings,
  Store,
  Ticket,
  UsersRound,
} from 'lucide-react'

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
  {
    label: 'Company',
    entries: [
      { href: '/companies', label: 'Company', icon: Building2 },
      { href: '/clients', label: 'Clients', icon: Store },
      { href: '/contacts', label: 'Contacts', icon: Contact },
      { href: '/users', label: 'Users', icon: UsersRound },
    ],
  },
]
const staff: Group[] = [
  {
    label: 'Work',
    entries: [
      { href: '/apps-automations', label: 'Overview', icon: LayoutDashboard },
      { href: '/admin/tickets', label: 'Ticket queue', icon: Inbox },
      { href: '/admin/time', label: 'My time', icon: Clock },
    ],
  },
  {
    label: 'Customers',
    entries: [
      { href: '/companies', label: 'Companies', icon: Building2 },
      { href: '/admin/contacts', label: 'Contacts & leads', icon: Contact },
      { href: '/admin/users', label: 'All users', icon: UsersRound },
    ],
  },
  {
    label: 'House',
    entries: [{ href: '/admin/outbox', label: 'Mail', icon: Send }],
  },
]

const own: Group = { label: 'You', entries: [{ href: '/settings', label: 'Settings', icon: Settings }] }

/** What stands in the sidebar. */
export const groupsFor = (isInternalUser: boolean): Group[] => [...(isInternalUser ? staff : partner), own]
