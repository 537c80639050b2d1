import { useQuery } from '@tanstack/react-query'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { cx } from '../../ui/cx.ts'
import { api } from '../platform/data/api.ts'

/** The company's remaining hours at the bottom of the sidebar. The bell keeps this query up to date. */
export default function HoursFoot({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  const { data } = useQuery(api.notifications.summary.queryOptions({ staleTime: 30_000 }))
  // Takes up the same space while it loads, so that the company's name above stays in place.
  if (!data || data.hours === null) return <p className="h-6 max-md:h-11" />
  return (
    <Anchor
      href="/my-agreements?tab=hours"
      onClick={onNavigate}
      className={cx(
        'tabular -ml-1 inline-flex min-h-6 items-center rounded-sm px-1 text-xs hover:underline hover:underline-offset-3 max-md:min-h-11',
        data.hours <= 0 ? 'text-bad' : 'text-accent',
      )}
    >
      {data.hours < 0 ? `${formatMinutes(-data.hours)} below zero` : `${formatMinutes(data.hours)} left`}
    </Anchor>
  )
}
