import { FileText, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { LinkButton } from '../../ui/button.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import { useAuth } from '../platform/session/auth.tsx'
import { companyAgreements } from './lists.tsx'

/** Lists the agreements of one company, for staff. */
export function CompanyAgreements({ companyId }: { companyId: string }) {
  const fixed = useMemo(() => ({ company: companyId }), [companyId])
  const { role } = useAuth()
  const add = role === 'admin' && (
    <LinkButton href={`/agreements/new?company=${companyId}`} icon={<Plus aria-hidden className="size-4" />}>
      New agreement
    </LinkButton>
  )
  return (
    <ListScreen
      list={companyAgreements}
      title="Agreements"
      fixed={fixed}
      embedded
      actions={add || undefined}
      empty={{ icon: <FileText />, title: 'No agreements yet', text: 'Agreements with this company appear here.' }}
    />
  )
}
