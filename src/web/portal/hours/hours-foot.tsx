import { useQuery } from '@tanstack/react-query'
import { Anchor } from '../../ui/anchor.tsx'
import { cx } from '../../ui/cx.ts'
import { showMinutes } from '../../ui/minutes-text.ts'
import { api } from '../platform/api.ts'

/** What is left of the company's hours, at the foot of the sidebar. The bell keeps the numbers of the frame true. */
export default function HoursFoot({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  const { data } = useQuery(api.notifications.summary.queryOptions({ staleTime: 30_000 }))
  if (!data || data.hours === null) return null
  return (
    <Anchor
      href="/my-agreements?tab=hours"
      onClick={onNavigate}
      className={cx(
        'tabular -ml-1 inline-flex min-h-6 items-center rounded-sm px-1 text-xs hover:underline hover:underline-offset-3 max-md:min-h-11',
        data.hours <= 0 ? 'text-bad' : 'text-accent',
      )}
    >
      {data.hours < 0 ? `${showMinutes(-data.hours)} below zero` : `${showMinutes(data.hours)} left`}
    </Anchor>
  )
}
