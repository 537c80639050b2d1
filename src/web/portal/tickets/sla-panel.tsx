import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Anchor } from '../../ui/anchor.tsx'
import { showMinutes } from '../../ui/minutes-text.ts'
import { Progress } from '../../ui/progress.tsx'
import { useTimeZone } from '../../ui/relative-time.tsx'
import { exactTimeText } from '../../ui/relative-time-text.ts'
import { StatusMark } from '../../ui/status.tsx'
import { api } from '../platform/api.ts'
import type { Side } from './labels.ts'
import type { Ticket, TicketClocks } from './model.ts'
import { type Clock, clockLook, dueText, type Look, waitingFor } from './sla-text.ts'
import { useLiveText } from './use-live-text.ts'

const EVERY_MS = 60_000

/** The two clocks of a ticket: due when, used up how far, since when they stand still. */
export function SlaPanel({ ticket, side }: { ticket: Ticket; side: Side }) {
  const { id, sla, status, version, updatedAt } = ticket
  // How far a target is used up knows only the calendar: asked for again each minute, and when the ticket has changed.
  const { data } = useQuery({
    ...api.tickets.sla.queryOptions({ input: { id } }),
    queryKey: [...api.tickets.sla.queryKey({ input: { id } }), version, updatedAt],
    refetchInterval: EVERY_MS,
    placeholderData: (before) => before,
  })
  // The newer of the two decides: what is promised may have changed without the ticket.
  const now = data ?? sla
  const { response, resolution, paused } = now
  const promised = [response, resolution].some((c) => c.dueAt || c.remainingMinutes !== null)
  // Of what went on in another ticket, that one's clocks count.
  if (!promised || ticket.mergedInto) return null
  const done = status === 'resolved' || status === 'closed'
  return (
    <section aria-labelledby="service-level" className="mt-4 border-line border-t pt-4">
      <div className="mb-2.5 flex items-baseline justify-between gap-3">
        <h2 id="service-level" className="font-medium">
          Service level
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
          <Since iso={paused.since} /> while we wait for {waitingFor(paused, side)}. The clock goes on
          {paused.for === 'partner' && side === 'partner' ? ' when you reply.' : ' afterwards.'}
        </p>
      )}
      <div className="flex flex-col gap-3.5">
        <OneClock name="First response" clock={response} detail={data?.detail.response} done={done} />
        <OneClock name="Resolution" clock={resolution} detail={data?.detail.resolution} done={done} />
      </div>
    </section>
  )
}

function Since({ iso }: { iso: string }) {
  const timeZone = useTimeZone()
  const text = useLiveText(useCallback((now: number) => dueText(iso, now, timeZone), [iso, timeZone]))
  return (
    <time dateTime={iso} title={exactTimeText(new Date(iso), timeZone)}>
      Paused since {text}
    </time>
  )
}

type Detail = TicketClocks['detail']['response'] | undefined

function OneClock({ name, clock, detail, done }: { name: string; clock: Clock; detail: Detail; done: boolean }) {
  const timeZone = useTimeZone()
  const { dueAt, metAt, remainingMinutes } = clock
  const textAt = useCallback((now: number) => JSON.stringify(clockLook(clock, done, now) ?? null), [clock, done])
  const plain = JSON.parse(useLiveText(textAt)) as Look | null
  const due = useLiveText(useCallback((now: number) => (dueAt ? dueText(dueAt, now, timeZone) : ''), [dueAt, timeZone]))
  if (!plain) return null
  const late = plain.tone === 'bad'
  const share = detail ? Math.min(1, detail.usedMinutes / detail.targetMinutes) : 0
  // The same mark as in the lists: half full where it gets close.
  const soon = plain.shape === 'ring' && share >= 0.75
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
      {dueAt && (!metAt || late) && (
        <p className="mt-0.5 text-muted text-xs">
          {metAt || late ? 'Was due' : 'Due'}{' '}
          <time dateTime={dueAt} title={exactTimeText(new Date(dueAt), timeZone)}>
            {due}
          </time>
        </p>
      )}
      {remainingMinutes !== null && !done && (
        <p className="mt-0.5 text-muted text-xs">
          {showMinutes(remainingMinutes)}
          {detail?.clock === 'business' ? ' of business hours' : ''} left when it goes on
        </p>
      )}
      {detail && !metAt && !done && (
        <div className="mt-1.5">
          <Progress
            hideLabel
            label={`${name}: time used`}
            value={share * 100}
            valueText={`${showMinutes(detail.usedMinutes)} of ${showMinutes(detail.targetMinutes)}`}
            tone={late ? 'bad' : share >= 0.75 ? 'warn' : 'accent'}
          />
          <p aria-hidden className="tabular mt-1 text-muted text-xs">
            {showMinutes(detail.usedMinutes)} of {showMinutes(detail.targetMinutes)}
            {detail.clock === 'business' ? ', business hours' : ''}
          </p>
        </div>
      )}
    </div>
  )
}
