import { Button } from '../../ui/button.tsx'
import { shortCents } from '../../ui/money-text.ts'
import { useDialog } from '../platform/use-dialog.tsx'
import { MainFigures } from './marks.tsx'
import { Method } from './method.tsx'
import { type Summary, savedSentence } from './model.ts'

const loadRate = () => import('./rate-dialog.tsx')

/** What all automations came to in 30 days, and how the money was reckoned. */
export function SummaryPanel({ of: s }: { of: Summary }) {
  const rate = useDialog(loadRate, ({ RateDialog }, of: Summary, rest) => <RateDialog summary={of} {...rest} />)
  const net = s.savedCents - s.priceCents
  return (
    <div className="rounded-md border border-line bg-surface px-4 py-3">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-4 [&_dd]:text-lg">
        <MainFigures
          last30={s.last30}
          before30={s.before30}
          savedCents={s.savedCents}
          against={`against ${shortCents(s.priceCents)}`}
        />
      </dl>
      {s.rate && (
        <div className="mt-2 border-line border-t pt-1.5">
          <Method name="all automations">
            <p>
              {savedSentence(s.last30.minutesSaved, { rateCents: s.rate.cents, savedCents: s.savedCents })} Price of
              these 30 days: {shortCents(s.priceCents)},{' '}
              {net >= 0 ? `${shortCents(net)} less` : `${shortCents(-net)} more`} than that.{' '}
              {s.unpriced > 0 &&
                `${s.unpriced === 1 ? 'One automation has' : `${s.unpriced} automations have`} a price of ${s.unpriced === 1 ? 'its' : 'their'} own that is not in it.`}
            </p>
            <p>
              {s.rate.of === 'house'
                ? `${shortCents(s.rate.cents)} is what we assume that an hour of your people costs you with everything.`
                : `${shortCents(s.rate.cents)} is what your company says that an hour of its people costs.`}{' '}
              A run saves what it says itself, or the minutes agreed on for it; failed and skipped ones save nothing.
            </p>
            {s.rate.can.set && (
              <p className="pt-1">
                <Button
                  size="sm"
                  className="max-md:!h-11"
                  aria-haspopup="dialog"
                  pending={rate.pending}
                  onClick={() => rate.ask(s)}
                >
                  Change the hourly cost
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
