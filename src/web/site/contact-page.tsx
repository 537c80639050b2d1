import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import { brand } from '../../../brand.config.ts'
import { Done } from './done.tsx'
import { Consent, Form, Select, TextArea, TextField, tokenFor } from './form.tsx'
import { Line, marks } from './icons.tsx'
import { productAt } from './marketplace/answered.server.ts'
import { priceText } from './marketplace/words.ts'
import { organization, pageMeta } from './meta.ts'
import { hourlyConsulting, pathGroups } from './paths.ts'
import { formToken, sendLead } from './send-lead.server.ts'
import { breadcrumbs } from './structured.ts'
import './pages.css'

export { SiteError as ErrorBoundary } from './lost.tsx'
export { formHeaders as headers } from './send-lead.server.ts'

/** The address within the marketplace, if that is what it is about. */
const productIn = (about: string) => /^\/marketplace\/([a-z0-9-]{1,60})$/.exec(about)?.[1]

/** Not services of a group, but things people ask about. */
const products = [
  { to: '/voice-ai-agent', label: 'Voice AI Agent' },
  { to: '/marketplace', label: 'An automation from the marketplace' },
]

/** The page says what the form is about: one of our pages, or nothing. */
export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  if (searchParams.has('sent')) return { sent: true as const }
  const about = searchParams.get('about') ?? ''
  const slug = productIn(about)
  const product = slug ? await productAt(args.context, slug) : undefined
  return {
    // A product that is not on sale any more is no subject.
    about: slug && !product ? '/marketplace' : about,
    product: product && { name: product.name, price: priceText(product), category: product.category.name },
    token: await formToken(args),
  }
}

/** Takes the message. */
export const action = (args: ActionFunctionArgs) =>
  sendLead(
    args,
    (typed) => ({
      kind: 'contact',
      page: productIn(typed.about ?? '') ? (typed.about as string) : '/contact',
      name: typed.name ?? '',
      company: typed.company,
      email: typed.email ?? '',
      phone: typed.phone,
      about: typed.about,
      message: typed.message ?? '',
      // Anything but a tick is refused by the contract, with its words.
      consent: (typed.consent === 'yes') as true,
      website: typed.website,
      token: typed.token ?? '',
    }),
    () => '/contact?sent=1',
  )

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  loaderData?.sent
    ? pageMeta({ title: 'Message received', description: 'Your message has arrived.', path: '/contact', noindex: true })
    : pageMeta({
        title: 'Contact',
        description: `Tell ${brand.shortName} which task costs your team the most time. An automation engineer reads your message and answers by email.`,
        path: '/contact',
        jsonLd: {
          '@graph': [{ '@type': 'ContactPage', mainEntity: organization }, breadcrumbs(['Contact', '/contact'])],
        },
      })

/** The form for a question, and what stands here once it was sent. */
export default function Contact() {
  const loaded = useLoaderData<typeof loader>()
  return loaded.sent ? <Sent /> : <Ask {...loaded} />
}

function Sent() {
  return (
    <Done
      mark="Message received"
      title="Thank you. An engineer reads this next."
      text="Your message has arrived. A copy of it is on its way to the address you gave."
      steps={[
        ['We read it', 'An automation engineer does, not a sales desk.'],
        ['You get an answer', 'By email, from a person. If something is missing to judge the task, we ask.'],
        [
          'We talk about one task',
          'At the end you know whether we would automate it, and what we would need from you.',
        ],
      ]}
    />
  )
}

const labels = {
  name: 'Your name',
  company: 'Company',
  email: 'Work email',
  phone: 'Phone',
  about: 'What is it about?',
  message: 'Your message',
  consent: 'Consent',
}

/** The product that somebody asks about. */
type Subject = { name: string; price: string; category: string }

function Ask({ about, product, token }: { about: string; product?: Subject | undefined; token: string }) {
  const refused = useActionData<typeof action>()
  const chosen = refused?.typed.about ?? about
  const listed = [...Object.values(pathGroups).flatMap((group) => group.items), ...products]
  return (
    <div className="company">
      <section className="hero">
        <div className="wrap ask-us">
          <div>
            <p className="eyebrow">{product ? `Automation Marketplace: ${product.category}` : 'Contact'}</p>
            <h1>{product ? product.name : 'Tell us which task eats your week'}</h1>
            <p className="lead">
              {product
                ? `${product.price}. Tell us what you run, and an automation engineer answers you by email with what it would take.`
                : 'An automation engineer reads your message and answers you by email.'}
            </p>
          </div>
          <Form
            action={product ? `/contact?about=${about}` : '/contact'}
            label="Contact"
            labels={labels}
            refused={refused}
            hidden={{ token: tokenFor(token, refused) }}
            submit="Send message"
          >
            <div className="two-up">
              <TextField name="name" label={labels.name} autoComplete="name" />
              <TextField name="company" label={labels.company} autoComplete="organization" optional />
              <TextField name="email" label={labels.email} type="email" autoComplete="email" />
              <TextField name="phone" label={labels.phone} type="tel" autoComplete="tel" optional />
            </div>
            <Select name="about" label={labels.about} value={chosen} optional>
              <option value="">Not sure yet, or something else</option>
              {Object.values(pathGroups).map((group) => (
                <optgroup key={group.title} label={group.title}>
                  {group.items.map((item) => (
                    <option key={item.to} value={item.to}>
                      {item.label}
                    </option>
                  ))}
                </optgroup>
              ))}
              <optgroup label="Products">
                {products.map((product) => (
                  <option key={product.to} value={product.to}>
                    {product.label}
                  </option>
                ))}
              </optgroup>
              {/* Not on the list, but somebody came from there: a marketplace entry, a service that has no card. */}
              {product && <option value={about}>{product.name}</option>}
              {chosen === hourlyConsulting.to && !listed.some((item) => item.to === chosen) && (
                <option value={chosen}>{hourlyConsulting.label}</option>
              )}
            </Select>
            <TextArea name="message" label={labels.message} />
            <Consent>{`${brand.shortName} may keep what I wrote here and answer me.`}</Consent>
          </Form>
          <div className="aside">
            <h2>What helps us answer well</h2>
            <ul className="points">
              <li>
                <Line d={marks.check} />
                <span>The task, and who does it today</span>
              </li>
              <li>
                <Line d={marks.check} />
                <span>The tools it touches: PSA, RMM, documentation, billing</span>
              </li>
              <li>
                <Line d={marks.check} />
                <span>How often it happens, and what it costs when it goes wrong</span>
              </li>
            </ul>
            <p>
              Already a partner? <a href="/tickets/new">Open a ticket</a> in the portal, so that it is tracked. Or write
              to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
            </p>
          </div>
        </div>
      </section>
    </div>
  )
}
