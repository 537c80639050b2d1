import { useQuery } from '@tanstack/react-query'
import { Building2, Pencil } from 'lucide-react'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { useParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Badge } from '../../ui/status.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { parseFailure } from '../platform/data/api.ts'
import { isId } from '../platform/data/is-id.ts'
import { handleOf, loadReads, type ScreenReads } from '../platform/data/screen-reads.ts'
import { companyOptions } from '../platform/forms/company-options.ts'
import { useLive } from '../platform/live/use-live.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { PictureAvatar } from '../platform/picture-avatar.tsx'
import { useAuth } from '../platform/session/auth.tsx'
import { useRecent } from '../platform/session/recent.ts'
import { useAddress } from '../platform/use-address.ts'
import { loadCompanyTime } from '../time/index.ts'
import { CompanyFacts } from './company-facts.tsx'
import { CompanyOverview } from './company-overview.tsx'
import { refreshCompanies } from './company-queries.ts'
import type { Company } from './model.ts'

export const meta = () => [{ title: `Company · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]
const reads: ScreenReads = ({ params: { id } }) => (id && isId(id) ? [companyOptions(id)] : [])
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

type Part = { companyId: string }
const part = <K extends string>(load: () => Promise<Record<K, ComponentType<Part>>>, name: K) =>
  lazy(() => load().then((m) => ({ default: m[name] })))
// Each tab loads its code when it is opened.
const CompanyTickets = part(() => import('./company-tickets.tsx'), 'CompanyTickets')
const CompanyTime = part(() => loadCompanyTime(), 'CompanyTime')
const HoursView = part(() => import('../hours/index.ts'), 'HoursView')
const CompanyAgreements = part(() => import('../agreements/index.ts'), 'CompanyAgreements')
const CompanyProjects = part(() => import('../projects/index.ts'), 'CompanyProjects')
const CompanyAutomations = part(() => import('../automations/index.ts'), 'CompanyAutomations')
const CompanyBilling = part(() => import('../billing/index.ts'), 'CompanyBilling')
const CompanyNotes = part(() => import('./company-notes.tsx'), 'CompanyNotes')
const CompanyActivity = part(() => import('./company-activity.tsx'), 'CompanyActivity')
const KeyTable = lazy(() => import('./key-table.tsx').then((m) => ({ default: m.KeyTable })))
const UserList = lazy(() => import('../people/index.ts').then((m) => ({ default: m.UserList })))
const ContactList = lazy(() => import('../contacts/index.ts').then((m) => ({ default: m.ContactList })))
const ClientList = lazy(() => import('../contacts/index.ts').then((m) => ({ default: m.ClientList })))

const waiting = <Skeleton className="h-64 rounded-md" />
const shown = (children: ReactNode) => <Suspense fallback={waiting}>{children}</Suspense>

type Tab = { value: string; label: string; show: (company: Company) => ReactNode }
const partnerTabs: Tab[] = [
  { value: 'overview', label: 'Profile', show: (c) => <CompanyFacts company={c} /> },
  { value: 'users', label: 'Users', show: () => <UserList side="partner" embedded /> },
  { value: 'contacts', label: 'Contacts', show: () => <ContactList side="partner" embedded /> },
  { value: 'clients', label: 'Clients', show: () => <ClientList side="partner" embedded /> },
]
const staffTabs = (admin: boolean): Tab[] => [
  { value: 'overview', label: 'Overview', show: (c) => <CompanyOverview company={c} /> },
  { value: 'users', label: 'Users', show: (c) => <UserList side="staff" companyId={c.id} embedded /> },
  { value: 'contacts', label: 'Contacts', show: (c) => <ContactList side="staff" companyId={c.id} embedded /> },
  { value: 'clients', label: 'Clients', show: (c) => <ClientList side="staff" companyId={c.id} embedded /> },
  { value: 'tickets', label: 'Tickets', show: (c) => <CompanyTickets companyId={c.id} /> },
  { value: 'hours', label: 'Hours', show: (c) => <HoursView companyId={c.id} /> },
  { value: 'agreements', label: 'Agreements', show: (c) => <CompanyAgreements companyId={c.id} /> },
  { value: 'automations', label: 'Automations', show: (c) => <CompanyAutomations companyId={c.id} /> },
  ...(admin ? [{ value: 'billing', label: 'Billing', show: (c: Company) => <CompanyBilling companyId={c.id} /> }] : []),
  { value: 'projects', label: 'Projects', show: (c) => <CompanyProjects companyId={c.id} /> },
  { value: 'time', label: 'Time', show: (c) => <CompanyTime companyId={c.id} /> },
  { value: 'notes', label: 'Notes', show: (c) => <CompanyNotes companyId={c.id} /> },
  { value: 'activity', label: 'Activity', show: (c) => <CompanyActivity companyId={c.id} /> },
  ...(admin ? [{ value: 'keys', label: 'API keys', show: (c: Company) => <KeyTable companyId={c.id} revoke /> }] : []),
]

/** `/companies/{id}`: a partner's own company. Staff can open any company. */
export default function CompanyPage() {
  const { id = '' } = useParams()
  const { ready, isInternalUser, role } = useAuth()
  const known = isId(id)
  const query = useQuery({ ...companyOptions(id), enabled: known })
  useLive(['company'], (event) => {
    // Notes, keys and exports refetch on their own.
    if (event === 'resumed' || (event.companyId === id && (event.kind === 'edited' || event.kind === 'picture')))
      void refreshCompanies()
  })
  const { data: company } = query
  if (!known && ready) return <Missing staff={isInternalUser} />
  if (!company && query.isError) {
    const failure = parseFailure(query.error)
    if (failure?.status === 404) return <Missing staff={isInternalUser} />
    return (
      <ErrorState
        title="Couldn’t load this company"
        message={failure?.message ?? 'Check your connection and try again.'}
        requestId={failure?.data?.requestId}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  if (!company || !ready) {
    return (
      <div aria-busy>
        <PageHeader
          title={
            <>
              <span className="sr-only">Loading the company</span>
              <Skeleton className="h-7 w-64 max-w-full" />
            </>
          }
        />
        <Skeleton className="mt-8 h-64 rounded-md" />
      </div>
    )
  }
  return <Whole company={company} staff={isInternalUser} admin={role === 'admin'} />
}

function Whole({ company, staff, admin }: { company: Company; staff: boolean; admin: boolean }) {
  const [address, , show] = useAddress()
  const tabs = staff ? staffTabs(admin) : partnerTabs
  const requested = address.get('tab')
  // A partner has only one company, so it is not listed as recent.
  useRecent(
    staff ? { kind: 'company', title: company.name, detail: 'Company', path: `/companies/${company.id}` } : undefined,
  )
  const open = tabs.find((t) => t.value === requested)?.value ?? 'overview'
  const edit = company.can.edit && (
    <LinkButton
      href={staff ? `/companies/${company.id}/edit` : '/settings/company'}
      icon={<Pencil aria-hidden className="size-4" />}
    >
      Edit profile
    </LinkButton>
  )
  return (
    <>
      <title>{`${company.name} · ${brand.shortName}`}</title>
      <PageHeader
        back={staff ? { href: '/companies', label: 'Companies' } : undefined}
        title={
          <span className="flex items-center gap-3">
            <PictureAvatar company id={company.id} name={company.name} etag={company.logoEtag} size="lg" />
            <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
              <span>{company.name}</span>
              {company.is_internal && <Badge tone="info">Internal</Badge>}
              {company.placeholder && <Badge tone="warn">Not set up yet</Badge>}
            </span>
          </span>
        }
        action={edit || undefined}
      />
      <Tabs
        className="mt-6"
        label="Company sections"
        value={open}
        // Filters that a list stored in the address apply only to its tab.
        onChange={(next) => show({ tab: next === 'overview' ? undefined : next })}
        tabs={tabs}
      >
        {tabs.map((tab) => (
          <TabPanel key={tab.value} value={tab.value}>
            {tab.value === open && shown(tab.show(company))}
          </TabPanel>
        ))}
      </Tabs>
    </>
  )
}

function Missing({ staff }: { staff: boolean }) {
  return (
    <>
      <h1 className="sr-only">Company</h1>
      <EmptyState
        icon={<Building2 />}
        title="Company not found"
        action={
          <LinkButton href="/companies" variant="primary">
            {staff ? 'All companies' : 'Your company'}
          </LinkButton>
        }
      >
        It may have been removed, or the link may be wrong.
      </EmptyState>
    </>
  )
}
