import { formatHoursMinutes, formatMinutes } from '../../../contract/plain/durations.ts'

/** A duration in aligned figures without a column header: "3:30" on the screen, "3 h 30 min" for screen readers. */
export const ColumnMinutes = ({ minutes }: { minutes: number }) => (
  <>
    <span aria-hidden>{formatHoursMinutes(minutes)}</span>
    <span className="sr-only">{formatMinutes(minutes)}</span>
  </>
)
