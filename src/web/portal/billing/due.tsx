import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import { showMinutes } from '../../ui/minutes-text.ts'
import { showCents } from '../../ui/money-text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { failureOf } from '../platform/api.ts'
import { useLive } from '../platform/use-live.ts'
import { summaryOptions } from './billing-queries.ts'
import { dayText } from './model.ts'

/** What is owed now, at a glance. */
export function Due({ companyId }: { companyId?: string }) {
  const { data: s, error, refetch, isFetching } = useQuery(summaryOptions(companyId))
  useLive(['billing', 'hours'], () => void refetch())
  if (!s)
    return error ? (
      <ErrorState
        message={failureOf(error)?.message ?? 'What is due did not load.'}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Skeleton className="h-20" />
    )
  const many = (n: number) => `${n} ${n === 1 ? 'invoice' : 'invoices'}`
  return (
    <dl className="grid overflow-hidden rounded-md border border-line bg-surface max-sm:divide-y max-sm:divide-line sm:grid-cols-3 sm:divide-x sm:divide-line">
      <Figure name="Due" value={showCents(s.dueCents)}>
        {s.openInvoices === 0
          ? 'Nothing is open'
          : s.nextDue
            ? `${many(s.openInvoices)}, the first ${s.overdueInvoices > 0 ? 'was due' : 'is due'} ${dayText(s.nextDue.dueOn)}`
            : many(s.openInvoices)}
        {s.openInvoices > 0 && s.pendingMinutes > 0 && (
          <span className="block">
            {showMinutes(s.pendingMinutes)} become usable with {s.openInvoices === 1 ? 'it' : 'them'}
          </span>
        )}
      </Figure>
      <Figure name="Overdue" value={showCents(s.overdueCents)} bad={s.overdueCents > 0}>
        {s.overdueInvoices === 0 ? 'Nothing is late' : many(s.overdueInvoices)}
      </Figure>
      <Figure name="Paid this year" value={showCents(s.paidThisYearCents)}>
        {s.nextCharge ? (
          <>
            Card is charged {showCents(s.nextCharge.amountCents)} <RelativeTime iso={s.nextCharge.at} />
          </>
        ) : (
          'Since January 1'
        )}
      </Figure>
    </dl>
  )
}

function Figure({ name, value, bad, children }: { name: string; value: string; bad?: boolean; children: ReactNode }) {
  return (
    <div className="px-4 py-3.5">
      <dt className="text-muted text-xs">{name}</dt>
      <dd>
        <span className={`tabular mt-0.5 block font-semibold text-lg ${bad ? 'text-bad' : ''}`}>{value}</span>
        <span className="block text-muted text-xs">{children}</span>
      </dd>
    </div>
  )
}
