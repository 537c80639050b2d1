import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import { api, failureOf } from '../platform/api.ts'
import { Panel, PanelRows, WaitingList } from './waiting-list.tsx'

const SHOWN = 20
/** Of each group of staff: the next things to do; the queue has the others. */
const NEXT = 8
/** Of what waits for a partner: the oldest, until all are asked for. */
const FIRST = 6
/** What waits for the reader. The bell asks again when something has changed. */
export const waitingOptions = {
  ...api.notifications.waiting.queryOptions({ input: { limit: SHOWN } }),
  staleTime: 2_000,
}

/** The question, and what stands there while it is asked or when it fails. */
function useWaiting(title: string) {
  const waiting = useQuery(waitingOptions)
  const items = waiting.data?.items
  const instead = waiting.isLoadingError ? (
    <ErrorState
      message={waiting.error.message}
      requestId={failureOf(waiting.error)?.data?.requestId}
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

/** For staff: what is due, what is theirs, and what nobody has. */
export function StaffWaiting() {
  const { items, instead } = useWaiting('Assigned to you')
  if (!items) return instead
  const of = (group: 'due' | 'mine' | 'unassigned') => items.filter((i) => i.group === group)
  const due = of('due')
  return (
    <>
      {due.length > 0 && (
        <WaitingList
          title="Due soon or overdue"
          items={due}
          shown={NEXT}
          more={due.length === SHOWN}
          since="due"
          all={{ href: '/admin/tickets?sla=breached&sla=due_soon', label: 'All that are due' }}
          empty={{ title: '', text: '' }}
        />
      )}
      <WaitingList
        title="Assigned to you"
        items={of('mine')}
        shown={NEXT}
        more={of('mine').length === SHOWN}
        since="updated"
        all={{ href: '/admin/tickets?assignee=me', label: 'All of yours' }}
        empty={{
          title: 'Nothing is waiting',
          text: due.length > 0 ? 'What is yours is due soon: it stands above.' : 'No open ticket is assigned to you.',
        }}
      />
      <WaitingList
        title="Nobody’s yet"
        items={of('unassigned')}
        shown={NEXT}
        more={of('unassigned').length === SHOWN}
        since="opened"
        all={{ href: '/admin/tickets?assignee=none', label: 'All unassigned' }}
        empty={{ title: 'Nothing is waiting', text: 'Every open ticket has an engineer.' }}
      />
    </>
  )
}

/** For partners: what we need an answer or a decision for. */
export function WaitingOnYou() {
  const { items, total, instead } = useWaiting('Waiting on you')
  const [all, setAll] = useState(false)
  if (!items) return instead
  const loose = items.filter((i) => !i.group)
  return (
    <WaitingList
      title="Waiting on you"
      items={loose}
      {...(all || loose.length <= FIRST + 1 ? {} : { shown: FIRST, onAll: () => setAll(true) })}
      more={total > loose.length}
      since="asked"
      {...(loose.length >= SHOWN ? { all: { href: '/tickets?status=waiting_on_partner', label: 'All of them' } } : {})}
      empty={{
        title: 'Nothing is waiting',
        text: 'When we need an answer or a decision from you, it stands here.',
      }}
    />
  )
}
