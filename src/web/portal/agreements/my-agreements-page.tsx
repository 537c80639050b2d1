import { FileText } from 'lucide-react'
import { Suspense } from 'react'
import { brand } from '../../../../brand.config.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { listReads } from '../lists/list.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { handleOf, loadReads, type ScreenReads } from '../platform/data/screen-reads.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { useAddress } from '../platform/use-address.ts'
import { ownAgreements } from './lists.tsx'

const HoursView = lazy(() => import('../hours/index.ts').then((m) => ({ default: m.HoursView })))

export const meta = () => [{ title: `Agreements · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** The reads of what the address shows. */
const reads: ScreenReads = (route) =>
  route.url.searchParams.get('tab') === 'hours' ? [] : listReads(ownAgreements)(route)
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

/** `/my-agreements`: the partner's agreements and hours. */
export default function MyAgreementsPage() {
  const [address, , show] = useAddress()
  const open = address.get('tab') === 'hours' ? 'hours' : 'agreements'
  return (
    <>
      <PageHeader title="Agreements" description="Your agreements with us and the hours they include." />
      <Tabs
        className="mt-6"
        label="Sections"
        value={open}
        onChange={(next) => show({ tab: next === 'hours' ? next : undefined })}
        tabs={[
          { value: 'agreements', label: 'Agreements' },
          { value: 'hours', label: 'Hours' },
        ]}
      >
        <TabPanel value="agreements">
          {open === 'agreements' && (
            <ListScreen
              list={ownAgreements}
              embedded
              title="Agreements"
              empty={(view) =>
                view === 'waiting'
                  ? {
                      icon: <FileText />,
                      title: 'Nothing to sign',
                      text: 'Agreements we send you for signature appear here.',
                    }
                  : {
                      icon: <FileText />,
                      title: 'No agreements yet',
                      text: 'When we send you an agreement, you can read and sign it here.',
                    }
              }
            />
          )}
        </TabPanel>
        <TabPanel value="hours">
          {open === 'hours' && (
            <Suspense fallback={<Skeleton className="h-80 rounded-md" />}>
              <HoursView />
            </Suspense>
          )}
        </TabPanel>
      </Tabs>
    </>
  )
}
