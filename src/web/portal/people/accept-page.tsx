import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Field, PasswordInput, TextInput } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Frame, GoogleMark } from '../account/index.ts'
import { api, client, parseFailure } from '../platform/data/api.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { AFTER_SIGN_IN, buildSignInHref } from '../platform/session/redirect.ts'
import { renewSession, storeSession } from '../platform/session/session.client.ts'
import { roles } from './labels.ts'
import type { InvitationInfo } from './model.ts'

export const meta = () => [{ title: `Invitation · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** The address of this page, which sign-in redirects to. */
const linkOf = (token: string) => `/auth/invitation?token=${encodeURIComponent(token)}`
const fallback = 'Check your connection and try again.'
const toSignIn = (
  <LinkButton href="/auth" variant="ghost">
    Go to sign-in
  </LinkButton>
)

/** `/auth/invitation`: the page that invitation links open. */
export default function AcceptPage() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const { data, isPending, error, refetch, isFetching } = useQuery(
    // Not cached, because an invitation can be revoked at any time.
    api.people.readInvitation.queryOptions({ input: { token }, enabled: token !== '', staleTime: 0, gcTime: 0 }),
  )
  if (token === '') {
    return (
      <Frame
        title="This link is incomplete"
        line="Copy the full link from the email. Some email apps break long links."
        below={toSignIn}
      >
        {null}
      </Frame>
    )
  }
  if (data) return <Invitation token={token} invitation={data} />
  const failure = parseFailure(error)
  if (failure?.code === 'INVITATION_GONE') {
    return (
      <Frame
        title="This invitation is no longer valid"
        line="It has been used, was revoked, or has expired."
        below={toSignIn}
      >
        <div className="mt-5 flex flex-col gap-3 text-sm">
          <p>If you already accepted it, sign in with your email address and password.</p>
          <p>Otherwise, ask the person who invited you to send it again from their Users page.</p>
        </div>
      </Frame>
    )
  }
  return (
    <Frame
      title="You’re invited"
      line={isPending ? 'Loading your invitation…' : 'Couldn’t load the invitation.'}
      // The card changes its height when it has loaded, and the link would move under the pointer.
      below={isPending ? null : toSignIn}
    >
      {error ? (
        <div className="mt-5">
          <Banner
            tone="bad"
            action={
              <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            {failure?.message ?? fallback}
          </Banner>
        </div>
      ) : (
        <div aria-busy className="mt-6 flex flex-col gap-4">
          <Skeleton className="h-20" />
          <Skeleton className="h-10" />
          <Skeleton className="h-11" />
        </div>
      )}
    </Frame>
  )
}

type Props = { token: string; invitation: InvitationInfo }

function Invitation({ token, invitation }: Props) {
  const { companyName, email, account, inviterName } = invitation
  const { loading, user, signOut } = useAuth()
  const [leaving, setLeaving] = useState(false)
  const other = user && user.email.toLowerCase() !== email
  const frame = (line: string, children: ReactNode, below: ReactNode = toSignIn) => (
    <Frame title={`Join ${companyName}`} line={line} below={below}>
      <Facts invitation={invitation} />
      <div className="mt-5 flex flex-col gap-4 text-sm">{children}</div>
    </Frame>
  )
  if (loading) return frame(`${inviterName} invited you.`, <Skeleton className="h-32" />)
  if (other) {
    return frame(
      `${inviterName} invited you.`,
      <>
        <Banner tone="warn" title={`You are signed in as ${user.email}`}>
          This invitation is for {email}. Sign out to accept it.
        </Banner>
        <Button
          variant="primary"
          size="lg"
          className="w-full"
          pending={leaving}
          onClick={() => {
            setLeaving(true)
            void signOut().finally(() => setLeaving(false))
          }}
        >
          Sign out
        </Button>
      </>,
      <LinkButton href={AFTER_SIGN_IN} variant="ghost">
        Stay signed in
      </LinkButton>,
    )
  }
  if (account === 'elsewhere') {
    return frame(
      'This address already belongs to another company.',
      <>
        <Banner tone="warn" title={`${email} is used at another company`}>
          Each email address can belong to only one company.
        </Banner>
        <p>
          If you now work for {companyName}, ask us to move your account. Email{' '}
          <a
            href={`mailto:${brand.supportEmail}`}
            className="underline decoration-line underline-offset-3 hover:decoration-accent"
          >
            {brand.supportEmail}
          </a>{' '}
          from this address. If you work for both, ask {inviterName} to invite you at another address.
        </p>
      </>,
      user ? null : toSignIn,
    )
  }
  if (account === 'here') {
    return frame(
      `You already belong to ${companyName}.`,
      <LinkButton href={user ? AFTER_SIGN_IN : '/auth'} variant="primary" size="lg" className="w-full">
        {user ? 'Go to the portal' : 'Sign In'}
      </LinkButton>,
      null,
    )
  }
  if (account === 'free') {
    if (user) return frame(`${inviterName} invited you.`, <JoinAsMe token={token} invitation={invitation} />, null)
    return frame(
      `${inviterName} invited you.`,
      <>
        <p>You already have an account with this address. Sign in to continue.</p>
        <LinkButton href={buildSignInHref(linkOf(token))} variant="primary" size="lg" className="w-full">
          Sign in to accept
        </LinkButton>
      </>,
      null,
    )
  }
  return frame(
    `${inviterName} invited you. Choose a password to create your account.`,
    <JoinAsNew token={token} invitation={invitation} />,
  )
}

function Facts({ invitation: { email, role } }: { invitation: InvitationInfo }) {
  return (
    <dl className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 rounded-sm border border-line bg-ink px-3.5 py-3 text-sm">
      <dt className="text-muted">Email</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{email}</dd>
      <dt className="text-muted">Role</dt>
      <dd className="min-w-0">
        {roles[role].label}
        <span className="mt-0.5 block text-muted text-xs">{roles[role].meaning}</span>
      </dd>
    </dl>
  )
}

type Form = { fullName: string; password: string }
const rules = {
  fullName: {
    validate: (v: string) => v.trim().length >= 2 || 'Name must be at least 2 characters',
    maxLength: { value: 100, message: 'Name must be less than 100 characters' },
  },
  password: {
    required: 'Password must be at least 8 characters',
    minLength: { value: 8, message: 'Password must be at least 8 characters' },
    maxLength: { value: 72, message: 'Password must be less than 72 characters' },
  },
}

function JoinAsNew({ token, invitation }: Props) {
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  const [google, setGoogle] = useState(false)
  const { register, handleSubmit, setError, formState } = useForm<Form>({
    defaultValues: { fullName: invitation.fullName ?? '', password: '' },
  })

  const submit = handleSubmit(async ({ fullName, password }) => {
    setProblem(undefined)
    try {
      const answer = await client.people.acceptInvitation({ token, fullName: fullName.trim(), password })
      if (!('session' in answer)) return navigate('/auth', { replace: true })
      storeSession('SIGNED_IN', answer.session)
      showToast({ title: `Welcome to ${invitation.companyName}`, description: 'Your account is ready.', tone: 'good' })
      navigate(AFTER_SIGN_IN, { replace: true })
    } catch (e) {
      const failure = parseFailure(e)
      const fields = Object.entries(failure?.data?.fields ?? {}).filter(([name]) => name in rules)
      for (const [name, [message]] of fields) setError(name as keyof Form, { message }, { shouldFocus: true })
      if (fields.length === 0) setProblem(failure?.message ?? fallback)
    }
  })

  async function withGoogle() {
    setProblem(undefined)
    setGoogle(true)
    try {
      const { url } = await client.account.google({ redirect: linkOf(token) })
      location.assign(url)
    } catch (e) {
      setProblem(parseFailure(e)?.message ?? fallback)
      setGoogle(false)
    }
  }

  return (
    <>
      {/* Before hydration, a GET submit would put the password in the address. */}
      <form noValidate method="post" onSubmit={submit} className="flex flex-col gap-4">
        {problem && <Banner tone="bad">{problem}</Banner>}
        {/* Tells password managers which account this is. */}
        <input type="email" autoComplete="username" value={invitation.email} readOnly hidden />
        <Field label="Your name" error={formState.errors.fullName?.message}>
          <TextInput autoComplete="name" {...register('fullName', rules.fullName)} />
        </Field>
        <Field
          label="Password"
          hint="8 to 72 characters. A few unrelated words are easy to remember and hard to guess."
          error={formState.errors.password?.message}
        >
          <PasswordInput autoComplete="new-password" {...register('password', rules.password)} />
        </Field>
        <Button type="submit" variant="primary" size="lg" pending={formState.isSubmitting} className="mt-1 w-full">
          Accept and sign in
        </Button>
      </form>
      <div className="flex items-center gap-3 text-muted text-xs">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </div>
      <Button size="lg" icon={<GoogleMark />} pending={google} onClick={() => void withGoogle()} className="w-full">
        Continue with Google
      </Button>
    </>
  )
}

function JoinAsMe({ token, invitation: { companyName, email } }: Props) {
  const [problem, setProblem] = useState<string>()
  const [asksPassword, setAsksPassword] = useState(false)
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } })
  const join = handleSubmit(async ({ password }) => {
    setProblem(undefined)
    try {
      await client.people.acceptAsMe({ token, ...(asksPassword ? { password } : {}) })
      // The current access token is for the previous company.
      await renewSession(true)
      location.assign(AFTER_SIGN_IN)
    } catch (e) {
      const failure = parseFailure(e)
      const message = failure?.data?.fields?.password?.[0]
      if (message) setError('password', { message }, { shouldFocus: true })
      else if (failure?.code === 'PASSWORD_NEEDED' && !asksPassword) setAsksPassword(true)
      else setProblem(failure?.message ?? fallback)
    }
  })
  return (
    <form noValidate method="post" onSubmit={join} className="flex flex-col gap-4">
      {problem && <Banner tone="bad">{problem}</Banner>}
      <p>You are signed in as {email}.</p>
      <p className="text-muted">
        To keep your account safe, joining keeps only this session and the way you signed in. It removes all other
        passkeys, authenticator apps, linked accounts, API keys and sessions. You can add yours again afterward.
      </p>
      {asksPassword && (
        <>
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <Field
            label="New password"
            hint="8 to 72 characters. A few unrelated words are easy to remember and hard to guess."
            error={formState.errors.password?.message}
          >
            <PasswordInput autoFocus autoComplete="new-password" {...register('password', rules.password)} />
          </Field>
        </>
      )}
      <Button type="submit" variant="primary" size="lg" pending={formState.isSubmitting} className="w-full">
        {asksPassword ? `Save password and join ${companyName}` : `Join ${companyName}`}
      </Button>
    </form>
  )
}
