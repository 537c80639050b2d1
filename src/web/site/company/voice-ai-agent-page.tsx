import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import type { VoicePage } from '../../../../content/company/shape.ts'
import { voiceAiAgent } from '../../../../content/company/voice-ai-agent.ts'
import { CALL_VOLUME_LABELS, type CallVolume } from '../../../contract/plain/call-volumes.ts'
import { Call } from '../drawings.tsx'
import { Consent, Form, getFormToken, Select, TextField } from '../forms/form.tsx'
import { createFormToken, sendLead } from '../forms/send-lead.server.ts'
import { Line, marks } from '../icons.tsx'
import { buildBreadcrumbs, buildFaq } from '../machine/structured.ts'
import { buildPageMeta, publisher } from '../meta.ts'
import { MovingFigure } from '../moving-figure.tsx'
import { Sections } from './company-sections.tsx'
import '../pages.css'

export { formHeaders as headers } from '../forms/send-lead.server.ts'
export { SiteError as ErrorBoundary } from '../lost.tsx'

const { title, description, path, headline, lead, sections, transcript, form } = voiceAiAgent

/** Returns the token of the form. */
export const loader = async (args: LoaderFunctionArgs) => ({ token: await createFormToken(args) })

/** Sends the request for a test call. */
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
      // The contract rejects values that are not in the list and an unchecked box, with its own messages.
      callVolume: typed.callVolume as CallVolume,
      consent: (typed.consent === 'yes') as true,
      website: typed.website,
      token: typed.token ?? '',
    }),
    () => `${path}/thank-you`,
  )

export const meta = () =>
  buildPageMeta({
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
          provider: publisher,
        },
        buildBreadcrumbs([title, path]),
        buildFaq(sections.flatMap((section) => section.questions ?? [])),
      ],
    },
  })

/** `/voice-ai-agent`: what the voice agent does, an example call, and the form for a test call. */
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
                Request a test call
                <Line d={marks.down} />
              </a>
              <a className="more" href="#call">
                Read a sample call
                <Line d={marks.right} />
              </a>
            </p>
          </div>
          <MovingFigure>
            <Call />
          </MovingFigure>
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
            <h3 id="left-behind">The ticket after the call</h3>
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
  callVolume: 'Calls per month',
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
          hidden={{ token: getFormToken(token, refused) }}
          submit="Request a test call"
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
            {Object.entries(CALL_VOLUME_LABELS).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
          <Consent>{`${brand.shortName} may store what I entered here and call me about it.`}</Consent>
        </Form>
      </div>
    </section>
  )
}
