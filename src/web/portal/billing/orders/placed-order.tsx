import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { formatDay } from '../../../../contract/plain/dates.ts'
import { formatMinutes } from '../../../../contract/plain/durations.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { focusHeading, isFocusFree } from '../../../ui/page-focus.ts'
import { formatCentsShort } from '../../../ui/text/money-text.ts'
import { DocumentButton } from '../../documents/index.ts'
import { parseFailure } from '../../platform/data/api.ts'
import { useLive } from '../../platform/live/use-live.ts'
import { orderOptions } from '../billing-queries.ts'
import type { Order } from '../model.ts'

const titles: Record<Order['status'], string> = {
  open: 'Order placed',
  paid: 'Paid in full',
  canceled: 'Order canceled',
  refunded: 'Order refunded',
}

interface PlacedOrderProps {
  id: string
  /** Where the buyer continues. */
  back: string
  /** Whether the buyer came from `back`. */
  returns: boolean
  loading: ReactNode
}

/** The confirmation of an order by invoice, with the next steps. */
export function PlacedOrder({ id, back, returns, loading }: PlacedOrderProps) {
  const { data: order, error, refetch, isFetching } = useQuery(orderOptions(id))
  useLive(['billing', 'hours'], () => void refetch())
  const failure = parseFailure(error)
  const loaded = order !== undefined
  // The button that had the focus is gone, so the heading gets it.
  useEffect(() => {
    if (loaded && isFocusFree()) focusHeading()
  }, [loaded])
  if (!order)
    return error ? (
      <ErrorState
        title={failure?.status === 404 ? 'Order not found' : 'Couldn’t load the order'}
        message={
          failure?.status === 404
            ? 'Check the link and try again.'
            : (failure?.message ?? 'Check your connection and try again.')
        }
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      loading
    )
  const { invoice } = order
  const minutes = order.hours.reduce((sum, h) => sum + h.minutes, 0)
  const usable = order.hours.length > 0 && order.hours.every((h) => h.state === 'active')
  return (
    <section aria-labelledby="ordered" className="mx-auto max-w-xl rounded-lg border border-line bg-surface p-5 sm:p-7">
      <CircleCheck aria-hidden className="size-8 text-good" />
      <h1 id="ordered" className="mt-4 font-semibold text-2xl" aria-live="polite">
        {titles[order.status]}
      </h1>
      <p className="mt-1.5 text-muted">{describeNextStep(order, minutes, usable)}</p>
      <dl className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2.5 border-line border-t pt-5">
        <dt className="text-muted">Description</dt>
        <dd className="text-end">{order.title}</dd>
        <dt className="text-muted">Total</dt>
        <dd className="tabular text-end font-medium">{formatCentsShort(order.totalCents)}</dd>
        {invoice && (
          <>
            <dt className="text-muted">Invoice</dt>
            <dd className="tabular text-end">{invoice.number}</dd>
            <dt className="text-muted">Due date</dt>
            <dd className="text-end">{formatDay(invoice.dueOn)}</dd>
          </>
        )}
      </dl>
      <div className="mt-6 flex flex-wrap gap-2.5 max-sm:flex-col">
        <LinkButton variant="primary" href={returns ? back : '/my-agreements?tab=hours'}>
          {returns ? 'Go back' : 'View your hours'}
        </LinkButton>
        {invoice && <LinkButton href={`/settings/billing?invoice=${invoice.id}`}>View invoice</LinkButton>}
        {invoice && <DocumentButton kind="invoice" subjectId={invoice.id} />}
      </div>
    </section>
  )
}

function describeNextStep(order: Order, minutes: number, usable: boolean): string {
  const hours = formatMinutes(minutes)
  if (order.status === 'paid') return `We added ${hours} to your balance. You can use this time now.`
  if (order.status !== 'open') return 'Nothing is due for this order.'
  if (usable) return `You can already use ${hours}. Pay the invoice by its due date.`
  return order.invoice
    ? `We emailed you the invoice. Once it is paid, we’ll add ${hours} to your balance and let you know.`
    : `Once it is paid, we’ll add ${hours} to your balance.`
}
