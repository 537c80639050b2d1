import { useQuery } from '@tanstack/react-query'
import { LayoutTemplate, Plus } from 'lucide-react'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { parseFailure } from '../platform/data/api.ts'
import { useDialog } from '../platform/forms/use-dialog.tsx'
import type { Template } from './model.ts'
import { projectTemplatesOptions } from './project-queries.ts'

const loadForm = () => import('./template-form.tsx')

/** Lists the project templates. */
export function ProjectTemplatesView() {
  const { data, error, refetch, isFetching } = useQuery(projectTemplatesOptions())
  const form = useDialog(
    loadForm,
    (m, template: Template | undefined, rest) =>
      rest.open && <m.TemplateForm template={template} onClose={rest.onClose} />,
  )
  const add = (
    <Button icon={<Plus aria-hidden className="size-4" />} pending={form.pending} onClick={() => form.ask(undefined)}>
      New template
    </Button>
  )
  if (!data)
    return error ? (
      <ErrorState
        title="Couldn’t load the templates"
        message={parseFailure(error)?.message ?? 'Check your connection and try again.'}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Skeleton className="h-64 rounded-md" />
    )
  const tasks = (t: Template) => t.phases.reduce((sum, p) => sum + p.tasks.length, 0)
  return (
    <div className="flex flex-col gap-4">
      {data.items.length === 0 ? (
        <EmptyState icon={<LayoutTemplate />} title="No templates yet" action={add}>
          Save the phases, tasks and dates that similar projects share.
        </EmptyState>
      ) : (
        <>
          <div className="flex justify-end">{add}</div>
          <ul className="divide-y divide-line rounded-md border border-line bg-surface text-sm">
            {data.items.map((t) => (
              <li key={t.id}>
                <button
                  type="button"
                  onClick={() => form.ask(t)}
                  className="flex w-full flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-3 text-left -outline-offset-2 transition-colors hover:bg-raised"
                >
                  <span className="min-w-0 flex-1 basis-60 font-medium">{t.name}</span>
                  <span className="tabular text-muted text-xs">
                    {t.phases.length} {t.phases.length === 1 ? 'phase' : 'phases'}, {tasks(t)}{' '}
                    {tasks(t) === 1 ? 'task' : 'tasks'}
                    {t.budgetMinutes !== null && `, ${formatMinutes(t.budgetMinutes)}`}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {form.dialog}
    </div>
  )
}
