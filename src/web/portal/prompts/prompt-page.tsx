import { useQuery } from '@tanstack/react-query'
import { FileQuestion } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Badge } from '../../ui/status.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { parseFailure } from '../platform/data/api.ts'
import { handleOf, loadReads, type ScreenReads } from '../platform/data/screen-reads.ts'
import { useUnsaved } from '../platform/forms/use-unsaved.tsx'
import { lazy } from '../platform/loading/lazy.ts'
import { useAddress } from '../platform/use-address.ts'
import { Editor } from './editor.tsx'
import { type Draft, formatVersion, type Prompt } from './model.ts'
import { promptOptions, promptsOptions, versionOptions } from './prompt-queries.ts'

const Versions = lazy(() => import('./versions.tsx').then((m) => ({ default: m.Versions })))
const Try = lazy(() => import('./try.tsx').then((m) => ({ default: m.Try })))
const Moves = lazy(() => import('./moves.tsx').then((m) => ({ default: m.Moves })))

export const meta = () => [{ name: 'robots', content: 'noindex' }]
const reads: ScreenReads = ({ params: { key } }) => (key ? [promptOptions(key), promptsOptions()] : [])
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

const BACK = { href: '/admin/prompt-manager', label: 'Prompt manager' }
const TABS = [
  { value: 'text', label: 'Text' },
  { value: 'versions', label: 'Versions' },
  { value: 'try', label: 'Test' },
  { value: 'history', label: 'History' },
] as const
type Tab = (typeof TABS)[number]['value']

/** `/admin/prompt-manager/:key`: one prompt: edit it, compare and test versions, and make one live. */
export default function PromptPage() {
  const { key = '' } = useParams()
  const { data, error, isError, isFetching, refetch } = useQuery(promptOptions(key))
  const failure = parseFailure(error)
  return (
    <>
      <title>{`${data?.title ?? 'Prompt'} · ${brand.shortName}`}</title>
      {data ? (
        <Loaded key={key} prompt={data} />
      ) : (
        <div className="flex flex-col gap-5">
          <PageHeader back={BACK} title="Prompt" />
          {failure?.status === 404 ? (
            <EmptyState
              icon={<FileQuestion />}
              title="Prompt not found"
              action={<LinkButton href={BACK.href}>Back to prompt manager</LinkButton>}
            >
              Check the link and try again.
            </EmptyState>
          ) : isError ? (
            <ErrorState
              title="Couldn’t load the prompt"
              message={failure?.message ?? 'Check your connection and try again.'}
              requestId={failure?.data?.requestId}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <Skeleton className="h-96 rounded-md" />
          )}
        </div>
      )}
    </>
  )
}

function Loaded({ prompt }: { prompt: Prompt }) {
  const [search, , go] = useAddress()
  const tab = TABS.find((t) => t.value === search.get('tab'))?.value ?? 'text'
  // Drafts are kept while the user looks at other tabs. Each draft belongs to the version it is based on, even if
  // another version goes live in the meantime.
  const [written, setWritten] = useState<Readonly<Record<number, Draft>>>({})
  const [begun, setBegun] = useState<number>()
  const wanted = Number(search.get('from') ?? begun ?? prompt.live)
  const from = prompt.versions.some((v) => v.number === wanted) ? wanted : prompt.live
  const base = useQuery(versionOptions(prompt.key, from))
  const status = useQuery(promptsOptions()).data?.status
  const draft: Draft | undefined = written[from] ?? (base.data && { body: base.data.body, note: '', basedOn: from })
  const dirty = draft !== undefined && base.data !== undefined && draft.body !== base.data.body
  const elsewhere = Object.keys(written).some((number) => Number(number) !== from)
  const unsaved = useUnsaved(dirty || elsewhere, 'this prompt')
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        back={BACK}
        title={prompt.title}
        description={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {prompt.about} <Badge tone="accent">{formatVersion(prompt.live)} is live</Badge>
          </span>
        }
      />
      <Tabs<Tab>
        label="Prompt"
        value={tab}
        onChange={(next) =>
          go({ ...(next === 'text' ? {} : { tab: next }), ...(from === prompt.live ? {} : { from: String(from) }) })
        }
        tabs={TABS.map((t) => (t.value === 'versions' ? { ...t, count: prompt.versions.length } : t))}
      >
        <TabPanel value="text">
          {draft && base.data ? (
            <Editor
              prompt={prompt}
              draft={draft}
              dirty={dirty}
              onChange={(next) => {
                setWritten((now) => ({ ...now, [from]: next }))
                setBegun(from)
              }}
              onSaved={(number) => {
                // Keep what was typed while the version was being saved.
                setWritten((all) => {
                  const { [from]: now, ...others } = all
                  return now === draft ? others : all
                })
                setBegun(undefined)
                go({ tab: 'versions', compare: String(number), with: String(prompt.live) })
              }}
            />
          ) : (
            <Skeleton className="h-96 rounded-md" />
          )}
        </TabPanel>
        <Suspense fallback={<Skeleton className="mt-5 h-96 rounded-md" />}>
          <TabPanel value="versions">
            <Versions prompt={prompt} />
          </TabPanel>
          <TabPanel value="try">
            <Try prompt={prompt} status={status} body={dirty ? draft.body : undefined} />
          </TabPanel>
          <TabPanel value="history">
            <Moves promptKey={prompt.key} />
          </TabPanel>
        </Suspense>
      </Tabs>
      {unsaved}
    </div>
  )
}
