import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { formatMinutes } from '../../../../contract/plain/durations.ts'
import { SOON_PERCENT } from '../../../../contract/plain/warnings.ts'
import { Anchor } from '../../../ui/anchor.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { StatusMark } from '../../../ui/status.tsx'
import { useTimeZone } from '../../../ui/text/relative-time.tsx'
import { formatExactTime } from '../../../ui/text/relative-time-text.ts'
import { api } from '../../platform/data/api.ts'
import type { Side } from '../facts/labels.ts'
import type { Ticket, TicketClocks } from '../model.ts'
import { type Clock, describePause, formatDue, getClockLook, type Look } from './sla-text.ts'
import { useLiveText } from './use-live-text.ts'

const EVERY_MS = 60_000

/** The two targets of a ticket: when each is due, how much of it is used, and since when it is paused. */
export function SlaPanel({ ticket, side }: { ticket: Ticket; side: Side }) {
  const { id, sla, status, version, updatedAt } = ticket
  // Only the server's calendar knows how much of a target is used: refetched every minute and when the ticket changes.
  const { data, isPending, isPlaceholderData } = useQuery({
    ...api.tickets.sla.queryOptions({ input: { id } }),
    queryKey: [...api.tickets.sla.queryKey({ input: { id } }), version, updatedAt],
    refetchInterval: EVERY_MS,
    placeholderData: (before) => before,
  })
  // The fetched targets can be newer than those of the ticket, unless they were fetched for an earlier version of it.
  const now = data && !isPlaceholderData ? data : sla
  const { response, resolution, paused } = now
  const promised = [response, resolution].some((c) => c.dueAt || c.remainingMinutes !== null)
  // The conversation of a merged ticket continues in another ticket, whose targets count.
  if (!promised || ticket.mergedInto) return null
  const done = status === 'resolved' || status === 'closed'
  return (
    <section aria-labelledby="service-level" className="mt-4 border-line border-t pt-4">
      <div className="mb-2.5 flex items-baseline justify-between gap-3">
        <h2 id="service-level" className="font-medium">
          SLA
        </h2>
        {data?.policy && (
          <Anchor
            href={data.policy.agreement ? `/agreements/${data.policy.agreement.id}` : '/settings/service-levels'}
            title={
              data.policy.agreement
                ? `Agreed in A-${data.policy.agreement.number} ${data.policy.agreement.name}`
                : undefined
            }
            className="min-w-0 truncate rounded-[4px] text-muted text-xs underline decoration-line underline-offset-3 hover:decoration-accent"
          >
            {data.policy.name}
            {data.policy.agreement && `, agreed in A-${data.policy.agreement.number}`}
          </Anchor>
        )}
      </div>
      {paused && (
        <p className="mb-3 rounded-sm border border-line bg-raised px-3 py-2 text-xs leading-5">
          <Since iso={paused.since} /> while we wait for {describePause(paused, side)}. The clock resumes
          {paused.for === 'partner' && side === 'partner' ? ' when you reply.' : ' after that.'}
        </p>
      )}
      <div className="flex flex-col gap-3.5">
        <OneClock
          name="First response"
          clock={response}
          detail={data?.detail.response}
          loading={isPending}
          done={done}
          none={now.closedUnanswered ? 'Closed before a first response' : undefined}
        />
        <OneClock
          name="Resolution"
          clock={resolution}
          detail={data?.detail.resolution}
          loading={isPending}
          done={done}
        />
      </div>
    </section>
  )
}

function Since({ iso }: { iso: string }) {
  const timeZone = useTimeZone()
  const text = useLiveText(useCallback((now: number) => formatDue(iso, now, timeZone), [iso, timeZone]))
  return (
    <>
      Paused since{' '}
      <time dateTime={iso} title={formatExactTime(new Date(iso), timeZone)}>
        {text}
      </time>
    </>
  )
}

type Detail = TicketClocks['detail']['response'] | undefined

interface OneClockProps {
  name: string
  clock: Clock
  detail: Detail
  loading: boolean
  done: boolean
  /** The text for a done ticket to which the target does not apply. */
  none?: string | undefined
}
function OneClock({ name, clock, detail, loading, done, none }: OneClockProps) {
  const timeZone = useTimeZone()
  const { dueAt, metAt, remainingMinutes } = clock
  const textAt = useCallback(
    (now: number) => JSON.stringify(getClockLook(clock, done, now, none) ?? null),
    [clock, done, none],
  )
  const plain = JSON.parse(useLiveText(textAt)) as Look | null
  const due = useLiveText(
    useCallback((now: number) => (dueAt ? formatDue(dueAt, now, timeZone) : ''), [dueAt, timeZone]),
  )
  if (!plain) return null
  const late = plain.tone === 'bad'
  const share = detail ? Math.min(1, detail.usedMinutes / detail.targetMinutes) : 0
  // The same mark as in the lists: half full when it is due soon.
  const soon = plain.shape === 'ring' && share >= SOON_PERCENT / 100
  const look: Look = soon ? { ...plain, tone: 'warn', shape: 'half' } : plain
  return (
    <div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-muted">{name}</span>
        <span className={late && !metAt ? 'text-bad' : soon ? 'text-warn' : undefined}>
          <StatusMark tone={look.tone} shape={look.shape}>
            {look.text}
          </StatusMark>
        </span>
      </p>
      {dueAt && (!metAt || late) && (!done || late || metAt) && (
        <p className="mt-0.5 text-muted text-xs">
          {metAt || late ? 'Was due' : 'Due'}{' '}
          <time dateTime={dueAt} title={formatExactTime(new Date(dueAt), timeZone)}>
            {due}
          </time>
        </p>
      )}
      {remainingMinutes !== null && !done && (
        <p className="mt-0.5 text-muted text-xs">{formatMinutes(remainingMinutes)} left when the clock resumes</p>
      )}
      {/* Reserves the space of the part that is loading, so that nothing below moves. */}
      {loading && (dueAt || remainingMinutes !== null) && !metAt && !done && (
        <div aria-hidden className="invisible mt-1.5">
          <Progress hideLabel label="" value={0} />
          <p className="mt-1 text-xs">{name}</p>
        </div>
      )}
      {detail && !metAt && !done && (
        <div className="mt-1.5">
          <Progress
            hideLabel
            label={`${name}: time used`}
            value={share * 100}
            valueText={`${formatMinutes(detail.usedMinutes)} of ${formatMinutes(detail.targetMinutes)}`}
            tone={late ? 'bad' : share >= SOON_PERCENT / 100 ? 'warn' : 'accent'}
          />
          <p aria-hidden className="tabular mt-1 text-muted text-xs">
            {formatMinutes(detail.usedMinutes)} of {formatMinutes(detail.targetMinutes)}
            {detail.clock === 'business' ? ', business hours' : ''}
          </p>
        </div>
      )}
    </div>
  )
}
