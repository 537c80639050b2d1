import { useQuery } from '@tanstack/react-query'
import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Count } from '../../ui/status.tsx'
import { afterIn, moved } from './arrange.ts'
import { TaskStatusMark } from './marks.tsx'
import { type Plan, type Project, type TaskRow, type TaskStatus, taskLooks, taskStatuses } from './model.ts'
import { moveTask } from './moves.ts'
import { useTaskHref } from './plan-list.tsx'
import { planOptions } from './project-queries.ts'
import { TaskFacts } from './task-line.tsx'

/** A pointer that went so far drags; less is a press. */
const DRAG_PX = 6
/** Where a task that is held would be put down. */
type Place = { status: TaskStatus; index: number }

const columnOf = (plan: Plan, status: TaskStatus) => plan.tasks.filter((t) => t.status === status)
const indexIn = (plan: Plan, task: TaskRow) => columnOf(plan, task.status).findIndex((t) => t.id === task.id)

/** Tasks by status. Staff move them with the pointer, or by keyboard from the handle of each card. */
export function Board({ projectId, project }: { projectId: string; project: Project }) {
  const { data } = useQuery(planOptions(projectId))
  const href = useTaskHref()
  const [held, setHeld] = useState<{ id: string; place: Place; by: 'key' | 'pointer' }>()
  const [said, setSaid] = useState('')
  const board = useRef<HTMLDivElement>(null)
  const work = project.can.work
  const task = held && data?.tasks.find((t) => t.id === held.id)
  // The handle moves to another column with its card: the focus stays on it.
  const heldId = held?.by === 'key' ? held.id : undefined
  const heldAt = held && `${held.place.status} ${held.place.index}`
  useEffect(() => {
    if (heldId && heldAt) board.current?.querySelector<HTMLElement>(`[data-handle="${heldId}"]`)?.focus()
  }, [heldId, heldAt])
  // Put down or back, it may stand in another column: the focus goes with it.
  const again = useRef<string>(undefined)
  useEffect(() => {
    if (!again.current) return
    board.current?.querySelector<HTMLElement>(`[data-handle="${again.current}"]`)?.focus()
    again.current = undefined
  })
  if (!data) return <Skeleton className="h-96 rounded-md" />

  const landing = (place: Place, id: string) => ({
    status: place.status,
    afterId: afterIn(
      data,
      columnOf(data, place.status).filter((t) => t.id !== id),
      place.index,
      id,
    ),
  })
  const shown = held && task ? moved(data, held.id, landing(held.place, held.id)) : data
  const where = ({ status, index }: Place) =>
    `${taskLooks[status].label}, place ${index + 1} of ${columnOf(data, status).filter((t) => t.id !== held?.id).length + 1}`
  const drop = (id: string, place: Place) => {
    // As the server has it: what is shown has moved already.
    const t = data.tasks.find((one) => one.id === id)
    if (held?.by === 'key') again.current = id
    setHeld(undefined)
    if (!t) return
    if (place.status === t.status && place.index === indexIn(data, t)) return setSaid('Nothing was moved.')
    setSaid(`Put down: ${where(place)}.`)
    void moveTask(projectId, t, landing(place, t.id))
  }
  const cancel = () => {
    if (held?.by === 'key') again.current = held.id
    setHeld(undefined)
    setSaid('Put back where it was.')
  }

  function onKey(event: KeyboardEvent, t: TaskRow) {
    if (!data || event.altKey || event.ctrlKey || event.metaKey) return
    const mine = held?.id === t.id ? held : undefined
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      if (mine) return drop(t.id, mine.place)
      const place = { status: t.status, index: indexIn(data, t) }
      setHeld({ id: t.id, place, by: 'key' })
      return setSaid(`“${t.title}” is held. Arrow keys move it, Space puts it down, Escape puts it back.`)
    }
    if (!mine) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      return cancel()
    }
    const { status, index } = mine.place
    const others = (s: TaskStatus) => columnOf(data, s).filter((o) => o.id !== t.id).length
    const at = taskStatuses.indexOf(status)
    const next: Record<string, Place | undefined> = {
      ArrowUp: { status, index: Math.max(0, index - 1) },
      ArrowDown: { status, index: Math.min(others(status), index + 1) },
      ArrowLeft: beside(taskStatuses[at - 1]),
      ArrowRight: beside(taskStatuses[at + 1]),
    }
    function beside(s: TaskStatus | undefined): Place | undefined {
      return s && { status: s, index: Math.min(index, others(s)) }
    }
    if (!(event.key in next)) return
    event.preventDefault()
    const place = next[event.key]
    if (!place) return
    setHeld({ ...mine, place })
    setSaid(`${where(place)}.`)
  }

  const pointer = {
    begin(event: PointerEvent<HTMLElement>, t: TaskRow) {
      if (!work || event.button !== 0) return
      const card = event.currentTarget.closest<HTMLElement>('[data-card]')
      if (!card) return
      const from = { x: event.clientX, y: event.clientY }
      let place: Place | undefined
      const move = (e: globalThis.PointerEvent) => {
        if (!place && Math.hypot(e.clientX - from.x, e.clientY - from.y) < DRAG_PX) return
        e.preventDefault()
        place = placeAt(board.current, e.clientX, e.clientY, t.id) ??
          place ?? { status: t.status, index: indexIn(data as Plan, t) }
        const now = place
        setHeld((before) =>
          before?.id === t.id && before.place.status === now.status && before.place.index === now.index
            ? before
            : { id: t.id, place: now, by: 'pointer' },
        )
      }
      const end = (e: globalThis.PointerEvent | globalThis.KeyboardEvent) => {
        if (e instanceof globalThis.KeyboardEvent && e.key !== 'Escape') return
        removeEventListener('pointermove', move)
        removeEventListener('pointerup', end)
        removeEventListener('pointercancel', end)
        removeEventListener('keydown', end)
        if (!place) return
        // What follows a drag at once is no press on the card.
        const still = (click: MouseEvent) => {
          click.preventDefault()
          click.stopPropagation()
        }
        addEventListener('click', still, { capture: true, once: true })
        setTimeout(() => removeEventListener('click', still, { capture: true }), 0)
        if (e.type === 'pointerup') drop(t.id, place)
        else cancel()
      }
      addEventListener('pointermove', move, { passive: false })
      addEventListener('pointerup', end)
      addEventListener('pointercancel', end)
      addEventListener('keydown', end)
    },
  }

  return (
    <>
      {work && (
        <p id="board-help" className="mb-3 text-muted text-xs">
          Drag a card by its handle
          <span className="max-md:hidden">, or press Space on the handle and move it with the arrow keys</span>.
        </p>
      )}
      <p aria-live="assertive" className="sr-only">
        {said}
      </p>
      <section
        ref={board}
        aria-label="Board"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on narrow screens
        tabIndex={0}
        className="scroll-thin relative grid grid-flow-col gap-3 overflow-x-auto pb-3 -outline-offset-2 max-md:-mx-4 max-md:auto-cols-[17rem] max-md:px-4 md:auto-cols-[minmax(13rem,1fr)]"
      >
        {taskStatuses.map((status) => {
          const column = columnOf(shown, status)
          return (
            <section
              key={status}
              data-column={status}
              aria-labelledby={`column-${status}`}
              className={cx(
                'flex min-h-60 flex-col rounded-md border bg-surface transition-colors',
                held?.place.status === status ? 'border-accent/60' : 'border-line',
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
                {column.map((t) => (
                  <li
                    key={t.id}
                    data-card={t.id}
                    className={cx(
                      'relative rounded-sm border bg-raised p-3 text-sm',
                      held?.id === t.id ? 'border-accent' : 'border-line',
                    )}
                  >
                    <span className="flex items-start gap-2">
                      <Link
                        to={href(t.id)}
                        preventScrollReset
                        draggable={false}
                        onPointerDown={(event) => event.pointerType === 'mouse' && pointer.begin(event, t)}
                        className={cx(
                          'min-w-0 flex-1 rounded-[4px] font-medium underline-offset-3 [overflow-wrap:anywhere] hover:underline',
                          t.status === 'done' && 'text-muted',
                        )}
                      >
                        {t.title}
                      </Link>
                      {work && (
                        <button
                          type="button"
                          data-handle={t.id}
                          aria-label={`Move “${t.title}”`}
                          aria-describedby="board-help"
                          aria-pressed={held?.id === t.id}
                          onKeyDown={(event) => onKey(event, t)}
                          onBlur={() =>
                            held?.id === t.id &&
                            held.by === 'key' &&
                            document.hasFocus() &&
                            setTimeout(() => leave(t.id), 0)
                          }
                          onPointerDown={(event) => pointer.begin(event, t)}
                          className="-mt-1 -mr-1 grid size-7 shrink-0 cursor-grab touch-none place-items-center rounded-[4px] text-muted hover:bg-line hover:text-text aria-pressed:bg-accent aria-pressed:text-ink max-md:-mt-2 max-md:-mr-2 max-md:size-11"
                        >
                          <GripVertical aria-hidden className="size-4" />
                        </button>
                      )}
                    </span>
                    <span className="mt-2 block">
                      <TaskFacts task={t} partner={work ? project.company.name : 'Your company'} />
                    </span>
                  </li>
                ))}
                {column.length === 0 && <li className="px-2 py-6 text-center text-muted text-xs">Nothing here</li>}
              </ol>
            </section>
          )
        })}
      </section>
    </>
  )

  /** Focus went elsewhere while a card was held by keyboard: it goes back. */
  function leave(id: string) {
    const focused = document.activeElement as HTMLElement | null
    if (focused?.dataset.handle === id) return
    setHeld((now) => (now?.id === id && now.by === 'key' ? undefined : now))
  }
}

/** The column and the place in it under the pointer; undefined beside the board. The card that is held does not count. */
function placeAt(board: HTMLElement | null, x: number, y: number, id: string): Place | undefined {
  const columns = [...(board?.querySelectorAll<HTMLElement>('[data-column]') ?? [])]
  const column = columns.find((c) => {
    const box = c.getBoundingClientRect()
    return x >= box.left && x <= box.right
  })
  if (!column) return undefined
  const cards = [...column.querySelectorAll<HTMLElement>('[data-card]')].filter((c) => c.dataset.card !== id)
  const index = cards.filter((c) => {
    const box = c.getBoundingClientRect()
    return y > box.top + box.height / 2
  }).length
  return { status: column.dataset.column as TaskStatus, index }
}
