import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleX, Clock3, CreditCard, PencilLine, ReceiptText, Undo2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { showCents } from '../../ui/money-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { automationOptions, SetupSteps } from '../automations/setup/index.ts'
import { refundFailedText } from '../billing/pay/index.ts'
import { DocumentButton } from '../documents/index.ts'
import { client, failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { useAskAgain } from '../platform/use-ask-again.ts'
import { useLive } from '../platform/use-live.ts'
import { dayText, type Purchase, purchaseOptions, refreshPurchases } from './buy-queries.ts'

const IntakeForm = lazy(() => import('../automations/setup/index.ts').then((m) => ({ default: m.IntakeForm })))
const AnswersList = lazy(() => import('../automations/setup/index.ts').then((m) => ({ default: m.AnswersList })))

export const meta = () => [{ title: `Your purchase · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** `/marketplace/purchase-complete`: what really became of a purchase, and what is to be done next. */
export default function PurchasePage() {
  const [query] = useSearchParams()
  const { ready, role, isInternalUser } = useAuth()
  const id = query.get('purchase') ?? query.get('checkout') ?? query.get('session_id') ?? ''
  if (!id) return <Unknown title="Which purchase?">Open it from your mail, or from billing.</Unknown>
  if (!ready) return <Loading />
  // Money is for owners; what was bought is for everybody.
  if (role !== 'owner' && role !== 'admin')
    return (
      <Unknown
        title={isInternalUser ? 'Only administrators see purchases' : 'Only owners of your company see its purchases'}
        overview
      >
        {isInternalUser ? 'What was bought is with the automations.' : 'What was bought is with your automations.'}
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
            <LinkButton href="/apps-automations">See the automations</LinkButton>
          ) : (
            <LinkButton href="/settings/billing">Open billing</LinkButton>
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
  const failure = failureOf(error)
  if (failure?.status === 404 || failure?.status === 400)
    return (
      <Unknown title="There is no such purchase">
        The address may be cut off, or the purchase belongs to another company.
      </Unknown>
    )
  if (!purchase)
    return error ? (
      <ErrorState
        message={failure?.message ?? 'The purchase could not be loaded.'}
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
  paid: { icon: <CircleCheck />, tone: 'text-good', title: 'Paid. Thank you' },
  ordered: { icon: <CircleCheck />, tone: 'text-good', title: 'Ordered. Thank you' },
  processing: { icon: <Clock3 />, tone: 'text-info', title: 'Your payment is on its way' },
  unknown: { icon: <Clock3 />, tone: 'text-warn', title: 'We are still asking Stripe' },
  failed: { icon: <CircleAlert />, tone: 'text-bad', title: 'The card was refused' },
  open: { icon: <CreditCard />, tone: 'text-muted', title: 'Not paid yet' },
  cancelled: { icon: <CircleX />, tone: 'text-muted', title: 'Not bought' },
  refunded: { icon: <Undo2 />, tone: 'text-muted', title: 'Given back' },
}
/** Paid, given back, and not arrived there. */
const cameBack: Look = { icon: <CircleAlert />, tone: 'text-warn', title: 'Your refund did not arrive' }

function wordsOf(p: Purchase, left: boolean): string {
  if (p.refundFailedCents !== null) return refundFailedText(showCents(p.refundFailedCents))
  switch (p.state) {
    case 'paid':
      return 'The invoice is settled.'
    case 'ordered':
      return `We sent the invoice by email. It is due ${p.invoice ? dayText(p.invoice.dueOn) : 'soon'}; we begin as soon as you have answered.`
    case 'processing':
      return 'Stripe has it and tells us in a moment. This page follows by itself; you can also leave, and nothing is lost.'
    case 'unknown':
      return 'Stripe does not answer right now. Please do not pay again: this page asks on, and what was paid counts.'
    case 'failed':
      return `${p.payment?.failure ?? 'Another card may work.'} Nothing was charged.`
    case 'open':
      return left
        ? 'You came back before paying. Nothing was charged, and nothing begins before it is paid.'
        : 'Nothing was charged so far, and nothing begins before it is paid.'
    case 'cancelled':
      return 'The order is cancelled. Nothing is owed on it.'
    case 'refunded':
      return 'The money went back the way it came.'
  }
}

function Money({ purchase, left }: { purchase: Purchase; left: boolean }) {
  const { state, invoice, product, agreement, can } = purchase
  const { icon, tone, title } = purchase.refundFailedCents === null ? looks[state] : cameBack
  const { role } = useAuth()
  const [pending, setPending] = useState<'pay' | 'cancel'>()
  // Back from Stripe's page by the browser's own button, the page comes out of its cache as it was left.
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
      toast({
        tone: 'destructive',
        title: what === 'pay' ? 'The payment page did not open' : 'This was not cancelled',
        description: failureOf(e)?.message ?? 'Try again.',
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
        <dt className="text-muted">For</dt>
        <dd className="text-end">{purchase.title}</dd>
        <dt className="text-muted">Order</dt>
        <dd className="tabular text-end">{purchase.orderNumber}</dd>
        <dt className="text-muted">Total</dt>
        <dd className="tabular text-end font-medium">{showCents(purchase.totalCents)}</dd>
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
            {state === 'failed' ? 'Try another card' : state === 'ordered' ? 'Pay by card now' : 'Go on to payment'}
          </Button>
        )}
        {can.cancel && (
          <Button pending={pending === 'cancel'} onClick={() => void act('cancel')}>
            Cancel the order
          </Button>
        )}
        {(state === 'cancelled' || state === 'refunded') && (
          <LinkButton href={product.published ? `/marketplace/${product.slug}` : '/marketplace'} variant="primary">
            {product.published ? 'Back to the product' : 'Open the marketplace'}
          </LinkButton>
        )}
        {invoice && <DocumentButton kind="invoice" subjectId={invoice.id} />}
      </div>
    </section>
  )
}

/** What was bought: how far it is, and what is asked. */
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
        title="What you bought did not load"
        message={failureOf(error)?.message ?? 'Something went wrong on the way.'}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Skeleton className="h-72" />
    )
  const { intake, answeredAt, can } = automation
  const days = `${product.setupDays} ${product.setupDays === 1 ? 'working day' : 'working days'}`
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
              Open the automation
            </Anchor>
          </div>
          <SetupSteps automation={automation} staff={isInternalUser} />
          {!automation.liveAt && (
            <p className="mt-5 border-line border-t pt-4 text-muted">
              {asks
                ? `Once you have answered, it is set up in ${days} as a rule.`
                : `It is set up in ${days} as a rule. You hear from us before its first run.`}
            </p>
          )}
        </section>
      )}
      {intake.length > 0 && (automation.status !== 'retired' || answeredAt !== null) && (
        <section aria-labelledby="questions" className="rounded-lg border border-line bg-surface p-5 sm:p-7">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
            <h2 id="questions" className="font-semibold text-base">
              {asks ? 'A few questions, then we begin' : 'Your answers'}
            </h2>
            {can.answer && !asks && !changing && (
              <Button
                size="sm"
                icon={<PencilLine aria-hidden className="size-3.5" />}
                onClick={() => setChanging(true)}
              >
                Change answers
              </Button>
            )}
          </div>
          {asks && (
            <p className="mt-1 mb-6 text-muted">
              What you type stays in this browser until you send it. Another owner can go on where you stop: keep it for
              later.
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
                <p className="text-muted">An owner of the company answers them.</p>
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
