import { useQuery } from '@tanstack/react-query'
import { Count } from '../../ui/status.tsx'
import { api } from '../platform/data/api.ts'

/** The number of incoming emails that need review, next to Email in the navigation. */
export default function MailCount() {
  const { data } = useQuery(api.tickets.inboundMailCount.queryOptions({ refetchInterval: 60_000, staleTime: 30_000 }))
  if (!data || data.open === 0) return null
  return (
    <span className="ml-auto">
      <Count value={data.open} label={data.open === 1 ? 'needs review' : 'need review'} />
    </span>
  )
}
