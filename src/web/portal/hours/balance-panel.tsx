import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Anchor } from '../../ui/anchor.tsx'
import { cx } from '../../ui/cx.ts'
import { showMinutes } from '../../ui/minutes-text.ts'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { reservedOptions, type Whose } from './hours-queries.ts'
import type { Balance } from './model.ts'
import { dayText, forecastText } from './words.ts'

interface BalancePanelProps {
  of: Whose
  staff: boolean
  balance: Balance | undefined
  /** Stands at its foot: what can be done. */
  children?: ReactNode
}

/** What is left, large, and what of it is spoken for. */
export function BalancePanel({ of, staff, balance, children }: BalancePanelProps) {
  const reserved = useQuery(reservedOptions(of))
  const id = useId()
  if (!balance) return <Skeleton className="h-72 rounded-md" />
  const { base, usedPercent, pending, expiring, forecast } = balance
  const promised = reserved.data?.reserved ?? 0
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
          {showMinutes(balance.balance)}
        </p>
      </div>
      {base > 0 && usedPercent !== null && (
        <Progress
          label={<span className="text-muted text-xs">{`${usedPercent}% used`}</span>}
          value={Math.max(0, Math.min(base, base - balance.balance))}
          max={base}
          valueText={`of ${showMinutes(base)}`}
          tone={tone}
        />
      )}
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2.5 text-sm">
        {promised > 0 && (
          <Row name="Reserved by approved estimates" value={showMinutes(promised)}>
            <span className="flex flex-wrap gap-x-2.5 gap-y-1 max-md:gap-y-0">
              {reserved.data?.items.slice(0, 5).map(({ ticket, reserved: minutes }) => (
                <Anchor
                  key={ticket.id}
                  href={`${staff ? '/admin/tickets' : '/tickets'}/${ticket.id}`}
                  title={`${ticket.subject}: ${showMinutes(minutes)}`}
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
        {promised > 0 && <Row name="Free for other work" value={showMinutes(balance.balance - promised)} />}
        {pending > 0 && <Row name="Not usable yet" value={showMinutes(pending)} />}
        {expiring && expiring.minutes > 0 && (
          <Row name="Next to expire" value={showMinutes(expiring.minutes)}>
            {dayText(expiring.on)}
          </Row>
        )}
        {balance.balance > 0 && <Row name="Will be used up" value={forecastText(forecast, balance.balance)} />}
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
