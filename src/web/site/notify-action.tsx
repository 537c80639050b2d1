import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import { Done } from './done.tsx'
import { Consent, Form, type Refused, TextField } from './form.tsx'
import { pageMeta } from './meta.ts'
import { pathGroups } from './paths.ts'
import { sendLead } from './send-lead.server.ts'
import './pages.css'

export { SiteError as ErrorBoundary } from './lost.tsx'
export { formHeaders as headers } from './send-lead.server.ts'

const groups = Object.values(pathGroups)
const soon = groups.flatMap((group) => group.items.filter((item) => item.disabled))
const soonAt = (path: string | undefined | null) => soon.find((item) => item.to === path)

/** With `?page=` a notice was left for that page. */
export const loader = ({ request }: LoaderFunctionArgs) => ({
  page: soonAt(new URL(request.url).searchParams.get('page'))?.to,
})

/** Keeps an address for a service that is not open yet. */
export const action = (args: ActionFunctionArgs) =>
  sendLead(
    args,
    (typed) => ({
      kind: 'notice',
      page: typed.page ?? '',
      email: typed.email ?? '',
      // Anything but a tick is refused by the contract, with its words.
      consent: (typed.consent === 'yes') as true,
      website: typed.website,
    }),
    (typed) => `/notify?page=${encodeURIComponent(typed.page ?? '')}`,
  )

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageMeta({
    title: loaderData?.page ? 'We will let you know' : 'Hear when it opens',
    description: 'Leave an address and hear when a planned service opens.',
    path: '/notify',
    noindex: true,
  })

/** Thanks for an address, gives the form back when it was wrong, and explains it to those who come without one. */
export default function Notify() {
  const { page } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if (refused) return <Again refused={refused} />
  const service = soonAt(page)
  if (!service) return <Explained />
  return (
    <Done
      mark={service.label}
      title="Thank you. We will let you know."
      text={`You get one email when ${service.label} opens. Your address is used for nothing else.`}
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
            <h1>Hear when it opens</h1>
            <p className="lead">{`Leave your address and you get one email when ${name} opens.`}</p>
          </div>
          <Form
            action="/notify"
            label="Notice"
            labels={labels}
            refused={refused}
            hidden={{ page: refused.typed.page ?? '' }}
            submit="Tell me when it opens"
          >
            <TextField name="email" label={labels.email} type="email" autoComplete="email" />
            <Consent>{`You may write to me about ${name}.`}</Consent>
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
            <h1>Hear when it opens</h1>
            <p className="lead">
              Some services are planned and not open yet. Each has a page that says what it will do, with a field for
              your address. You get one email when it opens.
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
