import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Product } from '../../../contract/marketplace.ts'
import { formatCount } from '../../../contract/plain/counts.ts'
import { Line, marks } from '../icons.tsx'
import { renderRich } from '../rich.tsx'
import { Terms } from '../terms.tsx'
import { buildAddress, MARKETPLACE, parseView } from './address.ts'
import { listCallsToAction } from './calls-to-action.ts'
import { ProductCards } from './product-card.tsx'
import { type Numbers, parseNumber, USUAL_RATE } from './roi.ts'
import { type Asked, RoiForm } from './roi-form.tsx'
import { ToolLines } from './tool-lines.tsx'
import { describePriceTerms, formatAudiences, getPrice } from './words.ts'
import '../cards.css'
import '../offer.css'
import '../company/track.css'
import './marketplace.css'
import './product.css'

export type Whole = z.infer<typeof Product>

/**
 * Returns the numbers of an estimate, each from the address or else its default, and in `wrong` the names of the
 * parameters that are invalid. Minutes and runs default to the product's, the rate to `USUAL_RATE`.
 */
export function askedFor(product: Whole, query: URLSearchParams): Asked {
  const usual: Numbers = { minutes: product.minutesPerRun, runs: product.runsPerMonth, rate: USUAL_RATE }
  const wrong: Asked['wrong'] = []
  const numbers = { ...usual }
  for (const name of ['minutes', 'runs', 'rate'] as const) {
    const value = parseNumber(name, query.get(name))
    if (value !== undefined) numbers[name] = value
    else if (query.has(name)) wrong.push(name)
  }
  return { numbers, wrong }
}

/** Returns the address of the marketplace filtered by the product's category. */
export const inCategory = ({ category }: Whole) =>
  buildAddress({ ...parseView(new URLSearchParams()), category: [category.key] })

/** A product: what it does, what it needs, its limits, price and savings. */
export function ProductView({ product, asked }: { product: Whole; asked: Asked }) {
  const { amount, per } = getPrice(product)
  return (
    <article className="market product">
      <section className="hero">
        <div className="wrap">
          <nav className="crumbs" aria-label="Breadcrumb">
            <ol>
              <li>
                <a href="/">Home</a>
              </li>
              <li>
                <a href={MARKETPLACE}>Marketplace</a>
              </li>
              <li>
                <a href={inCategory(product)}>{product.category.name}</a>
              </li>
              <li aria-current="page">{product.name}</li>
            </ol>
          </nav>
          <div>
            <p className="eyebrow">{`For ${formatAudiences(product.audience)}`}</p>
            <h1>{product.name}</h1>
            <p className="lead">{product.promise}</p>
            <p className="cost">
              <b>{amount}</b> {per}
            </p>
            <p className="covers">{describePriceTerms(product)}</p>
            <Calls product={product}>
              <a className="more" href="#roi">
                What it saves you
                <Line d={marks.down} />
              </a>
            </Calls>
          </div>
          <ToolLines tools={product.integrations} />
          <dl className="facts">
            <div>
              <dt>until the first run</dt>
              <dd>{formatCount(product.setupDays, 'business day')}</dd>
            </div>
            <div>
              <dt>per run, done manually</dt>
              <dd>{formatCount(product.minutesPerRun, 'minute')}</dd>
            </div>
            <div>
              <dt>in a typical month</dt>
              <dd>{formatCount(product.runsPerMonth, 'run')}</dd>
            </div>
          </dl>
        </div>
      </section>

      <section className="band">
        <div className="wrap halves">
          <h2>The problem</h2>
          <p className="statement">{renderRich(product.problem)}</p>
        </div>
      </section>

      <section className="band">
        <div className="wrap halves">
          <div className="beside">
            <h2>What it does, step by step</h2>
          </div>
          <ol className="track">
            {product.steps.map((step) => (
              <li key={step}>{renderRich(step)}</li>
            ))}
          </ol>
        </div>
      </section>

      <section className="band">
        <div className="wrap pair">
          <Terms heading="What’s included" items={product.included} mark={marks.check} />
          <Terms heading="Requirements" items={product.needs} mark={marks.open} />
        </div>
        <div className="wrap halves stops">
          <h2>Limits</h2>
          <ul>
            {product.limits.map((limit) => (
              <li key={limit}>{renderRich(limit)}</li>
            ))}
          </ul>
        </div>
      </section>

      <RoiForm product={product} asked={asked} />

      <section className="band">
        <div className="wrap halves">
          <div>
            <h2>How setup works</h2>
            <p className="lead">
              {`You answer ${formatCount(product.intake.length, 'question')}. We connect your tools with you on a call, so you never send us a password. The first run is usually ${formatCount(product.setupDays, 'business day')} after both are done.`}
            </p>
          </div>
          <div>
            <h3 className="asks">What we ask</h3>
            <ul className="asked">
              {product.intake.map((field) => (
                <li key={field.name}>{renderRich(field.label)}</li>
              ))}
            </ul>
          </div>
        </div>
      </section>

      <section className="band">
        <div className="wrap next">
          <div>
            <h2>{product.priceModel === 'quote' ? 'Tell us about your setup' : 'See if it fits your setup'}</h2>
            <p className="lead">
              {product.priceModel === 'quote'
                ? 'Tell us which tools you use. An engineer will reply by email with a quote or with questions.'
                : `${product.priceModel === 'monthly' ? 'Subscribe' : 'Buy it'} now, or ask a question first. An engineer will reply by email and tell you how we would adapt it to your setup.`}
            </p>
          </div>
          <Calls product={product} />
        </div>
      </section>

      {product.similar.length > 0 && (
        <section className="band">
          <div className="wrap">
            <h2>Similar automations</h2>
            <ProductCards items={product.similar} level="h3" />
            <p className="actions">
              <a className="more" href={inCategory(product)}>
                {`All automations in ${product.category.name}`}
                <Line d={marks.right} />
              </a>
            </p>
          </div>
        </section>
      )}
    </article>
  )
}

function Calls({ product, children }: { product: Whole; children?: ReactNode }) {
  return (
    <p className="actions">
      {listCallsToAction(product).map(({ label, href }, i) => (
        <a className={i === 0 ? 'button primary' : 'button'} href={href} key={href}>
          {label}
        </a>
      ))}
      {children}
    </p>
  )
}
