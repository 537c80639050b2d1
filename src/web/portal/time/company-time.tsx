import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useMemo } from 'react'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { companyTime } from './lists.tsx'
import { timeTotalsOptions } from './time-queries.ts'

/** The time entries for one company, for staff. */
export function CompanyTime({ companyId }: { companyId: string }) {
  const fixed = useMemo(() => ({ company: companyId }), [companyId])
  const { data } = useQuery(timeTotalsOptions(fixed))
  return (
    <>
      {data && data.entries > 0 && (
        <p className="mb-4 text-muted">
          <span className="text-text">{formatMinutes(data.minutes)}</span> total, {formatMinutes(data.billable)}{' '}
          billable, <span className="text-text">{formatMinutes(data.charged)}</span> charged
        </p>
      )}
      <ListScreen
        list={companyTime}
        title="Time"
        fixed={fixed}
        embedded
        empty={{
          icon: <Clock />,
          title: 'No time logged yet',
          text: 'Time logged on tickets and project tasks appears here.',
        }}
      />
    </>
  )
}
