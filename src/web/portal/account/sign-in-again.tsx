import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Field, PasswordInput } from '../../ui/forms/field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useAuth } from '../platform/session/auth.tsx'
import { supportsPasskeys } from '../platform/session/passkey.ts'
import { AFTER_SIGN_IN, buildSignInHref } from '../platform/session/redirect.ts'
import { CodeForm } from './code-form.tsx'
import { welcome } from './welcome.ts'

function CodeStep({ line, below, children }: { line: string; below: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col">
      <p className="text-muted">{line}</p>
      {children}
      <div className="mt-2 flex flex-col">{below}</div>
    </div>
  )
}

/**
 * Asks the user to sign in again, above the page on which they were typing when their session ended. Sign-in
 * methods that navigate to another site open in a new tab, because tabs share the session.
 */
export default function SignInAgain() {
  const { user, signIn, signInWithPasskey } = useAuth()
  const [problem, setProblem] = useState<string>()
  const [codeDue, setCodeDue] = useState(false)
  const [passkeyPending, setPasskeyPending] = useState(false)
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } })
  const email = user?.email ?? ''

  const submit = handleSubmit(async ({ password }) => {
    setProblem(undefined)
    const { error, factorDue } = await signIn({ email, password })
    if (factorDue) setCodeDue(true)
    else if (!error) welcome()
    const message = error?.data?.fields?.password?.[0]
    if (message) setError('password', { message }, { shouldFocus: true })
    else if (error) setProblem(error.message)
  })
  const byPasskey = async () => {
    setProblem(undefined)
    setPasskeyPending(true)
    const { error, factorDue, canceled } = await signInWithPasskey()
    setPasskeyPending(false)
    if (factorDue) setCodeDue(true)
    else if (error) setProblem(error.message)
    else if (!canceled) welcome()
  }

  return (
    <Dialog
      open
      required
      size="sm"
      title="Sign in again to continue"
      description="Your session has ended. Everything you typed on this page is still here."
    >
      {codeDue ? (
        <CodeForm
          Around={CodeStep}
          onDone={welcome}
          onOver={(why) => {
            setCodeDue(false)
            setProblem(why)
          }}
        />
      ) : (
        <>
          <form noValidate onSubmit={submit} className="flex flex-col gap-4">
            {problem && <Banner tone="bad">{problem}</Banner>}
            <p>
              Account: <strong className="font-medium wrap-anywhere">{email}</strong>
            </p>
            {/* Tells password managers which account this is. */}
            <input type="text" hidden readOnly autoComplete="username" value={email} />
            <Field label="Password" error={formState.errors.password?.message}>
              <PasswordInput
                autoComplete="current-password"
                {...register('password', { required: 'Password is required' })}
              />
            </Field>
            <Button type="submit" variant="primary" pending={formState.isSubmitting}>
              Sign In
            </Button>
          </form>
          <div className="mt-2 flex flex-col gap-2">
            {supportsPasskeys() && (
              <Button
                icon={<KeyRound aria-hidden className="size-4" />}
                pending={passkeyPending}
                onClick={() => void byPasskey()}
              >
                Use a passkey
              </Button>
            )}
            <LinkButton href={buildSignInHref(AFTER_SIGN_IN)} target="_blank" rel="noopener">
              Use another sign-in method in a new tab
            </LinkButton>
            <Button
              variant="ghost"
              // As a document, because a screen with unsaved text would not let the router leave.
              onClick={() => location.assign(buildSignInHref(location.pathname + location.search + location.hash))}
            >
              Leave this page without saving
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
