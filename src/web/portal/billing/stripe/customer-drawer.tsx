import { useQuery } from '@tanstack/react-query'
import { Link2, RefreshCw, UserRoundPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Anchor } from '../../../ui/anchor.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Field, TextInput } from '../../../ui/forms/field.tsx'
import { Drawer } from '../../../ui/overlays/drawer.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusMark, type Tone } from '../../../ui/status.tsx'
import { formatCents } from '../../../ui/text/money-text.ts'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { client, parseFailure } from '../../platform/data/api.ts'
import { ActFrame } from '../../platform/forms/act-frame.tsx'
import { useLive } from '../../platform/live/use-live.ts'
import { useAddress } from '../../platform/use-address.ts'
import { OPEN_INVOICE } from '../invoices/lists.tsx'
import { useOpenInvoice } from '../invoices/use-open-invoice.ts'
import { InvoiceMark } from '../marks.tsx'
import { formatCard, formatCardExpiry, formatCardName } from '../payments/card-text.ts'
import { customerOptions, refreshMoney } from '../stripe-queries.ts'
import { FindingList } from './finding-list.tsx'

type Customer = Awaited<ReturnType<typeof client.billing.customer>>

interface CustomerDrawerProps {
  /** The company's id. Undefined while the drawer closes. */
  id: string | undefined
  onClose: () => void
}

/**
 * Shows a company's Stripe customer: amount due, card, latest invoices and payments. Invoices open above the drawer.
 */
export function CustomerDrawer({ id, onClose }: CustomerDrawerProps) {
  const query = useQuery({ ...customerOptions(id ?? ''), enabled: id !== undefined })
  const invoice = useOpenInvoice()
  const customer = query.data
  const problem = parseFailure(query.error)
  useLive(['billing'], () => {
    if (id) void query.refetch()
  })
  return (
    <Drawer
      open={id !== undefined}
      onOpenChange={(open) => !open && onClose()}
      side="right"
      title={<bdi className="truncate">{customer?.company.name ?? 'Customer'}</bdi>}
      {...(customer && hasActs(customer) ? { footer: <Acts customer={customer} /> } : {})}
    >
      {customer ? (
        <Details customer={customer} />
      ) : query.isError ? (
        <ErrorState
          title={problem?.status === 404 ? 'Company not found' : 'Couldn’t load the company'}
          message={problem?.status === 404 ? 'This company no longer exists.' : (problem?.message ?? 'Try again.')}
          requestId={problem?.data?.requestId}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <div aria-busy className="flex flex-col gap-3 p-1">
          <Skeleton className="h-16" />
          <Skeleton className="h-24" />
          <Skeleton className="h-40" />
        </div>
      )}
      {/* Rendered inside the drawer, so that a click in the dialog does not count as a click outside the drawer. */}
      {invoice.Dialog && <invoice.Dialog id={invoice.id} onClose={invoice.close} />}
    </Drawer>
  )
}

const paymentTones: Record<string, Tone> = { pending: 'info', succeeded: 'good', failed: 'bad' }
const paymentWords: Record<string, string> = { pending: 'Pending', succeeded: 'Received', failed: 'Failed' }

/** Returns the URL of this list with its filters and an open invoice. */
function withInvoice(address: URLSearchParams, id: string): string {
  const next = new URLSearchParams(address)
  next.set(OPEN_INVOICE, id)
  return `/stripe-customers?${next}`
}

function Details({ customer: c }: { customer: Customer }) {
  const [address] = useAddress()
  return (
    <div className="flex flex-col gap-5 p-1">
      {c.findings.length > 0 && <FindingList findings={c.findings} company={false} />}
      <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2.5">
        <Fact name="Amount due">
          <span className="tabular font-medium">{formatCents(c.dueCents)}</span>
          {c.overdueCents > 0 && (
            <span className="tabular mt-0.5 block text-bad text-xs">{formatCents(c.overdueCents)} overdue</span>
          )}
        </Fact>
        <Fact name="Card">
          {c.card ? (
            <>
              {formatCardName(c.card)}
              <span className={c.card.expired ? 'block text-bad text-xs' : 'block text-muted text-xs'}>
                {c.card.expired ? 'Expired' : 'Expires'} {formatCardExpiry(c.card)}
              </span>
              <span className="mt-0.5 block text-muted text-xs">
                {c.consent ? (
                  <>
                    Authorized by {c.consent.by?.name ?? 'an owner'} <RelativeTime iso={c.consent.at} />
                  </>
                ) : (
                  'Not authorized for automatic charges.'
                )}
              </span>
            </>
          ) : (
            <span className="text-muted">None</span>
          )}
        </Fact>
        <Fact name="Stripe ID">
          {c.stripeId ? (
            <span className="flex items-center gap-1">
              <code className="min-w-0 truncate text-xs">{c.stripeId}</code>
              <CopyButton text={c.stripeId} label="Copy Stripe ID" />
            </span>
          ) : (
            <span className="text-muted">None yet. It is created with the first card payment.</span>
          )}
          {c.syncedAt && (
            <span className="block text-muted text-xs">
              Synced <RelativeTime iso={c.syncedAt} />
            </span>
          )}
        </Fact>
      </dl>
      <Section
        title="Invoices"
        empty="No invoices yet."
        count={c.invoices.length}
        more={
          <Anchor
            href={`/companies/${c.id}?tab=billing`}
            className="-m-1 p-1 text-accent underline-offset-4 hover:underline"
          >
            View all<span className="sr-only"> invoices of {c.company.name}</span>
          </Anchor>
        }
      >
        {c.invoices.map((i) => (
          <li key={i.id} className="border-line border-t first:border-t-0">
            <Anchor
              href={withInvoice(address, i.id)}
              className="-mx-1 flex min-h-11 items-center justify-between gap-3 rounded-sm px-1 py-1.5 hover:bg-raised"
            >
              <span className="min-w-0">
                <span className="block font-medium">{i.number}</span>
                <InvoiceMark status={i.status} overdue={i.overdue} />
              </span>
              <span className="tabular shrink-0">{formatCents(i.totalCents)}</span>
            </Anchor>
          </li>
        ))}
      </Section>
      <Section title="Payments" empty="No payments yet." count={c.payments.length}>
        {c.payments.map((p) => (
          <li key={p.id} className="flex items-start justify-between gap-3 border-line border-t py-2 first:border-t-0">
            <span className="min-w-0">
              <span className="block">
                {p.card ? formatCard(p.card) : p.method === 'card' ? 'Card' : 'Bank transfer'}
                {p.invoice && <span className="text-muted"> for {p.invoice}</span>}
              </span>
              <span className="flex flex-wrap gap-x-2 text-muted text-xs">
                <StatusMark tone={paymentTones[p.status] ?? 'neutral'}>{paymentWords[p.status] ?? p.status}</StatusMark>
                <RelativeTime iso={p.paidAt ?? p.createdAt} />
              </span>
              {p.failure && <span className="mt-0.5 block text-muted text-xs">{p.failure}</span>}
              {p.reference && <span className="mt-0.5 block text-muted text-xs">Reference {p.reference}</span>}
            </span>
            <span className="tabular shrink-0 text-end">
              {formatCents(p.amountCents)}
              {p.refundedCents > 0 && (
                <span className="block text-muted text-xs">{formatCents(p.refundedCents)} refunded</span>
              )}
            </span>
          </li>
        ))}
      </Section>
    </div>
  )
}

function Section({
  title,
  empty,
  count,
  more,
  children,
}: {
  title: string
  empty: string
  count: number
  /** A link to the full list. */
  more?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="border-line border-t pt-4">
      <div className="mb-1.5 flex items-baseline justify-between gap-3 text-xs">
        <h3 className="font-medium text-muted">{title}</h3>
        {count > 0 && more}
      </div>
      {count === 0 ? <p className="text-muted">{empty}</p> : <ul>{children}</ul>}
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
  </>
)

/** Returns whether any Stripe action is available. There are none without card payments. */
const hasActs = ({ can }: Customer): boolean => can.create || can.sync || can.link

function Acts({ customer: c }: { customer: Customer }) {
  const [busy, setBusy] = useState<'create' | 'sync'>()
  const [linking, setLinking] = useState(false)
  const run = async (what: 'create' | 'sync') => {
    setBusy(what)
    try {
      if (what === 'create') await client.billing.createCustomer({ companyId: c.id })
      else await client.billing.syncCustomer({ companyId: c.id })
      await refreshMoney()
      showToast({ tone: 'good', title: what === 'create' ? 'Stripe customer created' : 'Synced with Stripe' })
    } catch (e) {
      showToast({
        tone: 'destructive',
        title: what === 'create' ? 'The Stripe customer wasn’t created' : 'Not synced with Stripe',
        description: parseFailure(e)?.message ?? 'Try again.',
      })
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <>
      <div className="flex gap-2 [&>*]:flex-1">
        {c.can.create && (
          <Button
            pending={busy === 'create'}
            icon={<UserRoundPlus aria-hidden className="size-4" />}
            onClick={() => void run('create')}
          >
            Create customer
          </Button>
        )}
        {c.can.sync && (
          <Button
            pending={busy === 'sync'}
            icon={<RefreshCw aria-hidden className="size-4" />}
            onClick={() => void run('sync')}
          >
            Sync
          </Button>
        )}
        {c.can.link && (
          <Button icon={<Link2 aria-hidden className="size-4" />} onClick={() => setLinking(true)}>
            {c.stripeId ? 'Link another customer' : 'Link customer'}
          </Button>
        )}
      </div>
      {linking && <LinkCustomer customer={c} onClose={() => setLinking(false)} />}
    </>
  )
}

function LinkCustomer({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const [stripeId, setStripeId] = useState('')
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    setError(undefined)
    try {
      await client.billing.linkCustomer({ companyId: customer.id, stripeId })
      await refreshMoney()
      showToast({ tone: 'good', title: 'Stripe customer linked' })
      onClose()
    } catch (e) {
      const failure = parseFailure(e)
      setError(failure?.data?.fields?.stripeId?.[0] ?? failure?.message ?? 'Try again.')
      setPending(false)
    }
  }
  return (
    <ActFrame
      title={`Link a Stripe customer to ${customer.company.name}`}
      description={
        customer.stripeId
          ? 'We’ll charge the new customer’s card from now on and stop charging the current card.'
          : 'Enter the ID of a customer that already exists in Stripe.'
      }
      confirm="Link customer"
      pending={pending}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Field label="Stripe customer ID" hint="Starts with cus_" required {...(error ? { error } : {})}>
        <TextInput
          value={stripeId}
          onChange={(e) => setStripeId(e.target.value.trim())}
          spellCheck={false}
          autoComplete="off"
        />
      </Field>
    </ActFrame>
  )
}
