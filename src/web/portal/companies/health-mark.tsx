import { StatusMark } from '../../ui/status.tsx'
import type { Health } from './model.ts'

const look = {
  attention: { tone: 'bad', label: 'Needs attention' },
  quiet: { tone: 'warn', label: 'Quiet' },
  good: { tone: 'good', label: 'Good' },
} as const

/** How a company is doing; the reason is told to whoever points at it, and to screen readers. */
export function HealthMark({ health, reason }: { health: Health /** Written beneath. */; reason?: boolean }) {
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
