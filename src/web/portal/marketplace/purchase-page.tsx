import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleX, Clock3, CreditCard, PencilLine, ReceiptText, Undo2 } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { formatDay } from '../../../contract/plain/dates.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatCents } from '../../ui/text/money-text.ts'
import { automationOptions, SetupSteps } from '../automations/setup/index.ts'
import { refundFailedText } from '../billing/payments/index.ts'
import { DocumentButton } from '../documents/index.ts'
import { client, parseFailure } from '../platform/data/api.ts'
import { useAskAgain } from '../platform/data/use-ask-again.ts'
import { useLive } from '../platform/live/use-live.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { type Purchase, purchaseOptions, refreshPurchases } from './buy-queries.ts'

const IntakeForm = lazy(() => import('../automations/setup/index.ts').then((m) => ({ default: m.IntakeForm })))
const AnswersList = lazy(() => import('../automations/setup/index.ts').then((m) => ({ default: m.AnswersList })))

export const meta = () => [{ title: `Your purchase · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** `/marketplace/purchase-complete`: the actual result of a purchase and the next steps. */
export default function PurchasePage() {
  const [query] = useSearchParams()
  const { ready, role, isInternalUser } = useAuth()
  const id = query.get('purchase') ?? query.get('checkout') ?? query.get('session_id') ?? ''
  if (!id) return <Unknown title="No purchase selected">Open the purchase from your email or from billing.</Unknown>
  if (!ready) return <Loading />
  // Only owners and administrators see payments. Everyone sees the automation.
  if (role !== 'owner' && role !== 'admin')
    return (
      <Unknown
        title={isInternalUser ? 'Only administrators can see purchases' : 'Only owners can see company purchases'}
        overview
      >
        {isInternalUser
          ? 'Purchased automations are in the list of automations.'
          : 'Purchased automations are on the Automations page.'}
      </Unknown>
    )
  return <Found id={id} left={query.has('left')} />
}

function Unknown({ title, overview = false, children }: { title: string; overview?: boolean; children: ReactNode }) {
  return (
    <>
      <h1 className="sr-only">Your purchase</h1>
      <EmptyState
        icon={<ReceiptText />}
        title={title}
        action={
          overview ? (
            <LinkButton href="/apps-automations">Go to automations</LinkButton>
          ) : (
            <LinkButton href="/settings/billing">Go to billing</LinkButton>
          )
        }
      >
        {children}
      </EmptyState>
    </>
  )
}

const Loading = () => (
  <div aria-busy className="mx-auto flex max-w-3xl flex-col gap-4 pt-2 md:pt-6">
    <h1 className="sr-only">Your purchase</h1>
    <Skeleton className="h-56" />
    <Skeleton className="h-24" />
    <Skeleton className="h-72" />
  </div>
)

function Found({ id, left }: { id: string; left: boolean }) {
  const { data: purchase, error, refetch, isFetching, dataUpdatedAt } = useQuery(purchaseOptions(id))
  useLive(['billing', 'automation'], () => void refetch())
  const waits =
    purchase !== undefined &&
    (purchase.state === 'processing' ||
      purchase.state === 'unknown' ||
      ((purchase.state === 'paid' || purchase.state === 'ordered') && purchase.installationId === null))
  useAskAgain(waits, { dataUpdatedAt, refetch })
  const failure = parseFailure(error)
  if (failure?.status === 404 || failure?.status === 400)
    return (
      <Unknown title="Purchase not found">
        The link may be incomplete, or the purchase belongs to another company.
      </Unknown>
    )
  if (!purchase)
    return error ? (
      <ErrorState
        message={failure?.message ?? 'Couldn’t load the purchase. Check your connection and try again.'}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Loading />
    )
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6 pt-2 md:pt-6">
      <Money purchase={purchase} left={left} />
      {purchase.installationId && <Goods id={purchase.installationId} product={purchase.product} />}
    </div>
  )
}

type Look = { icon: ReactNode; tone: string; title: string }
const looks: Record<Purchase['state'], Look> = {
  paid: { icon: <CircleCheck />, tone: 'text-good', title: 'Payment received' },
  ordered: { icon: <CircleCheck />, tone: 'text-good', title: 'Order placed' },
  processing: { icon: <Clock3 />, tone: 'text-info', title: 'Payment processing' },
  unknown: { icon: <Clock3 />, tone: 'text-warn', title: 'Payment status unknown' },
  failed: { icon: <CircleAlert />, tone: 'text-bad', title: 'Card declined' },
  open: { icon: <CreditCard />, tone: 'text-muted', title: 'Not paid yet' },
  canceled: { icon: <CircleX />, tone: 'text-muted', title: 'Order canceled' },
  refunded: { icon: <Undo2 />, tone: 'text-muted', title: 'Refunded' },
}
/** Shown for a refund that did not arrive. */
const cameBack: Look = { icon: <CircleAlert />, tone: 'text-warn', title: 'Refund failed' }

function wordsOf(p: Purchase, left: boolean): string {
  if (p.refundFailedCents !== null) return refundFailedText(formatCents(p.refundFailedCents))
  switch (p.state) {
    case 'paid':
      return 'Thank you. The invoice is paid in full.'
    case 'ordered':
      return `Thank you. We emailed you the invoice, which is due ${p.invoice ? formatDay(p.invoice.dueOn) : 'soon'}. Setup starts after you answer the setup questions.`
    case 'processing':
      return 'Stripe is processing your payment. This page updates automatically. You can also leave it and come back.'
    case 'unknown':
      return 'Stripe isn’t responding right now. Don’t pay again. This page keeps checking. If your payment went through, it will be recorded.'
    case 'failed':
      return `${p.payment?.failure ?? 'Try another card.'} Nothing was charged.`
    case 'open':
      return left
        ? 'You left the payment page before paying. Nothing was charged. Setup starts after payment.'
        : 'Nothing has been charged yet. Setup starts after payment.'
    case 'canceled':
      return 'This order is canceled. Nothing is due.'
    case 'refunded':
      return 'We refunded your payment to your original payment method.'
  }
}

function Money({ purchase, left }: { purchase: Purchase; left: boolean }) {
  const { state, invoice, product, agreement, can } = purchase
  const { icon, tone, title } = purchase.refundFailedCents === null ? looks[state] : cameBack
  const { role } = useAuth()
  const [pending, setPending] = useState<'pay' | 'cancel'>()
  // The browser's Back button restores this page from its cache with the button still pending.
  useEffect(() => {
    const back = () => setPending(undefined)
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [])
  const act = async (what: 'pay' | 'cancel') => {
    setPending(what)
    try {
      if (what === 'cancel') await client.billing.cancelOrder({ id: purchase.orderId })
      else {
        const page =
          purchase.payment?.url ?? (await client.billing.checkout({ orderId: purchase.orderId, keepCard: false })).url
        if (page) {
          location.assign(page)
          return
        }
      }
      await refreshPurchases()
      setPending(undefined)
    } catch (e) {
      setPending(undefined)
      showToast({
        tone: 'destructive',
        title: what === 'pay' ? 'The payment page couldn’t be opened' : 'The order was not canceled',
        description: parseFailure(e)?.message ?? 'Try again.',
      })
    }
  }
  return (
    <section aria-labelledby="outcome" className="rounded-lg border border-line bg-surface p-5 sm:p-7">
      <span className={`block ${tone} [&_svg]:size-8`}>{icon}</span>
      <h1 id="outcome" className="mt-4 font-semibold text-2xl" aria-live="polite">
        {title}
      </h1>
      <p className="mt-1.5 max-w-prose text-muted">{wordsOf(purchase, left)}</p>
      <dl className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2.5 border-line border-t pt-5 text-sm">
        <dt className="text-muted">Description</dt>
        <dd className="text-end">{purchase.title}</dd>
        <dt className="text-muted">Order</dt>
        <dd className="tabular text-end">{purchase.orderNumber}</dd>
        <dt className="text-muted">Total</dt>
        <dd className="tabular text-end font-medium">{formatCents(purchase.totalCents)}</dd>
        {invoice && (
          <>
            <dt className="text-muted max-md:py-3">Invoice</dt>
            <dd className="tabular text-end">
              {role === 'owner' ? (
                <Anchor
                  href={`/settings/billing?invoice=${invoice.id}`}
                  className="underline underline-offset-3 max-md:inline-block max-md:py-3"
                >
                  {invoice.number}
                </Anchor>
              ) : (
                invoice.number
              )}
            </dd>
          </>
        )}
        {agreement && (
          <>
            <dt className="text-muted max-md:py-3">Agreement</dt>
            <dd className="tabular text-end">
              <Anchor
                href={`${role === 'owner' ? '/my-agreements' : '/agreements'}/${agreement.id}`}
                className="underline underline-offset-3 max-md:inline-block max-md:py-3"
              >
                A-{agreement.number}
              </Anchor>
            </dd>
          </>
        )}
      </dl>
      <div className="mt-6 flex flex-wrap gap-2.5 empty:hidden max-sm:flex-col max-sm:[&>*]:h-11">
        {can.pay && (state === 'open' || state === 'failed' || state === 'ordered') && (
          <Button
            variant={state === 'ordered' ? 'secondary' : 'primary'}
            pending={pending === 'pay'}
            icon={<CreditCard aria-hidden className="size-4" />}
            onClick={() => void act('pay')}
          >
            {state === 'failed' ? 'Try another card' : state === 'ordered' ? 'Pay by card now' : 'Continue to payment'}
          </Button>
        )}
        {can.cancel && (
          <Button pending={pending === 'cancel'} onClick={() => void act('cancel')}>
            Cancel order
          </Button>
        )}
        {(state === 'canceled' || state === 'refunded') && (
          <LinkButton href={product.published ? `/marketplace/${product.slug}` : '/marketplace'} variant="primary">
            {product.published ? 'Back to product' : 'Go to the marketplace'}
          </LinkButton>
        )}
        {invoice && <DocumentButton kind="invoice" subjectId={invoice.id} />}
      </div>
    </section>
  )
}

/** The automation that was bought: its setup progress and its setup questions. */
function Goods({ id, product }: { id: string; product: Purchase['product'] }) {
  const { data: automation, error, refetch, isFetching } = useQuery(automationOptions(id))
  const { isInternalUser } = useAuth()
  const [changing, setChanging] = useState(false)
  useLive(['automation'], (event) => {
    if (event === 'resumed' || event.subjectId === id) void refetch()
  })
  if (!automation)
    return error ? (
      <ErrorState
        title="Couldn’t load the automation"
        message={parseFailure(error)?.message ?? 'Check your connection and try again.'}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Skeleton className="h-72" />
    )
  const { intake, answeredAt, can } = automation
  const days = `${product.setupDays} ${product.setupDays === 1 ? 'business day' : 'business days'}`
  const asks = can.answer && intake.length > 0 && answeredAt === null
  return (
    <>
      {automation.status !== 'retired' && (
        <section aria-labelledby="steps" className="rounded-lg border border-line bg-surface p-5 sm:p-7">
          <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <h2 id="steps" className="font-semibold text-base">
              {automation.name}
            </h2>
            <Anchor
              href={`/apps-automations/${id}`}
              className="text-muted underline underline-offset-3 hover:text-text max-md:py-3"
            >
              View automation
            </Anchor>
          </div>
          <SetupSteps automation={automation} staff={isInternalUser} />
          {!automation.liveAt && (
            <p className="mt-5 border-line border-t pt-4 text-muted">
              {asks
                ? `After you answer the setup questions, setup usually takes ${days}.`
                : `Setup usually takes ${days}. We’ll notify you when the automation is live.`}
            </p>
          )}
        </section>
      )}
      {intake.length > 0 && (automation.status !== 'retired' || answeredAt !== null) && (
        <section aria-labelledby="questions" className="rounded-lg border border-line bg-surface p-5 sm:p-7">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
            <h2 id="questions" className="font-semibold text-base">
              {answeredAt === null ? 'Setup questions' : isInternalUser ? 'Answers' : 'Your answers'}
            </h2>
            {can.answer && !asks && !changing && (
              <Button
                size="sm"
                icon={<PencilLine aria-hidden className="size-3.5" />}
                onClick={() => setChanging(true)}
              >
                Edit answers
              </Button>
            )}
          </div>
          {asks && (
            <p className="mt-1 mb-6 text-muted">
              Your answers are stored in this browser until you send them. To let another owner continue, save a draft.
            </p>
          )}
          <div className={asks ? undefined : 'mt-5'}>
            <Suspense fallback={<Skeleton className="h-64" />}>
              {asks || changing ? (
                <IntakeForm
                  automation={automation}
                  onDone={() => setChanging(false)}
                  {...(changing ? { onCancel: () => setChanging(false) } : {})}
                />
              ) : answeredAt === null ? (
                <p className="text-muted">An owner of the company needs to answer the setup questions.</p>
              ) : (
                <AnswersList automation={automation} />
              )}
            </Suspense>
          </div>
        </section>
      )}
    </>
  )
}
