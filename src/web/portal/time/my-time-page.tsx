import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Clock } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { brand } from '../../../../brand.config.ts'
import { formatDateRange } from '../../../contract/plain/date-ranges.ts'
import { addDays } from '../../../contract/plain/days.ts'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { getNowDate } from '../../ui/clock.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatWeekDay, getMonday, toDay } from '../../ui/text/duration.ts'
import { useTimeZone } from '../../ui/text/relative-time.tsx'
import { ExportButton } from '../lists/export-button.tsx'
import { ColumnMinutes } from '../platform/column-minutes.tsx'
import { api, parseFailure } from '../platform/data/api.ts'
import { isId } from '../platform/data/is-id.ts'
import { useLive } from '../platform/live/use-live.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { useAddress } from '../platform/use-address.ts'
import { EntryRow } from './entry-row.tsx'
import type { TimeEntry } from './model.ts'
import { refreshTime, timeOptions } from './time-queries.ts'

export const meta = () => [{ title: `My time · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

const TimeDialog = lazy(() => import('./time-dialog.tsx').then((m) => ({ default: m.TimeDialog })))
const DAY = /^\d{4}-\d{2}-\d{2}$/
const NONE: readonly TimeEntry[] = []

const sum = (entries: readonly TimeEntry[], of = (_: TimeEntry) => true) =>
  entries.filter(of).reduce((total, e) => total + e.minutes, 0)

/** Returns the Monday of the week in the address, or of this week. */
function readWeek(address: URLSearchParams, today: string): string {
  const requested = address.get('week') ?? ''
  return getMonday(DAY.test(requested) && !Number.isNaN(Date.parse(requested)) ? requested : today)
}

/** `/admin/time`: the time entries of a staff member in one week, by day. */
export default function MyTimePage() {
  const [address, set] = useAddress()
  const { role, profile } = useAuth()
  const admin = role === 'admin'
  const today = toDay(getNowDate(), useTimeZone())
  const week = readWeek(address, today)
  const person = address.get('user') ?? ''
  const user = admin && isId(person) && person !== profile?.id ? person : 'me'
  const asked = { user, from: week, to: addDays(week, 6) }
  const found = useInfiniteQuery(timeOptions(asked))
  const { data, isError, error, isPending, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = found
  // Load the entire week, because the totals would otherwise be wrong.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  useLive(['ticket'], (event) => {
    if (event === 'resumed' || event.kind === 'time' || event.kind === 'reply') void refreshTime()
  })
  const [open, setOpen] = useState<TimeEntry>()
  const staff = useQuery({
    ...api.companies.staff.queryOptions({ select: (answer) => answer.items }),
    enabled: admin,
  })
  const entries = data?.pages.flatMap((p) => p.items) ?? NONE
  const complete = data !== undefined && !hasNextPage
  const days = Array.from({ length: 7 }, (_, i) => addDays(week, i))
  const most = Math.max(60, ...days.map((d) => sum(entries, (e) => e.workedOn === d)))
  const thisWeek = getMonday(today)
  const toWeek = (pick: (week: string) => string) =>
    set((coming) => {
      const next = pick(readWeek(coming, today))
      return { week: next === thisWeek ? undefined : next }
    }, false)
  const title = user === 'me' ? 'My time' : `${staff.data?.find((p) => p.id === user)?.name ?? '…'}’s time`
  return (
    <>
      <title>{`${title} · ${brand.shortName}`}</title>
      <PageHeader
        title={title}
        description="Time logged each day of the week."
        action={
          <ExportButton path={`/time-entries.csv?user=${user}&from=${asked.from}&to=${asked.to}`} many="time entries" />
        }
      />
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3">
        {user === 'me' && <p className="hidden print:block">{profile?.full_name}</p>}
        <div className="flex items-center gap-1">
          <IconButton
            label="Previous week"
            icon={<ChevronLeft aria-hidden className="size-4" />}
            onClick={() => toWeek((shown) => addDays(shown, -7))}
          />
          <p className="min-w-40 text-center font-medium" aria-live="polite">
            {formatDateRange(week, addDays(week, 6))}
          </p>
          <IconButton
            label="Next week"
            disabled={week >= thisWeek}
            icon={<ChevronRight aria-hidden className="size-4" />}
            onClick={() => toWeek((shown) => addDays(shown, 7))}
          />
        </div>
        {week !== thisWeek && <Button onClick={() => toWeek(() => thisWeek)}>This week</Button>}
        {admin && (
          <div data-screen-only="" className="w-52 md:ml-auto">
            <Select
              aria-label="Person"
              value={user === 'me' ? '' : user}
              onChange={(event) => set({ user: event.target.value }, false)}
            >
              <option value="">Me</option>
              {staff.data
                ?.filter((p) => p.id !== profile?.id)
                .map((p) => (
                  <option key={p.id} value={p.id}>
                    {p.name}
                  </option>
                ))}
            </Select>
          </div>
        )}
      </div>

      <dl className="mt-6 grid grid-cols-3 gap-px overflow-clip rounded-md border border-line bg-line">
        <Figure name="Total" value={complete ? formatMinutes(sum(entries)) : undefined} />
        <Figure
          name="Hours used"
          value={complete ? formatMinutes(entries.reduce((all, e) => all + (e.charged ?? 0), 0)) : undefined}
          more={complete ? `for ${formatMinutes(sum(entries, (e) => e.billable))} of billable time` : ''}
        />
        <Figure name="Non-billable" value={complete ? formatMinutes(sum(entries, (e) => !e.billable)) : undefined} />
      </dl>

      <div className="mt-6">
        {isError ? (
          <ErrorState
            title="Couldn’t load the time entries"
            message={parseFailure(error)?.message ?? 'Check your connection and try again.'}
            requestId={parseFailure(error)?.data?.requestId}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : isPending ? (
          <Skeleton className="h-64 rounded-md" />
        ) : entries.length === 0 ? (
          <EmptyState icon={<Clock />} title="No time logged for this week">
            Press T on a ticket or open a project task to start a timer, or enter the time with your reply.{' '}
            <Anchor href="/admin/tickets" className="rounded-sm text-accent underline underline-offset-3">
              Ticket queue
            </Anchor>
          </EmptyState>
        ) : (
          <ol className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
            {days.map((day) => {
              const mine = entries.filter((e) => e.workedOn === day)
              const minutes = sum(mine)
              return (
                <li key={day} className="grid gap-x-6 gap-y-1 px-4 py-3 md:grid-cols-[12rem_minmax(0,1fr)]">
                  <div className="flex items-baseline gap-3 md:block">
                    <h2 className={day === today ? 'font-semibold text-accent' : 'font-medium'}>
                      {formatWeekDay(day, today)}
                      {day === today && <span className="sr-only"> (today)</span>}
                    </h2>
                    <p className="tabular text-muted max-md:ml-auto">
                      {minutes > 0 ? <ColumnMinutes minutes={minutes} /> : '–'}
                    </p>
                    <progress
                      aria-hidden
                      value={minutes}
                      max={most}
                      className="mt-1.5 block h-1 w-full appearance-none overflow-hidden rounded-full bg-transparent max-md:hidden [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
                    />
                  </div>
                  {mine.length > 0 && (
                    <ul className="-mx-2 min-w-0">
                      {mine.map((entry) => (
                        <EntryRow key={entry.id} entry={entry} today={today} ticket onOpen={() => setOpen(entry)} />
                      ))}
                    </ul>
                  )}
                </li>
              )
            })}
          </ol>
        )}
      </div>
      {open && (
        <Suspense>
          <TimeDialog on={open} entry={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function Figure({ name, value, more }: { name: string; value: string | undefined; more?: string | undefined }) {
  return (
    <div className="bg-surface px-4 py-3 max-sm:px-3">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="tabular mt-0.5 text-lg max-sm:text-base max-sm:tracking-tight">
        {value ?? <Skeleton className="h-7 w-20 max-sm:h-6" />}
        {more !== undefined && <span className="block min-h-4 text-muted text-xs max-sm:min-h-8">{more}</span>}
      </dd>
    </div>
  )
}
