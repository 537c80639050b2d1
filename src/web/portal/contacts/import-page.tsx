import { useQuery } from '@tanstack/react-query'
import { FileClock } from 'lucide-react'
import { brand } from '../../../../brand.config.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { parseFailure } from '../platform/data/api.ts'
import { useLive } from '../platform/live/use-live.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { useAddressQuery } from '../platform/use-address.ts'
import { importOptions, refreshContacts } from './contact-queries.ts'
import { ImportCheck } from './import-check.tsx'
import { ImportRun } from './import-run.tsx'
import { ImportSteps } from './import-steps.tsx'
import { ImportUpload } from './import-upload.tsx'

export const meta = () => [{ title: `Import contacts · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]
/** How often a running import is polled, in case live updates do not arrive. */
const ASK_MS = 3_000

/** `/contacts/import`: contacts from a CSV file, in three steps. `?import=` names the file that was uploaded. */
export default function ImportPage() {
  const { isInternalUser } = useAuth()
  const side = isInternalUser ? 'staff' : 'partner'
  const [query, go] = useAddressQuery()
  const id = query.get('import') ?? undefined
  const asked = useQuery({
    ...importOptions(id ?? ''),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? ASK_MS : false),
  })
  const found = id ? asked.data : undefined
  useLive(['contact_import'], (event) => {
    if (!id || (event !== 'resumed' && event.subjectId !== id)) return
    void asked.refetch()
    if (event === 'resumed' || event.kind !== 'progress') refreshContacts()
  })
  const open = (next: string | undefined) =>
    go(
      (now) => {
        if (next) now.set('import', next)
        else now.delete('import')
        return now
      },
      { stay: false },
    )
  const problem = parseFailure(asked.error)
  const step = !found ? 1 : found.state === 'uploaded' ? 2 : 3
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      <PageHeader
        back={
          side === 'staff'
            ? { href: '/admin/contacts?tab=contacts', label: 'Contacts' }
            : { href: '/contacts', label: 'Contacts' }
        }
        title="Import contacts"
        description={
          found
            ? side === 'staff'
              ? `${found.fileName}, for ${found.company.name}.`
              : found.fileName
            : 'Add contacts from a CSV file, such as an export from your PSA or email app.'
        }
      />
      <ImportSteps step={step} />
      {!id ? (
        <ImportUpload side={side} company={query.get('company') ?? undefined} onUploaded={open} />
      ) : found ? (
        found.state === 'uploaded' ? (
          <ImportCheck key={found.id} file={found} onAgain={() => open(undefined)} />
        ) : (
          <ImportRun file={found} side={side} onAgain={() => open(undefined)} />
        )
      ) : asked.isError ? (
        problem?.status === 404 ? (
          <EmptyState
            icon={<FileClock />}
            title="This file is no longer available"
            action={<Button onClick={() => open(undefined)}>Upload the file again</Button>}
          >
            We keep an uploaded file for one hour if you don’t import it.
          </EmptyState>
        ) : (
          <ErrorState
            title="Couldn’t load this import"
            message={problem?.message ?? 'Check your connection and try again.'}
            requestId={problem?.data?.requestId}
            onRetry={() => void asked.refetch()}
            retrying={asked.isFetching}
          />
        )
      ) : (
        <div aria-busy className="flex flex-col gap-4">
          <Skeleton className="h-10" />
          <Skeleton className="h-72" />
        </div>
      )}
    </div>
  )
}
