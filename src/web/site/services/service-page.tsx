import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import type { ServicePage } from '../../../../content/pages/shape.ts'
import { drawings } from '../diagrams/index.ts'
import { NoticeForm } from '../forms/notice-form.tsx'
import { Icon, Line, marks } from '../icons.tsx'
import { buildPageMeta, ORIGIN, publisher } from '../meta.ts'
import { MovingFigure } from '../moving-figure.tsx'
import { type PathGroup, pathGroups } from '../paths.ts'
import { renderRich, stripRich } from '../rich.tsx'
import { Terms } from '../terms.tsx'
import { AvailabilityBadge } from './availability-badge.tsx'
import { getServiceText } from './service-texts.server.ts'
import '../cards.css'
import '../offer.css'
import '../sections.css'
import '../diagrams/diagrams.css'

export { SiteError as ErrorBoundary } from '../lost.tsx'

/** Texts that differ by audience. `home` is the page that lists the group's services, if any. */
const audiences: Record<ServicePage['audience'], { of: string; more: string; home?: string }> = {
  msp: { of: 'MSPs', more: 'More for MSPs', home: '/#paths' },
  vendors: { of: 'App Vendors', more: 'More for vendors', home: '/vendors' },
  business: { of: 'Businesses', more: 'More for businesses' },
  students: { of: 'Students', more: 'More for students' },
}

/** Loads the page's text by its path. Throws a 404 if there is none. */
export function loader({ pattern }: LoaderFunctionArgs) {
  const page = getServiceText(pattern)
  if (!page) throw data(null, { status: 404 })
  return page
}

export const meta = ({ loaderData: page }: MetaArgs<typeof loader>) =>
  page
    ? buildPageMeta({
        // Three audiences have a Virtual CTO page, so the title names the audience.
        title: page.title ?? `${page.label} for ${audiences[page.audience].of}`,
        description: page.description,
        path: page.path,
        jsonLd: { '@graph': structured(page) },
      })
    : [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }]

/** A service page: the problem, how it works, and what it needs. Its text is in `content/pages`. */
export default function Service() {
  const page = useLoaderData<typeof loader>()
  const group = pathGroups[page.audience]
  const card = group.items.find((item) => item.to === page.path)
  const Drawing = drawings[page.path]
  return (
    <article className="service" data-color={group.accentColor}>
      <section className="hero">
        <div className="wrap">
          <Breadcrumb page={page} group={group} />
          <div>
            <p className="eyebrow">
              {page.label}
              {card?.showAvailability && <AvailabilityBadge status={card.availabilityStatus ?? ''} />}
              {page.comingSoon && <span className="badge">Coming Soon</span>}
            </p>
            <h1>{page.headline}</h1>
            <p className="lead">{renderRich(page.lead)}</p>
            {page.comingSoon ? <NoticeForm page={page} /> : <Talk page={page} />}
          </div>
          {Drawing && (
            <MovingFigure>
              <Drawing text={page.drawing} />
            </MovingFigure>
          )}
        </div>
      </section>

      <section className="band">
        <div className="wrap halves">
          <h2>{page.problem.heading}</h2>
          <div className="statement">
            {page.problem.paragraphs.map((text) => (
              <p key={text}>{renderRich(text)}</p>
            ))}
          </div>
        </div>
      </section>

      <section className="band">
        <div className="wrap halves">
          <div>
            <h2>{page.work.heading}</h2>
            <p className="lead">{renderRich(page.work.intro)}</p>
          </div>
          <ul className="offers parts">
            {page.work.parts.map((part) => (
              <li key={part.title}>
                <h3>{part.title}</h3>
                <p>{renderRich(part.text)}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>

      <section className="band">
        <div className="wrap">
          <h2>{page.steps.heading}</h2>
          <ol className="steps counted">
            {page.steps.items.map((step) => (
              <li key={step.title}>
                <h3>{step.title}</h3>
                <p>{renderRich(step.text)}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>

      <section className="band">
        <div className="wrap pair">
          <Terms {...page.gets} mark={marks.check} />
          <Terms {...page.needs} mark={marks.open} />
        </div>
      </section>

      <section className="band">
        <div className="wrap halves">
          <h2>Frequently asked questions</h2>
          <div className="answers">
            {page.questions.map((question) => (
              <details key={question.q}>
                <summary>
                  {question.q}
                  <Line d={marks.down} />
                </summary>
                <p>{renderRich(question.a)}</p>
              </details>
            ))}
          </div>
        </div>
      </section>

      <section className="band">
        <div className="wrap next">
          <div>
            <h2>{page.next.heading}</h2>
            <p className="lead">{renderRich(page.next.text)}</p>
          </div>
          {page.comingSoon ? (
            <p className="actions">
              <a className="button primary" href="#notify">
                Join the waitlist
              </a>
            </p>
          ) : (
            <Talk page={page} />
          )}
        </div>
      </section>

      <Related page={page} group={group} />
    </article>
  )
}

function Talk({ page }: { page: ServicePage }) {
  return (
    <p className="actions">
      <a className="button primary" href={`/contact?about=${page.path}`}>
        Talk to an engineer
      </a>
    </p>
  )
}

function Breadcrumb({ page, group }: { page: ServicePage; group: PathGroup }) {
  const { home } = audiences[page.audience]
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <ol>
        <li>
          <a href="/">Home</a>
        </li>
        {home !== page.path && <li>{home ? <a href={home}>{group.title}</a> : group.title}</li>}
        <li aria-current="page">{page.label}</li>
      </ol>
    </nav>
  )
}

/** Returns the next services of the group, starting over after the last one. */
function neighbors(page: ServicePage, group: PathGroup) {
  const at = group.items.findIndex((item) => item.to === page.path)
  return [...group.items.slice(at + 1), ...group.items.slice(0, Math.max(at, 0))].slice(0, 3)
}

function Related({ page, group }: { page: ServicePage; group: PathGroup }) {
  const items = neighbors(page, group)
  if (items.length === 0) return null
  return (
    <section className="band">
      <div className="wrap">
        <h2>{audiences[page.audience].more}</h2>
        <ul className="cards">
          {items.map((item) => (
            <li className="card" key={item.to}>
              <div className="head">
                <Icon name={item.icon} />
                {item.disabled && <span className="badge">Coming Soon</span>}
              </div>
              <h3>{item.label}</h3>
              <p>{item.description}</p>
              <a className="more" href={item.to}>
                {item.disabled ? 'See the plan' : 'Learn More'}
                <span className="sr-only">{item.disabled ? ` for ${item.label}` : ` about ${item.label}`}</span>
                <Line d={marks.right} />
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** Returns structured data for the page: the service, its breadcrumbs and its questions. */
function structured(page: ServicePage) {
  const { of, home } = audiences[page.audience]
  const url = ORIGIN + page.path
  const trail: [name: string, item: string][] = [['Home', `${ORIGIN}/`]]
  if (home && home !== page.path) trail.push([pathGroups[page.audience].title, ORIGIN + home])
  trail.push([page.label, url])
  return [
    {
      '@type': 'Service',
      name: page.label,
      description: page.description,
      url,
      audience: { '@type': 'Audience', audienceType: of },
      areaServed: brand.serviceArea,
      provider: publisher,
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: trail.map(([name, item], i) => ({ '@type': 'ListItem', position: i + 1, name, item })),
    },
    {
      '@type': 'FAQPage',
      mainEntity: page.questions.map(({ q, a }) => ({
        '@type': 'Question',
        name: stripRich(q),
        acceptedAnswer: { '@type': 'Answer', text: stripRich(a) },
      })),
    },
  ]
}
