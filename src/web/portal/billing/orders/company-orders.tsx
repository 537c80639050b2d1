import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Anchor } from '../../../ui/anchor.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusMark } from '../../../ui/status.tsx'
import { formatCents } from '../../../ui/text/money-text.ts'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { api, client, parseFailure } from '../../platform/data/api.ts'
import { useLive } from '../../platform/live/use-live.ts'
import { OPEN_INVOICE } from '../invoices/lists.tsx'
import { type OrderRow, orderLooks } from '../model.ts'
import { refreshMoney } from '../stripe-queries.ts'

const PAGE = 10

/** Lists a company's orders, including canceled ones and unpaid card orders, which have no invoice. */
export function CompanyOrders({ companyId }: { companyId: string }) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    api.billing.orders.infiniteOptions({
      input: (cursor: string | undefined) => ({ company: companyId, limit: PAGE, ...(cursor ? { cursor } : {}) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      staleTime: 2_000,
    }),
  )
  useLive(['billing'], () => void refetch())
  const [cancelling, setCancelling] = useState<OrderRow>()
  const orders = data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section>
      <h2 className="font-semibold">Orders</h2>
      {!data ? (
        error ? (
          <ErrorState
            message={parseFailure(error)?.message ?? 'Couldn’t load the orders.'}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <Skeleton className="mt-2 h-40" />
        )
      ) : orders.length === 0 ? (
        <p className="mt-2 text-muted">No orders yet.</p>
      ) : (
        <ul className="mt-2">
          {orders.map((o) => (
            <li key={o.id} className="flex items-baseline justify-between gap-4 border-line border-t py-2.5">
              <span className="min-w-0">
                <span className="flex items-baseline gap-2">
                  <span className="tabular shrink-0 text-muted">{o.number}</span>
                  <bdi className="truncate" title={o.title}>
                    {o.title}
                  </bdi>
                </span>
                <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-muted text-xs">
                  <StatusMark tone={orderLooks[o.status].tone}>{orderLooks[o.status].label}</StatusMark>
                  <span>
                    {o.method === 'card' ? 'By card' : 'By invoice'} · <RelativeTime iso={o.createdAt} />
                    {o.placedBy && ` · ${o.placedBy.name}`}
                  </span>
                  {o.invoice ? (
                    <Anchor
                      href={`/companies/${companyId}?tab=billing&${OPEN_INVOICE}=${o.invoice.id}`}
                      className="-my-1 py-1 text-accent underline-offset-4 hover:underline"
                    >
                      {o.invoice.number}
                    </Anchor>
                  ) : (
                    o.status === 'open' && (
                      <button
                        type="button"
                        className="-my-1 cursor-pointer py-1 text-accent underline-offset-4 hover:underline"
                        onClick={() => setCancelling(o)}
                      >
                        Cancel<span className="sr-only"> order {o.number}</span>
                      </button>
                    )
                  )}
                </span>
              </span>
              <span className="tabular shrink-0">{formatCents(o.totalCents)}</span>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button size="sm" className="mt-2" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older orders
        </Button>
      )}
      <ConfirmDialog
        open={cancelling !== undefined}
        onOpenChange={(open) => !open && setCancelling(undefined)}
        title={`Cancel order ${cancelling?.number ?? ''}?`}
        description="This order is awaiting a card payment. We’ll close its payment page, and the order can no longer be paid."
        confirmLabel="Cancel order"
        onConfirm={async () => {
          if (!cancelling) return
          try {
            await client.billing.cancelOrder({ id: cancelling.id })
          } catch (e) {
            throw new Error(parseFailure(e)?.message ?? 'The order was not canceled. Try again.')
          } finally {
            void refreshMoney()
          }
          showToast({ tone: 'good', title: `Order ${cancelling.number} canceled` })
        }}
      />
    </section>
  )
}
