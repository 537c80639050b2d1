import { useQuery } from '@tanstack/react-query'
import { Columns3, Contact, List as ListIcon, Plus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { loadList } from '../lists/list.ts'
import { ListScreen, type Nothing } from '../lists/list-screen.tsx'
import { useOnDemand } from '../platform/on-demand.tsx'
import { queries } from '../platform/queries.ts'
import { readSession } from '../platform/session.client.ts'
import { countsOptions, refreshCounts } from './lead-queries.ts'
import { countsByView, leadList } from './lists.tsx'

const Board = lazy(() => import('./board.tsx').then((m) => ({ default: m.Board })))
const Contacts = lazy(() => import('../contacts/index.ts').then((m) => ({ default: m.ContactList })))
const loadNew = () => import('./new-lead-dialog.tsx')

type Tab = 'leads' | 'contacts'
type Look = 'list' | 'board'
const tabOf = (query: URLSearchParams): Tab => (query.get('tab') === 'contacts' ? 'contacts' : 'leads')
const lookOf = (query: URLSearchParams): Look => (query.get('view') === 'board' ? 'board' : 'list')

export const meta = () => [{ title: `Contacts & leads · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** Begins to load what the address shows. */
export async function clientLoader(route: { request: Request }): Promise<null> {
  const query = new URL(route.request.url).searchParams
  if (tabOf(query) === 'contacts' || !readSession()) return null
  void queries.prefetchQuery(countsOptions())
  return lookOf(query) === 'list' ? loadList(leadList)(route) : null
}

const nothing: Record<string, Nothing> = {
  mine: { title: 'No lead is yours', text: 'Take one from “Nobody’s”: open it and press A.' },
  unowned: { title: 'Every open lead has an owner', text: 'New ones appear here by themselves.' },
  overdue: { title: 'Nothing is overdue', text: 'Next actions whose time has passed stand here.' },
  won: { title: 'No lead was won yet', text: 'A lead is won when it becomes a company.' },
  lost: { title: 'No lead was lost', text: 'Leads that came to nothing stand here with the reason.' },
  spam: { title: 'No spam', text: 'What you mark as spam stands here, out of the way.' },
}

/** `/admin/contacts`: leads as list or board, and the contacts of all companies, for staff. */
export default function ContactsPage() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const tab = tabOf(query)
  const look = lookOf(query)
  const dialog = useOnDemand(loadNew)
  const [adding, setAdding] = useState(false)
  const { data: counts } = useQuery({ ...countsOptions(), enabled: tab === 'leads' })

  const add = () => void dialog.get().then((loaded) => setAdding(loaded !== undefined))
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
    text: 'What people send through the public forms appears here by itself. Whom you meet otherwise you add by hand.',
    action: addButton(),
  }
  // Another tab or look is another list with another filter: nothing of the address goes along but what narrows both.
  const open = (to: { tab?: Tab; view?: Look }) => {
    const next = new URLSearchParams()
    if (to.tab === 'contacts') next.set('tab', 'contacts')
    if (to.view === 'board') next.set('view', 'board')
    if (to.tab === undefined)
      for (const name of ['q', 'owner', 'source', 'due'])
        for (const value of query.getAll(name)) next.append(name, value)
    const text = next.toString()
    void navigate(text ? `/admin/contacts?${text}` : '/admin/contacts', { preventScrollReset: true })
  }

  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Contacts & leads"
        description={
          tab === 'leads'
            ? 'Who asked about us, how far it got, and what comes next.'
            : 'The people at all companies that we work for.'
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
            label="Look"
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
          counts={{ of: counts && countsByView(counts) }}
          empty={(view) => (view && nothing[view]) || first}
          onReload={refreshCounts}
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
