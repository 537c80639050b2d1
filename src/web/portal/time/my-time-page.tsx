import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Clock } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { brand } from '../../../../brand.config.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { addDays, dayOf, dayText, weekOf } from '../../ui/duration.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Select } from '../../ui/field.tsx'
import { showMinutes } from '../../ui/minutes-text.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { useTimeZone } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ExportButton } from '../lists/export-button.tsx'
import { api, failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { isId } from '../platform/is-id.ts'
import { useAddress } from '../platform/use-address.ts'
import { useLive } from '../platform/use-live.ts'
import { EntryRow } from './entry-row.tsx'
import type { TimeEntry } from './model.ts'
import { refreshTime, timeOptions } from './time-queries.ts'

export const meta = () => [{ title: `My time · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

const TimeDialog = lazy(() => import('./time-dialog.tsx').then((m) => ({ default: m.TimeDialog })))
const DAY = /^\d{4}-\d{2}-\d{2}$/
const NONE: readonly TimeEntry[] = []

const sum = (entries: readonly TimeEntry[], of = (_: TimeEntry) => true) =>
  entries.filter(of).reduce((total, e) => total + e.minutes, 0)

/** `/admin/time`: what somebody of the provider worked in a week, day by day. */
export default function MyTimePage() {
  const [address, set] = useAddress()
  const { role, profile } = useAuth()
  const admin = role === 'admin'
  const today = dayOf(new Date(), useTimeZone())
  const wish = address.get('week') ?? ''
  const week = weekOf(DAY.test(wish) && !Number.isNaN(Date.parse(wish)) ? wish : today)
  const person = address.get('user') ?? ''
  const user = admin && isId(person) && person !== profile?.id ? person : 'me'
  const asked = { user, from: week, to: addDays(week, 6) }
  const found = useInfiniteQuery(timeOptions(asked))
  const { data, isError, error, isPending, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = found
  // A week is one thing: all of it is asked for, or its sums would be wrong.
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
  const go = (change: Record<string, string>) => set(change, false)
  const toWeek = (day: string) => go({ week: weekOf(day) === weekOf(today) ? '' : day })
  const whose = user === 'me' ? 'My time' : `Time of ${staff.data?.find((p) => p.id === user)?.name ?? '…'}`
  return (
    <>
      <title>{`${whose} · ${brand.shortName}`}</title>
      <PageHeader
        title={whose}
        description="What was booked, day by day."
        action={
          <ExportButton path={`/time-entries.csv?user=${user}&from=${asked.from}&to=${asked.to}`} many="time entries" />
        }
      />
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="flex items-center gap-1">
          <IconButton
            label="Week before"
            icon={<ChevronLeft aria-hidden className="size-4" />}
            onClick={() => toWeek(addDays(week, -7))}
          />
          <p className="min-w-40 text-center font-medium" aria-live="polite">
            {`${dayText(week, today, false)} – ${dayText(addDays(week, 6), today, false)}`}
          </p>
          <IconButton
            label="Week after"
            disabled={week >= weekOf(today)}
            icon={<ChevronRight aria-hidden className="size-4" />}
            onClick={() => toWeek(addDays(week, 7))}
          />
        </div>
        {week !== weekOf(today) && <Button onClick={() => toWeek(today)}>This week</Button>}
        {admin && (
          <div className="w-52 md:ml-auto">
            <Select
              aria-label="Whose time"
              value={user === 'me' ? '' : user}
              onChange={(event) => go({ user: event.target.value })}
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
        <Figure name="Total" value={complete ? showMinutes(sum(entries)) : undefined} />
        <Figure
          name="Charged"
          value={complete ? showMinutes(entries.reduce((all, e) => all + (e.charged ?? 0), 0)) : undefined}
          more={complete ? `for ${showMinutes(sum(entries, (e) => e.billable))} worked` : undefined}
        />
        <Figure name="Not charged" value={complete ? showMinutes(sum(entries, (e) => !e.billable)) : undefined} />
      </dl>

      <div className="mt-6">
        {isError ? (
          <ErrorState
            title="The time did not load"
            message={failureOf(error)?.message ?? 'Something went wrong on the way.'}
            requestId={failureOf(error)?.data?.requestId}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : isPending ? (
          <Skeleton className="h-64 rounded-md" />
        ) : entries.length === 0 ? (
          <EmptyState icon={<Clock />} title="Nothing booked in this week">
            Start a timer on a ticket with T or on a task of a project, or write the time beside your reply.{' '}
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
                      {dayText(day, today)}
                      {day === today && <span className="sr-only"> (today)</span>}
                    </h2>
                    <p className="tabular text-muted max-md:ml-auto">{minutes > 0 ? showMinutes(minutes) : '–'}</p>
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
        {value ?? <Skeleton className="h-6 w-20" />}
        {more && <span className="block text-muted text-xs">{more}</span>}
      </dd>
    </div>
  )
}
