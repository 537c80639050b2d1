// What a ticket list shows, as it stands in the address.
import { categories, openStatuses, priorities, type Side, sortKeys, statuses } from './labels.ts'
import { type Category, isId, type Priority, type SortKey, type Status } from './model.ts'

/** A list's filter. An address without parameters shows what is open, latest change first. */
export type ListFilter = {
  q: string
  /** Undefined: all that are open. */
  status: Status[] | 'all' | undefined
  priority: Priority[]
  category: Category[]
  /** `me`, `none` or a person's id. */
  assignee: string | undefined
  /** `me` or a person's id. */
  requester: string | undefined
  company: string | undefined
  sort: SortKey
  order: 'asc' | 'desc'
}

const MOST_LETTERS = 200

const oneOf = <T extends string>(value: string | null, known: readonly T[]) => known.find((k) => k === value)
const manyOf = <T extends string>(values: string[], known: readonly T[]) => known.filter((k) => values.includes(k))

/** Reads an address; what it cannot mean is left out. */
export function readFilter(query: URLSearchParams): ListFilter {
  const person = (name: string, words: readonly string[]) => {
    const value = query.get(name)
    return value && (words.includes(value) || isId(value)) ? value : undefined
  }
  const chosen = manyOf(query.getAll('status'), statuses)
  return {
    q: (query.get('q') ?? '').slice(0, MOST_LETTERS),
    status: query.getAll('status').includes('all') ? 'all' : chosen.length > 0 ? chosen : undefined,
    priority: manyOf(query.getAll('priority'), priorities),
    category: manyOf(query.getAll('category'), categories),
    assignee: person('assignee', ['me', 'none']),
    requester: person('requester', ['me']),
    company: person('company', []),
    sort: oneOf(query.get('sort'), sortKeys) ?? 'updated',
    order: oneOf(query.get('order'), ['asc', 'desc'] as const) ?? 'desc',
  }
}

/** Writes an address; what is usual is left out. */
export function writeFilter(filter: ListFilter): URLSearchParams {
  const query = new URLSearchParams()
  const put = (name: string, values: readonly (string | undefined)[]) => {
    for (const value of values) if (value) query.append(name, value)
  }
  put('q', [filter.q])
  put('status', filter.status === 'all' ? ['all'] : (filter.status ?? []))
  put('priority', filter.priority)
  put('category', filter.category)
  put('assignee', [filter.assignee])
  put('requester', [filter.requester])
  put('company', [filter.company])
  if (filter.sort !== 'updated' || filter.order !== 'desc') {
    put('sort', [filter.sort])
    put('order', [filter.order])
  }
  return query
}

/** The filter as the API takes it. */
export function apiFilter({ q, status, priority, category, ...rest }: ListFilter) {
  return {
    ...rest,
    q: q.trim() || undefined,
    status: status === 'all' ? undefined : (status ?? openStatuses),
    priority: priority.length > 0 ? priority : undefined,
    category: category.length > 0 ? category : undefined,
  }
}

/** The filter as the query of the CSV export. */
export function exportQuery(filter: ListFilter): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(apiFilter(filter))) {
    for (const one of value === undefined ? [] : [value].flat()) query.append(name, one)
  }
  return query.toString()
}

/** Whether anything beside a view narrows the list. */
export const isNarrowed = (f: ListFilter): boolean =>
  Boolean(
    f.q.trim() ||
      f.priority.length ||
      f.category.length ||
      f.requester ||
      f.company ||
      (f.assignee && f.assignee !== 'me' && f.assignee !== 'none'),
  )

/** The filter with nothing left but its view and order. */
export const widened = (f: ListFilter): ListFilter => ({
  ...f,
  q: '',
  priority: [],
  category: [],
  requester: undefined,
  company: undefined,
  assignee: f.assignee === 'me' || f.assignee === 'none' ? f.assignee : undefined,
})

/** One of the views at the head of a list. */
type View = { key: string; label: string; status: ListFilter['status']; assignee?: 'me' | 'none' }

const waiting: Status[] = ['waiting_on_partner']
const done: View[] = [
  { key: 'resolved', label: 'Resolved', status: ['resolved'] },
  { key: 'closed', label: 'Closed', status: ['closed'] },
  { key: 'all', label: 'All', status: 'all' },
]
const views: Record<Side, View[]> = {
  partner: [
    { key: 'open', label: 'All open', status: undefined },
    { key: 'waiting', label: 'Waiting on you', status: waiting },
    ...done,
  ],
  staff: [
    { key: 'open', label: 'Open', status: undefined },
    { key: 'unassigned', label: 'Unassigned', status: undefined, assignee: 'none' },
    { key: 'mine', label: 'Mine', status: undefined, assignee: 'me' },
    { key: 'waiting', label: 'Waiting on partner', status: waiting },
    { key: 'third-party', label: 'Third party', status: ['waiting_on_third_party'] },
    ...done,
  ],
}
/** The views of one side. */
export const viewsOf = (side: Side): View[] => views[side]

const special = (assignee: string | undefined) => (assignee === 'me' || assignee === 'none' ? assignee : undefined)

/** Whether the filter is this view, perhaps narrowed. */
export const isView = (view: View, f: ListFilter): boolean =>
  String(view.status) === String(f.status) && view.assignee === special(f.assignee)

/** The filter moved to a view; what narrows it stays. */
export const inView = (view: View, f: ListFilter): ListFilter => ({
  ...f,
  status: view.status,
  assignee: view.assignee ?? (special(f.assignee) ? undefined : f.assignee),
})

type Counts = { byStatus: Record<Status, number>; unassigned: number; mine: number }

/** How many tickets a view holds. */
export function countOf(view: View, { byStatus, unassigned, mine }: Counts): number {
  if (view.assignee) return view.assignee === 'me' ? mine : unassigned
  const counted = view.status === 'all' ? statuses : (view.status ?? openStatuses)
  return counted.reduce((sum, status) => sum + byStatus[status], 0)
}
