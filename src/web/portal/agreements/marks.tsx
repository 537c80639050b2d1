import { Repeat } from 'lucide-react'
import { memo } from 'react'
import { formatDay } from '../../../contract/plain/dates.ts'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { StatusMark } from '../../ui/status.tsx'
import { formatCents } from '../../ui/text/money-text.ts'
import { type AgreementRow, agreementStatusLooks, type Status } from './model.ts'

/** Shows a status as a mark and a label. */
export const AgreementStatus = memo(function AgreementStatus({ status }: { status: Status }) {
  const look = agreementStatusLooks[status]
  return (
    <StatusMark tone={look.tone} {...(look.shape ? { shape: look.shape } : {})}>
      {look.label}
    </StatusMark>
  )
})

/** The status labels of an active agreement with an open amendment. Partners do not see drafts. */
const amendmentLooks = {
  draft: { label: 'Active, amendment in draft', partner: 'Active', tone: 'good' },
  sent: { label: 'Active, amendment sent', partner: 'Active, amendment to sign', tone: 'warn' },
  returned: { label: 'Active, changes requested', partner: 'Active, changes requested', tone: 'info' },
} as const

/** The agreement's status, including an open amendment or a scheduled end. */
export function Standing({
  of: a,
  partner = false,
}: {
  of: Pick<AgreementRow, 'status' | 'ending' | 'endsOn' | 'open'>
  partner?: boolean
}) {
  if (a.ending && a.endsOn) return <StatusMark tone="warn">Active, ends {formatDay(a.endsOn)}</StatusMark>
  if (a.open?.amendment && a.status === 'active') {
    const look = amendmentLooks[a.open.status]
    return <StatusMark tone={look.tone}>{partner ? look.partner : look.label}</StatusMark>
  }
  return <AgreementStatus status={a.status} />
}

/** The price, once or per month. `column` aligns the amounts of a table column. */
export function Price({ of, column = false }: { of: AgreementRow; column?: boolean }) {
  if (!of.value) return <span className={column ? 'mr-15 text-muted' : 'text-muted'}>None</span>
  return (
    <span className="tabular whitespace-nowrap">
      {formatCents(of.value.cents)}
      {column ? (
        <span className="ml-1 inline-block w-14 text-start text-muted">{of.value.per === 'month' && '/ month'}</span>
      ) : (
        of.value.per === 'month' && <span className="text-muted"> / month</span>
      )}
    </span>
  )
}

/** Returns the included hours, as text or in the format for a column. Undefined if there are none. */
export const describeHours = (a: AgreementRow, format = formatMinutes): string | undefined =>
  a.monthlyMinutes !== null ? `${format(a.monthlyMinutes)} / month` : a.minutes !== null ? format(a.minutes) : undefined

/** When the agreement ends and whether it renews automatically. */
export function Ends({ of }: { of: AgreementRow }) {
  if (!of.endsOn) return <span className="text-muted">No end date</span>
  return (
    <span className="whitespace-nowrap">
      {formatDay(of.endsOn)}
      {of.renewal === 'automatic' && (
        <Repeat
          role="img"
          aria-label="Renews automatically"
          className="ml-1.5 inline size-3.5 align-[-2px] text-muted"
        />
      )}
    </span>
  )
}
