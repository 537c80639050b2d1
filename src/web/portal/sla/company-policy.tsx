import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Anchor } from '../../ui/anchor.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { lazy } from '../platform/loading/lazy.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { companyPolicyOptions } from './sla-queries.ts'

const ChooseDialog = lazy(() => import('./choose-dialog.tsx').then((m) => ({ default: m.ChooseDialog })))

const LINK = 'rounded-sm underline decoration-edge underline-offset-4 hover:decoration-current'

/** For staff: the policy of a company. Administrators can change it. */
export function CompanyPolicy({ company }: { company: { id: string; name: string } }) {
  const { role } = useAuth()
  const { data } = useQuery(companyPolicyOptions(company.id))
  const [choosing, setChoosing] = useState(false)
  if (!data) return <Skeleton className="h-6 w-40" />
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {data.agreed && (
        <span>
          {data.agreed.policy.name}
          <span className="text-muted">
            {' '}
            · from agreement{' '}
            <Anchor href={`/agreements/${data.agreed.agreement.id}`} className={LINK}>
              A-{data.agreed.agreement.number}
            </Anchor>
          </span>
        </span>
      )}
      <span>
        {data.agreed && <span className="text-muted">Other tickets: </span>}
        {data.policy ? (
          <Anchor href="/settings/service-levels" className={LINK}>
            {data.policy.name}
          </Anchor>
        ) : (
          'None'
        )}
        {!data.own && <span className="text-muted"> · default</span>}
      </span>
      {role === 'admin' && (
        <Button size="sm" onClick={() => setChoosing(true)}>
          Change<span className="sr-only"> SLA policy</span>
        </Button>
      )}
      {choosing && (
        <Suspense>
          <ChooseDialog company={company} now={data} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </span>
  )
}
