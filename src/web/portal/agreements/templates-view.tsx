import { useQuery } from '@tanstack/react-query'
import { Archive, FileText, Pencil, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { useLive } from '../platform/live/use-live.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { useAddress } from '../platform/use-address.ts'
import { agreementTemplatesOptions, refreshAgreements } from './agreement-queries.ts'
import { agreementTypeLabels, type Template } from './model.ts'

const TemplateDialog = lazy(() => import('./template-dialog.tsx').then((m) => ({ default: m.TemplateDialog })))
const ConfirmDialog = lazy(() => import('../../ui/overlays/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

/** Lists the agreement templates. */
export function AgreementTemplatesView() {
  const { data, error, isError, isFetching, refetch } = useQuery(agreementTemplatesOptions())
  const [address, set] = useAddress()
  const [removing, setRemoving] = useState<Template>()
  useLive(['agreement'], (event) => {
    if (event === 'resumed' || event.kind.startsWith('template_')) void refetch()
  })
  if (!data)
    return isError ? (
      <ErrorState
        title="Couldn’t load the templates"
        message={parseFailure(error)?.message ?? 'Check your connection and try again.'}
        requestId={parseFailure(error)?.data?.requestId}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Skeleton className="h-80 rounded-md" />
    )
  const open = (id: string | undefined) => set({ template: id }, false)
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
          Changing a template doesn’t change agreements that were created from it. Have legal counsel review the
          templates before you use them.
        </p>
        {add}
      </div>
      <div className="rounded-md border border-line bg-surface">
        {data.items.length === 0 ? (
          <EmptyState icon={<FileText />} title="No templates yet" action={add || undefined}>
            Templates give new agreements their text and terms.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {data.items.map((t) => (
              <li key={t.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
                <span className="min-w-0 flex-1 basis-56">
                  <span className="block font-medium [overflow-wrap:anywhere]">{t.name}</span>
                  <span className="block text-muted text-xs">
                    {agreementTypeLabels[t.type]} · updated <RelativeTime iso={t.updatedAt} />
                  </span>
                </span>
                <span className="flex flex-wrap items-center gap-2">
                  {data.can.edit && (
                    <LinkButton size="sm" href={`/agreements/new?template=${t.id}`}>
                      Use<span className="sr-only"> {t.name}</span>
                    </LinkButton>
                  )}
                  <Button
                    size="sm"
                    icon={data.can.edit ? <Pencil aria-hidden className="size-3.5" /> : undefined}
                    onClick={() => open(t.id)}
                  >
                    {data.can.edit ? 'Edit' : 'View'}
                    <span className="sr-only"> {t.name}</span>
                  </Button>
                  {data.can.edit && (
                    <Button
                      size="sm"
                      variant="ghost"
                      icon={<Archive aria-hidden className="size-3.5" />}
                      onClick={() => setRemoving(t)}
                    >
                      Archive<span className="sr-only"> {t.name}</span>
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
            title={`Archive “${removing.name}”?`}
            description="You can no longer use it for new agreements. Existing agreements don’t change."
            confirmLabel="Archive template"
            onConfirm={async () => {
              await client.agreements.archiveTemplate({ id: removing.id, version: removing.version })
              void refreshAgreements()
              showToast({ title: 'Template archived', tone: 'good' })
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
