// Task moves: shown optimistically, reverted if the server rejects them, and undoable.
import { showToast } from '../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { isUnderWay, showUntilAnswered } from '../platform/data/newest.ts'
import { queries } from '../platform/data/queries.ts'
import { sendInTurn } from '../platform/data/send-in-turn.ts'
import { applyMove, findPrevious, type Move } from './arrange.ts'
import { type Plan, type TaskRow, type TaskStatus, taskLooks } from './model.ts'
import { planLine, planOptions, refreshProjects } from './project-queries.ts'

const show = (projectId: string, change: (plan: Plan) => Plan) =>
  queries.setQueryData(planOptions(projectId).queryKey, (kept: Plan | undefined) => kept && change(kept))

/** Returns whether the task is still where the move put it. Assumes so if the plan is not loaded. */
function isThere(projectId: string, id: string, { status, phaseId }: Partial<Move>): boolean {
  const plan = queries.getQueryData<Plan>(planOptions(projectId).queryKey)
  const task = plan?.tasks.find((t) => t.id === id)
  if (!plan) return true
  return (
    task !== undefined && (status ?? task.status) === task.status && (phaseId === undefined || phaseId === task.phaseId)
  )
}

/** Moves a task optimistically. If someone else moved it meanwhile, their move wins and a toast says so. */
export async function moveTask(projectId: string, rendered: TaskRow, move: Move, undoing = false): Promise<void> {
  const plan = queries.getQueryData<Plan>(planOptions(projectId).queryKey)
  // Start from what is shown now, because a move just before this one may not have rendered yet.
  const task = plan?.tasks.find((t) => t.id === rendered.id) ?? rendered
  const place = plan ? findPrevious(plan, task.id) : null
  void queries.cancelQueries({ queryKey: planOptions(projectId).queryKey })
  show(projectId, (kept) => applyMove(kept, task.id, move))
  try {
    const { status, phaseId, afterId } = move
    const request = sendInTurn(planLine(projectId), `${task.id} ${Object.keys(move)}`, (context, leaving) =>
      client.projects.moveTask(
        {
          id: task.id,
          ...(status === undefined ? {} : { status, ...(leaving ? {} : { expected: task.status }) }),
          ...(phaseId === undefined ? {} : { phaseId }),
          ...(afterId === undefined ? {} : { afterId }),
        },
        { context },
      ),
    )
    await showUntilAnswered(
      task.id,
      { ...(status === undefined ? {} : { status }), ...(phaseId === undefined ? {} : { phaseId }) },
      request,
    )
    const changed = move.status !== undefined && move.status !== task.status
    if (!undoing)
      showToast({
        title: changed
          ? `Moved “${task.title}” to ${taskLooks[move.status as TaskStatus].label}`
          : `“${task.title}” moved`,
        tone: 'good',
        about: `task ${task.id}`,
        action: {
          label: 'Undo',
          possible: () => isThere(projectId, task.id, move),
          onClick: () =>
            void moveTask(
              projectId,
              { ...task, status: move.status ?? task.status },
              { status: task.status, phaseId: task.phaseId, afterId: place },
              true,
            ),
        },
      })
  } catch (e) {
    const failure = parseFailure(e)
    showToast({
      title: failure?.code === 'CONFLICT' ? 'Someone else moved this task' : `“${task.title}” was not moved`,
      description:
        failure?.code === 'CONFLICT'
          ? 'The board now shows their change.'
          : (failure?.message ?? 'Check your connection and try again.'),
      tone: 'destructive',
    })
  }
  void refreshProjects()
}

/** Marks a task as done, or reopens it. */
export async function completeTask(
  projectId: string,
  task: Pick<TaskRow, 'id' | 'title' | 'side'>,
  done: boolean,
): Promise<void> {
  const status = done ? 'done' : task.side === 'partner' ? 'waiting_on_partner' : 'todo'
  const fields = { status, can: { complete: !done, reopen: done } } as const
  void queries.cancelQueries({ queryKey: planOptions(projectId).queryKey })
  show(projectId, (kept) => ({
    ...kept,
    tasks: kept.tasks.map((t) => (t.id === task.id ? { ...t, ...fields } : t)),
  }))
  try {
    const request = sendInTurn(planLine(projectId), `${task.id} status`, (context) =>
      client.projects.completeTask({ id: task.id, done }, { context }),
    )
    await showUntilAnswered(task.id, fields, request)
    // Nothing to say if a newer change is already shown.
    if (done && !isUnderWay(task.id))
      showToast({
        title: `“${task.title}” is done`,
        tone: 'good',
        about: `task ${task.id}`,
        action: {
          label: 'Undo',
          onClick: () => void completeTask(projectId, task, false),
          possible: () => isThere(projectId, task.id, { status }),
        },
      })
  } catch (e) {
    showToast({
      title: `“${task.title}” was not changed`,
      description: parseFailure(e)?.message ?? 'Check your connection and try again.',
      tone: 'destructive',
    })
  }
  void refreshProjects()
}
