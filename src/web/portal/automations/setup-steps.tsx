import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Anchor } from '../../ui/anchor.tsx'
import { cx } from '../../ui/cx.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { Automation } from './model.ts'

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

/** From the purchase, or the plan of whoever installs it by hand, to work that is done: each step with its time, the one that is on is marked. */
function stepsOf(a: Of, staff: boolean): Step[] {
  const questions = a.intake.length
  const number = a.ticket && (
    <Anchor href={`${staff ? '/admin/tickets' : '/tickets'}/${a.ticket.id}`} className="underline underline-offset-3">
      T-{a.ticket.number}
    </Anchor>
  )
  return [
    { key: 'bought', label: a.bought ? 'Bought' : 'Planned', at: a.createdAt },
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
    // It is done when something ran.
    {
      key: 'set-up',
      label: 'Set up',
      at: a.firstSuccessAt ?? a.liveAt,
      detail: number ? <>Our engineers, in {number}</> : 'Our engineers',
    },
    { key: 'first', label: 'First run', at: a.firstSuccessAt, detail: 'Looked at together' },
    { key: 'live', label: 'Live', at: a.liveAt },
  ]
}

/** How far the set-up of an automation is; nothing of one that is retired. */
export function SetupSteps({ automation, staff = false }: { automation: Of; staff?: boolean }) {
  if (automation.status === 'retired') return null
  const steps = stepsOf(automation, staff)
  const on = steps.findIndex((s) => s.at === null)
  return (
    <ol aria-label="Steps of the set-up" className="grid gap-y-0 sm:auto-cols-fr sm:grid-flow-col">
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
                {done ? <RelativeTime iso={at} /> : current ? (detail ?? 'Next') : 'To come'}
              </span>
              <span className="sr-only">{done ? 'Done' : current ? 'On now' : ''}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
