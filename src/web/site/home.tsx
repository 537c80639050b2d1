import { brand } from '../../../brand.config.ts'
import { Icon, Line, marks } from './icons.tsx'
import { LineShaft } from './line-shaft.tsx'
import { buildPageMeta, organization } from './meta.ts'
import { MovingFigure } from './moving-figure.tsx'
import { type IconName, shownGroups } from './paths.ts'
import { ServiceCards } from './services/service-cards.tsx'
import './cards.css'

export { SiteError as ErrorBoundary } from './lost.tsx'

export const meta = () =>
  buildPageMeta({
    title: `${brand.longName}: finished, hosted and maintained for MSPs`,
    bare: true,
    description:
      'Automation and AI for managed service providers. We build, host and maintain it for you, with no hourly billing and no extra platform fee.',
    path: '/',
    jsonLd: organization,
  })

const offers: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'box',
    title: 'Pre-built automations',
    text: 'Over 100 to choose from. Each product page lists the steps and the requirements, and most show a price.',
  },
  {
    icon: 'sparkle',
    title: 'AI tools for MSPs',
    text: 'Ticket triage, voice, chat and search that use your own tickets and records.',
  },
  {
    icon: 'clock',
    title: 'Hour blocks',
    text: 'Buy hours for a custom project and see how every minute was used.',
  },
  {
    icon: 'compass',
    title: 'Recommendations',
    text: 'What to automate next, based on your tools and your tickets, with the reason for each suggestion.',
  },
]

const steps = [
  ['Map', 'We follow one task through your tools and find out where it gets stuck.'],
  ['Build', 'We build for the systems you use. You see a test run before anything goes live.'],
  [
    'Host',
    'It runs on our servers, except for parts that must run in your tools. You don’t run a server or license a workflow platform.',
  ],
  ['Maintain', 'When a tool changes, we fix what it broke. Repairs never use your hours.'],
] as const

/** The landing page. */
export default function Home() {
  return (
    <>
      <section className="hero">
        <div className="wrap">
          <div>
            <p className="eyebrow">Automation engineers for MSPs</p>
            <h1>
              <span>Build Smarter.</span> <span>Automate Better.</span> <span>Own Your AI.</span>
            </h1>
            <p className="lead">
              {/* One text node: a second one after the name would count as a layout shift when the font loads. */}
              {`${brand.shortName} builds, hosts and maintains the automation that runs between your PSA, your RMM and Microsoft\u00a0365. You get a finished service: no hourly billing and no extra platform fee.`}
            </p>
            <p className="actions">
              <a className="button primary" href="#paths">
                Choose Your Path
                <Line d={marks.down} />
              </a>
              <a className="more" href="/marketplace">
                Browse the marketplace
                <Line d={marks.right} />
              </a>
            </p>
          </div>
          <MovingFigure>
            <LineShaft />
          </MovingFigure>
          <dl className="facts">
            <div>
              <dt>pre-built automations</dt>
              <dd>Over 100</dd>
            </div>
            <div>
              <dt>partnership spots available</dt>
              <dd>1 of 4</dd>
            </div>
            <div>
              <dt>founded, serving the {brand.serviceArea}</dt>
              <dd>{brand.founded}</dd>
            </div>
          </dl>
        </div>
      </section>

      <section className="band">
        <div className="wrap halves">
          <div>
            <h2>Automation and AI, Built for the Real World.</h2>
            <p className="lead">
              A platform gives you parts. You still have to build with them and maintain the result. We deliver a
              finished automation and keep it running.
            </p>
          </div>
          <ul className="offers">
            {offers.map((offer) => (
              <li key={offer.title}>
                <Icon name={offer.icon} />
                <h3>{offer.title}</h3>
                <p>{offer.text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>

      <section className="band" id="paths">
        <div className="wrap">
          <h2>
            Choose Your Path to <span className="nowrap">AI-Powered</span> Automation
          </h2>
          <p className="lead">Start with the task that costs you the most time.</p>
          {shownGroups.map((group) => (
            <ServiceCards key={group.title} group={group}>
              <li className="card ask">
                <h4>Not sure where to start?</h4>
                <p>Tell us which task takes up most of your week. An automation engineer will reply.</p>
                <a className="more" href="/contact">
                  Contact us
                  <Line d={marks.right} />
                </a>
              </li>
            </ServiceCards>
          ))}
        </div>
      </section>

      <section className="band">
        <div className="wrap">
          <h2>Automation engineers, from the first sketch to the latest repair</h2>
          <p className="lead">
            The engineers who map your work also build the automation, host it and fix it when something changes.
          </p>
          <ol className="steps">
            {steps.map(([title, text]) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>

      <section className="band" id="about">
        <div className="wrap halves">
          <h2>About {brand.shortName}</h2>
          <div className="statement">
            <p>
              We are a team of automation engineers, founded in {brand.founded} and serving the {brand.serviceArea}. We
              sell automation that is finished, hosted and maintained.
            </p>
            <p>
              Most of our work is for <a href="/msp">managed service providers</a>. We also build for{' '}
              <a href="/vendors">app owners and vendors</a>, and we are preparing a service to{' '}
              <a href="/build-a-bot">build a bot</a> into your product so that it can answer your customers’ questions.
            </p>
          </div>
        </div>
      </section>
    </>
  )
}
