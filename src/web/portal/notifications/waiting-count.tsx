import { useQuery } from '@tanstack/react-query'
import { Count } from '../../ui/status.tsx'
import { notificationSummaryOptions } from './notice-queries.ts'

/** The number of action items, next to Overview in the navigation. The bell keeps this query up to date. */
export default function WaitingCount() {
  const { data } = useQuery(notificationSummaryOptions())
  if (!data || data.waiting === 0) return null
  return (
    <span className="ml-auto">
      <Count value={data.waiting} label={data.waiting === 1 ? 'needs your attention' : 'need your attention'} />
    </span>
  )
}
