import { useQuery } from '@tanstack/react-query'
import { Columns3, Contact, List as ListIcon, Plus } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { brand } from '../../../../brand.config.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { listReads } from '../lists/list.ts'
import { ListScreen, type Nothing } from '../lists/list-screen.tsx'
import { handleOf, loadReads, type ScreenReads } from '../platform/data/screen-reads.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { useOnDemand } from '../platform/loading/on-demand.tsx'
import { useAddressQuery } from '../platform/use-address.ts'
import { useHashAction } from '../platform/use-hash-action.ts'
import { leadCountsOptions, refreshLeadCounts } from './lead-queries.ts'
import { leadList, mapLeadCountsByView } from './lists.tsx'

const Board = lazy(() => import('./board.tsx').then((m) => ({ default: m.LeadBoard })))
const Contacts = lazy(() => import('../contacts/index.ts').then((m) => ({ default: m.ContactList })))
const loadNew = () => import('./new-lead-dialog.tsx')

type Tab = 'leads' | 'contacts'
type Look = 'list' | 'board'
const tabOf = (query: URLSearchParams): Tab => (query.get('tab') === 'contacts' ? 'contacts' : 'leads')
const lookOf = (query: URLSearchParams): Look => (query.get('view') === 'board' ? 'board' : 'list')

export const meta = () => [{ title: `Contacts & leads · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** The reads of what the address shows. */
const reads: ScreenReads = (route) => {
  const query = route.url.searchParams
  if (tabOf(query) === 'contacts') return []
  return [leadCountsOptions(), ...(lookOf(query) === 'list' ? listReads(leadList)(route) : [])]
}
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

const nothing: Record<string, Nothing> = {
  mine: {
    title: 'No leads assigned to you',
    text: 'To assign a lead to yourself, open it and select yourself as the owner.',
  },
  unowned: { title: 'No unassigned leads', text: 'New leads appear here automatically.' },
  overdue: { title: 'Nothing overdue', text: 'Leads with an overdue next action appear here.' },
  won: { title: 'No won leads yet', text: 'A lead is won when you convert it to a company.' },
  lost: { title: 'No lost leads', text: 'Lost leads appear here with the reason.' },
  spam: { title: 'No spam', text: 'Leads that you mark as spam appear here.' },
}

/** `/admin/contacts`: leads as a list or board, and the contacts of all companies, for staff. */
export default function ContactsPage() {
  const [query, go] = useAddressQuery()
  const tab = tabOf(query)
  const look = lookOf(query)
  const dialog = useOnDemand(loadNew)
  const [adding, setAdding] = useState(false)
  const { data: counts } = useQuery({ ...leadCountsOptions(), enabled: tab === 'leads' })

  const add = () => void dialog.get().then((loaded) => setAdding(loaded !== undefined))
  useHashAction('#new-lead', add)
  const addButton = (variant?: 'primary') => (
    <Button
      variant={variant}
      icon={<Plus aria-hidden className="size-4" />}
      pending={dialog.pending}
      onPointerEnter={() => void loadNew().catch(() => {})}
      onClick={add}
    >
      Add lead
    </Button>
  )
  const first: Nothing = {
    icon: <Contact />,
    title: counts && Object.values(counts.byStatus).some((n) => n > 0) ? 'No open leads' : 'No leads yet',
    text: 'Submissions from the public forms appear here automatically. You can also add leads yourself.',
    action: addButton(),
  }
  // Tabs and views have different filters, so keep only the parameters that apply to both.
  const open = (to: { tab?: Tab; view?: Look }) => {
    go((now) => {
      const next = new URLSearchParams()
      if (to.tab === 'contacts') next.set('tab', 'contacts')
      if (to.view === 'board') next.set('view', 'board')
      if (to.tab === undefined)
        for (const name of ['q', 'owner', 'source', 'due'])
          for (const value of now.getAll(name)) next.append(name, value)
      return next
    })
  }

  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Contacts & leads"
        description={
          tab === 'leads'
            ? 'People interested in our services, their stage and the next action.'
            : 'People at every partner and their clients.'
        }
        action={tab === 'leads' && addButton('primary')}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label="Show"
          value={tab}
          onChange={(next) => open({ tab: next })}
          options={[
            { value: 'leads', label: 'Leads' },
            { value: 'contacts', label: 'Contacts' },
          ]}
        />
        {tab === 'leads' && (
          <Segmented
            label="View"
            value={look}
            onChange={(next) => open({ view: next })}
            options={[
              {
                value: 'list',
                label: <span className="max-md:sr-only">List</span>,
                icon: <ListIcon aria-hidden className="size-4" />,
              },
              {
                value: 'board',
                label: <span className="max-md:sr-only">Board</span>,
                icon: <Columns3 aria-hidden className="size-4" />,
              },
            ]}
          />
        )}
      </div>
      {tab === 'contacts' ? (
        <Waiting>
          <Contacts side="staff" embedded />
        </Waiting>
      ) : look === 'board' ? (
        <Waiting>
          <Board
            empty={
              <EmptyState icon={first.icon} title={first.title} action={first.action}>
                {first.text}
              </EmptyState>
            }
          />
        </Waiting>
      ) : (
        <ListScreen
          list={leadList}
          embedded
          title="Leads"
          counts={{ of: counts && mapLeadCountsByView(counts) }}
          empty={(view) => (view && nothing[view]) || first}
          onReload={refreshLeadCounts}
        />
      )}
      {dialog.module && adding && <dialog.module.NewLeadDialog onClose={() => setAdding(false)} />}
    </div>
  )
}

const Waiting = ({ children }: { children: ReactNode }) => (
  <Suspense
    fallback={
      <div aria-busy className="flex flex-col gap-4">
        <Skeleton className="h-9 w-72 max-w-full" />
        <Skeleton className="h-80" />
      </div>
    }
  >
    {children}
  </Suspense>
)
