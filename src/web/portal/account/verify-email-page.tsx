import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { LinkButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { client, failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { userUpdated } from '../platform/session.client.ts'
import { Frame } from './frame.tsx'

export const meta = () => [{ title: `Verify your email · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** Where the link in a verification mail leads: of a new account, or the new address of one. */
export default function VerifyEmailPage() {
  const { loading, session } = useAuth()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const begun = useRef(false)
  const token = query.get('token') ?? ''
  const [problem, setProblem] = useState(
    token ? undefined : 'This link is not complete. Open it again from where you got it.',
  )

  useEffect(() => {
    if (loading || begun.current || !token) return
    begun.current = true
    client.account.verifyEmail({ token }).then(
      async ({ changed }) => {
        if (!changed) return location.replace('/email-verified')
        if (session) await userUpdated().catch(() => {})
        toast({
          title: 'Your email address was changed.',
          description: 'Sign in with the new one from now on.',
          tone: 'good',
        })
        navigate(session ? '/settings/security' : '/auth', { replace: true })
      },
      (e) => setProblem(failureOf(e)?.message ?? 'Something went wrong. Try again.'),
    )
  }, [loading, token, session, navigate])

  if (!problem) return <Waiting text="Verifying your address …" />
  return (
    <Frame
      title="This did not work"
      line={problem}
      below={
        <LinkButton href="/" variant="ghost">
          Back to Home
        </LinkButton>
      }
    >
      <p className="my-5 text-sm">
        Sign in with your email and password: if the address still has to be verified, we send you a new link.
      </p>
      <LinkButton href="/auth" variant="primary" size="lg" className="w-full">
        Go to sign-in
      </LinkButton>
    </Frame>
  )
}
