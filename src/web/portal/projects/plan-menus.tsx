import { ArrowDown, ArrowUp, CornerDownRight, Pencil, Trash2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { type Send, sendInTurn } from '../platform/data/send-in-turn.ts'
import { findNewPrevious } from './arrange.ts'
import { TaskStatusMark } from './marks.tsx'
import { type Phase, type Plan, type TaskRow, taskStatuses } from './model.ts'
import { moveTask } from './moves.ts'
import { planLine, planOptions, refreshProjects } from './project-queries.ts'

interface TaskMenuProps {
  projectId: string
  plan: Plan
  task: TaskRow
  button: ReactElement
}

/** A menu for moving a task: status, phase, up or down. */
export function TaskMenu({ projectId, plan, task: t, button }: TaskMenuProps) {
  const column = plan.tasks.filter((o) => o.phaseId === t.phaseId)
  const at = column.findIndex((o) => o.id === t.id)
  const rest = column.filter((o) => o.id !== t.id)
  const step = (to: number) => () => void moveTask(projectId, t, { afterId: findNewPrevious(plan, rest, to, t.id) })
  const others = plan.phases.filter((f) => f.id !== t.phaseId)
  return (
    <Menu trigger={button} defaultOpen>
      <MenuGroup label="Status">
        {taskStatuses
          .filter((status) => status !== t.status)
          .map((status) => (
            <MenuItem key={status} onSelect={() => void moveTask(projectId, t, { status })}>
              <TaskStatusMark status={status} />
            </MenuItem>
          ))}
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={<ArrowUp />} disabled={at <= 0} onSelect={step(at - 1)}>
        Move up
      </MenuItem>
      <MenuItem icon={<ArrowDown />} disabled={at >= column.length - 1} onSelect={step(at + 1)}>
        Move down
      </MenuItem>
      {others.length > 0 && (
        <>
          <MenuSeparator />
          <MenuGroup label="Move to phase">
            {others.map((f) => (
              <MenuItem
                key={f.id}
                icon={<CornerDownRight />}
                onSelect={() => void moveTask(projectId, t, { phaseId: f.id })}
              >
                {f.name}
              </MenuItem>
            ))}
          </MenuGroup>
        </>
      )}
    </Menu>
  )
}

/** Sends a change of the phases after the changes before it. `show` returns the phases as they are shown until then. */
async function act(
  projectId: string,
  [what, title]: [what: string, title: string],
  show: (phases: Phase[]) => Phase[],
  send: Send<unknown>,
) {
  const { queryKey } = planOptions(projectId)
  void queries.cancelQueries({ queryKey })
  queries.setQueryData(queryKey, (plan) => plan && { ...plan, phases: show(plan.phases) })
  try {
    await sendInTurn(planLine(projectId), what, send)
  } catch (e) {
    showToast({
      title,
      description: parseFailure(e)?.message ?? 'Check your connection and try again.',
      tone: 'destructive',
    })
  }
  void refreshProjects()
}

interface PhaseMenuProps {
  projectId: string
  plan: Plan
  phase: Phase
  button: ReactElement
  onRename: () => void
}

/** A menu of actions on a phase. */
export function PhaseMenu({ projectId, plan, phase, button, onRename }: PhaseMenuProps) {
  const at = plan.phases.findIndex((f) => f.id === phase.id)
  const move = (by: 1 | -1) => {
    // Start from what is shown now, because a step just before this one may not have rendered yet.
    const { phases } = queries.getQueryData(planOptions(projectId).queryKey) ?? plan
    const rest = phases.filter((f) => f.id !== phase.id)
    const to = phases.findIndex((f) => f.id === phase.id) + by
    void act(
      projectId,
      [`phase ${phase.id}`, 'The phase was not moved'],
      () => rest.toSpliced(to, 0, phase),
      (context) => client.projects.editPhase({ id: phase.id, afterId: rest[to - 1]?.id ?? null }, { context }),
    )
  }
  const remove = () =>
    void act(
      projectId,
      [`phase ${phase.id}`, 'The phase was not removed'],
      (phases) => phases.filter((f) => f.id !== phase.id),
      (context) => client.projects.removePhase({ id: phase.id }, { context }),
    )
  return (
    <Menu trigger={button} defaultOpen>
      <MenuItem icon={<Pencil />} onSelect={onRename}>
        Rename
      </MenuItem>
      <MenuItem icon={<ArrowUp />} disabled={at <= 0} onSelect={() => move(-1)}>
        Move up
      </MenuItem>
      <MenuItem icon={<ArrowDown />} disabled={at >= plan.phases.length - 1} onSelect={() => move(1)}>
        Move down
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 />} tone="danger" disabled={phase.tasksTotal > 0} onSelect={remove}>
        {phase.tasksTotal > 0 ? 'Remove (it has tasks)' : 'Remove'}
      </MenuItem>
    </Menu>
  )
}
