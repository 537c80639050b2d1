import { useQuery } from '@tanstack/react-query'
import { Count } from '../../ui/status.tsx'
import { summaryOptions } from './notice-queries.ts'

/** The number of action items, next to Overview in the navigation. The bell keeps this query up to date. */
export default function WaitingCount() {
  const { data } = useQuery(summaryOptions())
  if (!data || data.waiting === 0) return null
  return (
    <span className="ml-auto">
      <Count value={data.waiting} label="need your attention" />
    </span>
  )
}
