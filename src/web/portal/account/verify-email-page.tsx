import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Field, PasswordInput } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { userUpdated } from '../platform/session/session.client.ts'
import { Frame } from './frame.tsx'

export const meta = () => [{ title: `Verify your email · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** The verification is in progress, needs the chosen password or another account, or failed. */
type State = 'trying' | 'password' | 'other account' | { problem: string }

/** The page that verification emails link to, for a new account or a changed address. */
export default function VerifyEmailPage() {
  const { loading, session, user, signOut } = useAuth()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const begun = useRef(false)
  const token = query.get('token') ?? ''
  const [state, setState] = useState<State>(
    token ? 'trying' : { problem: 'This link is incomplete. Copy the full link from the email.' },
  )
  const [leaving, setLeaving] = useState(false)
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } })

  const toSignIn = () =>
    navigate(`/auth?${new URLSearchParams({ redirect: `/auth/verify-email?token=${token}` })}`, { replace: true })
  const tried = async (password?: string) => {
    try {
      const { changed } = await client.account.verifyEmail({ token, ...(password ? { password } : {}) })
      if (!changed) return location.replace('/email-verified')
      await userUpdated().catch(() => {})
      showToast({
        title: 'Email address changed',
        description: 'Sign in with your new address from now on.',
        tone: 'good',
      })
      navigate('/settings/security', { replace: true })
    } catch (e) {
      const failure = parseFailure(e)
      const wrong = failure?.data?.fields?.password?.[0]
      if (failure?.code === 'SIGN_IN_FIRST') {
        // With a session, the sign-in page would lead straight back here.
        if (session) setState('other account')
        else toSignIn()
      } else if (wrong) setError('password', { message: wrong }, { shouldFocus: true })
      else if (failure?.code === 'PASSWORD_NEEDED') setState('password')
      else setState({ problem: failure?.message ?? 'Check your connection and try again.' })
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after the session has loaded.
  useEffect(() => {
    if (loading || begun.current || !token) return
    begun.current = true
    void tried()
  }, [loading, session])

  if (state === 'trying') return <Waiting text="Verifying your address…" />
  if (state === 'other account')
    return (
      <Frame
        title="Sign in with the other account"
        line={`You are signed in as ${user?.email ?? 'another user'}. This link changes the address of another account.`}
        below={
          <LinkButton href="/" variant="ghost">
            Back to Home
          </LinkButton>
        }
      >
        <p className="my-5 text-sm">Sign out, then sign in with the account whose address you’re changing.</p>
        <Button
          variant="primary"
          size="lg"
          className="w-full"
          pending={leaving}
          onClick={() => {
            setLeaving(true)
            void signOut().finally(toSignIn)
          }}
        >
          Sign out
        </Button>
      </Frame>
    )
  if (state === 'password')
    return (
      <Frame
        title="One more step"
        line="You signed up in another browser. Enter the password you chose there."
        below={
          <LinkButton href="/auth" variant="ghost">
            Go to sign-in
          </LinkButton>
        }
      >
        <form
          noValidate
          method="post"
          onSubmit={handleSubmit(({ password }) => tried(password))}
          className="mt-6 flex flex-col gap-4"
        >
          <Field label="Password" error={formState.errors.password?.message}>
            <PasswordInput
              autoComplete="current-password"
              {...register('password', { required: 'Password is required' })}
            />
          </Field>
          <Button type="submit" variant="primary" size="lg" pending={formState.isSubmitting} className="w-full">
            Verify my address
          </Button>
          <Banner tone="info">Didn’t sign up? Close this page. Nothing happens without the password.</Banner>
        </form>
      </Frame>
    )
  return (
    <Frame
      title="We couldn’t verify your address"
      line={state.problem}
      below={
        <LinkButton href="/" variant="ghost">
          Back to Home
        </LinkButton>
      }
    >
      <p className="my-5 text-sm">
        Your address may already be verified, so try to sign in. If that doesn’t work, email{' '}
        <a href={`mailto:${brand.supportEmail}`} className="underline underline-offset-4">
          {brand.supportEmail}
        </a>
        .
      </p>
      <LinkButton href="/auth" variant="primary" size="lg" className="w-full">
        Go to sign-in
      </LinkButton>
    </Frame>
  )
}
