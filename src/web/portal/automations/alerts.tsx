import { Anchor } from '../../ui/anchor.tsx'
import { StatusMark } from '../../ui/status.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import type { Automation } from './model.ts'

const words = { failing: 'Runs failing', silent: 'Not reporting' } as const

/** Lists the periods in which runs failed or were missing, with their tickets. Renders nothing if there were none. */
export function Alerts({ of: a, tickets }: { of: Automation; tickets: string }) {
  if (a.episodes.length === 0) return null
  return (
    <section aria-labelledby="alerts" className="rounded-md border border-line bg-surface">
      <h2 id="alerts" className="border-line border-b px-4 py-3 font-medium">
        Alerts
      </h2>
      <ul>
        {a.episodes.map((e) => (
          <li
            key={e.id}
            className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-0.5 border-line px-4 py-2 [&:not(:last-child)]:border-b"
          >
            <span className="min-w-0 flex-1 basis-44">
              <StatusMark tone={e.endedAt ? 'good' : 'bad'}>
                {words[e.kind]}
                {e.endedAt ? ', ended' : ', ongoing'}
              </StatusMark>
            </span>
            <span className="text-muted text-xs">
              since <RelativeTime iso={e.startedAt} />
              {e.endedAt && (
                <>
                  , until <RelativeTime iso={e.endedAt} />
                </>
              )}
            </span>
            {e.ticket && (
              <Anchor
                href={`${tickets}/${e.ticket.id}`}
                className="tabular rounded-sm underline decoration-line underline-offset-3 hover:decoration-accent max-md:py-3"
              >
                T-{e.ticket.number}
              </Anchor>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
