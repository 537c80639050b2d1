import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import { api, parseFailure } from '../platform/data/api.ts'
import { Panel, PanelRows, WaitingList } from './waiting-list.tsx'

const SHOWN = 20
/** Maximum number of items per group for staff. The queue has the rest. */
const NEXT = 8
/** Number of items that partners see first, until they ask for all. */
const FIRST = 6
/** Query options for the reader's action items. The bell refetches them after changes. */
export const waitingOptions = {
  ...api.notifications.waiting.queryOptions({ input: { limit: SHOWN } }),
  staleTime: 2_000,
}

/** Returns the action items, and what to show instead while they load or after an error. */
function useWaiting(title: string) {
  const waiting = useQuery(waitingOptions)
  const items = waiting.data?.items
  const instead = waiting.isLoadingError ? (
    <ErrorState
      message={waiting.error.message}
      requestId={parseFailure(waiting.error)?.data?.requestId}
      onRetry={() => void waiting.refetch()}
      retrying={waiting.isFetching}
    />
  ) : (
    <Panel title={title}>
      <PanelRows />
    </Panel>
  )
  return { items, total: waiting.data?.total ?? 0, instead }
}

/** For staff: tickets that are due, assigned to them, or unassigned, and their project tasks. */
export function StaffWaiting() {
  const { items, instead } = useWaiting('Assigned to you')
  if (!items) return instead
  const of = (group: 'due' | 'mine' | 'unassigned') => items.filter((i) => i.group === group)
  const due = of('due')
  const tasks = items.filter((i) => i.kind === 'project_task')
  const list = (title: string, rows: typeof items, since: string, href: string, none = '') => (
    <WaitingList
      title={title}
      items={rows}
      shown={NEXT}
      more={rows.length === SHOWN}
      since={since}
      all={{ href, label: 'View all' }}
      empty={{
        title: 'All caught up',
        text: due.length > 0 ? 'Tickets due soon or overdue are listed above.' : none,
      }}
    />
  )
  return (
    <>
      {due.length > 0 && list('Due soon or overdue', due, 'due', '/admin/tickets?sla=breached&sla=due_soon')}
      {list(
        'Assigned to you',
        of('mine'),
        'updated',
        '/admin/tickets?assignee=me',
        'No new or in-progress tickets are assigned to you.',
      )}
      {tasks.length > 0 && list('Your project tasks', tasks, 'updated', '/my-projects')}
      {list(
        'Unassigned',
        of('unassigned'),
        'opened',
        '/admin/tickets?assignee=none',
        'Every new or in-progress ticket is assigned to an engineer.',
      )}
    </>
  )
}

/** For partners: what needs their reply or decision. */
export function WaitingOnYou() {
  const { items, total, instead } = useWaiting('Needs your attention')
  const [all, setAll] = useState(false)
  if (!items) return instead
  const loose = items.filter((i) => !i.group)
  return (
    <WaitingList
      title="Needs your attention"
      items={loose}
      {...(all || loose.length <= FIRST + 1 ? {} : { shown: FIRST, onAll: () => setAll(true) })}
      more={total > loose.length}
      since="asked"
      {...(loose.length >= SHOWN ? { all: { href: '/tickets?status=waiting_on_partner', label: 'View all' } } : {})}
      empty={{
        title: 'You’re all caught up',
        text: 'When we need your reply or a decision, it appears here.',
      }}
    />
  )
}
