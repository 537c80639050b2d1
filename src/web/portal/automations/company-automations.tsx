import { Workflow } from 'lucide-react'
import { useMemo } from 'react'
import { ListScreen } from '../lists/list-screen.tsx'
import { NewAutomation } from './staff/new-automation.tsx'
import { companyAutomations } from './staff/staff-lists.tsx'

/** The automations of one company, for staff. */
export function CompanyAutomations({ companyId }: { companyId: string }) {
  const fixed = useMemo(() => ({ company: companyId }), [companyId])
  return (
    <>
      <div className="mb-4 flex justify-end">
        <NewAutomation companyId={companyId} />
      </div>
      <ListScreen
        list={companyAutomations}
        title="Automations"
        fixed={fixed}
        embedded
        empty={{
          icon: <Workflow />,
          title: 'No automations yet',
          text: 'Automations that the company buys, or that you add for it, appear here.',
        }}
      />
    </>
  )
}
