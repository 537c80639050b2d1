import { useQuery } from '@tanstack/react-query'
import { Count } from '../../ui/status.tsx'
import { summaryOptions } from './notice-queries.ts'

/** How much waits for the reader, beside the entry of the overview. The bell keeps it true. */
export default function WaitingCount() {
  const { data } = useQuery(summaryOptions())
  if (!data || data.waiting === 0) return null
  return (
    <span className="ml-auto">
      <Count value={data.waiting} label="waiting on you" />
    </span>
  )
}
