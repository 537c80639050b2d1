import { Done } from './done.tsx'
import { pageMeta } from './meta.ts'
import './pages.css'

export { SiteError as ErrorBoundary } from './lost.tsx'

export const meta = () =>
  pageMeta({
    title: 'Your email is verified',
    description: 'Your email address is verified. Sign in to the partner portal.',
    path: '/email-verified',
    noindex: true,
  })

/** Where the link in the mail of a new account leads. */
export default function EmailVerified() {
  return (
    <Done
      mark="Partner portal"
      title="Thanks for Verifying Your Email!"
      text="Your account is ready. This is what waits for you inside."
      heading="What you can do now"
      steps={[
        ['Ask us anything', 'Open a ticket, add files, and see at any time where it stands and whose turn it is.'],
        ['See what runs for you', 'Your automations, your projects and your hours, in one place with their history.'],
        ['Bring your team', 'Invite colleagues, and decide who may buy, sign and manage.'],
      ]}
      back={{ to: '/auth', label: 'Go to Login' }}
    />
  )
}
