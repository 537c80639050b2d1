import { Repeat } from 'lucide-react'
import { memo } from 'react'
import { showMinutes } from '../../ui/minutes-text.ts'
import { showCents } from '../../ui/money-text.ts'
import { StatusMark } from '../../ui/status.tsx'
import { type AgreementRow, dayText, type Status, statusLooks } from './model.ts'

/** A status in words after its mark. */
export const AgreementStatus = memo(function AgreementStatus({
  status,
  partner,
}: {
  status: Status
  /** The reader is the one whose signature is waited for. */
  partner?: boolean
}) {
  const look = statusLooks[status]
  return (
    <StatusMark tone={look.tone} {...(look.shape ? { shape: look.shape } : {})}>
      {(partner && look.partner) || look.label}
    </StatusMark>
  )
})

/** What is open besides what holds, as its status; partners do not see what is being written. */
const amendmentLooks = {
  draft: { label: 'Active, amendment in draft', partner: 'Active', tone: 'good' },
  sent: { label: 'Active, amendment sent', partner: 'Active, amendment to sign', tone: 'warn' },
  returned: { label: 'Active, changes asked for', partner: 'Active, you asked for changes', tone: 'info' },
} as const

/** Its status, with what is open besides what holds. */
export function Standing({
  of: a,
  partner = false,
}: {
  of: Pick<AgreementRow, 'status' | 'ending' | 'endsOn' | 'open'>
  partner?: boolean
}) {
  if (a.ending && a.endsOn) return <StatusMark tone="warn">Active, ends {dayText(a.endsOn)}</StatusMark>
  if (a.open?.amendment && a.status === 'active') {
    const look = amendmentLooks[a.open.status]
    return <StatusMark tone={look.tone}>{partner ? look.partner : look.label}</StatusMark>
  }
  return <AgreementStatus status={a.status} partner={partner} />
}

/** What it costs, once or each month. At the end of a column the amounts stand beneath each other. */
export function Price({ of, column = false }: { of: AgreementRow; column?: boolean }) {
  if (!of.value) return <span className={column ? 'mr-15 text-muted' : 'text-muted'}>None</span>
  return (
    <span className="tabular whitespace-nowrap">
      {showCents(of.value.cents)}
      {column ? (
        <span className="ml-1 inline-block w-14 text-start text-muted">{of.value.per === 'month' && '/ month'}</span>
      ) : (
        of.value.per === 'month' && <span className="text-muted"> / month</span>
      )}
    </span>
  )
}

/** The hours that come with it, if any do. */
export const hoursOf = (a: AgreementRow): string | undefined =>
  a.monthlyMinutes !== null
    ? `${showMinutes(a.monthlyMinutes)} / month`
    : a.minutes !== null
      ? showMinutes(a.minutes)
      : undefined

/** When it ends, and what then. */
export function Ends({ of }: { of: AgreementRow }) {
  if (!of.endsOn) return <span className="text-muted">Open</span>
  return (
    <span className="whitespace-nowrap">
      {dayText(of.endsOn)}
      {of.renewal === 'automatic' && (
        <Repeat role="img" aria-label="Renews itself" className="ml-1.5 inline size-3.5 align-[-2px] text-muted" />
      )}
    </span>
  )
}
