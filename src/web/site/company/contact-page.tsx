import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Done } from '../forms/done.tsx'
import { Consent, Form, getFormToken, Select, TextArea, TextField } from '../forms/form.tsx'
import { createFormToken, sendLead } from '../forms/send-lead.server.ts'
import { Line, marks } from '../icons.tsx'
import { buildBreadcrumbs } from '../machine/structured.ts'
import { getProductAt } from '../marketplace/answered.server.ts'
import { formatPrice } from '../marketplace/words.ts'
import { buildPageMeta, organization } from '../meta.ts'
import { hourlyConsulting, pathGroups } from '../paths.ts'
import '../pages.css'
import '../forms/ask-us.css'

export { formHeaders as headers } from '../forms/send-lead.server.ts'
export { SiteError as ErrorBoundary } from '../lost.tsx'

/** Returns the product's slug if the subject is a marketplace product. */
const productIn = (about: string) => /^\/marketplace\/([a-z0-9-]{1,60})$/.exec(about)?.[1]

/** Subjects that are not services of a group. */
const products = [
  { to: '/voice-ai-agent', label: 'Voice AI Agent' },
  { to: '/marketplace', label: 'An automation from the marketplace' },
]

/** Loads the subject of the form from the address: one of our pages, or none. */
export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  if (searchParams.has('sent')) return { sent: true as const }
  const about = searchParams.get('about') ?? ''
  const slug = productIn(about)
  const product = slug ? await getProductAt(args.context, slug) : undefined
  return {
    // A product that is no longer sold cannot be the subject.
    about: slug && !product ? '/marketplace' : about,
    product: product && { name: product.name, price: formatPrice(product), category: product.category.name },
    token: await createFormToken(args),
  }
}

/** Sends the message. */
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
      // The contract rejects any value other than a checked box, with its own message.
      consent: (typed.consent === 'yes') as true,
      website: typed.website,
      token: typed.token ?? '',
    }),
    () => '/contact?sent=1',
  )

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  loaderData?.sent
    ? buildPageMeta({
        title: 'Message received',
        description: 'We received your message.',
        path: '/contact',
        noindex: true,
      })
    : buildPageMeta({
        title: 'Contact',
        description: `Tell ${brand.shortName} which task costs your team the most time. An automation engineer reads your message and replies by email.`,
        path: '/contact',
        jsonLd: {
          '@graph': [{ '@type': 'ContactPage', mainEntity: organization }, buildBreadcrumbs(['Contact', '/contact'])],
        },
      })

/** The contact form, or the confirmation after it was sent. */
export default function Contact() {
  const loaded = useLoaderData<typeof loader>()
  return loaded.sent ? <Sent /> : <Ask {...loaded} />
}

function Sent() {
  return (
    <Done
      mark="Message received"
      title="Thank you. An engineer will reply."
      text="We received your message and are sending you a confirmation by email."
      steps={[
        ['We read it', 'An automation engineer reads it, not a salesperson.'],
        ['You get a reply', 'It comes by email, from a person. If we need to know more about the task, we ask.'],
        ['We talk about one task', 'After that, you know whether we would automate it and what we need from you.'],
      ]}
    />
  )
}

const labels = {
  name: 'Your name',
  company: 'Company',
  email: 'Work email',
  phone: 'Phone',
  about: 'What is this about?',
  message: 'Your message',
  consent: 'Consent',
}

/** The product that the question is about. */
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
            <h1>{product ? product.name : 'Tell us which task takes up your week'}</h1>
            <p className="lead">
              {product
                ? `${product.price}. Tell us which tools you use. An automation engineer will reply by email with what we need to set it up.`
                : 'An automation engineer reads your message and replies by email.'}
            </p>
          </div>
          <Form
            action={product ? `/contact?about=${about}` : '/contact'}
            label="Contact"
            labels={labels}
            refused={refused}
            hidden={{ token: getFormToken(token, refused) }}
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
              {/* A link to this form can name a subject that is not listed: a product, or a service without a card. */}
              {product && <option value={about}>{product.name}</option>}
              {chosen === hourlyConsulting.to && !listed.some((item) => item.to === chosen) && (
                <option value={chosen}>{hourlyConsulting.label}</option>
              )}
            </Select>
            <TextArea name="message" label={labels.message} />
            <Consent>{`${brand.shortName} may store what I wrote here and reply to me.`}</Consent>
          </Form>
          <div className="aside">
            <h2>What to include</h2>
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
              Already a partner? <a href="/tickets/new">Open a ticket</a> in the portal so that you can track it. Or
              email <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
            </p>
          </div>
        </div>
      </section>
    </div>
  )
}
