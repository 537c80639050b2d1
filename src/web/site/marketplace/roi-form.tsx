import { renderRich } from '../rich.tsx'
import { buildProductPath } from './address.ts'
import { BOUNDS, estimateInWords, type Numbers, type Price } from './roi.ts'
import { getPrice, type Listed } from './words.ts'

/** The numbers of an estimate, and the names of those that were not valid. */
export type Asked = { numbers: Numbers; wrong: (keyof Numbers)[] }

const FIELDS: { name: keyof Numbers; label: string; unit: string; step?: string }[] = [
  { name: 'minutes', label: 'Minutes per run', unit: 'minutes', step: 'any' },
  { name: 'runs', label: 'Runs per month', unit: 'runs' },
  { name: 'rate', label: 'Your hourly cost', unit: 'dollars', step: 'any' },
]
const WHAT: Record<keyof Numbers, string> = { minutes: 'minutes', runs: 'runs', rate: 'dollars' }

/**
 * Estimates what the manual work costs, with the visitor's own numbers. Works without a script through GET. The script
 * updates it while typing.
 */
export function RoiForm({ product, asked }: { product: Listed & { minutesWhy: string }; asked: Asked }) {
  const price: Price = { model: product.priceModel, cents: product.priceCents }
  const words = estimateInWords(asked.numbers, price)
  const { amount, per } = getPrice(product)
  return (
    <section className="band" id="roi">
      <div className="wrap halves">
        <div>
          <h2>What it saves</h2>
          <p className="lead">{renderRich(product.minutesWhy)}</p>
          <p className="method">
            <b>How we calculate this.</b> Minutes per run × runs per month ÷ 60 gives the hours of manual work per
            month. Hours × your full hourly cost (wages, taxes, benefits and overhead) gives the cost of that work.{' '}
            {price.model === 'monthly' && 'We subtract the monthly price. '}
            {price.model === 'one_time' &&
              'The price divided by that cost gives the payback time in months, not counting renewals. '}
            We assume that the automation takes over all of this work. Avoided mistakes and faster responses are not
            included.
          </p>
        </div>
        <form
          className="roi"
          action={`${buildProductPath(product.slug)}#roi`}
          data-roi=""
          data-model={price.model}
          data-cents={price.cents ?? ''}
        >
          <div className="numbers">
            {FIELDS.map(({ name, label, step }) => {
              const wrong = asked.wrong.includes(name)
              return (
                <p key={name}>
                  <label htmlFor={name}>{label}</label>
                  <span data-unit={name === 'rate' ? '$' : undefined}>
                    <input
                      id={name}
                      name={name}
                      type="number"
                      inputMode="decimal"
                      min={BOUNDS[name].min}
                      max={BOUNDS[name].max}
                      step={step}
                      required
                      defaultValue={asked.numbers[name]}
                      aria-invalid={wrong || undefined}
                      aria-describedby={wrong ? `${name}-wrong` : undefined}
                    />
                  </span>
                  {wrong && (
                    <span className="wrong" id={`${name}-wrong`}>
                      {`Enter ${BOUNDS[name].min} to ${BOUNDS[name].max.toLocaleString('en-US')} ${WHAT[name]}. We used our default.`}
                    </span>
                  )}
                </p>
              )
            })}
          </div>
          <dl aria-live="polite">
            <div>
              <dt>Manual work per month</dt>
              <dd data-out="hours">{words.hours}</dd>
            </div>
            <div>
              <dt>Cost of manual work</dt>
              <dd data-out="worth">{words.worth}</dd>
            </div>
            <div>
              <dt>This automation</dt>
              <dd>
                {amount} <small>{per}</small>
              </dd>
            </div>
          </dl>
          <p className="verdict">
            <span className="badge">Estimate</span> <b data-out="verdict">{words.verdict}</b>
          </p>
          <button className="button" type="submit">
            Calculate
          </button>
        </form>
      </div>
    </section>
  )
}
