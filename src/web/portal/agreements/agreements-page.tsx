import { FileText, Plus } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { brand } from '../../../../brand.config.ts'
import { LinkButton } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { listReads } from '../lists/list.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { handleOf, loadReads, type ScreenReads } from '../platform/data/screen-reads.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { useAddress } from '../platform/use-address.ts'
import { agreementList } from './lists.tsx'

const Templates = lazy(() => import('./templates-view.tsx').then((m) => ({ default: m.AgreementTemplatesView })))
// Packs and revenue belong to the billing module, discrepancies to the hours module.
const Packs = lazy(() => import('../billing/index.ts').then((m) => ({ default: m.PacksView })))
const Revenue = lazy(() => import('../billing/index.ts').then((m) => ({ default: m.RevenueView })))
const Findings = lazy(() => import('../hours/index.ts').then((m) => ({ default: m.FindingsView })))

export const meta = () => [{ title: `Agreements · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** The reads of what the address shows. */
const reads: ScreenReads = (route) => (route.url.searchParams.has('tab') ? [] : listReads(agreementList)(route))
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

const empty = {
  icon: <FileText />,
  title: 'No agreements yet',
  text: 'Create one from a template and send it to a partner for signature.',
}
const nothing: Record<string, { icon: ReactNode; title: string; text: string }> = {
  waiting: {
    icon: <FileText />,
    title: 'Nothing awaiting signature',
    text: 'Agreements you send for signature appear here.',
  },
  returned: {
    icon: <FileText />,
    title: 'No changes requested',
    text: 'Agreements that partners want changed appear here.',
  },
  drafts: { icon: <FileText />, title: 'No drafts', text: 'Agreements you haven’t sent yet appear here.' },
  over: { icon: <FileText />, title: 'No ended agreements', text: 'Ended and canceled agreements appear here.' },
}

/** `/agreements`: the agreements of all partners, templates, hour packs, revenue and discrepancies, for staff. */
export default function AgreementsPage() {
  const [address, , show] = useAddress()
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
          { value: 'findings', label: 'Discrepancies', show: () => <Findings /> },
        ]
      : []),
  ]
  const open = tabs.find((t) => t.value === address.get('tab'))?.value ?? 'agreements'
  return (
    <>
      <PageHeader
        title="Agreements"
        description="Agreements with partners, and agreement templates."
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
        label="Sections"
        value={open}
        onChange={(next) => show({ tab: next === 'agreements' ? undefined : next })}
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
