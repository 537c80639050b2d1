import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useMemo } from 'react'
import { showMinutes } from '../../ui/minutes-text.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { companyTime } from './lists.tsx'
import { totalsOptions } from './time-queries.ts'

/** What was worked for one company, as staff see it. */
export function CompanyTime({ companyId }: { companyId: string }) {
  const fixed = useMemo(() => ({ company: companyId }), [companyId])
  const { data } = useQuery(totalsOptions(fixed))
  return (
    <>
      {data && data.entries > 0 && (
        <p className="mb-4 text-muted">
          <span className="text-text">{showMinutes(data.minutes)}</span> in all, of which {showMinutes(data.billable)}{' '}
          charged, <span className="text-text">{showMinutes(data.charged)}</span> drawn from hours
        </p>
      )}
      <ListScreen
        list={companyTime}
        title="Time"
        fixed={fixed}
        embedded
        empty={{
          icon: <Clock />,
          title: 'No time yet',
          text: 'Time is booked on tickets and project tasks, and stands here then.',
        }}
      />
    </>
  )
}
