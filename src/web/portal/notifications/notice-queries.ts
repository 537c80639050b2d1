// What the bell and its page ask the server for, and how marking shows before the answer is there.
import { type InfiniteData, keepPreviousData } from '@tanstack/react-query'
import { toast } from '../../ui/toast.tsx'
import { api, client, failureOf } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import type { Kind, Shown } from './labels.ts'

type Page = { items: Shown[]; nextCursor: string | null }
const first: string | undefined = undefined
const PAGE = 25

/** The two numbers of the frame. */
export const summaryOptions = () => api.notifications.summary.queryOptions({ staleTime: 30_000 })

/** What the reader was told, newest first. */
export const noticesOptions = (filter: { unread?: 'yes'; kind?: Kind[] } = {}) => ({
  ...api.notifications.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...filter, limit: PAGE, cursor }),
    initialPageParam: first,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 2_000,
  }),
  placeholderData: keepPreviousData<InfiniteData<Page, string | undefined>>,
})

/** Asks again for the numbers and for every list that is on the screen. */
export const refreshNotices = () =>
  Promise.all([
    queries.invalidateQueries({ queryKey: api.notifications.summary.key() }),
    queries.invalidateQueries({ queryKey: api.notifications.list.key() }),
  ])

type Which = { ids: string[] } | { subjectId: string } | { upTo: string }
const meant = (which: Which, n: Shown) =>
  'ids' in which ? which.ids.includes(n.id) : 'upTo' in which ? n.id <= which.upTo : n.subjectId === which.subjectId

/** Marks read or unread: at once here, then on the server, which tells the other tabs and devices. */
export async function mark(which: Which, read = true): Promise<void> {
  const at = read ? new Date().toISOString() : null
  const key = api.notifications.list.key()
  await queries.cancelQueries({ queryKey: key })
  queries.setQueriesData<InfiniteData<Page>>({ queryKey: key }, (data) =>
    data && 'pages' in data
      ? {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            items: page.items.map((n) => (meant(which, n) && (n.readAt !== null) !== read ? { ...n, readAt: at } : n)),
          })),
        }
      : data,
  )
  try {
    const { unread } = await client.notifications.read({ ...which, read })
    queries.setQueryData(summaryOptions().queryKey, (now) => now && { ...now, unread })
  } catch (e) {
    toast({
      title: read ? 'Not marked read' : 'Not marked unread',
      description: failureOf(e)?.message ?? 'Something went wrong. Try again.',
      tone: 'destructive',
    })
    await refreshNotices()
  }
}
