import { useQuery } from '@tanstack/react-query'
import { UserRoundCheck } from 'lucide-react'
import { useCallback } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ListScreen, type Nothing } from '../lists/list-screen.tsx'
import { useAuth } from '../platform/auth.tsx'
import { useOnDemand } from '../platform/on-demand.tsx'
import { ticketName } from './labels.ts'
import { countsByView } from './lists.tsx'
import type { TicketRow } from './model.ts'
import { ticketQueue } from './queue-list.ts'
import { countsOptions, refreshCounts } from './ticket-queries.ts'

const loadAssign = () => import('./assign.ts')

const queueEmpty: Record<string, Nothing> = {
  mine: {
    title: 'Nothing is assigned to you',
    text: 'Take a ticket from “Unassigned”; it stands here until it is resolved.',
  },
  unassigned: { title: 'Everything has somebody', text: 'New tickets appear here by themselves.' },
}

/** The tickets of all companies, for staff. `company` is the one that the address names. */
export function TicketQueue({ company }: { company: string | undefined }) {
  const { data } = useQuery(countsOptions(company))
  return (
    <ListScreen
      list={ticketQueue}
      title="Ticket queue"
      description="What every partner has asked of us."
      counts={{ of: data && countsByView(data) }}
      empty={(view) => (view && queueEmpty[view]) || { title: 'No tickets here', text: 'They appear by themselves.' }}
      rowActions={useTakeIt()}
      onReload={refreshCounts}
    />
  )
}

/** The button at a row's end that gives the ticket to oneself. */
function useTakeIt() {
  const { profile } = useAuth()
  const { get } = useOnDemand(loadAssign)
  return useCallback(
    (t: TicketRow) =>
      profile && t.status !== 'closed' && t.assignee?.id !== profile.id ? (
        <IconButton
          size="sm"
          className={cx(
            'max-md:!size-11',
            t.assignee && 'md:opacity-0 md:group-focus-within:opacity-100 md:group-hover:opacity-100',
          )}
          label={`Assign ${ticketName(t.number)} to me`}
          title="Assign to me"
          icon={<UserRoundCheck aria-hidden className="size-4" />}
          onPointerEnter={() => void loadAssign().catch(() => {})}
          onClick={() => void get().then((loaded) => loaded?.assign(t, { id: profile.id, name: profile.full_name }))}
        />
      ) : null,
    [profile, get],
  )
}
