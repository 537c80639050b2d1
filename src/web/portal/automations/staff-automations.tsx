import { useQuery } from '@tanstack/react-query'
import { Workflow } from 'lucide-react'
import type { ReactNode } from 'react'
import { Anchor } from '../../ui/anchor.tsx'
import { Banner } from '../../ui/banner.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import { api } from '../platform/api.ts'
import { useLive } from '../platform/use-live.ts'
import { dayText } from './model.ts'
import { staffAutomations } from './staff-lists.tsx'

const nothing: Record<string, { icon: ReactNode; title: string; text: string }> = {
  failing: { icon: <Workflow />, title: 'Nothing is failing', text: 'Automations whose runs fail stand here.' },
  setup: { icon: <Workflow />, title: 'Nothing to set up', text: 'What was bought and is not live yet stands here.' },
  asked: { icon: <Workflow />, title: 'Nobody asked for anything', text: 'Requests to pause or resume stand here.' },
  silent: { icon: <Workflow />, title: 'All report in time', text: 'Automations that keep silent stand here.' },
  'no-key': {
    icon: <Workflow />,
    title: 'Every company has a key',
    text: 'Automations whose company has no key to send runs with stand here.',
  },
  connections: {
    icon: <Workflow />,
    title: 'All connections are good',
    text: 'Automations with a connection that broke or ends within 30 days stand here.',
  },
}
const SHOWN = 3

/** What ends or broke, above the list. */
function Due() {
  const { data, refetch } = useQuery(api.automations.dueConnections.queryOptions())
  useLive(['automation'], (event) => {
    if (event === 'resumed' || event.kind.startsWith('connection')) void refetch()
  })
  if (!data || data.items.length === 0) return null
  const rest = data.items.length - SHOWN + data.more
  return (
    <Banner tone="warn" title="Connections that need somebody">
      <ul className="flex flex-col gap-1">
        {data.items.slice(0, SHOWN).map((c) => (
          <li key={c.id} className="[overflow-wrap:anywhere]">
            <Anchor
              href={`/apps-automations/${c.installation.id}?tab=manage`}
              className="underline underline-offset-2 max-md:inline-block max-md:py-2.5"
            >
              {c.tool} of {c.installation.name}
            </Anchor>
            {`, ${c.company.name}: `}
            {c.state === 'broken' ? 'broken' : c.expiresOn && `ends ${dayText(c.expiresOn)}`}
          </li>
        ))}
        {rest > 0 && (
          <li>
            <Anchor
              href="/admin/apps-automations?tab=automations&trouble=connection"
              className="underline underline-offset-2"
            >
              {`${rest} more`}
            </Anchor>
          </li>
        )}
      </ul>
    </Banner>
  )
}

/** The automations of all companies, for staff. */
export function StaffAutomations() {
  return (
    <ListScreen
      list={staffAutomations}
      embedded
      title="Automations"
      notice={<Due />}
      empty={(view) =>
        (view && nothing[view]) || {
          icon: <Workflow />,
          title: 'No automations yet',
          text: 'What companies buy, and what you install for them by hand, stands here.',
        }
      }
    />
  )
}
