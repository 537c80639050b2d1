import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Field, PasswordInput } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { client, failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { userUpdated } from '../platform/session.client.ts'
import { Frame } from './frame.tsx'

export const meta = () => [{ title: `Verify your email · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** Where it stands: being tried, in need of the password that was chosen, or over. */
type State = 'trying' | 'password' | { problem: string }

/** Where the link in a verification mail leads: of a new account, or the new address of one. */
export default function VerifyEmailPage() {
  const { loading, session } = useAuth()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const begun = useRef(false)
  const token = query.get('token') ?? ''
  const [state, setState] = useState<State>(
    token ? 'trying' : { problem: 'This link is not complete. Open it again from where you got it.' },
  )
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } })

  const tried = async (password?: string) => {
    try {
      const { changed } = await client.account.verifyEmail({ token, ...(password ? { password } : {}) })
      if (!changed) return location.replace('/email-verified')
      await userUpdated().catch(() => {})
      toast({
        title: 'Your email address was changed.',
        description: 'Sign in with the new one from now on.',
        tone: 'good',
      })
      navigate('/settings/security', { replace: true })
    } catch (e) {
      const failure = failureOf(e)
      const wrong = failure?.data?.fields?.password?.[0]
      if (failure?.code === 'SIGN_IN_FIRST')
        navigate(`/auth?${new URLSearchParams({ redirect: `/auth/verify-email?token=${token}` })}`, { replace: true })
      else if (wrong) setError('password', { message: wrong }, { shouldFocus: true })
      else if (failure?.code === 'PASSWORD_NEEDED') setState('password')
      else setState({ problem: failure?.message ?? 'Something went wrong. Try again.' })
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried once, when it is known who is here.
  useEffect(() => {
    if (loading || begun.current || !token) return
    begun.current = true
    void tried()
  }, [loading, session])

  if (state === 'trying') return <Waiting text="Verifying your address …" />
  if (state === 'password')
    return (
      <Frame
        title="One more step"
        line="You signed up in another browser. Enter the password that you chose there."
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
          <Banner tone="info">Did not sign up? Then close this page: without the password nothing happens.</Banner>
        </form>
      </Frame>
    )
  return (
    <Frame
      title="This did not work"
      line={state.problem}
      below={
        <LinkButton href="/" variant="ghost">
          Back to Home
        </LinkButton>
      }
    >
      <p className="my-5 text-sm">
        The address may be verified already: sign in. If that fails, write to{' '}
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
