import { useQuery } from '@tanstack/react-query'
import { showCents } from '../../ui/money-text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { api } from '../platform/api.ts'

const words: Record<string, string> = {
  'order.place': 'placed the order',
  'order.cancel': 'cancelled the order',
  'invoice.transfer': 'recorded a transfer',
  'invoice.paid': 'was settled',
  'invoice.void': 'voided it',
  'invoice.again': 'billed it again under another number',
  'invoice.refund': 'gave money back',
  'invoice.refunded': 'saw the money go back',
  'invoice.release': 'released its hours early',
}
const wordsOf = (action: string) => words[action] ?? action.replace(/^[^.]*\./, '').replaceAll('_', ' ')

/** The amount that an act was about, if it says one. */
function amountOf(after: Record<string, unknown> | null): string | undefined {
  const cents = after?.amountCents ?? after?.amount_cents
  return typeof cents === 'number' ? showCents(cents) : undefined
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
                <span className="font-medium">{act.actor?.name ?? 'By itself'}</span>{' '}
                {act.actor ? wordsOf(act.action) : wordsOf(act.action).replace(/^was /, '')}
                {amountOf(act.after) && <span className="tabular"> {amountOf(act.after)}</span>}
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
