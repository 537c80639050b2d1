import { Building2, Plus } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { Navigate } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import { useOnDemand } from '../platform/loading/on-demand.tsx'
import { useAuth } from '../platform/session/auth.tsx'
import { userUpdated } from '../platform/session/session.client.ts'
import { useAddress } from '../platform/use-address.ts'
import { companyList } from './lists.tsx'

export const meta = () => [{ title: `Companies · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

const loadDialog = () => import('./add-company-dialog.tsx')

/** `/companies`: all companies, for staff. Partners are redirected to their own company. */
export default function CompaniesPage() {
  const { ready, profile, isInternalUser, role } = useAuth()
  const dialog = useOnDemand(loadDialog)
  const [query, set] = useAddress()
  const adding = query.get('new') === 'company' && role === 'admin'
  const { get } = dialog
  useEffect(() => {
    if (adding) void get()
  }, [adding, get])
  if (!ready) return <Skeleton className="h-64" />
  if (!profile)
    return <ErrorState message="Couldn’t load your profile. Try again." onRetry={() => void userUpdated()} />
  if (!isInternalUser) return <Navigate replace to={`/companies/${profile.company_id}`} />

  const show = (wanted: boolean) => set({ new: wanted ? 'company' : undefined }, !wanted)
  const add = role === 'admin' && (
    <Button
      variant="primary"
      icon={<Plus aria-hidden className="size-4" />}
      pending={dialog.pending}
      onPointerEnter={() => void loadDialog().catch(() => {})}
      onClick={() => void dialog.get().then((loaded) => loaded && show(true))}
    >
      Add company
    </Button>
  )
  return (
    <>
      <ListScreen
        list={companyList}
        title="Companies"
        description="All companies, with their health, open tickets and hours."
        actions={add || undefined}
        empty={{
          icon: <Building2 />,
          title: 'No companies yet',
          text: 'Companies appear here when a new user signs in, when a lead is converted, or when you add one.',
          action: add || undefined,
        }}
      />
      {adding && dialog.module && (
        <Suspense>
          <dialog.module.AddCompanyDialog onClose={() => show(false)} />
        </Suspense>
      )}
    </>
  )
}
