import { useQuery } from '@tanstack/react-query'
import { Workflow } from 'lucide-react'
import type { ReactNode } from 'react'
import { Anchor } from '../../../ui/anchor.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { ListScreen } from '../../lists/list-screen.tsx'
import { api } from '../../platform/data/api.ts'
import { useLive } from '../../platform/live/use-live.ts'
import { describeExpiry } from '../expiry.ts'
import { staffAutomations } from './staff-lists.tsx'

const nothing: Record<string, { icon: ReactNode; title: string; text: string }> = {
  failing: { icon: <Workflow />, title: 'No failing automations', text: 'Automations with failing runs appear here.' },
  setup: {
    icon: <Workflow />,
    title: 'No automations to set up',
    text: 'Automations that are not live yet appear here.',
  },
  asked: { icon: <Workflow />, title: 'No open requests', text: 'Requests to pause or resume appear here.' },
  silent: {
    icon: <Workflow />,
    title: 'All automations are reporting',
    text: 'Automations that miss their expected runs appear here.',
  },
  'no-key': {
    icon: <Workflow />,
    title: 'Every company has an API key',
    text: 'Automations whose company has no API key for sending runs appear here.',
  },
  connections: {
    icon: <Workflow />,
    title: 'All connections work',
    text: 'Automations with a connection that is broken or expires within 30 days appear here.',
  },
}
const SHOWN = 3

/** Lists connections that are broken or about to expire. */
function Due() {
  const { data, refetch } = useQuery(api.automations.dueConnections.queryOptions())
  useLive(['automation'], (event) => {
    if (event === 'resumed' || event.kind.startsWith('connection')) void refetch()
  })
  if (!data || data.items.length === 0) return null
  const rest = data.items.length - SHOWN + data.more
  return (
    <Banner tone="warn" title="Connections that need attention">
      <ul className="flex flex-col gap-1">
        {data.items.slice(0, SHOWN).map((c) => (
          <li key={c.id} className="[overflow-wrap:anywhere]">
            <Anchor
              href={`/apps-automations/${c.installation.id}?tab=manage`}
              className="underline underline-offset-2 max-md:inline-block max-md:py-2.5"
            >
              {c.tool} for {c.installation.name}
            </Anchor>
            {`, ${c.company.name}: `}
            {c.state === 'broken' ? 'broken' : c.expiresOn && describeExpiry(c.expiresOn)}
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
          text: 'Automations that companies buy, or that you add for them, appear here.',
        }
      }
    />
  )
}
