import { useQuery } from '@tanstack/react-query'
import { Archive, ArchiveRestore, ArrowDown, ArrowUp, Package, Pencil, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { formatMinutes } from '../../../../contract/plain/durations.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Badge } from '../../../ui/status.tsx'
import { formatCents } from '../../../ui/text/money-text.ts'
import { client, parseFailure } from '../../platform/data/api.ts'
import { queries } from '../../platform/data/queries.ts'
import { isSending, sendInTurn } from '../../platform/data/send-in-turn.ts'
import { useLive } from '../../platform/live/use-live.ts'
import { useOnDemand } from '../../platform/loading/on-demand.tsx'
import { packsOptions } from '../billing-queries.ts'
import { calculateHourlyRate, calculateSaving, type Pack } from '../model.ts'
import { refreshMoney } from '../stripe-queries.ts'

const loadDialog = () => import('./pack-dialog.tsx')

/** The line in which changes of the order are sent (see `sendInTurn`). */
const LINE = 'pack order'

/** The hour packs with their prices and order, for administrators. */
export function PacksView() {
  const { data, error, refetch, isFetching } = useQuery(packsOptions(true))
  const { module, pending, get } = useOnDemand(loadDialog)
  const [open, setOpen] = useState<Pack | 'new'>()
  const [busy, setBusy] = useState<string>()
  useLive(['billing'], () => !isSending(LINE) && void refetch())
  const close = useCallback(() => setOpen(undefined), [])
  const show = (what: Pack | 'new') => void get().then((m) => m && setOpen(what))
  if (!data)
    return error ? (
      <ErrorState
        message={parseFailure(error)?.message ?? 'Couldn’t load the packs.'}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Skeleton className="h-64" />
    )
  const sold = data.items.filter((p) => !p.archivedAt)
  const archived = data.items.filter((p) => p.archivedAt)
  const showFailure = (e: unknown) =>
    showToast({
      tone: 'destructive',
      title: 'The packs were not changed',
      description: parseFailure(e)?.message ?? 'Try again.',
    })
  async function run(id: string, work: () => Promise<unknown>, done?: string) {
    setBusy(id)
    try {
      await work()
      if (done) showToast({ tone: 'good', title: done })
    } catch (e) {
      showFailure(e)
    } finally {
      await refreshMoney()
      setBusy((now) => (now === id ? undefined : now))
    }
  }
  async function move(one: Pack, by: -1 | 1) {
    const { queryKey } = packsOptions(true)
    await queries.cancelQueries({ queryKey })
    // Start from the order that is shown now, because a move just before this one may not have rendered yet.
    const items = queries.getQueryData(queryKey)?.items ?? []
    const shown = items.filter((p) => !p.archivedAt)
    const rest = shown.filter((p) => p.id !== one.id)
    const next = rest.toSpliced(shown.findIndex((p) => p.id === one.id) + by, 0, one)
    queries.setQueryData(
      queryKey,
      (kept) => kept && { ...kept, items: [...next, ...items.filter((p) => p.archivedAt)] },
    )
    try {
      await sendInTurn(LINE, 'order', (context) =>
        client.billing.reorderPacks({ ids: next.map((p) => p.id) }, { context }),
      )
    } catch (e) {
      showFailure(e)
    }
    if (!isSending(LINE)) await refreshMoney()
  }
  const archive = (p: Pack, on: boolean) =>
    void run(
      p.id,
      () => client.billing.archivePack({ id: p.id, version: p.version, archived: on }),
      on ? `${p.name} archived` : `${p.name} restored`,
    )
  const add = (
    <Button
      variant="primary"
      pending={pending}
      icon={<Plus aria-hidden className="size-4" />}
      onClick={() => show('new')}
    >
      New pack
    </Button>
  )
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose text-muted">The packs that owners can buy. Changes apply to new orders only.</p>
        {sold.length > 0 && add}
      </div>
      {sold.length === 0 ? (
        <EmptyState icon={<Package />} title="No hour packs for sale" action={add}>
          Add a pack so that owners can buy hours. Until then, they can open a ticket instead.
        </EmptyState>
      ) : (
        <ul className="overflow-hidden rounded-md border border-line bg-surface">
          {sold.map((p, i) => {
            const saving = calculateSaving(p, sold)
            return (
              <li
                key={p.id}
                className="flex flex-wrap items-center gap-x-6 gap-y-1 border-line border-t px-4 py-3 first:border-t-0"
              >
                <span className="min-w-0 flex-1 md:basis-48">
                  <bdi className="block truncate font-medium">{p.name}</bdi>
                  <span className="block text-muted text-xs">
                    {formatMinutes(p.minutes)}, valid for {p.validMonths} {p.validMonths === 1 ? 'month' : 'months'}
                  </span>
                </span>
                <span className="tabular shrink-0 text-end md:w-56">
                  {formatCents(p.priceCents)}
                  <span className="block text-muted text-xs">
                    {formatCents(calculateHourlyRate(p))} an hour{saving.percent > 0 && `, saves ${saving.percent}%`}
                  </span>
                </span>
                <span className="flex max-md:-mr-2 max-md:basis-full max-md:justify-end">
                  <IconButton
                    label={`Move ${p.name} up`}
                    disabled={i === 0 || busy !== undefined}
                    icon={<ArrowUp aria-hidden className="size-4" />}
                    onClick={() => void move(p, -1)}
                  />
                  <IconButton
                    label={`Move ${p.name} down`}
                    disabled={i === sold.length - 1 || busy !== undefined}
                    icon={<ArrowDown aria-hidden className="size-4" />}
                    onClick={() => void move(p, 1)}
                  />
                  <IconButton
                    label={`Edit ${p.name}`}
                    icon={<Pencil aria-hidden className="size-4" />}
                    onClick={() => show(p)}
                  />
                  <IconButton
                    label={`Archive ${p.name}`}
                    pending={busy === p.id}
                    icon={<Archive aria-hidden className="size-4" />}
                    onClick={() => archive(p, true)}
                  />
                </span>
              </li>
            )
          })}
        </ul>
      )}
      {archived.length > 0 && (
        <section>
          <h2 className="mb-2 font-medium text-muted text-xs">Archived</h2>
          <ul className="rounded-md border border-line border-dashed">
            {archived.map((p) => (
              <li
                key={p.id}
                className="flex items-center justify-between gap-4 border-line border-t border-dashed px-4 py-2 first:border-t-0"
              >
                <span className="flex min-w-0 flex-wrap items-center gap-x-3">
                  <bdi className="truncate text-muted">{p.name}</bdi>
                  <Badge>{formatCents(p.priceCents)}</Badge>
                </span>
                <IconButton
                  label={`Restore ${p.name}`}
                  pending={busy === p.id}
                  icon={<ArchiveRestore aria-hidden className="size-4" />}
                  onClick={() => archive(p, false)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {module && open && <module.PackDialog pack={open === 'new' ? undefined : open} onClose={close} />}
    </div>
  )
}
