import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field, PasswordInput, TextInput } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { api, client, failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { knowsPasskeys, PasskeyCancelled, showPasskey } from '../platform/passkey.ts'
import { GoogleMark } from './provider-marks.tsx'

type Way = 'password' | 'code'
type Form = { password: string; code: string }

const FORM_ID = 'confirm-identity'

/** Asks the signed-in person to prove again who they are, by whichever way they have. */
export default function ConfirmIdentityDialog({ onProved, onClose }: { onProved: () => void; onClose: () => void }) {
  const { user } = useAuth()
  const { pathname, search } = useLocation()
  const factors = useQuery({ ...api.account.factors.queryOptions(), staleTime: 0 })
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState<'passkey' | 'google'>()
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Form>({
    defaultValues: { password: '', code: '' },
  })

  const app = factors.data?.items.some((f) => f.factor_type === 'totp' && f.status === 'verified') ?? false
  const has = {
    // With an authenticator app the password alone is no proof.
    password: (factors.data?.hasPassword && !app) ?? false,
    code: app,
    passkey: knowsPasskeys() && (factors.data?.items.some((f) => f.factor_type === 'webauthn') ?? false),
    google: user?.identities.some((i) => i.provider === 'google') ?? false,
  }
  const way: Way | undefined = has.code ? 'code' : has.password ? 'password' : undefined

  // The field stands there only once the ways are known: after the dialog has chosen where the focus begins.
  useEffect(() => {
    if (way) setFocus(way)
  }, [way, setFocus])

  const submit = handleSubmit(async ({ password, code }) => {
    setProblem(undefined)
    try {
      await client.account.confirm(way === 'code' ? { code } : { password })
      onProved()
    } catch (e) {
      const failure = failureOf(e)
      const message = way && failure?.data?.fields?.[way]?.[0]
      if (way && message) setError(way, { message }, { shouldFocus: true })
      else setProblem(failure?.message ?? 'Something went wrong. Try again.')
    }
  })
  const byPasskey = async () => {
    setProblem(undefined)
    setPending('passkey')
    try {
      const options = await client.account.passkeyOptions({})
      await client.account.confirm({ response: await showPasskey(options) })
      onProved()
    } catch (e) {
      if (!(e instanceof PasskeyCancelled)) setProblem((e as Error).message)
    } finally {
      setPending(undefined)
    }
  }
  // Google proves it by signing in again, which leaves this page: afterwards the act has to be begun once more.
  const byGoogle = async () => {
    setProblem(undefined)
    setPending('google')
    try {
      const { url } = await client.account.google({ redirect: pathname + search })
      location.assign(url)
    } catch (e) {
      setProblem(failureOf(e)?.message ?? 'Something went wrong. Try again.')
      setPending(undefined)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      size="sm"
      title="Confirm that it is you"
      description="This changes who can get into your account or your company, so we ask once more. It is good for ten minutes."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {way && (
            <Button type="submit" form={FORM_ID} variant="primary" pending={formState.isSubmitting}>
              Confirm
            </Button>
          )}
        </>
      }
    >
      {factors.isLoadingError ? (
        <ErrorState message={factors.error.message} onRetry={() => void factors.refetch()} />
      ) : factors.data ? (
        <div className="flex flex-col gap-4">
          {problem && <Banner tone="bad">{problem}</Banner>}
          {way && (
            <form id={FORM_ID} noValidate onSubmit={submit}>
              {/* So that a password manager knows whose password is asked for. */}
              <input type="text" hidden readOnly autoComplete="username" value={user?.email ?? ''} />
              {way === 'password' ? (
                <Field label="Password" error={formState.errors.password?.message}>
                  <PasswordInput
                    key="password"
                    autoComplete="current-password"
                    {...register('password', { required: 'Password is required' })}
                  />
                </Field>
              ) : (
                <Field
                  label="Code"
                  error={formState.errors.code?.message}
                  hint="Six digits from your authenticator app, or one of your recovery codes."
                >
                  <TextInput
                    key="code"
                    autoComplete="one-time-code"
                    autoCapitalize="none"
                    spellCheck={false}
                    className="font-mono"
                    {...register('code', { required: 'Enter the code.' })}
                  />
                </Field>
              )}
            </form>
          )}
          <div className="flex flex-col gap-2">
            {has.passkey && (
              <Button
                icon={<KeyRound aria-hidden className="size-4" />}
                pending={pending === 'passkey'}
                onClick={() => void byPasskey()}
              >
                Use a passkey
              </Button>
            )}
            {has.google && !has.password && (
              <Button icon={<GoogleMark />} pending={pending === 'google'} onClick={() => void byGoogle()}>
                Sign in with Google again
              </Button>
            )}
          </div>
          {!way && !has.passkey && !has.google && (
            <p>Sign out and in again: for ten minutes after that you are not asked.</p>
          )}
          {has.google && !has.password && (
            <p className="text-muted text-xs">
              Google brings you back to this page. Begin again then what you were about to do.
            </p>
          )}
        </div>
      ) : (
        <Skeleton className="h-16" />
      )}
    </Dialog>
  )
}
