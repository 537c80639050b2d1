import { FileText, Plus } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { LinkButton } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { loadList } from '../lists/list.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { useAuth } from '../platform/auth.tsx'
import { agreementList } from './lists.tsx'

const Templates = lazy(() => import('./templates-view.tsx').then((m) => ({ default: m.TemplatesView })))
// Packs and revenue belong to the room of money, findings to that of hours.
const Packs = lazy(() => import('../billing/index.ts').then((m) => ({ default: m.PacksView })))
const Revenue = lazy(() => import('../billing/index.ts').then((m) => ({ default: m.RevenueView })))
const Findings = lazy(() => import('../hours/index.ts').then((m) => ({ default: m.FindingsView })))

export const meta = () => [{ title: `Agreements · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** Begins to load what the address shows. */
export async function clientLoader(route: { request: Request }): Promise<null> {
  return new URL(route.request.url).searchParams.has('tab') ? null : loadList(agreementList)(route)
}

const empty = {
  icon: <FileText />,
  title: 'No agreements yet',
  text: 'Write one from a template and send it to a partner to sign.',
}
const nothing: Record<string, { icon: ReactNode; title: string; text: string }> = {
  waiting: { icon: <FileText />, title: 'Nothing is out for signature', text: 'What you send to sign stands here.' },
  returned: { icon: <FileText />, title: 'Nobody asked for changes', text: 'What partners give back stands here.' },
  drafts: { icon: <FileText />, title: 'No drafts', text: 'What you write and do not send yet stands here.' },
  over: { icon: <FileText />, title: 'Nothing is over', text: 'What ended or was cancelled stands here.' },
}

/** `/agreements`: what was agreed on with all partners, and what it is made of, for staff. */
export default function AgreementsPage() {
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const { role } = useAuth()
  const admin = role === 'admin'
  const tabs: { value: string; label: string; show: () => ReactNode }[] = [
    {
      value: 'agreements',
      label: 'Agreements',
      show: () => (
        <ListScreen
          list={agreementList}
          embedded
          title="Agreements"
          empty={(view) => (view && nothing[view]) || empty}
        />
      ),
    },
    { value: 'templates', label: 'Templates', show: () => <Templates /> },
    ...(admin
      ? [
          { value: 'packs', label: 'Hour packs', show: () => <Packs /> },
          { value: 'revenue', label: 'Revenue', show: () => <Revenue /> },
          { value: 'findings', label: 'Findings', show: () => <Findings /> },
        ]
      : []),
  ]
  const open = tabs.find((t) => t.value === address.get('tab'))?.value ?? 'agreements'
  return (
    <>
      <PageHeader
        title="Agreements"
        description="What partners signed, what waits for them, and what it is written from."
        action={
          admin &&
          open === 'agreements' && (
            <LinkButton href="/agreements/new" variant="primary" icon={<Plus aria-hidden className="size-4" />}>
              New agreement
            </LinkButton>
          )
        }
      />
      <Tabs
        className="mt-6"
        label="Parts"
        value={open}
        onChange={(next) =>
          void navigate({ search: next === 'agreements' ? '' : `?tab=${next}` }, { preventScrollReset: true })
        }
        tabs={tabs}
      >
        {tabs.map((tab) => (
          <TabPanel key={tab.value} value={tab.value}>
            {tab.value === open && (
              <Suspense fallback={<Skeleton className="h-80 rounded-md" />}>{tab.show()}</Suspense>
            )}
          </TabPanel>
        ))}
      </Tabs>
    </>
  )
}
