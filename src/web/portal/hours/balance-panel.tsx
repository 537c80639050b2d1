import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { cx } from '../../ui/cx.ts'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type HoursOf, reservedOptions } from './hours-queries.ts'
import type { Balance } from './model.ts'
import { describeForecast, formatHoursDay } from './words.ts'

interface BalancePanelProps {
  of: HoursOf
  staff: boolean
  balance: Balance | undefined
  /** Actions shown at the bottom of the panel. */
  children?: ReactNode
}

/** Shows the balance and how much of it is reserved. */
export function BalancePanel({ of, staff, balance, children }: BalancePanelProps) {
  const reserved = useQuery(reservedOptions(of))
  const id = useId()
  if (!balance) return <Skeleton className="h-72 rounded-md" />
  const { base, usedPercent, pending, expiring, forecast } = balance
  const promised = balance.reserved
  const tone =
    usedPercent !== null && usedPercent >= 95 ? 'bad' : usedPercent !== null && usedPercent >= 80 ? 'warn' : 'accent'
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 rounded-md border border-line bg-surface p-5">
      <div>
        <h2 id={id} className="text-muted text-xs">
          Hours left
        </h2>
        <p
          className={cx(
            'tabular mt-1 font-semibold text-3xl',
            balance.balance <= 0 ? 'text-bad' : tone === 'bad' && 'text-bad',
          )}
        >
          {formatMinutes(balance.balance)}
        </p>
      </div>
      {base > 0 && usedPercent !== null && (
        <div>
          <Progress
            label={<span className="text-muted text-xs">{`${usedPercent}% used`}</span>}
            value={Math.max(0, Math.min(base, base - balance.balance))}
            max={base}
            valueText={`of ${formatMinutes(base)}`}
            tone={tone}
          />
          <details className="mt-1 text-muted text-xs">
            <summary className="inline-flex min-h-6 cursor-pointer items-center rounded-sm hover:text-text max-md:min-h-11">
              How we calculate this
            </summary>
            <p className="mt-1">
              {`${formatMinutes(base)} is the hours left plus the hours used from current blocks. A block is current if it still had hours when hours were last added, or if it got hours back since then. Expired and canceled hours are not included.`}
            </p>
          </details>
        </div>
      )}
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2.5 text-sm">
        {promised > 0 && (
          <Row name="Reserved for approved estimates" value={formatMinutes(promised)}>
            <span className="flex flex-wrap gap-x-2.5 gap-y-1 max-md:gap-y-0">
              {reserved.data?.items.slice(0, 5).map(({ ticket, reserved: minutes }) => (
                <Anchor
                  key={ticket.id}
                  href={`${staff ? '/admin/tickets' : '/tickets'}/${ticket.id}`}
                  title={`${ticket.subject}: ${formatMinutes(minutes)}`}
                  className="tabular inline-flex min-h-6 items-center rounded-sm underline decoration-line underline-offset-3 hover:decoration-accent max-md:min-h-11"
                >
                  {`T-${ticket.number}`}
                </Anchor>
              ))}
              {reserved.data && reserved.data.items.length > 5 && (
                <span className="inline-flex min-h-6 items-center">{`and ${reserved.data.items.length - 5} more`}</span>
              )}
            </span>
          </Row>
        )}
        {promised > 0 && <Row name="Available" value={formatMinutes(balance.available)} />}
        {pending > 0 && <Row name="Pending" value={formatMinutes(pending)} />}
        {expiring && expiring.minutes > 0 && (
          <Row name="Next to expire" value={formatMinutes(expiring.minutes)}>
            {formatHoursDay(expiring.on)}
          </Row>
        )}
        {balance.balance > 0 && <Row name="Forecast to run out" value={describeForecast(forecast, balance.balance)} />}
      </dl>
      {children}
    </section>
  )
}

function Row({ name, value, children }: { name: string; value: string; children?: ReactNode }) {
  return (
    <>
      <dt className="min-w-0 text-muted">
        {name}
        {children && <span className="block text-xs">{children}</span>}
      </dt>
      <dd className="tabular text-right">{value}</dd>
    </>
  )
}
