// The facts of a task on a line or card, in every view of a project.
import { CalendarClock, MessageSquare, Paperclip, Timer, UserRound, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { getNowDate } from '../../ui/clock.ts'
import { cx } from '../../ui/cx.ts'
import { formatWeekDay, toDay } from '../../ui/text/duration.ts'
import { ColumnMinutes } from '../platform/column-minutes.tsx'
import type { TaskRow } from './model.ts'

/** Returns the name of the assignee, or of the responsible side. */
export const getAssigneeName = (t: TaskRow, partner: string): string =>
  t.assignee?.name ?? (t.side === 'partner' ? partner : 'Unassigned')

interface TaskFactsProps {
  task: TaskRow
  /** The name of the partner's side. */
  partner: string
}

/** The assignee, due date, time, and number of comments and files of a task. */
export function TaskFacts({ task: t, partner }: TaskFactsProps) {
  const today = toDay(getNowDate(), undefined)
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
      <Fact icon={t.side === 'partner' ? <UsersRound aria-hidden /> : <UserRound aria-hidden />}>
        {getAssigneeName(t, partner)}
      </Fact>
      {t.dueOn && (
        <Fact icon={<CalendarClock aria-hidden />} tone={t.overdue ? 'text-bad' : undefined}>
          {t.overdue ? `Overdue since ${formatWeekDay(t.dueOn, today, false)}` : formatWeekDay(t.dueOn, today, false)}
        </Fact>
      )}
      {(t.estimateMinutes !== null || t.usedMinutes > 0) && (
        <Fact
          icon={<Timer aria-hidden />}
          tone={t.estimateMinutes !== null && t.usedMinutes > t.estimateMinutes ? 'text-warn' : undefined}
        >
          {t.usedMinutes > 0 && <ColumnMinutes minutes={t.usedMinutes} />}
          {t.usedMinutes > 0 && t.estimateMinutes !== null && ' of '}
          {t.estimateMinutes !== null && <ColumnMinutes minutes={t.estimateMinutes} />}
        </Fact>
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

function Fact({ icon, tone, children }: { icon: ReactNode; tone?: string | undefined; children: ReactNode }) {
  return (
    <span className={cx('inline-flex max-w-full items-center gap-1 [&>svg]:size-3.5 [&>svg]:shrink-0', tone)}>
      {icon}
      <span className="tabular truncate">{children}</span>
    </span>
  )
}
