import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Product } from '../../../contract/marketplace.ts'
import { Line, marks } from '../icons.tsx'
import { rich } from '../rich.tsx'
import { Terms } from '../terms.tsx'
import { addressOf, MARKETPLACE, viewOf } from './address.ts'
import { callsToAction } from './calls-to-action.ts'
import { ProductCards } from './product-card.tsx'
import { type Numbers, numberIn, USUAL_RATE } from './roi.ts'
import { type Asked, RoiForm } from './roi-form.tsx'
import { ToolLines } from './tool-lines.tsx'
import { AUDIENCES, counted, priceOf } from './words.ts'
import '../track.css'
import './marketplace.css'

export type Whole = z.infer<typeof Product>

/** The numbers of an estimate: those in the address, else what is usual for the product. */
export function askedFor(product: Whole, query: URLSearchParams): Asked {
  const usual: Numbers = { minutes: product.minutesPerRun, runs: product.runsPerMonth, rate: USUAL_RATE }
  const wrong: Asked['wrong'] = []
  const numbers = { ...usual }
  for (const name of ['minutes', 'runs', 'rate'] as const) {
    const value = numberIn(name, query.get(name))
    if (value !== undefined) numbers[name] = value
    else if (query.has(name)) wrong.push(name)
  }
  return { numbers, wrong }
}

/** The marketplace narrowed to the category of a product. */
export const inCategory = ({ category }: Whole) =>
  addressOf({ ...viewOf(new URLSearchParams()), category: [category.key] })

/** One product: what it does, what it needs, where it stops, what it costs and saves. */
export function ProductView({ product, asked }: { product: Whole; asked: Asked }) {
  const { amount, per } = priceOf(product)
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
            <p className="eyebrow">{`For ${product.audience.map((key) => AUDIENCES[key]).join(' and ')}`}</p>
            <h1>{product.name}</h1>
            <p className="lead">{product.promise}</p>
            <p className="cost">
              <b>{amount}</b> {per}
            </p>
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
              <dd>{counted(product.setupDays, 'working day')}</dd>
            </div>
            <div>
              <dt>by hand</dt>
              <dd>{counted(product.minutesPerRun, 'minute')}</dd>
            </div>
            <div>
              <dt>typically</dt>
              <dd>
                {product.runsPerMonth === 1
                  ? 'Once a month'
                  : `${product.runsPerMonth.toLocaleString('en-US')} × a month`}
              </dd>
            </div>
          </dl>
        </div>
      </section>

      <section className="band">
        <div className="wrap halves">
          <h2>The problem</h2>
          <p className="statement">{rich(product.problem)}</p>
        </div>
      </section>

      <section className="band">
        <div className="wrap halves">
          <div className="beside">
            <h2>What it does, step by step</h2>
          </div>
          <ol className="track">
            {product.steps.map((step) => (
              <li key={step}>{rich(step)}</li>
            ))}
          </ol>
        </div>
      </section>

      <section className="band">
        <div className="wrap pair">
          <Terms heading="What is included" items={product.included} mark={marks.check} />
          <Terms heading="What it needs" items={product.needs} mark={marks.open} />
        </div>
        <div className="wrap halves stops">
          <h2>Where it stops, on purpose</h2>
          <ul>
            {product.limits.map((limit) => (
              <li key={limit}>{rich(limit)}</li>
            ))}
          </ul>
        </div>
      </section>

      <RoiForm product={product} asked={asked} />

      <section className="band">
        <div className="wrap halves">
          <div>
            <h2>How it begins</h2>
            <p className="lead">
              {`You answer ${counted(product.intake.length, 'question')}. We connect the tools together in a call: you never send us a password. ${counted(product.setupDays, 'working day')} later it runs.`}
            </p>
          </div>
          <div>
            <h3 className="asks">What we ask</h3>
            <ul className="asked">
              {product.intake.map((field) => (
                <li key={field.name}>{rich(field.label)}</li>
              ))}
            </ul>
          </div>
        </div>
      </section>

      <section className="band">
        <div className="wrap next">
          <div>
            <h2>{product.priceModel === 'quote' ? 'Tell us what you run' : 'See whether it fits what you run'}</h2>
            <p className="lead">
              {product.priceModel === 'quote'
                ? 'An engineer answers by email, with what would have to be different for you.'
                : 'Buy it now, or ask first: an engineer answers by email, with what would have to be different for you.'}
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
                {`Everything in ${product.category.name}`}
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
      {callsToAction(product).map(({ label, href }, i) => (
        <a className={i === 0 ? 'button primary' : 'button'} href={href} key={href}>
          {label}
        </a>
      ))}
      {children}
    </p>
  )
}
