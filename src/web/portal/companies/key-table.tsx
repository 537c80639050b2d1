import { useInfiniteQuery } from '@tanstack/react-query'
import { Ban, KeyRound } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { StatusMark } from '../../ui/status.tsx'
import { DataTable } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { TableFooter } from '../../ui/table/table-footer.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { IdentityNotConfirmed, useConfirmIdentity } from '../account/index.ts'
import { api, client, parseFailure } from '../platform/data/api.ts'
import { useLive } from '../platform/live/use-live.ts'
import { lazy } from '../platform/loading/lazy.ts'
import type { ApiKey } from './model.ts'
import { formatScope } from './scopes.ts'

const ConfirmDialog = lazy(() => import('../../ui/overlays/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))
const LIMIT = 50
const first: string | undefined = undefined

const look = {
  live: { tone: 'good', shape: 'check', label: 'Active' },
  expired: { tone: 'neutral', shape: 'dash', label: 'Expired' },
  revoked: { tone: 'neutral', shape: 'dash', label: 'Revoked' },
} as const
const muted = (text: string) => <span className="text-muted">{text}</span>

const columns: readonly Column<ApiKey>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: (k) => (
      <span className="flex min-w-0 max-w-full items-baseline gap-2.5 align-top max-md:inline-flex max-md:flex-wrap max-md:gap-y-0">
        <bdi className="truncate font-medium" title={k.name}>
          {k.name}
        </bdi>
        <code className="shrink-0 text-muted text-xs">{k.prefix}…</code>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    width: 'w-28',
    phone: 'meta',
    cell: (k) => (
      <StatusMark tone={look[k.state].tone} shape={look[k.state].shape}>
        {look[k.state].label}
      </StatusMark>
    ),
  },
  {
    key: 'scopes',
    header: 'Scopes',
    priority: 'medium',
    cell: (k) => {
      const words = k.scopes.map(formatScope).join(', ')
      return (
        <span className="block truncate text-muted" title={words}>
          {words}
        </span>
      )
    },
  },
  {
    key: 'used',
    header: 'Last used',
    width: 'w-32',
    cell: (k) =>
      k.lastUsedAt ? (
        <span>
          <span className="md:hidden">used </span>
          <RelativeTime iso={k.lastUsedAt} />
        </span>
      ) : (
        <span className="text-muted">
          <span className="max-md:hidden">Never</span>
          <span className="md:hidden">never used</span>
        </span>
      ),
    phone: 'meta',
  },
  {
    key: 'expires',
    header: 'Expires',
    width: 'w-32',
    priority: 'wide',
    phone: 'hidden',
    cell: (k) => {
      if (k.revokedAt) return <RelativeTime iso={k.revokedAt} className="text-muted" />
      return k.expiresAt ? <RelativeTime iso={k.expiresAt} /> : muted('Never')
    },
  },
  {
    key: 'by',
    header: 'Created by',
    width: 'w-36',
    priority: 'wide',
    phone: 'hidden',
    cell: (k) => <span className="block truncate text-muted">{k.createdBy.name}</span>,
  },
]

interface KeyTableProps {
  /** The company whose keys staff look at. Undefined for the reader's own company. */
  companyId?: string
  /** Whether the reader can revoke keys. */
  revoke: boolean
  /** Shown when there are no keys yet. */
  emptyAction?: ReactNode
}

/** Lists API keys with their scopes and last use, and a button that revokes them. */
export function KeyTable({ companyId, revoke, emptyAction }: KeyTableProps) {
  const options = companyId
    ? api.companies.keysOf.infiniteOptions({
        input: (cursor: string | undefined) => ({ id: companyId, limit: LIMIT, cursor }),
        initialPageParam: first,
        getNextPageParam: (page) => page.nextCursor ?? undefined,
      })
    : api.companies.keys.infiniteOptions({
        input: (cursor: string | undefined) => ({ limit: LIMIT, cursor }),
        initialPageParam: first,
        getNextPageParam: (page) => page.nextCursor ?? undefined,
      })
  const query = useInfiniteQuery(options as Extract<typeof options, { queryKey: unknown }>)
  const { refetch } = query
  useLive(['company'], (event) => {
    if (event === 'resumed' || event.kind === 'key') void refetch()
  })
  const confirmed = useConfirmIdentity()
  const [asked, setAsked] = useState<ApiKey>()
  const rows = query.data?.pages.flatMap((page) => page.items) ?? []
  const failure = query.isError ? parseFailure(query.error) : undefined

  const actions = useCallback(
    (key: ApiKey) =>
      key.state === 'live' ? (
        <IconButton
          size="sm"
          label={`Revoke ${key.name}`}
          title="Revoke"
          icon={<Ban aria-hidden className="size-4" />}
          onClick={() => setAsked(key)}
        />
      ) : null,
    [],
  )
  async function run(key: ApiKey) {
    try {
      await confirmed(() => client.companies.revokeKey({ id: key.id }))
    } catch (e) {
      if (e instanceof IdentityNotConfirmed) return
      throw e
    }
    showToast({ title: 'API key revoked', description: `“${key.name}” no longer works.`, tone: 'good' })
    await refetch()
  }

  return (
    <>
      <DataTable
        label="API keys"
        columns={columns}
        rows={rows}
        rowKey={(k) => k.id}
        rowLabel={(k) => k.name}
        rowActions={revoke ? actions : undefined}
        loading={query.isPending}
        skeletonRows={3}
        empty={
          query.isError ? (
            <ErrorState
              title="Couldn’t load the API keys"
              message={failure?.message ?? 'Check your connection and try again.'}
              requestId={failure?.data?.requestId}
              onRetry={() => void refetch()}
              retrying={query.isFetching}
            />
          ) : (
            <EmptyState icon={<KeyRound />} title="No API keys yet" action={emptyAction}>
              {companyId
                ? 'API keys created by owners of this company appear here.'
                : 'Connect your own programs, for example to open tickets from your monitoring or fill a dashboard.'}
            </EmptyState>
          )
        }
        footer={
          query.hasNextPage ? (
            <TableFooter
              shown={rows.length}
              noun="keys"
              onMore={() => void query.fetchNextPage()}
              pending={query.isFetchingNextPage}
            />
          ) : undefined
        }
      />
      {asked && (
        <Suspense>
          <ConfirmDialog
            open
            onOpenChange={(open) => !open && setAsked(undefined)}
            title={`Revoke the API key “${asked.name}”?`}
            description="Programs that use this key lose access immediately. You can’t undo this."
            confirmLabel="Revoke key"
            onConfirm={() => run(asked)}
          />
        </Suspense>
      )}
    </>
  )
}
