import { useQuery } from '@tanstack/react-query'
import { ListTodo, MoreHorizontal, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Checkbox } from '../../ui/forms/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { parseFailure } from '../platform/data/api.ts'
import { useDialog } from '../platform/forms/use-dialog.tsx'
import { OnDemand } from '../platform/loading/on-demand.tsx'
import { useAddress } from '../platform/use-address.ts'
import { TaskStatusMark } from './marks.tsx'
import type { Phase, Plan, Project, TaskRow } from './model.ts'
import { completeTask } from './moves.ts'
import { planOptions } from './project-queries.ts'
import { TaskFacts } from './task-line.tsx'

const loadTaskForm = () => import('./task-form.tsx')
const loadPhase = () => import('./phase-dialog.tsx')
const loadMenus = () => import('./plan-menus.tsx')

/** Returns a function that builds the address of a task in the current view. */
export function useTaskHref(): (id: string) => string {
  const [address] = useAddress()
  return (id) => {
    const next = new URLSearchParams(address)
    next.set('task', id)
    return `?${next}`
  }
}

/** Lists phases with their tasks. */
export function PlanList({ projectId, project }: { projectId: string; project: Project }) {
  const { data, error, refetch } = useQuery(planOptions(projectId))
  const href = useTaskHref()
  const add = useDialog(
    loadTaskForm,
    (m, phaseId: string, rest) =>
      rest.open && <m.TaskForm projectId={projectId} phaseId={phaseId} onClose={rest.onClose} />,
  )
  const phase = useDialog(
    loadPhase,
    (m, which: Phase | undefined, rest) =>
      rest.open && <m.PhaseDialog projectId={projectId} phase={which} onClose={rest.onClose} />,
  )
  if (!data)
    return error ? (
      <p className="text-bad text-sm">
        {parseFailure(error)?.message ?? 'Couldn’t load the plan.'}{' '}
        <button type="button" className="rounded-sm underline underline-offset-3" onClick={() => void refetch()}>
          Try again
        </button>
      </p>
    ) : (
      <Skeleton className="h-80 rounded-md" />
    )
  const work = project.can.work
  const partner = work ? project.company.name : 'Your company'
  const newPhase = (
    <Button icon={<Plus aria-hidden className="size-4" />} pending={phase.pending} onClick={() => phase.ask(undefined)}>
      Add phase
    </Button>
  )
  return (
    <div className="flex flex-col gap-6">
      {data.phases.length === 0 && (
        <EmptyState icon={<ListTodo />} title="No tasks yet" {...(work ? { action: newPhase } : {})}>
          {work ? 'Add a phase, then add its tasks.' : 'Phases and tasks appear here once they are planned.'}
        </EmptyState>
      )}
      {data.phases.map((f) => (
        <section key={f.id} aria-labelledby={`phase-${f.id}`}>
          <div className="mb-2 flex min-h-9 items-center gap-3">
            <div className="flex min-w-0 items-center gap-3 max-md:flex-col max-md:items-start max-md:gap-0.5">
              <h2 id={`phase-${f.id}`} className="min-w-0 font-semibold text-sm [overflow-wrap:anywhere] md:truncate">
                {f.name}
              </h2>
              <span className="tabular shrink-0 text-muted text-xs">
                {f.tasksTotal === 0 ? 'No tasks' : `${f.tasksDone} of ${f.tasksTotal} done`}
              </span>
            </div>
            {work && (
              <span className="ml-auto flex shrink-0 items-center gap-1">
                <Button
                  size="sm"
                  variant="ghost"
                  icon={<Plus aria-hidden className="size-3.5" />}
                  pending={add.pending}
                  aria-label={`Add task to ${f.name}`}
                  onClick={() => add.ask(f.id)}
                >
                  Add task
                </Button>
                <OnDemand
                  load={loadMenus}
                  button={
                    <IconButton
                      size="sm"
                      label={`More actions for ${f.name}`}
                      icon={<MoreHorizontal aria-hidden className="size-4" />}
                    />
                  }
                >
                  {(m, button) => (
                    <m.PhaseMenu
                      projectId={projectId}
                      plan={data}
                      phase={f}
                      button={button}
                      onRename={() => phase.ask(f)}
                    />
                  )}
                </OnDemand>
              </span>
            )}
          </div>
          {f.tasksTotal > 0 && (
            <ul className="divide-y divide-line rounded-md border border-line bg-surface text-sm">
              {data.tasks
                .filter((t) => t.phaseId === f.id)
                .map((t) => (
                  <TaskLine key={t.id} plan={data} task={t} project={project} partner={partner} href={href(t.id)} />
                ))}
            </ul>
          )}
        </section>
      ))}
      {work && data.phases.length > 0 && <div>{newPhase}</div>}
      {add.dialog}
      {phase.dialog}
    </div>
  )
}

interface TaskLineProps {
  plan: Plan
  task: TaskRow
  project: Project
  partner: string
  href: string
}

function TaskLine({ plan, task: t, project, partner, href }: TaskLineProps) {
  const done = t.status === 'done'
  const may = done ? t.can.reopen : t.can.complete
  const mine = t.status === 'waiting_on_partner' && !project.can.work && t.can.complete
  return (
    <li
      className={cx(
        'relative flex items-start gap-3 py-2.5 pl-3.5',
        // Buttons bring their own padding.
        project.can.work ? 'pr-2' : 'pr-3.5',
        mine && 'bg-warn/6',
      )}
    >
      <span className="max-md:-ml-2.5 max-md:grid max-md:size-11 max-md:place-items-center">
        <Checkbox
          aria-label={done ? `Reopen “${t.title}”` : `Mark “${t.title}” as done`}
          checked={done}
          disabled={!may}
          onChange={() => void completeTask(project.id, t, !done)}
        />
      </span>
      <span className="min-w-0 flex-1 py-0.5">
        <Link
          to={href}
          preventScrollReset
          className={cx(
            'rounded-[4px] font-medium underline-offset-3 [overflow-wrap:anywhere] hover:underline max-md:inline-block max-md:min-h-9 max-md:content-center',
            done && 'text-muted',
          )}
        >
          {t.title}
        </Link>
        <span className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
          {(t.status === 'doing' || t.status === 'waiting_on_partner') && (
            <span className="text-xs sm:hidden">
              <TaskStatusMark status={t.status} partner={!project.can.work && t.can.complete} />
            </span>
          )}
          <TaskFacts task={t} partner={partner} />
        </span>
      </span>
      <span className="shrink-0 py-0.5 max-sm:hidden">
        <TaskStatusMark status={t.status} partner={!project.can.work && t.can.complete} />
      </span>
      {project.can.work && (
        <OnDemand
          load={loadMenus}
          button={
            <IconButton
              size="sm"
              label={`Move “${t.title}”`}
              icon={<MoreHorizontal aria-hidden className="size-4" />}
            />
          }
        >
          {(m, button) => <m.TaskMenu projectId={project.id} plan={plan} task={t} button={button} />}
        </OnDemand>
      )}
    </li>
  )
}
