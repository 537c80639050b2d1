import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleX, Clock3, CreditCard } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { brand } from '../../../../../brand.config.ts'
import { formatMinutes } from '../../../../contract/plain/durations.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { formatCents } from '../../../ui/text/money-text.ts'
import { client, parseFailure } from '../../platform/data/api.ts'
import { queries } from '../../platform/data/queries.ts'
import { useAskAgain } from '../../platform/data/use-ask-again.ts'
import { useLive } from '../../platform/live/use-live.ts'
import { checkoutOptions, getReturnPath, refreshMoney } from '../stripe-queries.ts'

export const meta = () => [{ title: `Payment · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** `/checkout/:id`: the page that Stripe returns to. Shows the actual result of the payment. */
export default function CheckoutPage() {
  const { id = '' } = useParams()
  const { data: checkout, error, refetch, isFetching, dataUpdatedAt } = useQuery(checkoutOptions(id))
  useLive(['billing', 'hours'], () => void refetch())
  const waits = checkout?.state === 'processing' || checkout?.state === 'unknown'
  useAskAgain(waits, { dataUpdatedAt, refetch })
  useEffect(() => {
    if (checkout?.state === 'paid') void refreshMoney()
  }, [checkout?.state])

  const failure = parseFailure(error)
  if (failure?.status === 404)
    return (
      <EmptyState
        icon={<CreditCard />}
        title="Payment not found"
        action={<LinkButton href="/settings/billing">Go to billing</LinkButton>}
      >
        Check the link. The payment may belong to another company.
      </EmptyState>
    )
  if (!checkout)
    return error ? (
      <ErrorState
        message={failure?.message ?? 'Couldn’t load the payment.'}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <div aria-busy className="mx-auto flex max-w-xl flex-col gap-4 pt-4">
        <Skeleton className="h-8 w-56" />
        <Skeleton className="h-44" />
      </div>
    )
  return <Outcome checkout={checkout} />
}

type Checkout = Awaited<ReturnType<typeof client.billing.getCheckout>>

const looks: Record<Checkout['state'], { icon: ReactNode; tone: string; title: string }> = {
  paid: { icon: <CircleCheck />, tone: 'text-good', title: 'Payment received' },
  processing: { icon: <Clock3 />, tone: 'text-info', title: 'Payment processing' },
  unknown: { icon: <Clock3 />, tone: 'text-warn', title: 'Checking with Stripe' },
  failed: { icon: <CircleAlert />, tone: 'text-bad', title: 'Card declined' },
  canceled: { icon: <CircleX />, tone: 'text-muted', title: 'Payment canceled' },
  open: { icon: <CreditCard />, tone: 'text-muted', title: 'Not paid yet' },
}

function Outcome({ checkout }: { checkout: Checkout }) {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [pending, setPending] = useState(false)
  const { icon, tone, title } = looks[checkout.state]
  const still = checkout.state === 'open' || checkout.state === 'failed'
  const order = checkout.invoice === null
  const back = getReturnPath(checkout.id)
  const leave = async () => {
    setPending(true)
    try {
      const now = await client.billing.cancelCheckout({ id: checkout.id })
      queries.setQueryData(checkoutOptions(checkout.id).queryKey, now)
      await refreshMoney()
    } catch (e) {
      showToast({
        tone: 'destructive',
        title: order ? 'The order was not canceled' : 'The payment was not canceled',
        description: parseFailure(e)?.message ?? 'Try again.',
      })
    } finally {
      setPending(false)
    }
  }
  return (
    <section aria-labelledby="outcome" className="mx-auto max-w-xl pt-2 md:pt-8">
      <div className="rounded-lg border border-line bg-surface p-5 sm:p-7">
        <span className={`block ${tone} [&_svg]:size-8`}>{icon}</span>
        <h1 id="outcome" className="mt-4 font-semibold text-2xl" aria-live="polite">
          {title}
        </h1>
        <p className="mt-1.5 max-w-prose text-muted">{wordsOf(checkout, query.has('left'))}</p>
        <dl className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2.5 border-line border-t pt-5 text-sm">
          <dt className="text-muted">Description</dt>
          <dd className="text-end">{checkout.title}</dd>
          <dt className="text-muted">Amount</dt>
          <dd className="tabular text-end font-medium">{formatCents(checkout.amountCents)}</dd>
          {checkout.invoice && (
            <>
              <dt className="text-muted">Invoice</dt>
              <dd className="text-end">{checkout.invoice}</dd>
            </>
          )}
        </dl>
        <div className="mt-6 flex flex-wrap gap-2.5 max-sm:flex-col">
          {checkout.state === 'paid' && (
            <>
              {back && (
                <LinkButton variant="primary" href={back}>
                  Continue where you left off
                </LinkButton>
              )}
              {checkout.minutes > 0 && (
                <LinkButton variant={back ? 'secondary' : 'primary'} href="/my-agreements?tab=hours">
                  View your hours
                </LinkButton>
              )}
              <LinkButton
                variant={back || checkout.minutes > 0 ? 'secondary' : 'primary'}
                href={`/settings/billing?invoice=${checkout.invoiceId}`}
              >
                View invoice
              </LinkButton>
            </>
          )}
          {still && checkout.url && (
            <Button
              variant="primary"
              icon={<CreditCard aria-hidden className="size-4" />}
              onClick={() => location.assign(checkout.url as string)}
            >
              {checkout.state === 'failed' ? 'Try another card' : 'Continue to payment'}
            </Button>
          )}
          {still && (
            <Button pending={pending} onClick={() => void leave()}>
              {order ? 'Cancel order' : 'Pay later'}
            </Button>
          )}
          {checkout.state === 'canceled' && (
            <>
              {order ? (
                <LinkButton variant="primary" href={checkout.minutes > 0 ? '/buy-block-time' : '/marketplace'}>
                  {checkout.minutes > 0 ? 'Buy hours' : 'Go to the marketplace'}
                </LinkButton>
              ) : (
                <LinkButton variant="primary" href={`/settings/billing?invoice=${checkout.invoiceId}`}>
                  View invoice
                </LinkButton>
              )}
              <Button onClick={() => navigate('/apps-automations')}>Go to automations</Button>
            </>
          )}
        </div>
      </div>
    </section>
  )
}

function wordsOf(c: Checkout, left: boolean): string {
  const order = c.invoice === null
  switch (c.state) {
    case 'paid':
      return c.minutes > 0
        ? `We added ${formatMinutes(c.minutes)} to your balance. You can use this time now.`
        : 'Thank you. The invoice is paid in full.'
    case 'processing':
      return 'Stripe is processing your payment. This page updates automatically, and you can leave it at any time.'
    case 'unknown':
      return 'Stripe isn’t responding right now. Don’t pay again. We’ll keep checking and show the result here.'
    case 'failed':
      return `${c.failure ?? 'Try another card.'} Nothing was charged.`
    case 'canceled':
      return order
        ? 'The order is canceled, and nothing was charged.'
        : 'Nothing was charged. The invoice is still open.'
    case 'open':
      return left
        ? 'You left the payment page before paying. Nothing was charged.'
        : 'Nothing has been charged yet. The Stripe payment page is still open.'
  }
}
