import { useQuery } from '@tanstack/react-query'
import { Archive, FileText, Pencil, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { useLive } from '../platform/use-live.ts'
import { refreshAgreements, templatesOptions } from './agreement-queries.ts'
import { type Template, typeLabels } from './model.ts'

const TemplateDialog = lazy(() => import('./template-dialog.tsx').then((m) => ({ default: m.TemplateDialog })))
const ConfirmDialog = lazy(() => import('../../ui/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

/** The templates that agreements are written from. */
export function TemplatesView() {
  const { data, error, isError, isFetching, refetch } = useQuery(templatesOptions())
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const [removing, setRemoving] = useState<Template>()
  useLive(['agreement'], (event) => {
    if (event === 'resumed' || event.kind.startsWith('template_')) void refetch()
  })
  if (!data)
    return isError ? (
      <ErrorState
        title="The templates did not load"
        message={failureOf(error)?.message ?? 'Something went wrong on the way.'}
        requestId={failureOf(error)?.data?.requestId}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Skeleton className="h-80 rounded-md" />
    )
  const open = (id: string | undefined) =>
    void navigate({ search: id ? `?tab=templates&template=${id}` : '?tab=templates' }, { preventScrollReset: true })
  const wanted = address.get('template')
  const editing = data.items.find((t) => t.id === wanted)
  const add = data.can.edit && (
    <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => open('new')}>
      New template
    </Button>
  )
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-muted text-sm">
          Agreements made from a template keep their own text. Have counsel read these before you rely on them.
        </p>
        {add}
      </div>
      <div className="rounded-md border border-line bg-surface">
        {data.items.length === 0 ? (
          <EmptyState icon={<FileText />} title="No templates" action={add || undefined}>
            Write the first one, and agreements begin with it.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {data.items.map((t) => (
              <li key={t.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
                <span className="min-w-0 flex-1 basis-56">
                  <span className="block font-medium [overflow-wrap:anywhere]">{t.name}</span>
                  <span className="block text-muted text-xs">
                    {typeLabels[t.type]} · changed <RelativeTime iso={t.updatedAt} />
                  </span>
                </span>
                <span className="flex flex-wrap items-center gap-2">
                  {data.can.edit && (
                    <LinkButton size="sm" className="max-md:!h-11" href={`/agreements/new?template=${t.id}`}>
                      Use<span className="sr-only"> {t.name}</span>
                    </LinkButton>
                  )}
                  <Button
                    size="sm"
                    className="max-md:!h-11"
                    icon={data.can.edit ? <Pencil aria-hidden className="size-3.5" /> : undefined}
                    onClick={() => open(t.id)}
                  >
                    {data.can.edit ? 'Edit' : 'Read'}
                    <span className="sr-only"> {t.name}</span>
                  </Button>
                  {data.can.edit && (
                    <Button
                      size="sm"
                      variant="ghost"
                      className="max-md:!h-11"
                      icon={<Archive aria-hidden className="size-3.5" />}
                      onClick={() => setRemoving(t)}
                    >
                      Put away<span className="sr-only"> {t.name}</span>
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Suspense>
        {(editing || (wanted === 'new' && data.can.edit)) && (
          <TemplateDialog
            key={wanted}
            template={editing}
            variables={data.variables}
            readOnly={!data.can.edit}
            onClose={() => open(undefined)}
          />
        )}
        {removing && (
          <ConfirmDialog
            open
            onOpenChange={(next) => !next && setRemoving(undefined)}
            title={`Put away “${removing.name}”?`}
            description="It is not offered any more. Agreements made from it stay as they are."
            confirmLabel="Put away"
            onConfirm={async () => {
              await client.agreements.archiveTemplate({ id: removing.id, version: removing.version })
              void refreshAgreements()
              toast({ title: 'Put away', tone: 'good' })
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
