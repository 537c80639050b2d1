import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { brand } from '../../../../brand.config.ts'
import type { Recovery } from '../../../contract/account/index.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Field, PasswordInput } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { passwordRecovery } from '../platform/session/session.client.ts'
import { CodeForm } from './code-form.tsx'
import { Frame } from './frame.tsx'
import { type Choice, SignInMethodChoice } from './sign-in-method-choice.tsx'

export const meta = () => [{ title: `Choose a password · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

type State = z.infer<typeof Recovery>
type Form = { password: string; again: string }

const rules = {
  minLength: { value: 8, message: 'Password must be at least 8 characters' },
  required: 'Password must be at least 8 characters',
  maxLength: { value: 72, message: 'Password must be less than 72 characters' },
}
const WRONG = 'Check your connection and try again.'

/**
 * `/auth/set-password`: sets a new password with the one-time token of a link, after the second factor if there is one.
 */
export default function SetPasswordPage() {
  const [query] = useSearchParams()
  // True until hydration.
  const { loading } = useAuth()
  const begun = useRef(false)
  const token = query.get('token') ?? ''
  const [state, setState] = useState<State>()
  const [problem, setProblem] = useState(
    token ? undefined : 'This link is incomplete. Copy the full link from the email. Some email apps break long links.',
  )

  const load = async () => {
    try {
      setState(await client.account.readRecovery({ token }))
    } catch (e) {
      setProblem(parseFailure(e)?.message ?? WRONG)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration.
  useEffect(() => {
    if (loading || begun.current || !token) return
    begun.current = true
    passwordRecovery()
    void load()
  }, [loading, token])

  if (problem)
    return (
      <Frame
        title="This link doesn’t work"
        line={problem}
        below={
          <LinkButton href="/auth" variant="ghost">
            Go to sign-in
          </LinkButton>
        }
      >
        <LinkButton href="/auth/recover" variant="primary" size="lg" className="mt-5 w-full">
          Get a new link
        </LinkButton>
      </Frame>
    )
  if (!state) return <Waiting text="Checking your link…" />
  if (state.codeNeeded)
    return (
      <CodeForm
        send={async (code) => {
          try {
            setState(await client.account.verifyRecovery({ token, code }))
            return null
          } catch (e) {
            return parseFailure(e) ?? { code: 'UNKNOWN', message: WRONG, data: undefined }
          }
        }}
        onDone={() => {}}
        onOver={(why) => (why ? setProblem(why) : location.assign('/auth'))}
      />
    )
  return <NewPassword token={token} state={state} onChanged={load} />
}

function NewPassword({ token, state, onChanged }: { token: string; state: State; onChanged: () => Promise<void> }) {
  const { waysIn, removesAll } = state
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const [missing, setMissing] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const { register, handleSubmit, setError, formState, getValues } = useForm<Form>({
    defaultValues: { password: '', again: '' },
  })
  const chosen = (choice: Choice) => waysIn.filter((w) => choices[w.id] === choice).map((w) => w.id)

  const submit = handleSubmit(async ({ password }) => {
    setProblem(undefined)
    const open = waysIn.findIndex((w) => !choices[w.id])
    setMissing(open >= 0)
    if (open >= 0) {
      list.current?.querySelectorAll('fieldset')[open]?.querySelector('input')?.focus()
      return
    }
    try {
      await client.account.setPassword({ token, password, keep: chosen('keep'), remove: chosen('remove') })
      showToast({ title: 'Password saved', description: 'Sign in with your new password.', tone: 'good' })
      navigate('/auth', { replace: true })
    } catch (e) {
      const failure = parseFailure(e)
      const message = failure?.data?.fields?.password?.[0]
      if (message) return setError('password', { message }, { shouldFocus: true })
      // A sign-in method has been added since, or the code has expired.
      if (failure?.code === 'CHOICE_NEEDED' || failure?.code === 'CODE_NEEDED') await onChanged()
      setProblem(failure?.message ?? WRONG)
    }
  })

  return (
    <Frame
      title="Choose a new password"
      line="8 to 72 characters. A few unrelated words are easy to remember and hard to guess."
      below={
        <LinkButton href="/auth" variant="ghost">
          Go to sign-in
        </LinkButton>
      }
    >
      <form noValidate method="post" onSubmit={submit} className="mt-6 flex flex-col gap-4">
        {problem && <Banner tone="bad">{problem}</Banner>}
        {removesAll && (
          <Banner tone="warn" title="This removes all other sign-in methods">
            You haven’t verified this email address yet. When you save, we remove the account’s current passkeys,
            authenticator app, linked accounts, API keys and sessions. You can add yours again afterward.
          </Banner>
        )}
        <Field label="New password" error={formState.errors.password?.message}>
          <PasswordInput autoComplete="new-password" {...register('password', rules)} />
        </Field>
        <Field label="Confirm new password" error={formState.errors.again?.message}>
          <PasswordInput
            autoComplete="new-password"
            {...register('again', {
              validate: (v) => v === getValues('password') || 'The passwords don’t match.',
            })}
          />
        </Field>
        {waysIn.length > 0 && (
          <div ref={list} className="mt-1 flex flex-col gap-3">
            <h2 className="font-medium text-sm">Other sign-in methods</h2>
            <p className="-mt-2 text-muted text-sm">
              These work without your password. Keep only the ones you recognize.
            </p>
            {waysIn.map((method) => (
              <SignInMethodChoice
                key={method.id}
                method={method}
                choice={choices[method.id]}
                onChoose={(choice) => setChoices((now) => ({ ...now, [method.id]: choice }))}
                error={missing && !choices[method.id] ? 'Choose whether to keep or remove it.' : undefined}
              />
            ))}
          </div>
        )}
        <p className="text-muted text-xs">Saving the new password signs you out everywhere.</p>
        <Button type="submit" variant="primary" size="lg" pending={formState.isSubmitting} className="w-full">
          Save password
        </Button>
      </form>
    </Frame>
  )
}
