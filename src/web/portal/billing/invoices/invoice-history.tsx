import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { formatCents } from '../../../ui/text/money-text.ts'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { api, type client } from '../../platform/data/api.ts'

type Act = Awaited<ReturnType<typeof client.billing.invoiceHistory>>['items'][number]

const words: Record<string, string> = {
  'order.place': 'placed the order',
  'purchase.accept': 'accepted the terms',
  'checkout.open': 'opened the payment page for',
  'order.cancel': 'canceled the order',
  'invoice.transfer': 'recorded a bank transfer of',
  'invoice.void': 'voided the invoice',
  'invoice.again': 'reissued the invoice under a new number',
  'invoice.refund': 'refunded',
  'invoice.release': 'released the hours early',
}
/** Returns the amount of an entry in cents, if it has one. Negative when a refund failed and the money came back. */
function amountOf(after: Act['after']): number | undefined {
  const cents = after?.amountCents ?? after?.amount_cents
  return typeof cents === 'number' ? cents : undefined
}

/** Describes an entry. A payment or refund result names no one, even if a person triggered it. */
function describeAct({ action, actor, after }: Act): ReactNode {
  if (action === 'invoice.paid') return 'Paid in full'
  if (action === 'invoice.refunded') return (amountOf(after) ?? 0) < 0 ? 'Refund returned by the bank:' : 'Refunded'
  const what = words[action] ?? action.replace(/^[^.]*\./, '').replaceAll('_', ' ')
  return (
    <>
      <span className="font-medium">{actor?.name ?? 'System'}</span> {what}
    </>
  )
}

/** The history of an invoice and its order: who did what, when and why. */
export function InvoiceHistory({ id }: { id: string }) {
  const { data, isError } = useQuery(api.billing.invoiceHistory.queryOptions({ input: { id }, staleTime: 2_000 }))
  if (isError) return <p className="text-muted text-xs">Couldn’t load the history.</p>
  return (
    <section className="border-line border-t pt-4">
      <h3 className="mb-2 font-medium text-muted text-xs">History</h3>
      {data?.items.length === 0 ? (
        <p className="text-muted text-xs">No history yet.</p>
      ) : data ? (
        <ol className="flex flex-col gap-2 text-xs">
          {data.items.map((act) => (
            <li key={act.id} className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {describeAct(act)}
                {amountOf(act.after) && (
                  <span className="tabular"> {formatCents(Math.abs(amountOf(act.after) as number))}</span>
                )}
                {act.reason && <span className="text-muted">: {act.reason}</span>}
              </span>
              <RelativeTime iso={act.at} className="shrink-0 text-muted" />
            </li>
          ))}
        </ol>
      ) : (
        <Skeleton className="h-12" />
      )}
    </section>
  )
}
