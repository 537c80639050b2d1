// What of a task stands on a line or card, in every view of a project.
import { CalendarClock, MessageSquare, Paperclip, UserRound, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { dayOf, dayText } from '../../ui/duration.ts'
import { shortMinutes } from '../../ui/minutes-text.ts'
import type { TaskRow } from './model.ts'

/** Whose a task is, in words. */
export const whose = (t: TaskRow, partner: string): string =>
  t.assignee?.name ?? (t.side === 'partner' ? partner : 'Nobody yet')

interface TaskFactsProps {
  task: TaskRow
  /** What the side of the partner is called. */
  partner: string
}

/** Whose it is, until when, how much, and what is with it. */
export function TaskFacts({ task: t, partner }: TaskFactsProps) {
  const today = dayOf(new Date(), undefined)
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
      <Fact icon={t.side === 'partner' ? <UsersRound aria-hidden /> : <UserRound aria-hidden />}>
        {whose(t, partner)}
      </Fact>
      {t.dueOn && (
        <Fact icon={<CalendarClock aria-hidden />} bad={t.overdue}>
          {t.overdue ? `Overdue since ${dayText(t.dueOn, today, false)}` : dayText(t.dueOn, today, false)}
        </Fact>
      )}
      {(t.estimateMinutes !== null || t.usedMinutes > 0) && (
        <span className={cx('tabular', t.estimateMinutes !== null && t.usedMinutes > t.estimateMinutes && 'text-warn')}>
          {t.usedMinutes > 0 && shortMinutes(t.usedMinutes)}
          {t.usedMinutes > 0 && t.estimateMinutes !== null && ' of '}
          {t.estimateMinutes !== null && shortMinutes(t.estimateMinutes)}
        </span>
      )}
      {t.comments > 0 && (
        <Fact icon={<MessageSquare aria-hidden />}>
          {t.comments}
          <span className="sr-only">{t.comments === 1 ? ' comment' : ' comments'}</span>
        </Fact>
      )}
      {t.files > 0 && (
        <Fact icon={<Paperclip aria-hidden />}>
          {t.files}
          <span className="sr-only">{t.files === 1 ? ' file' : ' files'}</span>
        </Fact>
      )}
    </span>
  )
}

function Fact({ icon, bad, children }: { icon: ReactNode; bad?: boolean; children: ReactNode }) {
  return (
    <span
      className={cx('inline-flex max-w-full items-center gap-1 [&>svg]:size-3.5 [&>svg]:shrink-0', bad && 'text-bad')}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  )
}
