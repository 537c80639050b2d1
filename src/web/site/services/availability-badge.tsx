import type { Availability } from '../paths.ts'

/** Shows how much capacity is available. `limited` means one of four places. */
export function AvailabilityBadge({
  status,
  variant = 'default',
}: {
  /** Unknown values are shown as `limited`, without animation. */
  status: Availability | (string & {})
  variant?: 'compact' | 'default' | 'prominent'
}) {
  const text =
    status === 'good'
      ? 'Availability: Good'
      : status === 'full'
        ? 'Currently Full'
        : variant === 'compact'
          ? '1/4 Available'
          : '1/4 Spots Available'
  const tone = status === 'good' || status === 'full' ? status : 'limited'
  const moves = status === 'limited' || status === 'good'
  return (
    <span className="badge" data-tone={tone} data-variant={variant}>
      <i className={moves ? 'dot pulse' : 'dot'} />
      {text}
    </span>
  )
}
