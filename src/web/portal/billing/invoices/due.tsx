import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDay } from '../../../../contract/plain/dates.ts'
import { formatMinutes } from '../../../../contract/plain/durations.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { formatCents } from '../../../ui/text/money-text.ts'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { parseFailure } from '../../platform/data/api.ts'
import { useLive } from '../../platform/live/use-live.ts'
import { billingSummaryOptions } from '../billing-queries.ts'

/** The amounts due, overdue and paid this year. */
export function BalanceDue({ companyId }: { companyId?: string }) {
  const { data: s, error, refetch, isFetching } = useQuery(billingSummaryOptions(companyId))
  useLive(['billing', 'hours'], () => void refetch())
  if (!s)
    return error ? (
      <ErrorState
        message={parseFailure(error)?.message ?? 'Couldn’t load the amounts due.'}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Skeleton className="h-[6.75rem] max-sm:h-72" />
    )
  const many = (n: number) => `${n} ${n === 1 ? 'invoice' : 'invoices'}`
  return (
    <dl className="grid overflow-hidden rounded-md border border-line bg-surface max-sm:divide-y max-sm:divide-line sm:grid-cols-3 sm:divide-x sm:divide-line">
      <Figure name="Amount due" value={formatCents(s.dueCents)}>
        {s.openInvoices === 0
          ? 'No open invoices'
          : s.nextDue
            ? `${many(s.openInvoices)}, ${s.openInvoices === 1 ? 'due' : 'the first due'} ${formatDay(s.nextDue.dueOn)}`
            : many(s.openInvoices)}
        {s.openInvoices > 0 && s.pendingMinutes > 0 && (
          <span className="block">{formatMinutes(s.pendingMinutes)} awaiting payment</span>
        )}
      </Figure>
      <Figure name="Overdue" value={formatCents(s.overdueCents)} bad={s.overdueCents > 0}>
        {s.overdueInvoices === 0 ? 'No overdue invoices' : many(s.overdueInvoices)}
      </Figure>
      <Figure name="Paid this year" value={formatCents(s.paidThisYearCents)}>
        {s.nextCharge ? (
          <>
            Next card charge: {formatCents(s.nextCharge.amountCents)} <RelativeTime iso={s.nextCharge.at} />
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
