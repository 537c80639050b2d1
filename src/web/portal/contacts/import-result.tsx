// The expected result of an import, in numbers and row by row.

import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Field, Select } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { api, fetchWithSession, parseFailure, readFailure } from '../platform/data/api.ts'
import { saveFile } from '../platform/data/upload.ts'
import type { ImportPreview } from './model.ts'

/** Returns a number as text with commas, such as "1,234". */
export const formatNumber = (n: number) => n.toLocaleString('en-US')

const OUTCOMES = ['refused', 'created', 'updated', 'unchanged', 'skipped'] as const

type Outcome = (typeof OUTCOMES)[number]

const OUTCOME_NAMES: Record<Outcome, string> = {
  refused: 'Rejected',
  created: 'New',
  updated: 'Updated',
  unchanged: 'Unchanged',
  skipped: 'Skipped',
}

interface ResultProps {
  preview: ImportPreview
  id: string
  stale: boolean
  /** When it was checked. Rows that were loaded for another check do not count. */
  checkedAt: number
}

/** The counts of an import and the rows behind them, starting with those to fix. */
export function Result({ preview, id, stale, checkedAt }: ResultProps) {
  const { counts } = preview
  const [only, setOnly] = useState<Outcome | 'all'>('all')
  const there = OUTCOMES.filter((outcome) => counts[outcome] > 0)
  const shown = only !== 'all' && counts[only] > 0 ? [only] : there
  return (
    <div className={cx('flex flex-col gap-4 transition-opacity', stale && 'opacity-60')}>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <ImportFigure name="New" value={counts.created} />
        <ImportFigure name="Updated" value={counts.updated} />
        <ImportFigure name="Unchanged" value={counts.unchanged + counts.skipped} />
        <ImportFigure name="Rejected" value={counts.refused} tone={counts.refused > 0 ? 'text-bad' : undefined} />
      </dl>
      {counts.clientsCreated > 0 && (
        <p className="text-muted">
          {counts.clientsCreated === 1 ? 'One new client: ' : `${formatNumber(counts.clientsCreated)} new clients: `}
          <span className="text-text">{preview.newClients.slice(0, 8).join(', ')}</span>
          {counts.clientsCreated > 8 && ` and ${formatNumber(counts.clientsCreated - 8)} more`}
        </p>
      )}
      {there.length > 1 && (
        <Field label="Rows" className="max-w-60">
          <Select
            value={shown.length === 1 ? shown[0] : 'all'}
            onChange={(event) => setOnly(event.currentTarget.value as Outcome | 'all')}
          >
            <option value="all">All rows</option>
            {there.map((outcome) => (
              <option key={outcome} value={outcome}>
                {OUTCOME_NAMES[outcome]} ({formatNumber(counts[outcome])})
              </option>
            ))}
          </Select>
        </Field>
      )}
      {shown.map((outcome) => (
        <OutcomeRows
          key={outcome}
          id={id}
          outcome={outcome}
          count={counts[outcome]}
          first={preview[outcome]}
          checkedAt={checkedAt}
        />
      ))}
    </div>
  )
}

const ROWS = 100

const firstCursor: string | undefined = undefined

interface OutcomeRowsProps {
  id: string
  outcome: Outcome
  count: number
  /** The rows that came with the check. */
  first: ImportPreview[Outcome]
  checkedAt: number
}

/** The rows of one outcome: the first ones, and all others on demand. */
function OutcomeRows({ id, outcome, count, first, checkedAt }: OutcomeRowsProps) {
  // Further rows belong to one check. After the next one, only the first rows are shown again.
  const [openAt, setOpenAt] = useState<number>()
  const open = openAt === checkedAt
  const options = api.contacts.importRows.infiniteOptions({
    input: (cursor: string | undefined) => ({ id, outcome, limit: ROWS, cursor }),
    initialPageParam: firstCursor,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    retry: false,
  })
  const more = useInfiniteQuery({
    ...options,
    queryKey: [...options.queryKey, checkedAt] as unknown as typeof options.queryKey,
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const rows = more.data?.pages.flatMap((page) => page.items) ?? first
  const left = count - rows.length
  const refused = outcome === 'refused'
  return (
    <Rows
      title={
        refused
          ? `${formatNumber(count)} ${count === 1 ? 'row' : 'rows'} rejected`
          : `${OUTCOME_NAMES[outcome]} (${formatNumber(count)})`
      }
      rows={rows}
      bad={refused}
      action={refused ? <ProblemsButton id={id} /> : undefined}
      foot={
        left > 0 && (
          <div className="flex flex-wrap items-center justify-between gap-2 border-line border-t px-4 py-2">
            <span className="tabular text-muted text-xs">
              {more.isError
                ? (parseFailure(more.error)?.message ?? 'Couldn’t load these rows.')
                : `${formatNumber(rows.length)} of ${formatNumber(count)} rows`}
            </span>
            <Button
              size="sm"
              pending={more.isFetching}
              onClick={() => {
                if (!open) setOpenAt(checkedAt)
                else void (more.data ? more.fetchNextPage() : more.refetch())
              }}
            >
              {more.isError ? 'Try again' : `Show ${formatNumber(Math.min(ROWS, left))} more`}
            </Button>
          </div>
        )
      }
    />
  )
}

/** A number with its label. */
export function ImportFigure({ name, value, tone }: { name: string; value: number; tone?: string | undefined }) {
  return (
    <div className="flex flex-col-reverse rounded-md border border-line bg-surface px-4 py-3">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className={cx('tabular font-semibold text-lg', value === 0 ? 'text-muted' : tone)}>{formatNumber(value)}</dd>
    </div>
  )
}

interface RowsProps {
  title: string
  rows: readonly { row: number; label: string; detail: string }[]
  action?: ReactNode
  /** Shown below the rows, such as a button that loads more. */
  foot?: ReactNode
  bad?: boolean
}

function Rows({ title, rows, action, foot, bad }: RowsProps) {
  return (
    <section aria-label={title} className="rounded-md border border-line">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 px-4 py-2">
        <h3 className="font-medium">{title}</h3>
        {action}
      </div>
      <ul className="divide-y divide-line border-line border-t">
        {rows.map((r) => (
          <li key={r.row} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2">
            <span className="tabular w-16 shrink-0 text-muted text-xs">Row {formatNumber(r.row)}</span>
            <span className="min-w-0 basis-44 [overflow-wrap:anywhere] max-sm:flex-1">{r.label || '(no name)'}</span>
            <span className={cx('min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]', bad ? 'text-bad' : 'text-muted')}>
              {r.detail}
            </span>
          </li>
        ))}
      </ul>
      {foot}
    </section>
  )
}

/** Saves the rejected rows with their reasons. Once they are fixed, the file can be imported as it is. */
export function ProblemsButton({ id }: { id: string }) {
  const [pending, setPending] = useState(false)
  async function download() {
    setPending(true)
    try {
      const r = await fetchWithSession(`/api/v1/contact-imports/${id}/problems.csv`)
      if (!r.ok) throw await readFailure(r)
      saveFile(await r.blob(), 'rows-to-fix.csv')
    } catch (e) {
      showToast({
        title: 'Couldn’t download the rows',
        description: parseFailure(e)?.message ?? 'Check your connection and try again.',
        tone: 'destructive',
      })
    } finally {
      setPending(false)
    }
  }
  return (
    <Button
      size="sm"
      icon={<Download aria-hidden className="size-4" />}
      pending={pending}
      onClick={() => void download()}
    >
      Download these rows
    </Button>
  )
}
