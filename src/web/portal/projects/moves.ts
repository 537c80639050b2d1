// Moves of tasks: shown at once, sent, taken back when the server says no, and undone by a press.
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import { before, type Move, moved } from './arrange.ts'
import { type Plan, type TaskRow, type TaskStatus, taskLooks } from './model.ts'
import { planOptions, refreshProjects } from './project-queries.ts'

const show = (projectId: string, change: (plan: Plan) => Plan) =>
  queries.setQueryData(planOptions(projectId).queryKey, (kept: Plan | undefined) => kept && change(kept))

/** Moves a task: it stands there at once. What somebody else did meanwhile wins, and is said. */
export async function moveTask(projectId: string, task: TaskRow, move: Move, undoing = false): Promise<void> {
  const plan = queries.getQueryData<Plan>(planOptions(projectId).queryKey)
  const place = plan ? before(plan, task.id) : null
  void queries.cancelQueries({ queryKey: planOptions(projectId).queryKey })
  show(projectId, (kept) => moved(kept, task.id, move))
  try {
    const { status, phaseId, afterId } = move
    await client.projects.moveTask({
      id: task.id,
      ...(status === undefined ? {} : { status, expected: task.status }),
      ...(phaseId === undefined ? {} : { phaseId }),
      ...(afterId === undefined ? {} : { afterId }),
    })
    const changed = move.status !== undefined && move.status !== task.status
    if (!undoing)
      toast({
        title: changed
          ? `“${task.title}” is ${taskLooks[move.status as TaskStatus].label.toLowerCase()}`
          : `“${task.title}” moved`,
        tone: 'good',
        action: {
          label: 'Undo',
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
    const failure = failureOf(e)
    toast({
      title: failure?.code === 'CONFLICT' ? 'Somebody else moved it meanwhile' : `“${task.title}” was not moved`,
      description:
        failure?.code === 'CONFLICT'
          ? 'It stands where they put it.'
          : (failure?.message ?? 'Something went wrong. Try again.'),
      tone: 'destructive',
    })
  }
  void refreshProjects()
}

/** Says that a task is done, or takes that back. */
export async function completeTask(
  projectId: string,
  task: Pick<TaskRow, 'id' | 'title' | 'side'>,
  done: boolean,
): Promise<void> {
  const status = done ? 'done' : task.side === 'partner' ? 'waiting_on_partner' : 'todo'
  void queries.cancelQueries({ queryKey: planOptions(projectId).queryKey })
  show(projectId, (kept) => ({
    ...kept,
    tasks: kept.tasks.map((t) => (t.id === task.id ? { ...t, status, can: { complete: !done, reopen: done } } : t)),
  }))
  try {
    await client.projects.completeTask({ id: task.id, done })
    if (done)
      toast({
        title: `“${task.title}” is done`,
        tone: 'good',
        action: { label: 'Undo', onClick: () => void completeTask(projectId, task, false) },
      })
  } catch (e) {
    toast({
      title: `“${task.title}” was not changed`,
      description: failureOf(e)?.message ?? 'Something went wrong. Try again.',
      tone: 'destructive',
    })
  }
  void refreshProjects()
}
