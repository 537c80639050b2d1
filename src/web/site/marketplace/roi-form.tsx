import { rich } from '../rich.tsx'
import { productPath } from './address.ts'
import { BOUNDS, estimateInWords, type Numbers, type Price } from './roi.ts'
import { type Listed, priceOf } from './words.ts'

/** What was asked of the estimate: numbers to count with, and those that could not be taken. */
export type Asked = { numbers: Numbers; wrong: (keyof Numbers)[] }

const FIELDS: { name: keyof Numbers; label: string; unit: string; step?: string }[] = [
  { name: 'minutes', label: 'Minutes each time', unit: 'minutes', step: 'any' },
  { name: 'runs', label: 'Times a month', unit: 'times' },
  { name: 'rate', label: 'Your hourly rate', unit: 'dollars', step: 'any' },
]
const WHAT: Record<keyof Numbers, string> = { minutes: 'minutes', runs: 'times', rate: 'dollars' }

/** What the work costs by hand, with the visitor's own numbers. Works by GET; the script counts while they are typed. */
export function RoiForm({ product, asked }: { product: Listed & { minutesWhy: string }; asked: Asked }) {
  const price: Price = { model: product.priceModel, cents: product.priceCents }
  const words = estimateInWords(asked.numbers, price)
  const { amount, per } = priceOf(product)
  return (
    <section className="band" id="roi">
      <div className="wrap halves">
        <div>
          <h2>What it saves</h2>
          <p className="lead">{rich(product.minutesWhy)}</p>
          <p className="method">
            <b>How we count.</b> Minutes times runs, divided by 60, are hours of hand work in a month. Hours times your
            loaded hourly rate (wage, taxes, benefits and overhead) are what they cost.{' '}
            {price.model === 'monthly' && 'The price of a month is taken off. '}
            {price.model === 'one_time' && 'The price divided by that is how long it takes to earn it. '}
            Mistakes avoided and faster answers are not counted.
          </p>
        </div>
        <form
          className="roi"
          action={`${productPath(product.slug)}#roi`}
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
                      {`Between ${BOUNDS[name].min} and ${BOUNDS[name].max.toLocaleString('en-US')} ${WHAT[name]}. This is our default.`}
                    </span>
                  )}
                </p>
              )
            })}
          </div>
          <dl aria-live="polite">
            <div>
              <dt>By hand, a month</dt>
              <dd data-out="hours">{words.hours}</dd>
            </div>
            <div>
              <dt>That costs you</dt>
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
