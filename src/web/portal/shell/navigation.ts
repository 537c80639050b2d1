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
  /** Other words for it, separated by spaces, for the palette. */
  also?: string
  icon: LucideIcon
  /** Only administrators can open it. */
  adminOnly?: true
  /** Addresses below it belong to other entries. */
  end?: true
}
export type Group = { label: string; entries: Entry[] }

const partner: Group[] = [
  {
    label: 'Work',
    entries: [
      {
        href: '/apps-automations',
        label: 'Automations',
        also: 'home start dashboard overview runs apps',
        icon: Workflow,
      },
      { href: '/tickets', label: 'Tickets', also: 'requests issues support cases', icon: Ticket },
      { href: '/my-projects', label: 'Projects', also: 'tasks plan timeline', icon: FolderKanban },
      { href: '/my-agreements', label: 'Agreements', also: 'contracts sign terms', icon: FileText },
      { href: '/reports', label: 'Reports', also: 'figures statistics kpi analytics monthly', icon: ChartColumn },
    ],
  },
  {
    label: 'Company',
    entries: [
      { href: '/companies', label: 'Company', also: 'organization profile', icon: Building2 },
      { href: '/clients', label: 'Clients', also: 'end customers', icon: Store },
      { href: '/contacts', label: 'Contacts', also: 'people address book', icon: Contact },
      { href: '/users', label: 'Users', also: 'people team teammates colleagues members roles', icon: UsersRound },
    ],
  },
]
const staff: Group[] = [
  {
    label: 'Work',
    entries: [
      {
        href: '/apps-automations',
        label: 'Overview',
        also: 'home start dashboard automations',
        icon: LayoutDashboard,
        end: true,
      },
      { href: '/admin/tickets', label: 'Ticket queue', also: 'requests issues support cases workload', icon: Inbox },
      { href: '/my-projects', label: 'Projects', also: 'tasks plan timeline', icon: FolderKanban },
      { href: '/admin/time', label: 'My time', also: 'timesheet hours entries timer', icon: Clock },
      { href: '/reports', label: 'Reports', also: 'figures statistics kpi analytics monthly', icon: ChartColumn },
    ],
  },
  {
    label: 'Customers',
    entries: [
      { href: '/companies', label: 'Companies', also: 'partners customers organizations', icon: Building2 },
      { href: '/agreements', label: 'Agreements', also: 'contracts terms', icon: FileText },
      {
        href: '/admin/contacts',
        label: 'Contacts & leads',
        also: 'crm sales pipeline prospects people',
        icon: Contact,
      },
      { href: '/admin/users', label: 'All users', also: 'people staff roles accounts', icon: UsersRound },
    ],
  },
  {
    label: 'Administration',
    entries: [
      {
        href: '/admin/apps-automations',
        label: 'Apps & automations',
        also: 'catalog products marketplace',
        icon: Package,
      },
      {
        href: '/stripe-customers',
        label: 'Stripe customers',
        also: 'billing payments cards invoices',
        icon: CreditCard,
        adminOnly: true,
      },
      { href: '/admin/prompt-manager', label: 'Prompt manager', also: 'ai language model texts', icon: Sparkles },
      { href: '/admin/outbox', label: 'Email', also: 'outbox outgoing mail sent failed bounced', icon: Send },
    ],
  },
]

const own: Group = {
  label: 'Account',
  entries: [{ href: '/settings', label: 'Settings', also: 'preferences account options', icon: Settings }],
}

/** Returns the groups of the sidebar. */
export const listNavigationGroups = (isInternalUser: boolean, isAdmin: boolean): Group[] => [
  ...(isInternalUser ? staff : partner).map((g) => ({
    ...g,
    entries: g.entries.filter((e) => isAdmin || !e.adminOnly),
  })),
  own,
]
