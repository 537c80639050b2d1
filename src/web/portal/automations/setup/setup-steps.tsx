import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Anchor } from '../../../ui/anchor.tsx'
import { cx } from '../../../ui/cx.ts'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import type { Automation } from '../model.ts'

type Of = Pick<
  Automation,
  | 'status'
  | 'bought'
  | 'intake'
  | 'createdAt'
  | 'answeredAt'
  | 'provisioningAt'
  | 'firstSuccessAt'
  | 'liveAt'
  | 'ticket'
>
type Step = { key: string; label: string; at: string | null; detail?: ReactNode }

/** Returns the steps from the order to going live, each with the time it was completed. */
function stepsOf(a: Of, staff: boolean): Step[] {
  const questions = a.intake.length
  const number = a.ticket && (
    <Anchor href={`${staff ? '/admin/tickets' : '/tickets'}/${a.ticket.id}`} className="underline underline-offset-3">
      T-{a.ticket.number}
    </Anchor>
  )
  return [
    { key: 'bought', label: a.bought ? 'Ordered' : 'Added', at: a.createdAt },
    ...(questions > 0
      ? [
          {
            key: 'answered',
            label: 'Questions answered',
            at: a.answeredAt,
            detail: `${questions} ${questions === 1 ? 'question' : 'questions'} for ${staff ? 'an owner' : 'you'}`,
          },
        ]
      : []),
    // Setup is done at the first successful run, which also sets the status to live, or when staff set it to live.
    {
      key: 'set-up',
      label: 'Setup',
      at: a.firstSuccessAt ?? a.liveAt,
      detail: number ? <>By our engineers, in {number}</> : 'By our engineers',
    },
    { key: 'first', label: 'First successful run', at: a.firstSuccessAt, detail: 'Waiting for a successful run' },
    { key: 'live', label: 'Live', at: a.liveAt },
  ]
}

/** Shows the setup progress of an automation. Renders nothing if the automation is retired. */
export function SetupSteps({ automation, staff = false }: { automation: Of; staff?: boolean }) {
  if (automation.status === 'retired') return null
  const steps = stepsOf(automation, staff)
  const on = steps.findIndex((s) => s.at === null)
  return (
    <ol aria-label="Setup steps" className="grid gap-y-0 sm:auto-cols-fr sm:grid-flow-col">
      {steps.map(({ key, label, at, detail }, i) => {
        const done = at !== null
        const current = i === on
        return (
          <li
            key={key}
            aria-current={current ? 'step' : undefined}
            className="group relative flex min-w-0 gap-3 pb-5 last:pb-0 sm:flex-col sm:gap-2.5 sm:pr-4 sm:pb-0"
          >
            <span
              aria-hidden
              className={cx(
                'absolute top-6 bottom-0 left-[11px] w-px group-last:hidden sm:top-[11px] sm:right-0 sm:bottom-auto sm:left-6 sm:h-px sm:w-auto',
                done ? 'bg-accent/60' : 'bg-line',
              )}
            />
            <span
              aria-hidden
              className={cx(
                'relative grid size-6 shrink-0 place-items-center rounded-full border text-xs',
                done
                  ? 'border-accent bg-accent text-ink'
                  : current
                    ? 'border-accent bg-ink text-accent'
                    : 'border-line bg-ink text-muted',
              )}
            >
              {done ? <Check className="size-3.5" strokeWidth={3} /> : i + 1}
            </span>
            <span className="min-w-0">
              <span className={cx('block font-medium', !done && !current && 'text-muted')}>{label}</span>
              <span className="block text-muted text-xs">
                {done ? <RelativeTime iso={at} /> : current ? (detail ?? 'Next') : 'Not started'}
              </span>
              <span className="sr-only">{done ? 'Done' : current ? 'Current step' : ''}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
