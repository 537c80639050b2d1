// Changes to a user's saved views and columns of a list. New and renamed views are shown when the server has saved
// them. All other changes are shown immediately, and what is saved is refetched if the server rejects them.
import { showToast } from '../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { type Send, sendInTurn } from '../platform/data/send-in-turn.ts'
import { keptOptions, type ListKey, type SavedView } from './list.ts'

type Kept = { views: SavedView[]; columns: string[] | null }

const put = (list: ListKey, change: (kept: Kept) => Kept) =>
  queries.setQueryData(keptOptions(list).queryKey, (kept: Kept | undefined) => kept && change(kept))

/** Cancels running queries, whose result would be older than the change. */
const cancelQueries = (list: ListKey) => queries.cancelQueries({ queryKey: keptOptions(list).queryKey })

const putView = (list: ListKey, view: SavedView) =>
  put(list, (kept) => ({
    ...kept,
    views: kept.views.some((v) => v.id === view.id)
      ? kept.views.map((v) => (v.id === view.id ? view : v))
      : [...kept.views, view],
  }))

/** Sends a change after those before it. If that fails, shows a toast and refetches what is saved. */
function sendChange<T>(list: ListKey, what: string, title: string, send: Send<T>): Promise<T | undefined> {
  return sendInTurn(`list ${list}`, what, send).catch((e) => {
    void queries.invalidateQueries({ queryKey: keptOptions(list).queryKey })
    showToast({
      title,
      description: parseFailure(e)?.message ?? 'We couldn’t reach the server. Try again.',
      tone: 'destructive',
    })
    return undefined
  })
}

/**
 * Changes the columns of a saved view, or of the list without one; null for the default columns. `change` gets the
 * stored columns, because the screen may not yet show a change made shortly before.
 */
export async function chooseColumns(
  list: ListKey,
  view: SavedView | undefined,
  change: (columns: string[] | null) => string[] | null,
) {
  await cancelQueries(list)
  const now = queries.getQueryData(keptOptions(list).queryKey)
  if (view) {
    const latest = now?.views.find((v) => v.id === view.id) ?? view
    const columns = change(latest.columns)
    putView(list, { ...latest, columns })
    void sendChange(list, `columns ${view.id}`, 'The columns were not saved', (context) =>
      client.lists.changeView({ list, id: view.id, columns }, { context }),
    )
  } else {
    const columns = change(now?.columns ?? null)
    put(list, (kept) => ({ ...kept, columns }))
    void sendChange(list, 'columns', 'The columns were not saved', (context) =>
      client.lists.setColumns({ list, columns }, { context }),
    )
  }
}

/** Saves a new view and returns it. Throws the Failure if the server rejects it. */
export async function saveView(
  list: ListKey,
  view: Omit<SavedView, 'id'>,
  idempotencyKey: string,
  context: object = {},
): Promise<SavedView> {
  const saved = await client.lists.saveView({ list, ...view }, { context: { ...context, idempotencyKey } })
  await cancelQueries(list)
  putView(list, saved)
  return saved
}

/** Changes a view. Throws the Failure if the server rejects it. */
export async function changeView(list: ListKey, id: string, change: Partial<Omit<SavedView, 'id'>>): Promise<void> {
  const changed = await client.lists.changeView({ list, id, ...change })
  await cancelQueries(list)
  putView(list, changed)
}

/** Deletes a view. The toast can restore it to its place. */
export async function removeView(list: ListKey, view: SavedView, views: readonly SavedView[]): Promise<void> {
  await cancelQueries(list)
  put(list, (kept) => ({ ...kept, views: kept.views.filter((v) => v.id !== view.id) }))
  const removed = await sendChange(list, `view ${view.id}`, `“${view.name}” was not deleted`, (context) =>
    client.lists.removeView({ list, id: view.id }, { context }),
  )
  if (!removed) return
  const { id: _, ...same } = view
  const idempotencyKey = crypto.randomUUID()
  showToast({
    title: `View “${view.name}” deleted`,
    tone: 'good',
    about: `view ${view.id}`,
    action: {
      label: 'Undo',
      onClick: () =>
        void sendChange(list, `restored ${view.id}`, `“${view.name}” was not restored`, async (context) => {
          const back = await saveView(list, same, idempotencyKey, context)
          // Other views may have been deleted since.
          const there = queries.getQueryData(keptOptions(list).queryKey)?.views ?? []
          const wanted = views.map((v) => (v.id === view.id ? back.id : v.id))
          await order(
            list,
            wanted.filter((id) => there.some((v) => v.id === id)),
            context,
          )
        }),
    },
  })
}

async function order(list: ListKey, ids: string[], context: object): Promise<void> {
  const { views } = await client.lists.orderViews({ list, ids }, { context })
  const at = new Map(views.map((v, index) => [v.id, index]))
  const placeOf = (v: SavedView) => at.get(v.id) ?? views.length
  // Take over only the order, because what is shown can include changes that were sent after this one.
  put(list, (kept) => ({ ...kept, views: kept.views.toSorted((a, b) => placeOf(a) - placeOf(b)) }))
}

/** Moves a view by one place, from where it is shown now. */
export async function moveView(list: ListKey, view: SavedView, by: -1 | 1): Promise<void> {
  await cancelQueries(list)
  const views = queries.getQueryData(keptOptions(list).queryKey)?.views ?? []
  const at = views.findIndex((v) => v.id === view.id)
  const other = views[at + by]
  if (!other) return
  const next = views.with(at, other).with(at + by, view)
  put(list, (kept) => ({ ...kept, views: next }))
  void sendChange(list, 'order', 'The order was not saved', (context) =>
    order(
      list,
      next.map((v) => v.id),
      context,
    ),
  )
}
