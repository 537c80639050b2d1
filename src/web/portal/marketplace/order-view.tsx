import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, GripVertical, Package } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Anchor } from '../../ui/anchor.tsx'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { TextInput } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { getPressedKey } from '../../ui/pressed-key.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { api, client, parseFailure } from '../platform/data/api.ts'
import { isSending, sendInTurn } from '../platform/data/send-in-turn.ts'
import { useLive } from '../platform/live/use-live.ts'
import { refreshCatalogue } from './catalogue-queries.ts'
import { buildEditorHref, type Row } from './model.ts'
import { useReorder } from './use-reorder.ts'

const PAGE = 100
/** Fetches all published products in the order set by staff. */
async function published(): Promise<Row[]> {
  const items: Row[] = []
  let cursor: string | undefined
  do {
    const page = await client.marketplace.adminList({
      status: ['published'],
      sort: 'position',
      order: 'asc',
      limit: PAGE,
      cursor,
    })
    items.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return items
}
/** The line in which moves are sent (see `sendInTurn`). */
const LINE = 'catalog order'
const orderOptions = { queryKey: [...api.marketplace.key(), 'order'], queryFn: published }

/** Reorders published products by dragging, with the keyboard, or by typing a position. */
export function OrderView() {
  const { data, error, refetch, isFetching } = useQuery(orderOptions)
  const cache = useQueryClient()
  const box = useRef<HTMLOListElement>(null)
  useLive(['product'], () => !isSending(LINE) && void refetch())
  // The product that gets the focus back after it was rendered in its new position.
  const moved = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the rendered list changes
  useEffect(() => {
    if (moved.current) box.current?.querySelector<HTMLElement>(`[data-place="${moved.current}"]`)?.focus()
    moved.current = undefined
  }, [data])
  const items = data ?? []
  const may = items[0]?.can.edit ?? false

  async function put(next: Row[], one: Row) {
    const at = next.findIndex((p) => p.id === one.id)
    const after = next[at - 1]?.id ?? null
    moved.current = one.id
    void cache.cancelQueries({ queryKey: orderOptions.queryKey })
    cache.setQueryData(orderOptions.queryKey, next)
    try {
      await sendInTurn(LINE, one.id, (context) => client.marketplace.adminMove({ id: one.id, after }, { context }))
    } catch (e) {
      showToast({
        tone: 'destructive',
        title: 'Product not moved',
        description: parseFailure(e)?.message ?? 'Try again.',
      })
    }
    // A refetch between two moves would undo the second one on the screen.
    if (!isSending(LINE)) void refreshCatalogue()
  }
  const order = useReorder(items, (next, one) => void put(next, one), 'Product')

  if (!data)
    return error ? (
      <ErrorState
        message={parseFailure(error)?.message ?? 'Couldn’t load the sort order. Check your connection and try again.'}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Skeleton className="h-96 rounded-md" />
    )
  if (items.length === 0)
    return (
      <EmptyState icon={<Package />} title="No published products">
        Publish a product to set its position here.
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-muted text-sm">
        The marketplace sorts products by the number of companies that run them, then in this order.
        {may && (
          <>
            <span className="max-md:hidden"> Drag a product, press Alt and an arrow key on its number,</span>
            <span className="md:hidden"> Use the arrows,</span> or type a new number.
          </>
        )}
      </p>
      <ol ref={box} className="overflow-hidden rounded-md border border-line bg-surface">
        {items.map((p, i) => (
          <li
            key={p.id}
            {...order.drop(i)}
            className={cx(
              'flex min-h-11 items-center gap-2 border-line border-t px-3 py-1 first:border-t-0',
              order.dragged === i && 'opacity-40',
              order.over === i && order.dragged !== undefined && order.dragged !== i && 'bg-line/60',
            )}
          >
            {may ? (
              <>
                <span
                  aria-hidden
                  {...order.drag(i)}
                  className="grid size-7 shrink-0 cursor-grab place-items-center text-muted active:cursor-grabbing max-md:hidden"
                >
                  <GripVertical className="size-4" />
                </span>
                <Place at={i} count={items.length} product={p} onMove={order.move} onKey={order.onKey} />
              </>
            ) : (
              <span className="tabular w-8 text-muted text-sm">{i + 1}</span>
            )}
            <span className="min-w-0 flex-1 md:flex md:items-baseline md:gap-3">
              <Anchor href={buildEditorHref(p.id)} className="block truncate rounded-sm text-sm hover:text-accent">
                <bdi>{p.name}</bdi>
              </Anchor>
              <span className="block shrink-0 truncate text-muted text-xs">{p.category.name}</span>
            </span>
            {may && (
              <span className="flex shrink-0">
                <IconButton
                  size="sm"
                  label={`Move ${p.name} up`}
                  disabled={i === 0}
                  icon={<ArrowUp aria-hidden className="size-4" />}
                  onClick={() => order.move(i, i - 1)}
                />
                <IconButton
                  size="sm"
                  label={`Move ${p.name} down`}
                  disabled={i === items.length - 1}
                  icon={<ArrowDown aria-hidden className="size-4" />}
                  onClick={() => order.move(i, i + 1)}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
      <span aria-live="polite" className="sr-only">
        {order.announcement}
      </span>
    </div>
  )
}

interface PlaceProps {
  at: number
  count: number
  product: Row
  onMove: (from: number, to: number) => void
  onKey: (event: React.KeyboardEvent<HTMLElement>, at: number) => boolean
}

/** The position of a product, which can be changed by typing another one. */
function Place({ at, count, product, onMove, onKey }: PlaceProps) {
  const [typed, setTyped] = useState(String(at + 1))
  useEffect(() => setTyped(String(at + 1)), [at])
  function go() {
    const to = Number(typed)
    if (Number.isInteger(to) && to >= 1) onMove(at, Math.min(to, count) - 1)
    setTyped(String(at + 1))
  }
  return (
    <span className="w-14 shrink-0">
      <TextInput
        inputMode="numeric"
        data-place={product.id}
        aria-label={`Position of ${product.name}`}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        className="tabular h-8! px-2! text-center max-md:h-11!"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => setTyped(String(at + 1))}
        onKeyDown={(event) => {
          if (onKey(event, at)) return
          if (getPressedKey(event) === 'Enter') {
            event.preventDefault()
            go()
          }
        }}
      />
    </span>
  )
}
