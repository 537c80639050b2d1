import { useQuery } from '@tanstack/react-query'
import { CalendarRange } from 'lucide-react'
import { Fragment } from 'react'
import { formatCount } from '../../../contract/plain/counts.ts'
import { formatDateRange } from '../../../contract/plain/date-ranges.ts'
import { addDays } from '../../../contract/plain/days.ts'
import { getNowDate } from '../../ui/clock.ts'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatWeekDay, getMonday, toDay } from '../../ui/text/duration.ts'
import { TaskStatusMark } from './marks.tsx'
import type { Plan, Project, TaskRow } from './model.ts'
import { planOptions } from './project-queries.ts'
import { getAssigneeName } from './task-line.tsx'

/** The minimum and maximum width of a week in pixels, and the width that all weeks fill on a wide screen. */
const WEEK_LEAST = 72
const WEEK_MOST = 150
const WIDE = 890
/** The row heights of the names on the left: `h-[34px]` and `h-[46px]`. */
const ROW = 34
const HEAD = 46
const DAY_MS = 86_400_000
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

type Bar = { task: TaskRow; from: string; to: string }
type Line = { id: string; phase: string } | Bar

/** Lists tasks with dates by phase. Tasks without dates are only in the table. */
function linesOf(plan: Plan): Line[] {
  return plan.phases.flatMap((phase): Line[] => {
    const bars = plan.tasks.flatMap((task): Bar[] => {
      const from = task.startsOn ?? task.dueOn
      if (task.phaseId !== phase.id || !from) return []
      return [{ task, from, to: task.dueOn ?? from }]
    })
    return bars.length > 0 ? [{ id: phase.id, phase: phase.name }, ...bars] : []
  })
}

const fills: Record<TaskRow['status'], string> = {
  todo: 'fill-edge',
  doing: 'fill-info',
  waiting_on_partner: 'fill-warn',
  done: 'fill-good',
}

/** Scrolls a plan that is wider than its frame to a week before today. */
function showToday(frame: HTMLElement | null): void {
  const today = frame?.querySelector<SVGElement>('[data-today]')?.dataset.today
  if (frame && today) frame.scrollLeft = Number(today) - WEEK_LEAST
}

/** Charts tasks by week, followed by the same data as a table. */
export function Timeline({ projectId, project }: { projectId: string; project: Project }) {
  const { data } = useQuery(planOptions(projectId))
  if (!data) return <Skeleton className="h-96 rounded-md" />
  const lines = linesOf(data)
  const bars = lines.filter((l) => 'task' in l)
  const days = [
    ...bars.flatMap((b) => [b.from, b.to]),
    ...[project.startsOn, project.dueOn].filter((d) => d !== null),
  ].sort()
  const today = toDay(getNowDate(), undefined)
  const partner = project.can.work ? project.company.name : 'Your company'
  if (bars.length === 0 || !days[0])
    return (
      <EmptyState icon={<CalendarRange />} title="No dates yet">
        {project.can.work
          ? 'Tasks with a start or due date appear here by week.'
          : 'Tasks appear here by week once they have dates.'}
      </EmptyState>
    )
  const from = getMonday(days[0])
  const weeks = Math.max(4, Math.ceil((daysBetween(from, days.at(-1) as string) + 1) / 7))
  const week = Math.round(Math.min(WEEK_MOST, Math.max(WEEK_LEAST, WIDE / weeks)))
  const x = (day: string) => (daysBetween(from, day) / 7) * week
  const width = weeks * week
  const height = HEAD + lines.length * ROW
  const now = x(today) + week / 14
  const inside = now >= 0 && now <= width
  return (
    <div data-chart="" className="flex flex-col gap-5">
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-xs">
        {(['todo', 'doing', 'waiting_on_partner', 'done'] as const).map((status) => (
          <span key={status} className="inline-flex items-center gap-1.5">
            <svg aria-hidden="true" viewBox="0 0 14 8" className="h-2 w-3.5">
              <rect width="14" height="8" rx="3" className={fills[status]} />
            </svg>
            <TaskStatusMark status={status} partner={!project.can.work} />
          </span>
        ))}
      </p>
      <section
        aria-label="Timeline by week"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways
        tabIndex={0}
        ref={showToday}
        className="scroll-thin relative overflow-x-auto rounded-md border border-line bg-surface -outline-offset-2"
      >
        <div className="flex w-max min-w-full">
          {/* Hidden from screen readers, because the chart's label and the table below say the same. */}
          <div
            aria-hidden="true"
            className="sticky left-0 w-34 shrink-0 border-line border-r bg-surface text-xs md:w-60"
          >
            <div className="h-[46px] border-line border-b" />
            {lines.map((line) => (
              <div
                key={'task' in line ? line.task.id : line.id}
                className={cx(
                  'h-[34px] truncate px-3 leading-[34px]',
                  !('task' in line) && 'bg-raised font-semibold',
                  'task' in line && line.task.status === 'done' && 'text-muted',
                )}
              >
                {'task' in line ? line.task.title : line.phase}
              </div>
            ))}
          </div>
          <svg
            role="img"
            aria-label={`${formatCount(bars.length, 'task')}, ${formatDateRange(days[0], days.at(-1) as string)}. The table below lists the same tasks.`}
            width={width}
            height={height}
            className="block shrink-0 grow"
          >
            {Array.from({ length: weeks }, (_, n) => {
              const monday = addDays(from, n * 7)
              return (
                <Fragment key={monday}>
                  <line x1={n * week} x2={n * week} y1={0} y2={height} className="stroke-line" />
                  <text x={n * week + 8} y={34} className="tabular fill-muted text-xs">
                    {/* Includes the year only when it changes, because there is no room for it in every week. */}
                    {formatWeekDay(monday, n === 0 ? today : addDays(monday, -7), false)}
                  </text>
                </Fragment>
              )
            })}
            <line x1={0} x2="100%" y1={HEAD - 0.5} y2={HEAD - 0.5} className="stroke-line" />
            {lines.map((line, n) => {
              const y = HEAD + n * ROW
              if (!('task' in line))
                return <rect key={line.id} x={0} y={y} width="100%" height={ROW} className="fill-raised" />
              const left = x(line.from) + 1
              return (
                <g key={line.task.id}>
                  <rect
                    x={left}
                    y={y + 9}
                    width={Math.max(week / 7, x(addDays(line.to, 1)) - x(line.from)) - 2}
                    height={ROW - 18}
                    rx={4}
                    className={fills[line.task.status]}
                  >
                    <title>{`${line.task.title}: ${formatDateRange(line.from, line.to)}`}</title>
                  </rect>
                </g>
              )
            })}
            {inside && (
              <g data-today={now}>
                <line x1={now} x2={now} y1={18} y2={height} strokeDasharray="3 3" className="stroke-accent" />
                <text x={now} y={13} textAnchor="middle" className="fill-accent font-medium text-xs">
                  Today
                </text>
              </g>
            )}
          </svg>
        </div>
      </section>
      <details className="text-sm">
        <summary className="cursor-pointer rounded-sm text-muted hover:text-text max-md:min-h-11 max-md:content-center">
          All tasks as a table
        </summary>
        <section
          className="scroll-thin mt-3 overflow-x-auto rounded-md border border-line"
          aria-label="Tasks with their dates"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on narrow screens
          tabIndex={0}
        >
          <table className="w-full min-w-2xl text-left">
            <thead className="bg-raised text-muted text-xs">
              <tr>
                {['Phase', 'Task', 'Status', 'Assignee', 'Start', 'Due'].map((head) => (
                  <th key={head} scope="col" className="px-3 py-2 font-medium">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.phases.flatMap((phase) =>
                data.tasks
                  .filter((t) => t.phaseId === phase.id)
                  .map((t) => (
                    <tr key={t.id} className="border-line border-t">
                      <td className="px-3 py-2 text-muted">{phase.name}</td>
                      <td className="px-3 py-2">{t.title}</td>
                      <td className="px-3 py-2">
                        <TaskStatusMark status={t.status} partner={!project.can.work} />
                      </td>
                      <td className="px-3 py-2">{getAssigneeName(t, partner)}</td>
                      <td className="tabular px-3 py-2">
                        {t.startsOn ? formatWeekDay(t.startsOn, today, false) : '–'}
                      </td>
                      <td className="tabular px-3 py-2">{t.dueOn ? formatWeekDay(t.dueOn, today, false) : '–'}</td>
                    </tr>
                  )),
              )}
            </tbody>
          </table>
        </section>
      </details>
    </div>
  )
}
