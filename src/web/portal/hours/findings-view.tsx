import { useInfiniteQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Anchor } from '../../ui/anchor.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMark } from '../../ui/status.tsx'
import { api, failureOf } from '../platform/api.ts'
import { findingValues } from '../platform/finding-values.ts'
import { CloseFinding } from './close-finding.tsx'
import type { Finding } from './model.ts'

const kindLabels: Record<Finding['kind'], string> = {
  hours_balance: 'Balance of hours',
  hours_block: 'Block of hours',
  hours_entry: 'Drawn for an entry',
  payment_unknown: 'Payment without an invoice',
  payment_missing: 'Payment that we do not have',
  payment_amount: 'Amount of a payment',
  payment_currency: 'Currency of a payment',
  payment_disputed: 'Disputed payment',
  refund_failed: 'Refund that did not arrive',
  report_day: 'Day of a report',
  run_days: 'Runs of a day',
}
const first: string | undefined = undefined

interface FindingsViewProps {
  companyId?: string | undefined
  /** Shows nothing while nothing was found: where it is a part of something else. */
  quiet?: boolean
}

/** What the nightly comparisons of hours and payments found, for administrators. They report, and mend nothing. */
export function FindingsView({ companyId, quiet = false }: FindingsViewProps) {
  const [state, setState] = useState<'open' | 'resolved'>('open')
  const [closing, setClosing] = useState<Finding>()
  const { data, isPending, isError, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(
      api.hours.findings.infiniteOptions({
        input: (cursor: string | undefined) => ({ ...(companyId ? { company: companyId } : {}), state, cursor }),
        initialPageParam: first,
        getNextPageParam: (page) => page.nextCursor ?? undefined,
      }),
    )
  const items = data?.pages.flatMap((page) => page.items) ?? []
  if (quiet && state === 'open' && items.length === 0) return null
  return (
    <section aria-labelledby="findings" className="min-w-0">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="findings" className="font-medium">
            Findings
          </h2>
          <p className="mt-0.5 text-muted text-xs">
            Every night ledger, balances and payments are compared. What differs stands here; nothing is mended by
            itself.
          </p>
        </div>
        <Segmented
          label="Which findings"
          value={state}
          onChange={setState}
          options={[
            { value: 'open', label: 'Open' },
            { value: 'resolved', label: 'Closed' },
          ]}
        />
      </div>
      {isError && !data ? (
        <ErrorState
          title="The findings did not load"
          message={failureOf(error)?.message ?? 'Something went wrong on the way.'}
          requestId={failureOf(error)?.data?.requestId}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : isPending ? (
        <Skeleton className="h-24 rounded-md" />
      ) : items.length === 0 ? (
        <div className="rounded-md border border-line">
          <EmptyState icon={<ShieldCheck />} title={state === 'open' ? 'Everything agrees' : 'Nothing was closed yet'}>
            {state === 'open' ? 'The last comparison found no difference.' : 'What is closed, and why, stands here.'}
          </EmptyState>
        </div>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line bg-surface">
          {items.map((finding) => (
            <One key={finding.id} finding={finding} named={!companyId} onClose={() => setClosing(finding)} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="mt-3" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Older findings
        </Button>
      )}
      {closing && <CloseFinding finding={closing} onClose={() => setClosing(undefined)} />}
    </section>
  )
}

const said = (kind: Finding['kind'], values: Record<string, unknown>) =>
  findingValues(values, /^(payment|refund)_/.test(kind)) || 'nothing'

function One({ finding, named, onClose }: { finding: Finding; named: boolean; onClose: () => void }) {
  const { company, kind, title, expected, firstSeenAt, lastSeenAt, resolved } = finding
  const { todo, ...found } = finding.found
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <StatusMark tone={resolved ? 'good' : 'bad'}>{kindLabels[kind]}</StatusMark>
          {named && (
            <Anchor
              href={`/companies/${company.id}?tab=hours`}
              className="rounded-sm text-muted text-xs underline decoration-line underline-offset-3 hover:decoration-accent"
            >
              {company.name}
            </Anchor>
          )}
        </p>
        <p className="mt-1 [overflow-wrap:anywhere]">{title}</p>
        <p className="tabular mt-1 text-muted text-xs [overflow-wrap:anywhere]">
          Expected {said(kind, expected)}; found {said(kind, found)}
        </p>
        {typeof todo === 'string' && !resolved && <p className="mt-1 text-xs">{todo}</p>}
        {resolved?.words && (
          <p className="mt-1 text-xs [overflow-wrap:anywhere]">
            {resolved.by}: “{resolved.words}”
          </p>
        )}
        <p className="mt-1 text-muted text-xs">
          First seen <RelativeTime iso={firstSeenAt} />
          {resolved ? (
            <>
              , {resolved.by ? 'closed' : 'not found again'} <RelativeTime iso={resolved.at} />
            </>
          ) : (
            <>
              , last <RelativeTime iso={lastSeenAt} />
            </>
          )}
        </p>
      </div>
      {!resolved && (
        <Button size="sm" className="max-md:!h-11" onClick={onClose}>
          Close
        </Button>
      )}
    </li>
  )
}
