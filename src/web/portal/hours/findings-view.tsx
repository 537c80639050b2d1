import { useInfiniteQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Anchor } from '../../ui/anchor.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMark } from '../../ui/status.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { api, parseFailure } from '../platform/data/api.ts'
import { listFindingValues } from '../platform/data/finding-values.ts'
import { CloseFinding } from './close-finding.tsx'
import type { Finding } from './model.ts'

const kindLabels: Record<Finding['kind'], string> = {
  hours_balance: 'Hours balance',
  hours_block: 'Block of hours',
  hours_entry: 'Hours used for a time entry',
  payment_unknown: 'Payment without an invoice',
  payment_missing: 'Missing payment',
  payment_amount: 'Payment amount',
  payment_currency: 'Payment currency',
  payment_disputed: 'Disputed payment',
  refund_failed: 'Returned refund',
  report_day: 'Report figures',
  run_days: 'Daily run totals',
  job_set_aside: 'Failed job',
  remittance_missing: 'Bank details missing',
}
const first: string | undefined = undefined

interface FindingsViewProps {
  companyId?: string | undefined
  /** Renders nothing if there are no discrepancies. Used where this is part of another view. */
  quiet?: boolean
}

/**
 * Lists discrepancies found by the nightly checks of hours and payments, for administrators. The checks only report
 * them.
 */
export function FindingsView({ companyId, quiet = false }: FindingsViewProps) {
  const [state, setState] = useState<'open' | 'resolved'>('open')
  const [closing, setClosing] = useState<{ finding: Finding; retry: boolean }>()
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
            Discrepancies
          </h2>
          <p className="mt-0.5 text-muted text-xs">
            We compare ledgers, balances and payments every night. Differences are listed here, and so are jobs and
            events that were put on hold. Nothing is fixed automatically.
          </p>
        </div>
        <Segmented
          label="Discrepancies to show"
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
          title="Couldn’t load the discrepancies"
          message={parseFailure(error)?.message ?? 'Check your connection and try again.'}
          requestId={parseFailure(error)?.data?.requestId}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : isPending ? (
        <Skeleton className="h-24 rounded-md" />
      ) : items.length === 0 ? (
        <div className="rounded-md border border-line">
          <EmptyState icon={<ShieldCheck />} title={state === 'open' ? 'No discrepancies' : 'No closed discrepancies'}>
            {state === 'open'
              ? 'The last check found no differences, and no jobs are on hold.'
              : 'Closed discrepancies and their notes appear here.'}
          </EmptyState>
        </div>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line bg-surface">
          {items.map((finding) => (
            <One
              key={finding.id}
              finding={finding}
              named={!companyId}
              onClose={(retry) => setClosing({ finding, retry })}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="mt-3" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older discrepancies
        </Button>
      )}
      {closing && <CloseFinding {...closing} onClose={() => setClosing(undefined)} />}
    </section>
  )
}

function One({ finding, named, onClose }: { finding: Finding; named: boolean; onClose: (retry: boolean) => void }) {
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
          Expected: {listFindingValues(expected) || 'nothing'}; found: {listFindingValues(found) || 'nothing'}
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
              , {resolved.by ? 'closed' : 'no longer found'} <RelativeTime iso={resolved.at} />
            </>
          ) : (
            <>
              , last detected <RelativeTime iso={lastSeenAt} />
            </>
          )}
        </p>
      </div>
      {!resolved && (
        <div className="flex gap-2">
          {kind === 'job_set_aside' && (
            <Button size="sm" onClick={() => onClose(true)}>
              Retry job
            </Button>
          )}
          <Button size="sm" onClick={() => onClose(false)}>
            {kind === 'job_set_aside' ? 'Discard job' : 'Close'}
          </Button>
        </div>
      )}
    </li>
  )
}
