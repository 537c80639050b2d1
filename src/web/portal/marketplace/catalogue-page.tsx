import { Package, Plus } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { loadList } from '../lists/list.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { useAuth } from '../platform/auth.tsx'
import { catalogueList } from './lists.tsx'

const OrderView = lazy(() => import('./order-view.tsx').then((m) => ({ default: m.OrderView })))
// What companies have belongs to the room of automations.
const Automations = lazy(() => import('../automations/index.ts').then((m) => ({ default: m.StaffAutomations })))
const NewAutomation = lazy(() => import('../automations/index.ts').then((m) => ({ default: m.NewAutomation })))

export const meta = () => [{ title: `Apps & automations · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]
export async function clientLoader(route: { request: Request }): Promise<null> {
  return new URL(route.request.url).searchParams.has('tab') ? null : loadList(catalogueList)(route)
}

const nothing: Record<string, { icon: ReactNode; title: string; text: string }> = {
  drafts: { icon: <Package />, title: 'No drafts', text: 'What is written and not published yet stands here.' },
  archived: { icon: <Package />, title: 'Nothing is archived', text: 'What is not sold any more stands here.' },
}

/** `/admin/apps-automations`: what is sold, and what companies have of it, for staff. */
export default function CataloguePage() {
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const { ready, role, isInternalUser } = useAuth()
  const admin = role === 'admin'
  if (!ready) return <Skeleton className="h-64" />
  if (!isInternalUser)
    return (
      <>
        <h1 className="sr-only">Apps & automations</h1>
        <EmptyState
          icon={<Package />}
          title="This is for our staff"
          action={<LinkButton href="/apps-automations">Your automations</LinkButton>}
        >
          What you have stands among your automations.
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
    { value: 'order', label: 'Order', show: () => <OrderView /> },
    { value: 'automations', label: 'Automations', show: () => <Automations />, action: <NewAutomation /> },
  ]
  const open = tabs.find((t) => t.value === address.get('tab')) ?? (tabs[0] as (typeof tabs)[number])
  return (
    <>
      <PageHeader
        title="Apps & automations"
        description="What the marketplace sells, and what companies have of it."
        action={
          <>
            {admin && <LinkButton href="/agreements?tab=packs">Hour packs</LinkButton>}
            {open.action && <Suspense fallback={<Skeleton className="h-9 w-36 rounded-sm" />}>{open.action}</Suspense>}
          </>
        }
      />
      <Tabs
        className="mt-6"
        label="Parts"
        value={open.value}
        onChange={(next) =>
          void navigate({ search: next === 'catalogue' ? '' : `?tab=${next}` }, { preventScrollReset: true })
        }
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
