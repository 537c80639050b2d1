import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { api, failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { queries } from '../platform/queries.ts'
import { readSession } from '../platform/session.client.ts'
import { Authenticator } from './authenticator.tsx'
import { ConnectedGoogle } from './connected-google.tsx'
import { EmailForm } from './email-form.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { Sessions } from './sessions.tsx'

export const meta = () => [{ title: `Security · Settings · ${brand.shortName}` }]

export async function clientLoader() {
  if (readSession()) {
    void queries.prefetchQuery(api.account.factors.queryOptions())
    void queries.prefetchQuery(api.account.sessions.queryOptions())
  }
  return null
}

/** How I sign in, what else is asked for, and where I am signed in. */
export default function SettingsSecurity() {
  const { user } = useAuth()
  const { hash } = useLocation()
  const factors = useQuery({ ...api.account.factors.queryOptions(), staleTime: 0 })
  const loaded = factors.data !== undefined

  // The part that a link names stands there only now.
  useEffect(() => {
    if (loaded && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [loaded, hash])

  if (factors.isLoadingError) {
    return (
      <ErrorState
        message={factors.error.message}
        requestId={failureOf(factors.error)?.data?.requestId}
        onRetry={() => void factors.refetch()}
        retrying={factors.isFetching}
      />
    )
  }
  if (!factors.data || !user) return <Skeleton className="h-96" />
  const { items, hasPassword, recoveryCodesLeft } = factors.data
  return (
    <div>
      <SettingsSection
        id="password"
        title="Password"
        description={
          hasPassword
            ? 'Changing it signs you out everywhere else.'
            : 'You have none: you sign in by other ways. With one you can also sign in with your email address.'
        }
      >
        <PasswordForm hasPassword={hasPassword} email={user.email} />
      </SettingsSection>
      <SettingsSection
        id="change-email"
        title="Email address"
        description="The address you sign in with and get mails at."
      >
        <EmailForm email={user.email} />
      </SettingsSection>
      <SettingsSection
        id="two-factor"
        title="Two-factor authentication"
        description="A second proof from an app on your phone, whichever way you sign in."
      >
        <Authenticator
          factor={items.find((f) => f.factor_type === 'totp' && f.status === 'verified')}
          codesLeft={recoveryCodesLeft}
        />
      </SettingsSection>
      <SettingsSection
        id="passkeys"
        title="Passkeys"
        description="Sign in without a password, on devices that are yours."
      >
        <Passkeys items={items.filter((f) => f.factor_type === 'webauthn')} />
      </SettingsSection>
      <SettingsSection id="google" title="Google" description="Signing in with a Google account of the same address.">
        <ConnectedGoogle />
      </SettingsSection>
      <SettingsSection
        id="sessions"
        title="Where you are signed in"
        description="Sign out of every device that you do not recognize, then change your password."
      >
        <Sessions />
      </SettingsSection>
    </div>
  )
}
