import { Button } from '../../ui/button.tsx'
import { formatCentsShort } from '../../ui/text/money-text.ts'
import { useDialog } from '../platform/forms/use-dialog.tsx'
import { MainFigures } from './marks.tsx'
import { Method } from './method.tsx'
import { COST_METHOD, describeCost, describeSavings, describeValueAgainstCost, type Summary } from './model.ts'

const loadRate = () => import('./rate-dialog.tsx')

/** The totals of all automations over 30 days, and how the value is calculated. */
export function SummaryPanel({ of: s }: { of: Summary }) {
  const rate = useDialog(loadRate, ({ RateDialog }, of: Summary, rest) => <RateDialog summary={of} {...rest} />)
  return (
    <div className="rounded-md border border-line bg-surface px-4 py-3">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-4 [&_dd]:text-lg">
        <MainFigures
          last30={s.last30}
          before30={s.before30}
          savedCents={s.savedCents}
          against={describeValueAgainstCost(s)}
        />
      </dl>
      {s.rate && (
        <div className="mt-2 border-line border-t pt-1.5">
          <Method name="all automations">
            <p>
              {describeSavings(s.last30.minutesSaved, { rateCents: s.rate.cents, savedCents: s.savedCents })}{' '}
              {describeCost(s, 'in the last 30 days')}
            </p>
            {s.costCents !== null && <p>{COST_METHOD}</p>}
            <p>
              {s.rate.of === 'house'
                ? `${formatCentsShort(s.rate.cents)} is our estimate of the full cost of an hour of your team’s time.`
                : `${formatCentsShort(s.rate.cents)} is the cost of an hour of your team’s time, as set by your company.`}{' '}
              Each run counts the time it reports as saved. A successful run that reports none counts the minutes set
              for its automation.
            </p>
            {s.rate.can.set && (
              <p className="pt-1">
                <Button size="sm" aria-haspopup="dialog" pending={rate.pending} onClick={() => rate.ask(s)}>
                  Change hourly cost
                </Button>
              </p>
            )}
          </Method>
        </div>
      )}
      {rate.dialog}
    </div>
  )
}
