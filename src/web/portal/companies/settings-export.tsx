import { useQuery } from '@tanstack/react-query'
import { Archive, Download, PackageOpen } from 'lucide-react'
import { useState } from 'react'
import { brand } from '../../../../brand.config.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { fileSize } from '../../ui/file-drop.tsx'
import { Progress } from '../../ui/progress.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMark } from '../../ui/status.tsx'
import { toast } from '../../ui/toast.tsx'
import { api, call, client, failed, failureOf } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import { readSession } from '../platform/session.client.ts'
import { save } from '../platform/upload.ts'
import { useCoalesced, useLive } from '../platform/use-live.ts'
import type { Export } from './model.ts'

export const meta = () => [
  { title: `Data export · Settings · ${brand.shortName}` },
  { name: 'robots', content: 'noindex' },
]
const exportsOptions = () => api.companies.exports.queryOptions({ input: { limit: 20 }, staleTime: 0 })
export async function clientLoader() {
  if (readSession()) void queries.prefetchQuery(exportsOptions())
  return null
}

const underWay = (x: Export) => x.state === 'queued' || x.state === 'running'
/** While one is being made, it is asked for now and then even if nothing is heard. */
const LOOK_MS = 5_000

/** Settings, Data export: everything the company has in one archive; for its owners. */
export default function SettingsExport() {
  const query = useQuery({
    ...exportsOptions(),
    refetchInterval: ({ state }) => (state.data?.items.some(underWay) ? LOOK_MS : false),
  })
  const { refetch } = query
  const reload = useCoalesced(refetch, () => 1_000)
  useLive(['company'], (event) => {
    if (event === 'resumed' || event.kind === 'export') reload()
  })
  const [withFiles, setWithFiles] = useState(true)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const items = query.data?.items ?? []
  const running = items.find(underWay)
  const failure = query.isError ? failureOf(query.error) : undefined

  async function start() {
    setPending(true)
    setProblem(undefined)
    try {
      await client.companies.startExport({ withFiles })
      await refetch()
    } catch (e) {
      const failure = failureOf(e)
      setProblem(failure?.message ?? 'Something went wrong. Try again.')
      // Somebody else was faster: show theirs.
      if (failure?.code === 'EXPORT_RUNNING') void refetch()
    } finally {
      setPending(false)
    }
  }

  return (
    <div className="flex flex-col">
      <SettingsSection
        title="Data export"
        description="Everything your company has here in one ZIP archive: it is yours, at any time, in formats that other programs read."
      >
        <div className="flex flex-col gap-5 text-sm">
          <ul className="list-disc space-y-1 pl-5 marker:text-edge">
            <li>Company profile, people, contacts and end clients</li>
            <li>Tickets with the whole conversation, as you see it here</li>
            <li>What your own people changed, and when</li>
            <li>Each as CSV for spreadsheets and as JSON Lines for programs</li>
          </ul>
          <Checkbox
            checked={withFiles}
            disabled={Boolean(running)}
            onChange={(event) => setWithFiles(event.currentTarget.checked)}
            label="With the attachments of tickets"
            description="Leave them out for a smaller archive; they are listed in it all the same."
          />
          {problem && <Banner tone="bad">{problem}</Banner>}
          <div>
            <Button
              variant="primary"
              icon={<Archive aria-hidden className="size-4" />}
              pending={pending}
              disabled={Boolean(running)}
              onClick={() => void start()}
            >
              {running ? 'An export is being made' : 'Start export'}
            </Button>
          </div>
        </div>
      </SettingsSection>
      <SettingsSection title="Your exports" description="Kept for 7 days. You get a mail when one is ready.">
        {query.isPending ? (
          <div aria-busy className="rounded-md border border-line bg-surface p-4">
            <Skeleton className="h-4 w-48" />
            <Skeleton className="mt-3 h-3 w-32" />
          </div>
        ) : query.isError && items.length === 0 ? (
          <ErrorState
            title="Your exports did not load"
            message={failure?.message ?? 'Something went wrong on the way.'}
            requestId={failure?.data?.requestId}
            onRetry={() => void refetch()}
            retrying={query.isFetching}
          />
        ) : items.length === 0 ? (
          <div className="rounded-md border border-line bg-surface">
            <EmptyState icon={<PackageOpen />} title="No export yet">
              Start one above. You can leave this page meanwhile.
            </EmptyState>
          </div>
        ) : (
          <ul aria-label="Exports" className="divide-y divide-line rounded-md border border-line bg-surface text-sm">
            {items.map((x) => (
              <ExportLine key={x.id} x={x} />
            ))}
          </ul>
        )}
      </SettingsSection>
    </div>
  )
}

function ExportLine({ x }: { x: Export }) {
  const [share, setShare] = useState<number>()
  const facts = [x.withFiles ? 'With attachments' : 'Without attachments', x.requestedBy.name]
  async function download() {
    setShare(0)
    try {
      const r = await call(`/api/v1/exports/${x.id}/content`)
      if (!r.ok || !r.body) throw await failed(r)
      const name = /filename="([^"]+)"/.exec(r.headers.get('content-disposition') ?? '')?.[1] ?? 'export.zip'
      const total = x.size ?? 0
      let through = 0
      const counted = r.body.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(part, out) {
            through += part.length
            setShare(total ? through / total : undefined)
            out.enqueue(part)
          },
        }),
      )
      save(await new Response(counted).blob(), name)
    } catch (e) {
      toast({
        title: 'The export was not downloaded',
        description: failureOf(e)?.message ?? 'The connection broke. Try again.',
        tone: 'destructive',
        action: { label: 'Try again', onClick: () => void download() },
      })
    } finally {
      setShare(undefined)
    }
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-3.5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {x.state === 'ready' ? (
            <StatusMark tone="good">Ready</StatusMark>
          ) : x.state === 'failed' ? (
            <StatusMark tone="bad">Could not be made</StatusMark>
          ) : (
            <StatusMark tone="info">{x.state === 'queued' ? 'Waiting its turn' : 'Being made'}</StatusMark>
          )}
          {x.size !== null && <span className="tabular text-muted">{fileSize(x.size)}</span>}
        </p>
        <p className="mt-1 text-muted text-xs">
          <RelativeTime iso={x.createdAt} /> · {facts.join(' · ')}
          {x.state === 'ready' && x.expiresAt && (
            <>
              {' · removed '}
              <RelativeTime iso={x.expiresAt} />
            </>
          )}
          {x.state === 'failed' && ' · start another one; if it fails again, tell us.'}
        </p>
        {underWay(x) && (
          <div className="mt-3 max-w-80">
            <Progress
              hideLabel
              label="Export under way"
              value={x.state === 'queued' ? undefined : x.progress}
              valueText={`${x.progress}%`}
            />
          </div>
        )}
      </div>
      {x.state === 'ready' && (
        <Button
          icon={<Download aria-hidden className="size-4" />}
          pending={share !== undefined}
          onClick={() => void download()}
        >
          {share === undefined ? 'Download' : `${Math.round(share * 100)}%`}
        </Button>
      )}
    </li>
  )
}
