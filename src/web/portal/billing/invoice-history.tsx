import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { showCents } from '../../ui/money-text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { api, type client } from '../platform/api.ts'

type Act = Awaited<ReturnType<typeof client.billing.invoiceHistory>>['items'][number]

const words: Record<string, string> = {
  'order.place': 'placed the order',
  'purchase.accept': 'accepted the terms',
  'checkout.open': 'opened the payment page,',
  'order.cancel': 'cancelled the order',
  'invoice.transfer': 'recorded a transfer',
  'invoice.void': 'voided it',
  'invoice.again': 'billed it again under another number',
  'invoice.refund': 'gave money back',
  'invoice.release': 'released its hours early',
}
/** The amount that an act was about, if it says one; below zero where money came back that had been given back. */
function amountOf(after: Act['after']): number | undefined {
  const cents = after?.amountCents ?? after?.amount_cents
  return typeof cents === 'number' ? cents : undefined
}

/** Who did what. What became of the money is nobody's act, whoever made it so. */
function said({ action, actor, after }: Act): ReactNode {
  if (action === 'invoice.paid') return 'It was settled'
  if (action === 'invoice.refunded')
    return (amountOf(after) ?? 0) < 0 ? 'A refund did not arrive: still here' : 'The money went back'
  const what = words[action] ?? action.replace(/^[^.]*\./, '').replaceAll('_', ' ')
  return (
    <>
      <span className="font-medium">{actor?.name ?? 'By itself'}</span> {what}
    </>
  )
}

/** Who did what with an invoice and its order, when and why. */
export function InvoiceHistory({ id }: { id: string }) {
  const { data, isError } = useQuery(api.billing.invoiceHistory.queryOptions({ input: { id }, staleTime: 2_000 }))
  if (isError) return <p className="text-muted text-xs">The history did not load.</p>
  return (
    <section className="border-line border-t pt-4">
      <h3 className="mb-2 font-medium text-muted text-xs">History</h3>
      {data?.items.length === 0 ? (
        <p className="text-muted text-xs">Nothing was written down yet.</p>
      ) : data ? (
        <ol className="flex flex-col gap-2 text-xs">
          {data.items.map((act) => (
            <li key={act.id} className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {said(act)}
                {amountOf(act.after) && (
                  <span className="tabular"> {showCents(Math.abs(amountOf(act.after) as number))}</span>
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
