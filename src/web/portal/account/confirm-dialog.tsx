import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field, PasswordInput, TextInput } from '../../ui/forms/field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { api, client, parseFailure } from '../platform/data/api.ts'
import { confirmIdentity, useAuth } from '../platform/session/auth.tsx'
import { PasskeyCanceled, showPasskey, supportsPasskeys } from '../platform/session/passkey.ts'
import { GoogleMark } from './provider-marks.tsx'

type Method = 'password' | 'code'
type Form = { password: string; code: string }

const FORM_ID = 'confirm-identity'

/** Asks the signed-in user to confirm their identity with any sign-in method they have. */
export default function ConfirmIdentityDialog({ onProved, onClose }: { onProved: () => void; onClose: () => void }) {
  const { user, session } = useAuth()
  const { pathname, search } = useLocation()
  const factors = useQuery({ ...api.account.factors.queryOptions(), staleTime: 0 })
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState<'passkey' | 'google'>()
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Form>({
    defaultValues: { password: '', code: '' },
  })

  const app = factors.data?.items.some((f) => f.factor_type === 'totp' && f.status === 'verified') ?? false
  const passkey = factors.data?.items.some((f) => f.factor_type === 'webauthn') ?? false
  // The password alone is not enough if the user has an authenticator app or their passkey is required.
  const asksFactor = app || (passkey && session?.two_factor?.due === true)
  const has = {
    password: (factors.data?.hasPassword && !asksFactor) ?? false,
    code: app,
    passkey: supportsPasskeys() && passkey,
    google: user?.identities.some((i) => i.provider === 'google') ?? false,
  }
  const method: Method | undefined = has.code ? 'code' : has.password ? 'password' : undefined

  // The field renders after the factors load, which is after the dialog has set the initial focus.
  useEffect(() => {
    if (method) setFocus(method)
  }, [method, setFocus])

  const submit = handleSubmit(async ({ password, code }) => {
    setProblem(undefined)
    try {
      await confirmIdentity(method === 'code' ? { code } : { password })
      onProved()
    } catch (e) {
      const failure = parseFailure(e)
      const message = method && failure?.data?.fields?.[method]?.[0]
      if (method && message) setError(method, { message }, { shouldFocus: true })
      else setProblem(failure?.message ?? 'We couldn’t confirm it’s you. Check your connection and try again.')
    }
  })
  const byPasskey = async () => {
    setProblem(undefined)
    setPending('passkey')
    try {
      const options = await client.account.passkeyOptions({})
      await confirmIdentity({ response: await showPasskey(options) })
      onProved()
    } catch (e) {
      if (!(e instanceof PasskeyCanceled)) setProblem((e as Error).message)
    } finally {
      setPending(undefined)
    }
  }
  // Google confirms identity through a new sign-in, which leaves this page. The user has to start the action again
  // afterwards.
  const byGoogle = async () => {
    setProblem(undefined)
    setPending('google')
    try {
      const { url } = await client.account.google({ redirect: pathname + search })
      location.assign(url)
    } catch (e) {
      setProblem(parseFailure(e)?.message ?? 'We couldn’t reach Google. Check your connection and try again.')
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
      title="Confirm it’s you"
      description="This affects who can access your account or company. We won’t ask again for ten minutes."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {method && (
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
          {method && (
            <form id={FORM_ID} noValidate onSubmit={submit}>
              {/* Tells password managers which account this is. */}
              <input type="text" hidden readOnly autoComplete="username" value={user?.email ?? ''} />
              {method === 'password' ? (
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
                  hint="The six-digit code from your authenticator app, or one of your recovery codes."
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
          {!method && !has.passkey && !has.google && (
            <p>Sign out and sign in again. For ten minutes after that, we won’t ask again.</p>
          )}
          {has.google && !has.password && (
            <p className="text-muted text-xs">Google brings you back to this page. Then make your change again.</p>
          )}
        </div>
      ) : (
        <Skeleton className="h-16" />
      )}
    </Dialog>
  )
}
