import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import { buildPageMeta } from '../meta.ts'
import { pathGroups } from '../paths.ts'
import { Done } from './done.tsx'
import { Consent, Form, type Refused, TextField } from './form.tsx'
import { sendLead } from './send-lead.server.ts'
import '../pages.css'
import './ask-us.css'
import './planned.css'

export { SiteError as ErrorBoundary } from '../lost.tsx'
export { formHeaders as headers } from './send-lead.server.ts'

const groups = Object.values(pathGroups)
const soon = groups.flatMap((group) => group.items.filter((item) => item.disabled))
const soonAt = (path: string | undefined | null) => soon.find((item) => item.to === path)

/** With `?page=`, the visitor has just signed up for that page's notice. */
export const loader = ({ request }: LoaderFunctionArgs) => ({
  page: soonAt(new URL(request.url).searchParams.get('page'))?.to,
})

/** Stores an email address for a service that is not available yet. */
export const action = (args: ActionFunctionArgs) =>
  sendLead(
    args,
    (typed) => ({
      kind: 'notice',
      page: typed.page ?? '',
      email: typed.email ?? '',
      // The contract rejects any value other than a checked box, with its own message.
      consent: (typed.consent === 'yes') as true,
      website: typed.website,
    }),
    (typed) => `/notify?page=${encodeURIComponent(typed.page ?? '')}`,
  )

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  buildPageMeta({
    title: loaderData?.page ? 'You’re on the waitlist' : 'Join the waitlist',
    description: 'Get one email when a planned service becomes available.',
    path: '/notify',
    noindex: true,
  })

/** Confirms the sign-up, shows the form again after an error, and explains it to visitors who come here directly. */
export default function Notify() {
  const { page } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if (refused) return <Again refused={refused} />
  const service = soonAt(page)
  if (!service) return <Explained />
  return (
    <Done
      mark={service.label}
      title="You’re on the waitlist."
      text={`We’re sending you a confirmation by email. You’ll get one more email when ${service.label} becomes available. We won’t use your address for anything else.`}
      back={{ to: service.to, label: `Back to ${service.label}` }}
    />
  )
}

const labels = { email: 'Email address', consent: 'Consent' }

function Again({ refused }: { refused: Refused }) {
  const service = soonAt(refused.typed.page)
  const name = service?.label ?? 'this service'
  return (
    <div className="company">
      <section className="hero">
        <div className="wrap ask-us">
          <div>
            <p className="eyebrow">{service?.label ?? 'Coming soon'}</p>
            <h1>Join the waitlist</h1>
            <p className="lead">{`Enter your email address and we’ll let you know when ${name} becomes available.`}</p>
          </div>
          <Form
            action="/notify"
            label="Waitlist"
            labels={labels}
            refused={refused}
            hidden={{ page: refused.typed.page ?? '' }}
            submit="Join the waitlist"
          >
            <TextField name="email" label={labels.email} type="email" autoComplete="email" />
            <Consent>{`You may email me about ${name}.`}</Consent>
          </Form>
        </div>
      </section>
    </div>
  )
}

function Explained() {
  return (
    <div className="company">
      <section className="hero">
        <div className="wrap ask-us">
          <div>
            <p className="eyebrow">Coming soon</p>
            <h1>Join the waitlist</h1>
            <p className="lead">
              These services are planned but not available yet. Open a page to see what the service will do and to join
              its waitlist. We’ll send you one email when it becomes available.
            </p>
          </div>
          <div className="planned">
            {groups.map((group) => {
              const items = group.items.filter((item) => item.disabled)
              return (
                items.length > 0 && (
                  <section key={group.title}>
                    <h2>{group.title}</h2>
                    <ul>
                      {items.map((item) => (
                        <li key={item.to}>
                          <a href={`${item.to}#notify`}>{item.label}</a>
                        </li>
                      ))}
                    </ul>
                  </section>
                )
              )
            })}
          </div>
        </div>
      </section>
    </div>
  )
}
