import { useQuery } from '@tanstack/react-query'
import { CreditCard, Lock } from 'lucide-react'
import { Suspense } from 'react'
import { brand } from '../../../../../brand.config.ts'
import { Banner } from '../../../ui/banner.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ListScreen } from '../../lists/list-screen.tsx'
import type { client } from '../../platform/data/api.ts'
import { isSettled } from '../../platform/data/is-settled.ts'
import { lazy } from '../../platform/loading/lazy.ts'
import { useOpen } from '../../platform/loading/use-open.ts'
import { useAuth } from '../../platform/session/auth.tsx'
import { stripeOptions } from '../stripe-queries.ts'
import { customerList, OPEN_CUSTOMER } from './customer-list.tsx'

export const meta = () => [{ title: `Stripe customers · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

const loadDrawer = () => import('./customer-drawer.tsx')
const FindingList = lazy(() => import('./finding-list.tsx').then((m) => ({ default: m.FindingList })))

/** `/stripe-customers`: amounts due and payment methods of companies, for administrators. */
export default function CustomersPage() {
  const { ready, role } = useAuth()
  if (!ready) return <Skeleton className="h-64" />
  if (role !== 'admin')
    return (
      <>
        <PageHeader title="Stripe customers" />
        <div className="mt-6">
          <EmptyState
            icon={<Lock />}
            title="Only administrators can see payments"
            action={<LinkButton href="/apps-automations">Back to the overview</LinkButton>}
          >
            Ask an administrator if you need something from this page.
          </EmptyState>
        </div>
      </>
    )
  return <Customers />
}

/** The banners above the list. */
function Notice({ stripe }: { stripe: Awaited<ReturnType<typeof client.billing.stripe>> }) {
  return (
    <>
      {!stripe.available && (
        <Banner title="Card payments are not set up">
          Partners pay by invoice. To accept cards, set <code>STRIPE_SECRET_KEY</code> and{' '}
          <code>STRIPE_WEBHOOK_SECRET</code>, and add <code>{stripe.webhookUrl}</code> as a webhook endpoint in Stripe.
        </Banner>
      )}
      {stripe.test && <Banner tone="warn">Stripe is in test mode. No card is actually charged.</Banner>}
      {stripe.findings.length > 0 && (
        <Suspense fallback={<Skeleton className="h-24" />}>
          <FindingList findings={stripe.findings} />
        </Suspense>
      )}
    </>
  )
}

function Customers() {
  const settings = useQuery(stripeOptions())
  const stripe = settings.data
  const { id, close, module } = useOpen(OPEN_CUSTOMER, loadDrawer)
  // The notices are above the list, and would push it down if they appeared later.
  if (!isSettled(settings)) return <Skeleton className="h-64" />
  return (
    <>
      <ListScreen
        list={customerList}
        title="Stripe customers"
        description="Amounts due and payment methods by company."
        notice={stripe && <Notice stripe={stripe} />}
        empty={{
          icon: <CreditCard />,
          title: 'No companies yet',
          text: 'Companies appear here once they are added.',
        }}
      />
      {module && <module.CustomerDrawer id={id} onClose={close} />}
    </>
  )
}
