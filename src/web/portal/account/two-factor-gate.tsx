import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { brand } from '../../../../brand.config.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Wordmark } from '../../ui/logo.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { api, client } from '../platform/data/api.ts'
import { confirmIdentity, useAuth } from '../platform/session/auth.tsx'
import { PasskeyCanceled, showPasskey, supportsPasskeys } from '../platform/session/passkey.ts'
import { Authenticator } from './authenticator.tsx'
import { ConfirmIdentityProvider } from './confirm-identity.tsx'
import { Passkeys } from './passkeys.tsx'

/** Replaces every screen while a second factor is required: sets one up, or asks for an existing passkey. */
export default function TwoFactorGate({ onDone }: { onDone: () => void }) {
  const { session, profile, signOut } = useAuth()
  const factors = useQuery({ ...api.account.factors.queryOptions(), staleTime: 0 })
  const due = session?.two_factor?.due === true
  const items = factors.data?.items ?? []
  const app = items.find((f) => f.factor_type === 'totp' && f.status === 'verified')
  const passkeys = items.filter((f) => f.factor_type === 'webauthn')
  const hasFactor = app !== undefined || passkeys.length > 0
  return (
    <ConfirmIdentityProvider>
      <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col gap-6 px-4 py-8 text-sm">
        <div className="flex items-center justify-between gap-4">
          <Wordmark name={brand.shortName} />
          <Button variant="ghost" className="-mr-3.5" onClick={() => void signOut()}>
            Sign out
          </Button>
        </div>
        <div>
          <h1 className="font-semibold text-xl">
            {!due
              ? 'Two-factor authentication is on'
              : hasFactor
                ? 'Two-factor authentication required'
                : 'Set up two-factor authentication'}
          </h1>
          <p className="mt-1 text-muted">
            {due
              ? `${profile?.company.name ?? 'Your company'} requires two-factor authentication. ${hasFactor ? 'Confirm with your passkey or authenticator app to continue.' : 'Set up an authenticator app or a passkey to continue.'}`
              : 'You can change this at any time in Settings → Security.'}
          </p>
        </div>
        {!due && (
          <Button variant="primary" className="self-start" onClick={onDone}>
            Continue
          </Button>
        )}
        {factors.isLoadingError ? (
          <ErrorState message={factors.error.message} onRetry={() => void factors.refetch()} />
        ) : !factors.data ? (
          <Skeleton className="h-64" />
        ) : (
          <>
            {due && app && (
              <Banner title="Authenticator app set up">
                To continue, sign out and sign in again with a code from the app.
              </Banner>
            )}
            {due && passkeys.length > 0 && <ShowPasskey />}
            {/* While a second factor is required, a user who has one must use it before adding another. */}
            {!(due && hasFactor) && (
              <>
                <Part title="Authenticator app">
                  <Authenticator factor={app} codesLeft={factors.data.recoveryCodesLeft} />
                </Part>
                <Part title="Passkeys">
                  <Passkeys items={passkeys} />
                </Part>
              </>
            )}
          </>
        )}
      </main>
    </ConfirmIdentityProvider>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3 border-line border-t pt-5">
      <h2 className="font-medium text-base">{title}</h2>
      {children}
    </section>
  )
}

/** Asks for the passkey of a user who signed in without it. */
function ShowPasskey() {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const show = async () => {
    setPending(true)
    setProblem(undefined)
    try {
      await confirmIdentity({ response: await showPasskey(await client.account.passkeyOptions({})) })
    } catch (e) {
      if (!(e instanceof PasskeyCanceled)) setProblem((e as Error).message)
    } finally {
      setPending(false)
    }
  }
  return (
    <div className="flex flex-col items-start gap-3">
      {problem && <Banner tone="bad">{problem}</Banner>}
      {supportsPasskeys() ? (
        <>
          <p>You have a passkey. Use it to continue, and to sign in from now on.</p>
          <Button
            variant="primary"
            icon={<KeyRound aria-hidden className="size-4" />}
            pending={pending}
            onClick={() => void show()}
          >
            Use a passkey
          </Button>
        </>
      ) : (
        <p>You have a passkey, but this browser doesn’t support passkeys. Sign in with another browser.</p>
      )}
      <p className="text-muted">
        Lost your passkey? Email {brand.supportEmail} to reset your two-factor authentication.
      </p>
    </div>
  )
}
