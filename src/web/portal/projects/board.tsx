import { useQuery } from '@tanstack/react-query'
import { GripVertical, MoreHorizontal } from 'lucide-react'
import { Link } from 'react-router'
import { BoardColumn, DragBoard, useBoardCard } from '../../ui/board/drag-board.tsx'
import type { Place } from '../../ui/board/place.ts'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Count } from '../../ui/status.tsx'
import { OnDemand } from '../platform/loading/on-demand.tsx'
import { applyMove, findNewPrevious } from './arrange.ts'
import { TaskStatusMark } from './marks.tsx'
import { type Plan, type Project, type TaskRow, type TaskStatus, taskLooks, taskStatuses } from './model.ts'
import { moveTask } from './moves.ts'
import { useTaskHref } from './plan-list.tsx'
import { planOptions } from './project-queries.ts'
import { TaskFacts } from './task-line.tsx'

const loadMenus = () => import('./plan-menus.tsx')
const columnOf = (plan: Plan, status: TaskStatus) => plan.tasks.filter((t) => t.status === status)

/** Tasks by status. Staff move them by dragging, with the keyboard from each card's handle, or with its menu. */
export function TaskBoard({ projectId, project }: { projectId: string; project: Project }) {
  const { data } = useQuery(planOptions(projectId))
  const work = project.can.work
  if (!data) return <Skeleton className="h-96 rounded-md" />

  const landing = (place: Place<TaskStatus>, id: string) => ({
    status: place.column,
    afterId: findNewPrevious(
      data,
      columnOf(data, place.column).filter((t) => t.id !== id),
      place.index,
      id,
    ),
  })
  return (
    <>
      {work && (
        <p id="board-help" className="mb-3 text-muted text-xs">
          Drag a card by its handle or use its menu
          <span className="max-md:hidden">. Or press Space on the handle and move the card with the arrow keys</span>.
        </p>
      )}
      <DragBoard
        ordered
        columns={taskStatuses.map((id) => ({
          id,
          name: taskLooks[id].label,
          cards: columnOf(data, id).map((t) => t.id),
        }))}
        nameOf={(id) => data.tasks.find((t) => t.id === id)?.title ?? ''}
        onDrop={(id, place) => {
          const task = data.tasks.find((t) => t.id === id)
          if (task) void moveTask(projectId, task, landing(place, id))
        }}
      >
        {(held) => {
          const shown = held?.place ? applyMove(data, held.id, landing(held.place, held.id)) : data
          return (
            <section
              aria-label="Board"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on narrow screens
              tabIndex={0}
              className="scroll-thin relative grid grid-flow-col gap-3 overflow-x-auto pb-3 -outline-offset-2 max-md:-mx-4 max-md:auto-cols-[17rem] max-md:px-4 md:auto-cols-[minmax(13rem,1fr)]"
            >
              {taskStatuses.map((status) => {
                const column = columnOf(shown, status)
                return (
                  <BoardColumn
                    key={status}
                    id={status}
                    aria-labelledby={`column-${status}`}
                    className={cx(
                      'flex min-h-60 flex-col rounded-md border bg-surface transition-colors',
                      held?.place?.column === status ? 'border-accent/60' : 'border-line',
                    )}
                  >
                    <h2
                      id={`column-${status}`}
                      className="flex items-center justify-between gap-2 border-line border-b px-3 py-2.5 font-medium text-sm"
                    >
                      <TaskStatusMark status={status} partner={!work} />
                      <Count value={column.length} label={column.length === 1 ? 'task' : 'tasks'} />
                    </h2>
                    <ol className="flex flex-1 flex-col gap-2 p-2">
                      {column.map((task) => (
                        <TaskCard
                          key={task.id}
                          projectId={projectId}
                          plan={data}
                          task={task}
                          held={held?.id === task.id}
                          work={work}
                          partner={work ? project.company.name : 'Your company'}
                        />
                      ))}
                      {column.length === 0 && <li className="px-2 py-6 text-center text-muted text-xs">No tasks</li>}
                    </ol>
                  </BoardColumn>
                )
              })}
            </section>
          )
        }}
      </DragBoard>
    </>
  )
}

interface TaskCardProps {
  projectId: string
  plan: Plan
  task: TaskRow
  held: boolean
  /** Whether the reader can move the task. */
  work: boolean
  partner: string
}

function TaskCard({ projectId, plan, task, held, work, partner }: TaskCardProps) {
  const href = useTaskHref()
  const { card, text, handle } = useBoardCard(task.id)
  return (
    <li
      {...card}
      className={cx('relative rounded-sm border bg-raised p-3 text-sm', held ? 'border-accent' : 'border-line')}
    >
      <span className="flex items-start gap-2">
        <Link
          to={href(task.id)}
          preventScrollReset
          draggable={false}
          {...(work && text)}
          className={cx(
            'min-w-0 flex-1 rounded-[4px] font-medium underline-offset-3 [overflow-wrap:anywhere] hover:underline',
            task.status === 'done' && 'text-muted',
          )}
        >
          {task.title}
        </Link>
        {work && (
          <span className="-mt-1 -mr-1 max-md:-mt-2 flex shrink-0 max-md:-mr-2">
            <OnDemand
              load={loadMenus}
              button={
                <IconButton
                  size="sm"
                  label={`Actions for “${task.title}”`}
                  icon={<MoreHorizontal aria-hidden className="size-4" />}
                />
              }
            >
              {(m, button) => <m.TaskMenu projectId={projectId} plan={plan} task={task} button={button} />}
            </OnDemand>
            <button
              type="button"
              {...handle}
              aria-label={`Move “${task.title}”`}
              aria-describedby="board-help"
              aria-pressed={held}
              className="grid size-7 shrink-0 cursor-grab touch-none place-items-center rounded-[4px] text-muted hover:bg-line hover:text-text aria-pressed:bg-accent aria-pressed:text-ink max-md:size-11"
            >
              <GripVertical aria-hidden className="size-4" />
            </button>
          </span>
        )}
      </span>
      <span className="mt-2 block">
        <TaskFacts task={task} partner={partner} />
      </span>
    </li>
  )
}
