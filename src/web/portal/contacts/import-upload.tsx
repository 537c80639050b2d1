import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { formatFileSize } from '../../../contract/plain/file-sizes.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMark } from '../../ui/status.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { parseFailure } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { putFile } from '../platform/data/upload.ts'
import { companyOptions } from '../platform/forms/company-options.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { importOptions, importsOptions } from './contact-queries.ts'
import { summarizeImport } from './import-columns.ts'
import type { Choice, ContactImport, ImportDetail, Side } from './model.ts'

// Loaded separately: only staff choose a company, and the field needs a lot of code.
const CompanyField = lazy(() =>
  import('../platform/forms/partner-field.tsx').then((m) => ({ default: m.CompanyField })),
)

const MAX_BYTES = 10_000_000

interface ImportUploadProps {
  side: Side
  /** For staff: the company in the address. */
  company: string | undefined
  onUploaded: (id: string) => void
}

/** The first step: a file to upload, and earlier imports. */
export function ImportUpload({ side, company: given, onUploaded }: ImportUploadProps) {
  const named = useQuery({ ...companyOptions(given ?? ''), enabled: side === 'staff' && given !== undefined }).data
  const [chosen, setChosen] = useState<Choice | null>(null)
  const company = chosen ?? (named ? { id: named.id, name: named.name } : null)
  const [sending, setSending] = useState<{ name: string; size: number; share: number }>()
  const [problem, setProblem] = useState<string>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  async function send(file: File) {
    setProblem(undefined)
    if (file.size > MAX_BYTES)
      return setProblem(
        `${file.name} is ${formatFileSize(file.size)}. The limit is 10 MB. Split it into smaller files and import them one at a time.`,
      )
    if (side === 'staff' && !company) return setProblem('Choose a company first.')
    stop.current = new AbortController()
    setSending({ name: file.name, size: file.size, share: 0 })
    try {
      const query = new URLSearchParams({
        name: file.name,
        ...(company && side === 'staff' ? { company: company.id } : {}),
      })
      const detail = await putFile<ImportDetail>(`/contact-imports?${query}`, file, {
        signal: stop.current.signal,
        onProgress: (share) => setSending((now) => now && { ...now, share }),
      })
      queries.setQueryData(importOptions(detail.id).queryKey, detail)
      onUploaded(detail.id)
    } catch (e) {
      if ((e as Error).name !== 'AbortError')
        setProblem(parseFailure(e)?.message ?? 'The upload failed. Check your connection and try again.')
    } finally {
      setSending(undefined)
    }
  }

  return (
    <>
      <section aria-label="File" className="flex flex-col gap-4 rounded-md border border-line bg-surface p-5 text-sm">
        {problem && (
          <Banner tone="bad" title="We couldn’t import this file" onDismiss={() => setProblem(undefined)}>
            {problem}
          </Banner>
        )}
        {side === 'staff' && (
          <div className="max-w-md">
            <Suspense fallback={<Skeleton className="h-20" />}>
              <CompanyField value={company} onChange={setChosen} hint="The contacts are added to this company." />
            </Suspense>
          </div>
        )}
        {sending ? (
          <div className="flex flex-col gap-3 rounded-md border border-line px-4 py-3.5">
            <Progress
              label={sending.share < 1 ? `Uploading ${sending.name}` : `Reading ${sending.name}`}
              value={sending.share < 1 ? sending.share : undefined}
              max={1}
              valueText={formatFileSize(sending.size)}
            />
            <Button size="sm" className="self-end" onClick={() => stop.current?.abort()}>
              Cancel
            </Button>
          </div>
        ) : (
          <form>
            <FileDrop
              label="Choose a CSV file"
              hint="Up to 10 MB and 50,000 rows. In Excel, choose Save As, then “CSV UTF-8”."
              accept=".csv,.tsv,.txt,text/csv,text/plain"
              multiple={false}
              onFiles={([file]) => file && void send(file)}
            />
          </form>
        )}
        <p className="text-muted">
          Next, you’ll match the columns and see a preview. Nothing is imported until you confirm.
        </p>
      </section>
      <Earlier side={side} company={side === 'staff' ? (company?.id ?? undefined) : undefined} />
    </>
  )
}

/** Earlier imports. */
function Earlier({ side, company }: { side: Side; company: string | undefined }) {
  const { data } = useQuery(importsOptions(company))
  if (!data || data.items.length === 0) return null
  return (
    <section aria-labelledby="earlier" className="text-sm">
      <h2 id="earlier" className="mb-3 font-semibold text-base">
        Earlier imports
      </h2>
      <ul className="divide-y divide-line rounded-md border border-line bg-surface">
        {data.items.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3">
            <div className="min-w-0 basis-64 max-md:basis-full md:flex-1">
              <Anchor
                href={`/contacts/import?import=${one.id}`}
                className="rounded-[4px] font-medium [overflow-wrap:anywhere] hover:text-accent hover:underline"
              >
                {one.fileName}
              </Anchor>
              <p className="text-muted text-xs">
                {one.by.name}
                {side === 'staff' && `, for ${one.company.name}`}, <RelativeTime iso={one.startedAt ?? one.createdAt} />
              </p>
            </div>
            <p className="tabular text-muted">{summarizeImport(one.counts)}</p>
            <ImportState state={one.state} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The state of an import. */
export function ImportState({ state }: { state: ContactImport['state'] }) {
  switch (state) {
    case 'uploaded':
      return <StatusMark tone="neutral">Not started</StatusMark>
    case 'running':
      return <StatusMark tone="info">Running</StatusMark>
    case 'done':
      return <StatusMark tone="good">Done</StatusMark>
    case 'failed':
      return <StatusMark tone="bad">Stopped</StatusMark>
    case 'undone':
      return (
        <StatusMark tone="neutral" shape="dash">
          Undone
        </StatusMark>
      )
  }
}
