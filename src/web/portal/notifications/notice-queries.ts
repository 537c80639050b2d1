// Query options for notifications, and optimistic marking as read.
import { type InfiniteData, keepPreviousData } from '@tanstack/react-query'
import { getNowDate } from '../../ui/clock.ts'
import { showToast } from '../../ui/overlays/toast.tsx'
import { api, client, parseFailure } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import type { Kind, Shown } from './labels.ts'

type Page = { items: Shown[]; nextCursor: string | null }
const first: string | undefined = undefined
const PAGE = 25

/** Returns query options for the unread and action item counts. */
export const notificationSummaryOptions = () => api.notifications.summary.queryOptions({ staleTime: 30_000 })

/** Returns query options for the reader's notifications, newest first. */
export const noticesOptions = (filter: { unread?: 'yes'; kind?: Kind[] } = {}) => ({
  ...api.notifications.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...filter, limit: PAGE, cursor }),
    initialPageParam: first,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 2_000,
  }),
  placeholderData: keepPreviousData<InfiniteData<Page, string | undefined>>,
})

/** Refetches the counts and every list that is on the screen. */
export const refreshNotices = () =>
  Promise.all([
    queries.invalidateQueries({ queryKey: api.notifications.summary.key() }),
    queries.invalidateQueries({ queryKey: api.notifications.list.key() }),
  ])

type Which = { ids: string[] } | { subjectId: string } | { upTo: string }
const meant = (which: Which, n: Shown) =>
  'ids' in which ? which.ids.includes(n.id) : 'upTo' in which ? n.id <= which.upTo : n.subjectId === which.subjectId

/** Marks notifications as read or unread, optimistically. The server updates the user's other tabs and devices. */
export async function markNotices(which: Which, read = true): Promise<void> {
  const at = read ? getNowDate().toISOString() : null
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
    const { unread } = await client.notifications.read({ ...which, read }, { context: { keepalive: true } })
    queries.setQueryData(notificationSummaryOptions().queryKey, (now) => now && { ...now, unread })
  } catch (e) {
    showToast({
      title: read ? 'Couldn’t mark as read' : 'Couldn’t mark as unread',
      description: parseFailure(e)?.message ?? 'Check your connection and try again.',
      tone: 'destructive',
    })
    await refreshNotices()
  }
}
