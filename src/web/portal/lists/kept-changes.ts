// Changes of what a person keeps about a list: shown at once, taken back if the server refuses.
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import { keptOptions, type ListKey, type SavedView } from './list.ts'

type Kept = { views: SavedView[]; columns: string[] | null }

const put = (list: ListKey, change: (kept: Kept) => Kept) =>
  queries.setQueryData(keptOptions(list).queryKey, (kept: Kept | undefined) => kept && change(kept))

/** What is under way is older than what was just shown. */
const hold = (list: ListKey) => queries.cancelQueries({ queryKey: keptOptions(list).queryKey })

const putView = (list: ListKey, view: SavedView) =>
  put(list, (kept) => ({
    ...kept,
    views: kept.views.some((v) => v.id === view.id)
      ? kept.views.map((v) => (v.id === view.id ? view : v))
      : [...kept.views, view],
  }))

// One after the other: the last choice must be the last that arrives.
let line: Promise<unknown> = Promise.resolve()

function inLine(list: ListKey, title: string, send: () => Promise<unknown>): void {
  line = line.then(send).catch((e) => {
    void queries.invalidateQueries({ queryKey: keptOptions(list).queryKey })
    toast({
      title,
      description: failureOf(e)?.message ?? 'Something went wrong. Try again.',
      tone: 'destructive',
    })
  })
}

/** Shows these columns from now on; null: the usual ones. A view that has columns of its own keeps them itself. */
export async function chooseColumns(list: ListKey, view: SavedView | undefined, columns: string[] | null) {
  await hold(list)
  if (view) {
    putView(list, { ...view, columns })
    inLine(list, 'The columns were not saved', () => client.lists.changeView({ list, id: view.id, columns }))
  } else {
    put(list, (kept) => ({ ...kept, columns }))
    inLine(list, 'The columns were not saved', () => client.lists.setColumns({ list, columns }))
  }
}

/** Keeps a new view. Throws the server's refusal. */
export async function saveView(list: ListKey, view: Omit<SavedView, 'id'>, idempotencyKey: string): Promise<SavedView> {
  const saved = await client.lists.saveView({ list, ...view }, { context: { idempotencyKey } })
  await hold(list)
  putView(list, saved)
  return saved
}

/** Changes a view. Throws the server's refusal. */
export async function changeView(list: ListKey, id: string, change: Partial<Omit<SavedView, 'id'>>): Promise<void> {
  const changed = await client.lists.changeView({ list, id, ...change })
  await hold(list)
  putView(list, changed)
}

/** Deletes a view; the toast brings it back to its place. */
export async function removeView(list: ListKey, view: SavedView, views: readonly SavedView[]): Promise<void> {
  await hold(list)
  put(list, (kept) => ({ ...kept, views: kept.views.filter((v) => v.id !== view.id) }))
  inLine(list, `“${view.name}” was not deleted`, async () => {
    await client.lists.removeView({ list, id: view.id })
    const { id: _, ...same } = view
    toast({
      title: `View “${view.name}” deleted`,
      tone: 'good',
      action: {
        label: 'Undo',
        onClick: () =>
          inLine(list, `“${view.name}” did not come back`, async () => {
            const back = await saveView(list, same, crypto.randomUUID())
            // Others of them may have been deleted since.
            const there = queries.getQueryData(keptOptions(list).queryKey)?.views ?? []
            const wanted = views.map((v) => (v.id === view.id ? back.id : v.id))
            await order(
              list,
              wanted.filter((id) => there.some((v) => v.id === id)),
            )
          }),
      },
    })
  })
}

async function order(list: ListKey, ids: string[]): Promise<void> {
  const { views } = await client.lists.orderViews({ list, ids })
  put(list, (kept) => ({ ...kept, views }))
}

/** Moves a view by one place. */
export async function moveView(list: ListKey, view: SavedView, views: readonly SavedView[], by: -1 | 1): Promise<void> {
  const at = views.findIndex((v) => v.id === view.id)
  const other = views[at + by]
  if (!other) return
  await hold(list)
  const next = views.with(at, other).with(at + by, view)
  put(list, (kept) => ({ ...kept, views: next }))
  inLine(list, 'The order was not saved', () =>
    order(
      list,
      next.map((v) => v.id),
    ),
  )
}
