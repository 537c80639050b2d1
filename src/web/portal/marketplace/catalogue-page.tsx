import { Package, Plus } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { brand } from '../../../../brand.config.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { listReads } from '../lists/list.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { handleOf, loadReads, type ScreenReads } from '../platform/data/screen-reads.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { useAddress } from '../platform/use-address.ts'
import { catalogueList } from './lists.tsx'

const OrderView = lazy(() => import('./order-view.tsx').then((m) => ({ default: m.OrderView })))
// Companies' automations belong to the automations module.
const Automations = lazy(() => import('../automations/index.ts').then((m) => ({ default: m.StaffAutomations })))
const NewAutomation = lazy(() => import('../automations/index.ts').then((m) => ({ default: m.NewAutomation })))

export const meta = () => [{ title: `Apps & automations · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]
/** The reads of the list of products, none for another tab. */
const reads: ScreenReads = (route) => (route.url.searchParams.has('tab') ? [] : listReads(catalogueList)(route))
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

const nothing: Record<string, { icon: ReactNode; title: string; text: string }> = {
  drafts: { icon: <Package />, title: 'No drafts', text: 'Products that are not published yet appear here.' },
  archived: {
    icon: <Package />,
    title: 'No archived products',
    text: 'Products that are no longer sold appear here.',
  },
}

/** `/admin/apps-automations`: the products, and the automations of companies, for staff. */
export default function CataloguePage() {
  const [address, , show] = useAddress()
  const { ready, role, isInternalUser } = useAuth()
  const admin = role === 'admin'
  if (!ready) return <Skeleton className="h-64" />
  if (!isInternalUser)
    return (
      <>
        <h1 className="sr-only">Apps & automations</h1>
        <EmptyState
          icon={<Package />}
          title="Only our team can see this page"
          action={<LinkButton href="/apps-automations">Your automations</LinkButton>}
        >
          Your own automations are on the Automations page.
        </EmptyState>
      </>
    )
  const add = (
    <LinkButton
      href="/admin/apps-automations/products/new"
      variant="primary"
      icon={<Plus aria-hidden className="size-4" />}
    >
      New product
    </LinkButton>
  )
  const empty = {
    icon: <Package />,
    title: 'The catalog is empty',
    text: 'Add the first product. It is a draft until you publish it.',
    ...(admin ? { action: add } : {}),
  }
  const tabs: { value: string; label: string; show: () => ReactNode; action?: ReactNode }[] = [
    {
      value: 'catalogue',
      label: 'Catalog',
      show: () => (
        <ListScreen list={catalogueList} embedded title="Products" empty={(view) => (view && nothing[view]) || empty} />
      ),
      action: admin && add,
    },
    { value: 'order', label: 'Sort order', show: () => <OrderView /> },
    { value: 'automations', label: 'Automations', show: () => <Automations />, action: <NewAutomation /> },
  ]
  const open = tabs.find((t) => t.value === address.get('tab')) ?? (tabs[0] as (typeof tabs)[number])
  return (
    <>
      <PageHeader
        title="Apps & automations"
        description="Products in the marketplace, and the automations of all companies."
        action={
          <>
            {admin && <LinkButton href="/agreements?tab=packs">Hour packs</LinkButton>}
            {open.action && <Suspense fallback={<Skeleton className="h-9 w-36 rounded-sm" />}>{open.action}</Suspense>}
          </>
        }
      />
      <Tabs
        className="mt-6"
        label="Sections"
        value={open.value}
        onChange={(next) => show({ tab: next === 'catalogue' ? undefined : next })}
        tabs={tabs}
      >
        {tabs.map((tab) => (
          <TabPanel key={tab.value} value={tab.value}>
            {tab.value === open.value && (
              <Suspense fallback={<Skeleton className="h-80 rounded-md" />}>{tab.show()}</Suspense>
            )}
          </TabPanel>
        ))}
      </Tabs>
    </>
  )
}
