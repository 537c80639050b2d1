import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { brand } from '../../../brand.config.ts'
import type { VoicePage } from '../../../content/company/shape.ts'
import { voiceAiAgent } from '../../../content/company/voice-ai-agent.ts'
import type { CALL_VOLUMES } from '../../contract/leads.ts'
import { Sections } from './company-sections.tsx'
import { Call } from './drawings.tsx'
import { Consent, Form, Select, TextField, tokenFor } from './form.tsx'
import { Line, marks } from './icons.tsx'
import { organization, pageMeta } from './meta.ts'
import { formToken, sendLead } from './send-lead.server.ts'
import { breadcrumbs, faq } from './structured.ts'
import './pages.css'

export { SiteError as ErrorBoundary } from './lost.tsx'
export { formHeaders as headers } from './send-lead.server.ts'

type CallVolume = (typeof CALL_VOLUMES)[number]
const volumes: Record<CallVolume, string> = {
  'under-100': 'Fewer than 100 a month',
  '100-500': '100 to 500 a month',
  '500-2000': '500 to 2,000 a month',
  'over-2000': 'More than 2,000 a month',
  unknown: 'I do not know',
}

const { title, description, path, headline, lead, sections, transcript, form } = voiceAiAgent

export const loader = async (args: LoaderFunctionArgs) => ({ token: await formToken(args) })

/** Takes the wish for a test call. */
export const action = (args: ActionFunctionArgs) =>
  sendLead(
    args,
    (typed) => ({
      kind: 'voice',
      page: path,
      name: typed.name ?? '',
      company: typed.company ?? '',
      phone: typed.phone ?? '',
      email: typed.email ?? '',
      // What is not on the list is refused by the contract, with its words; so is anything but a tick.
      callVolume: typed.callVolume as CallVolume,
      consent: (typed.consent === 'yes') as true,
      website: typed.website,
      token: typed.token ?? '',
    }),
    () => `${path}/thank-you`,
  )

export const meta = () =>
  pageMeta({
    title,
    description,
    path,
    jsonLd: {
      '@graph': [
        {
          '@type': 'Service',
          name: title,
          description,
          areaServed: brand.serviceArea,
          provider: { '@type': organization['@type'], name: organization.name, url: organization.url },
        },
        breadcrumbs([title, path]),
        faq(sections.flatMap((section) => section.questions ?? [])),
      ],
    },
  })

/** What the agent on the phone does, a call to read, and the form for a test call. */
export default function VoiceAgent() {
  return (
    <article className="service company">
      <section className="hero">
        <div className="wrap">
          <div>
            <p className="eyebrow">{title}</p>
            <h1>{headline}</h1>
            <p className="lead">{lead}</p>
            <p className="actions">
              <a className="button primary" href="#try">
                Set up a test call
                <Line d={marks.down} />
              </a>
              <a className="more" href="#call">
                Read a sample call
                <Line d={marks.right} />
              </a>
            </p>
          </div>
          <Call />
        </div>
      </section>
      <Sections sections={sections.slice(0, 1)} />
      <Transcript {...transcript} />
      <Sections sections={sections.slice(1)} />
      <TestCall />
    </article>
  )
}

function Transcript({ heading, intro, lines, outcome }: VoicePage['transcript']) {
  return (
    <section className="band" id="call">
      <div className="wrap">
        <h2>{heading}</h2>
        <p className="lead">{intro}</p>
        <div className="call">
          <ol>
            {lines.map(({ who, text }) => (
              <li key={text} className={who}>
                <span>{who === 'agent' ? 'Agent' : 'Caller'}</span>
                <p>{text}</p>
              </li>
            ))}
          </ol>
          <section className="ticket" aria-labelledby="left-behind">
            <h3 id="left-behind">What the call left behind</h3>
            <dl>
              {outcome.map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      </div>
    </section>
  )
}

const labels = {
  name: 'Your name',
  company: 'Company',
  phone: 'Phone',
  email: 'Work email',
  callVolume: 'Calls your team gets',
  consent: 'Consent',
}

function TestCall() {
  const { token } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <section className="band" id="try">
      <div className="wrap halves">
        <div className="beside">
          <h2>{form.heading}</h2>
          <p className="lead">{form.text}</p>
        </div>
        <Form
          action={path}
          label="Test call"
          labels={labels}
          refused={refused}
          hidden={{ token: tokenFor(token, refused) }}
          submit="Ask for a test call"
        >
          <div className="two-up">
            <TextField name="name" label={labels.name} autoComplete="name" />
            <TextField name="company" label={labels.company} autoComplete="organization" />
            <TextField name="phone" label={labels.phone} type="tel" autoComplete="tel" />
            <TextField name="email" label={labels.email} type="email" autoComplete="email" />
          </div>
          <Select name="callVolume" label={labels.callVolume} value="">
            <option value="" disabled>
              Choose one
            </option>
            {Object.entries(volumes).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
          <Consent>{`${brand.shortName} may keep what I wrote here and call me about it.`}</Consent>
        </Form>
      </div>
    </section>
  )
}
