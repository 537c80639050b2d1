import { StatusMark } from '../../ui/status.tsx'
import type { Health } from './model.ts'

const look = {
  attention: { tone: 'bad', label: 'Needs attention' },
  quiet: { tone: 'warn', label: 'Inactive' },
  good: { tone: 'good', label: 'Good' },
} as const

/** The health of a company. The reason is in a tooltip and read by screen readers, unless it is shown below. */
export function CompanyHealthMark({
  health,
  reason,
}: {
  health: Health /** Shows the reason below. */
  reason?: boolean
}) {
  const { tone, label } = look[health.state]
  return (
    <span title={reason ? undefined : health.reason} className="block min-w-0">
      <StatusMark tone={tone} shape={health.state === 'quiet' ? 'pause' : undefined}>
        {label}
      </StatusMark>
      {reason ? (
        <span className="mt-1 block text-muted text-sm">{health.reason}</span>
      ) : (
        <span className="sr-only">. {health.reason}</span>
      )}
    </span>
  )
}
