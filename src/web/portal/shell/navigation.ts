import {
  Building2,
  ChartColumn,
  Clock,
  Contact,
  CreditCard,
  FileText,
  FolderKanban,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Package,
  Send,
  Settings,
  Sparkles,
  Store,
  Ticket,
  UsersRound,
  Workflow,
} from 'lucide-react'

export type Entry = {
  href: string
  label: string
  icon: LucideIcon
  /** Others are refused there. */
  adminOnly?: true
  /** What is below its address belongs elsewhere. */
  end?: true
}
export type Group = { label: string; entries: Entry[] }

const partner: Group[] = [
  {
    label: 'Work',
    entries: [
      { href: '/apps-automations', label: 'Automations', icon: Workflow },
      { href: '/tickets', label: 'Tickets', icon: Ticket },
      { href: '/my-projects', label: 'Projects', icon: FolderKanban },
      { href: '/my-agreements', label: 'Agreements', icon: FileText },
      { href: '/reports', label: 'Reports', icon: ChartColumn },
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
      { href: '/apps-automations', label: 'Overview', icon: LayoutDashboard, end: true },
      { href: '/admin/tickets', label: 'Ticket queue', icon: Inbox },
      { href: '/my-projects', label: 'Projects', icon: FolderKanban },
      { href: '/admin/time', label: 'My time', icon: Clock },
      { href: '/reports', label: 'Reports', icon: ChartColumn },
    ],
  },
  {
    label: 'Customers',
    entries: [
      { href: '/companies', label: 'Companies', icon: Building2 },
      { href: '/agreements', label: 'Agreements', icon: FileText },
      { href: '/admin/contacts', label: 'Contacts & leads', icon: Contact },
      { href: '/admin/users', label: 'All users', icon: UsersRound },
    ],
  },
  {
    label: 'House',
    entries: [
      { href: '/admin/apps-automations', label: 'Apps & automations', icon: Package },
      { href: '/stripe-customers', label: 'Stripe customers', icon: CreditCard, adminOnly: true },
      { href: '/admin/prompt-manager', label: 'Prompt manager', icon: Sparkles },
      { href: '/admin/outbox', label: 'Mail', icon: Send },
    ],
  },
]

const own: Group = { label: 'You', entries: [{ href: '/settings', label: 'Settings', icon: Settings }] }

/** What stands in the sidebar. */
export const groupsFor = (isInternalUser: boolean, isAdmin: boolean): Group[] => [
  ...(isInternalUser ? staff : partner).map((g) => ({
    ...g,
    entries: g.entries.filter((e) => isAdmin || !e.adminOnly),
  })),
  own,
]
