import { KeyRound } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Field, PasswordInput, TextInput } from '../../ui/forms/field.tsx'
import { useAuth } from '../platform/session/auth.tsx'
import { supportsPasskeys } from '../platform/session/passkey.ts'
import { isInPortal, toSafeRedirect } from '../platform/session/redirect.ts'
import { CodeForm } from './code-form.tsx'
import { Frame } from './frame.tsx'
import { GoogleMark, MicrosoftMark } from './provider-marks.tsx'
import { welcome } from './welcome.ts'

export const meta = () => [{ title: `Sign in · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

type Form = { email: string; password: string }
/** Router state that other screens pass to this page: a problem to show in the form, or that a code is required. */
export type Handed = { problem?: string; code?: true } | null

// A quick check before the request: one @, a dot in the domain, no spaces. The server decides.
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
const rules = {
  email: {
    validate: (v: string) => EMAIL.test(v.trim()) || 'Invalid email address',
    maxLength: { value: 255, message: 'Email must be at most 255 characters' },
  },
  password: { required: 'Password is required' },
}

const fromGoogle: Record<string, string> = {
  access_denied: 'Google sign-in was canceled.',
  google: 'We couldn’t sign you in with Google. Try again.',
}

/** The sign-in page: email and password, Google or a passkey, followed by the code when one is required. */
export default function AuthPage() {
  const { session, loading, signIn, signInWithGoogle, signInWithPasskey } = useAuth()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const handed = useLocation().state as Handed
  const [problem, setProblem] = useState(handed?.problem ?? fromGoogle[query.get('error') ?? ''])
  const [codeDue, setCodeDue] = useState(handed?.code ?? false)
  const [leaving, setLeaving] = useState<'google' | 'passkey'>()
  const form = useForm<Form>({ defaultValues: { email: '', password: '' } })
  const { register, handleSubmit, setError, formState } = form
  const soon = useId()
  const target = query.get('redirect')

  useEffect(() => {
    if (loading || !session) return
    const to = toSafeRedirect(target)
    if (isInPortal(to)) navigate(to, { replace: true })
    else location.replace(to)
  }, [loading, session, target, navigate])

  const submit = handleSubmit(async ({ email, password }) => {
    setProblem(undefined)
    const { error, factorDue } = await signIn({ email: email.trim(), password })
    if (factorDue) setCodeDue(true)
    else if (!error) welcome()
    const fields = Object.entries(error?.data?.fields ?? {})
    for (const [name, [message]] of fields) setError(name as keyof Form, { message }, { shouldFocus: true })
    if (error && fields.length === 0) setProblem(error.message)
  })
  const byGoogle = async () => {
    setProblem(undefined)
    setLeaving('google')
    const { error } = await signInWithGoogle(target)
    if (!error) return
    setLeaving(undefined)
    setProblem(error.message)
  }
  const byPasskey = async () => {
    setProblem(undefined)
    setLeaving('passkey')
    const { error, factorDue, canceled } = await signInWithPasskey()
    setLeaving(undefined)
    if (factorDue) setCodeDue(true)
    else if (error) setProblem(error.message)
    else if (!canceled) welcome()
  }

  if (codeDue)
    return (
      <CodeForm
        onDone={welcome}
        onOver={(why) => {
          setCodeDue(false)
          setProblem(why)
        }}
      />
    )
  return (
    <Frame
      title="Welcome Back"
      line="Sign in to your account"
      below={
        <LinkButton href="/" variant="ghost">
          Back to Home
        </LinkButton>
      }
    >
      {/* Before hydration, a GET submit would put the password in the address. */}
      <form noValidate method="post" onSubmit={submit} className="mt-6 flex flex-col gap-4">
        {problem && <Banner tone="bad">{problem}</Banner>}
        <Field label="Email" error={formState.errors.email?.message}>
          <TextInput
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            {...register('email', rules.email)}
          />
        </Field>
        <Field label="Password" error={formState.errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...register('password', rules.password)} />
        </Field>
        <Button type="submit" variant="primary" size="lg" pending={formState.isSubmitting} className="mt-1 w-full">
          Sign In
        </Button>
        <p className="-mt-1 text-center text-sm">
          <Anchor
            href="/auth/recover"
            className="inline-block rounded-sm py-1 text-muted underline-offset-4 hover:text-text hover:underline"
          >
            Forgot your password?
          </Anchor>
        </p>
      </form>
      <div className="my-4 flex items-center gap-3 text-muted text-xs">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </div>
      <div className="flex flex-col gap-2.5">
        <Button
          size="lg"
          icon={<GoogleMark />}
          pending={leaving === 'google'}
          onClick={() => void byGoogle()}
          className="w-full"
        >
          Continue with Google
        </Button>
        <Button
          size="lg"
          icon={<MicrosoftMark />}
          disabled
          aria-describedby={soon}
          className="w-full max-sm:h-auto max-sm:min-h-11 max-sm:flex-wrap max-sm:py-2 max-sm:text-sm"
        >
          Continue with Microsoft
          <span id={soon} className="rounded-sm border border-edge px-1.5 py-0.5 text-xs">
            Coming Soon
          </span>
        </Button>
        {/* Reserve its place while loading. If it appeared later, the control below would move away under the
            pointer. */}
        {(loading || supportsPasskeys()) && (
          <Button
            size="lg"
            variant="ghost"
            icon={<KeyRound aria-hidden className="size-4" />}
            pending={leaving === 'passkey'}
            onClick={() => void byPasskey()}
            className="w-full"
          >
            Use a passkey
          </Button>
        )}
      </div>
    </Frame>
  )
}
