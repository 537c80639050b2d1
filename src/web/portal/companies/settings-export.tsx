import { useQuery } from '@tanstack/react-query'
import { Archive, Download, PackageOpen } from 'lucide-react'
import { useState } from 'react'
import { brand } from '../../../../brand.config.ts'
import { formatFileSize } from '../../../contract/plain/file-sizes.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Checkbox } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Progress } from '../../ui/progress.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMark } from '../../ui/status.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { api, client, fetchWithSession, parseFailure, readFailure } from '../platform/data/api.ts'
import { handleOf, loadReads, type ScreenReads } from '../platform/data/screen-reads.ts'
import { saveFile } from '../platform/data/upload.ts'
import { useCoalesced, useLive } from '../platform/live/use-live.ts'
import type { Export } from './model.ts'

export const meta = () => [
  { title: `Data export · Settings · ${brand.shortName}` },
  { name: 'robots', content: 'noindex' },
]
/** The screen shows what the route loader has just read. */
const FRESH_MS = 2_000
const exportsOptions = () => api.companies.exports.queryOptions({ input: { limit: 20 }, staleTime: FRESH_MS })
const reads: ScreenReads = () => [exportsOptions()]
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

const underWay = (x: Export) => x.state === 'queued' || x.state === 'running'
/** While an export is running, poll in case a live update is lost. */
const LOOK_MS = 5_000

/** Settings → Data export, for owners: exports all company data as one archive. */
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
  const failure = query.isError ? parseFailure(query.error) : undefined

  async function start() {
    setPending(true)
    setProblem(undefined)
    try {
      await client.companies.startExport({ withFiles })
      await refetch()
    } catch (e) {
      const failure = parseFailure(e)
      setProblem(failure?.message ?? 'We couldn’t start the export. Check your connection and try again.')
      // Another user already started an export, so show that one.
      if (failure?.code === 'EXPORT_RUNNING') void refetch()
    } finally {
      setPending(false)
    }
  }

  return (
    <div className="flex flex-col">
      <SettingsSection
        title="Data export"
        description="Export all of your company’s data as one ZIP archive, in standard formats, at any time."
      >
        <div className="flex flex-col gap-5 text-sm">
          <ul className="list-disc space-y-1 pl-5 marker:text-edge">
            <li>Company profile, users, contacts and clients</li>
            <li>Tickets with their conversations, as you see them here</li>
            <li>Agreements with texts and signatures, projects, and automations with all runs</li>
            <li>Hours with all ledger entries, orders, invoices, payments and refunds</li>
            <li>Changes made by your users</li>
            <li>
              Each comes as CSV for spreadsheets and as JSON Lines for programs. A README lists what is not included,
              and why.
            </li>
          </ul>
          <Checkbox
            checked={withFiles}
            disabled={Boolean(running)}
            onChange={(event) => setWithFiles(event.currentTarget.checked)}
            label="Include ticket attachments"
            description="Without them, the archive is smaller but still lists them."
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
              {running ? 'Export in progress' : 'Start export'}
            </Button>
          </div>
        </div>
      </SettingsSection>
      <SettingsSection
        title="Your exports"
        description="We email you when an export is ready. We keep your two newest exports, each for 7 days."
      >
        {query.isPending ? (
          <div aria-busy className="rounded-md border border-line bg-surface p-4">
            <Skeleton className="h-4 w-48" />
            <Skeleton className="mt-3 h-3 w-32" />
          </div>
        ) : query.isError && items.length === 0 ? (
          <ErrorState
            title="Couldn’t load your exports"
            message={failure?.message ?? 'Check your connection and try again.'}
            requestId={failure?.data?.requestId}
            onRetry={() => void refetch()}
            retrying={query.isFetching}
          />
        ) : items.length === 0 ? (
          <div className="rounded-md border border-line bg-surface">
            <EmptyState icon={<PackageOpen />} title="No exports yet">
              Start an export above. You can leave this page while it runs.
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
      const r = await fetchWithSession(`/api/v1/exports/${x.id}/content`)
      if (!r.ok || !r.body) throw await readFailure(r)
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
      saveFile(await new Response(counted).blob(), name)
    } catch (e) {
      showToast({
        title: 'Couldn’t download the export',
        description: parseFailure(e)?.message ?? 'Check your connection and try again.',
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
            <StatusMark tone="bad">Failed</StatusMark>
          ) : (
            <StatusMark tone="info">{x.state === 'queued' ? 'Queued' : 'In progress'}</StatusMark>
          )}
          {x.size !== null && <span className="tabular text-muted">{formatFileSize(x.size)}</span>}
        </p>
        <p className="mt-1 text-muted text-xs">
          <RelativeTime iso={x.createdAt} /> · {facts.join(' · ')}
          {x.state === 'ready' && x.expiresAt && (
            <>
              {' · expires '}
              <RelativeTime iso={x.expiresAt} />
            </>
          )}
          {x.state === 'failed' && ' · Start another export. If it fails again, contact us.'}
        </p>
        {underWay(x) && (
          <div className="mt-3 max-w-80">
            <Progress
              hideLabel
              label="Export in progress"
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
