import { useQuery } from '@tanstack/react-query'
import { CreditCard, Lock } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { brand } from '../../../../brand.config.ts'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import type { client } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { useOpen } from '../platform/use-open.ts'
import { customerList, OPEN_CUSTOMER } from './customer-list.tsx'
import { stripeOptions } from './stripe-queries.ts'

export const meta = () => [{ title: `Stripe customers · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

const loadDrawer = () => import('./customer-drawer.tsx')
const FindingList = lazy(() => import('./finding-list.tsx').then((m) => ({ default: m.FindingList })))

/** `/stripe-customers`: what companies owe and how they pay, for administrators. */
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
            title="Only administrators see payments"
            action={<LinkButton href="/apps-automations">Back to the overview</LinkButton>}
          >
            Ask one of them when you need something from here.
          </EmptyState>
        </div>
      </>
    )
  return <Customers />
}

/** What an administrator should know before the list. */
function Notice({ stripe }: { stripe: Awaited<ReturnType<typeof client.billing.stripe>> }) {
  return (
    <>
      {!stripe.available && (
        <Banner title="Card payments are not set up">
          Everything is paid by invoice, and this page works for that. For cards set <code>STRIPE_SECRET_KEY</code> and{' '}
          <code>STRIPE_WEBHOOK_SECRET</code>, and have Stripe post to <code>{stripe.webhookUrl}</code>.
        </Banner>
      )}
      {stripe.test && <Banner tone="warn">These are test keys: no card is really charged.</Banner>}
      {stripe.findings.length > 0 && (
        <Suspense fallback={<Skeleton className="h-24" />}>
          <FindingList findings={stripe.findings} />
        </Suspense>
      )}
    </>
  )
}

function Customers() {
  const { data: stripe } = useQuery(stripeOptions())
  const { id, close, module } = useOpen(OPEN_CUSTOMER, loadDrawer)
  return (
    <>
      <ListScreen
        list={customerList}
        title="Stripe customers"
        description="What companies owe, and how they pay."
        notice={stripe && <Notice stripe={stripe} />}
        empty={{
          icon: <CreditCard />,
          title: 'No companies here',
          text: 'Every company stands here as soon as there is one.',
        }}
      />
      {module && <module.CustomerDrawer id={id} onClose={close} />}
    </>
  )
}
