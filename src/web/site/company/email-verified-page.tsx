import { Done } from '../forms/done.tsx'
import { buildPageMeta } from '../meta.ts'
import '../pages.css'

export { SiteError as ErrorBoundary } from '../lost.tsx'

export const meta = () =>
  buildPageMeta({
    title: 'Your email is verified',
    description: 'Your email address is verified. Sign in to the partner portal.',
    path: '/email-verified',
    noindex: true,
  })

/** The page that opens after a new account's email address was verified. */
export default function EmailVerified() {
  return (
    <Done
      mark="Partner portal"
      title="Thanks for Verifying Your Email!"
      text="Your account is ready. Sign in to use the partner portal."
      heading="What you can do now"
      steps={[
        ['Get support', 'Open a ticket, add files, and see its status and who has to reply next.'],
        ['See your automations', 'Check automations, projects and hours with their history in one place.'],
        ['Invite your team', 'Add colleagues and decide who can buy, sign and manage users.'],
      ]}
      back={{ to: '/auth', label: 'Go to Login' }}
    />
  )
}
