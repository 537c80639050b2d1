import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Lock, MessageSquareText, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { brand } from '../../../../brand.config.ts'
import { Button, IconButton, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { DataTable } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-column.ts'
import { TableFooter } from '../../ui/table-footer.tsx'
import { toast } from '../../ui/toast.tsx'
import { api, client, failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { useOnDemand } from '../platform/on-demand.tsx'
import { queries } from '../platform/queries.ts'
import { useAddress } from '../platform/use-address.ts'
import { useDebounced } from '../platform/use-debounced.ts'
import type { CannedReply } from './model.ts'

export const meta = () => [
  { title: `Canned replies · Settings · ${brand.shortName}` },
  { name: 'robots', content: 'noindex' },
]

const loadDialog = () => import('./canned-dialog.tsx')
const ConfirmDialog = lazy(() => import('../../ui/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))
const LIMIT = 50
const first: string | undefined = undefined
const refresh = () => queries.invalidateQueries({ queryKey: api.tickets.cannedReplies.key() })

const columns: readonly Column<CannedReply>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 'w-64',
    cell: (c) => <bdi className="block truncate font-medium">{c.name}</bdi>,
  },
  {
    key: 'shortcut',
    header: 'Shortcut',
    width: 'w-40',
    phone: 'meta',
    cell: (c) => <code className="text-muted text-xs">/{c.shortcut}</code>,
  },
  {
    key: 'body',
    header: 'Text',
    priority: 'medium',
    phone: 'hidden',
    cell: (c) => <span className="block truncate text-muted">{c.body.replace(/\s+/g, ' ')}</span>,
  },
  {
    key: 'updated',
    header: 'Changed',
    width: 'w-44',
    phone: 'meta',
    priority: 'wide',
    cell: (c) => (
      <span className="block truncate text-muted" title={c.updatedBy ?? undefined}>
        <RelativeTime iso={c.updatedAt} />
        {c.updatedBy && <span className="max-md:hidden"> by {c.updatedBy}</span>}
      </span>
    ),
  },
]

/** Settings, canned replies: answers that staff write often. */
export default function SettingsCanned() {
  const { ready, isInternalUser } = useAuth()
  if (ready && !isInternalUser) {
    return (
      <EmptyState
        icon={<Lock />}
        title="Only our own staff see this"
        action={<LinkButton href="/settings">Back to your profile</LinkButton>}
      />
    )
  }
  return <CannedReplies />
}

function CannedReplies() {
  const [params, set] = useAddress()
  const [words, setWords] = useState(params.get('q') ?? '')
  const q = useDebounced(words.trim(), 200)
  const query = useInfiniteQuery({
    ...api.tickets.cannedReplies.infiniteOptions({
      input: (cursor: string | undefined) => ({ q: q || undefined, limit: LIMIT, cursor }),
      initialPageParam: first,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      staleTime: 2_000,
    }),
    placeholderData: keepPreviousData,
  })
  const rows = query.data?.pages.flatMap((page) => page.items) ?? []
  const failure = query.isError ? failureOf(query.error) : undefined
  useEffect(() => {
    set({ q })
  }, [q, set])

  const wanted = params.get('edit')
  const dialog = useOnDemand(loadDialog)
  const { get } = dialog
  useEffect(() => {
    if (wanted) void get()
  }, [wanted, get])
  const show = useCallback((edit: string | undefined) => set({ edit }, edit === undefined), [set])
  const edited = wanted && wanted !== 'new' ? rows.find((r) => r.id === wanted) : undefined

  const [removing, setRemoving] = useState<CannedReply>()
  const actions = useCallback(
    (reply: CannedReply) => (
      <IconButton
        size="sm"
        className="max-md:!size-11"
        label={`Remove ${reply.name}`}
        title="Remove"
        icon={<Trash2 aria-hidden className="size-4" />}
        onClick={() => setRemoving(reply)}
      />
    ),
    [],
  )
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden className="size-4" />}
      pending={dialog.pending}
      onPointerEnter={() => void loadDialog().catch(() => {})}
      onClick={() => show('new')}
    >
      Add reply
    </Button>
  )

  return (
    <div>
      <SettingsSection
        wide
        title="Canned replies"
        description="Answers for the whole team. Type / at the beginning of a line in a ticket to insert one."
        action={add}
      >
        <div className="flex flex-col gap-4">
          <SearchInput label="Search canned replies" value={words} onChange={setWords} className="sm:max-w-80" />
          <DataTable
            label="Canned replies"
            columns={columns}
            rows={rows}
            rowKey={(r) => r.id}
            rowLabel={(r) => r.name}
            rowHref={(r) => `/settings/canned-replies?${new URLSearchParams({ ...(q ? { q } : {}), edit: r.id })}`}
            rowActions={actions}
            loading={query.isPending || query.isPlaceholderData}
            skeletonRows={4}
            empty={
              query.isError ? (
                <ErrorState
                  title="The canned replies did not load"
                  message={failure?.message ?? 'Something went wrong on the way.'}
                  requestId={failure?.data?.requestId}
                  onRetry={() => void query.refetch()}
                  retrying={query.isFetching}
                />
              ) : q ? (
                <EmptyState
                  icon={<MessageSquareText />}
                  title="Nothing answers to that"
                  action={<Button onClick={() => setWords('')}>Clear search</Button>}
                >
                  Looked for in names, shortcuts and texts.
                </EmptyState>
              ) : (
                <EmptyState
                  icon={<MessageSquareText />}
                  title="No canned replies yet"
                  action={<Button onClick={() => show('new')}>Add the first one</Button>}
                >
                  Names, numbers and companies fill themselves in.
                </EmptyState>
              )
            }
            footer={
              query.hasNextPage ? (
                <TableFooter
                  shown={rows.length}
                  noun="replies so far"
                  onMore={() => void query.fetchNextPage()}
                  pending={query.isFetchingNextPage}
                />
              ) : undefined
            }
          />
        </div>
        {dialog.module && (wanted === 'new' || edited) && (
          <dialog.module.CannedDialog
            key={wanted}
            reply={edited}
            onClose={() => show(undefined)}
            onSaved={() => void refresh()}
          />
        )}
        {removing && (
          <Suspense>
            <ConfirmDialog
              open
              onOpenChange={(next) => !next && setRemoving(undefined)}
              title={`Remove “${removing.name}”?`}
              description="Nobody can insert it any more. What was sent with it stays as it is."
              confirmLabel="Remove reply"
              onConfirm={async () => {
                await client.tickets.removeCannedReply({ id: removing.id }).catch((e) => {
                  // Somebody else was faster: it is gone, which is what was wanted.
                  if (failureOf(e)?.status !== 404) throw e
                })
                toast({ title: `“${removing.name}” removed`, tone: 'good' })
                await refresh()
              }}
            />
          </Suspense>
        )}
      </SettingsSection>
    </div>
  )
}
