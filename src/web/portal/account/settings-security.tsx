import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { parseFailure } from '../platform/data/api.ts'
import { handleOf, loadReads, type ScreenReads } from '../platform/data/screen-reads.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { Authenticator } from './authenticator.tsx'
import { ConnectedGoogle } from './connected-google.tsx'
import { EmailForm } from './email-form.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { factorsOptions, sessionsOptions } from './security-queries.ts'
import { Sessions } from './sessions.tsx'
import { TwoFactorRule } from './two-factor-rule.tsx'

export const meta = () => [{ title: `Security · Settings · ${brand.shortName}` }]

const reads: ScreenReads = () => [factorsOptions(), sessionsOptions()]
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

/** The security settings: sign-in methods, second factor and active sessions. */
export default function SettingsSecurity() {
  const { user, profile, role, isInternalUser } = useAuth()
  const { hash } = useLocation()
  const factors = useQuery(factorsOptions())
  const loaded = factors.data !== undefined

  // The section that the link points to renders only after loading.
  useEffect(() => {
    if (loaded && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [loaded, hash])

  if (factors.isLoadingError) {
    return (
      <ErrorState
        message={factors.error.message}
        requestId={parseFailure(factors.error)?.data?.requestId}
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
            ? 'Changing your password signs you out everywhere else.'
            : 'You have no password yet. Add one to sign in with your email address too.'
        }
      >
        <PasswordForm hasPassword={hasPassword} email={user.email} />
      </SettingsSection>
      <SettingsSection
        id="change-email"
        title="Email address"
        description="You sign in with this address, and we send email to it."
      >
        <EmailForm email={user.email} />
      </SettingsSection>
      <SettingsSection
        id="two-factor"
        title="Two-factor authentication"
        description="Require a code from your phone each time you sign in."
      >
        <Authenticator
          factor={items.find((f) => f.factor_type === 'totp' && f.status === 'verified')}
          codesLeft={recoveryCodesLeft}
        />
      </SettingsSection>
      {isInternalUser && role === 'admin' && profile && (
        <SettingsSection
          id="two-factor-staff"
          title="Two-factor authentication for staff"
          description="Require two-factor authentication for everyone on our team. For a partner, use the setting on the company’s page."
        >
          <TwoFactorRule companyId={profile.company_id} own />
        </SettingsSection>
      )}
      <SettingsSection id="passkeys" title="Passkeys" description="Sign in without a password on your own devices.">
        <Passkeys items={items.filter((f) => f.factor_type === 'webauthn')} />
      </SettingsSection>
      <SettingsSection
        id="google"
        title="Google"
        description="Sign in with a Google account that has the same email address."
      >
        <ConnectedGoogle />
      </SettingsSection>
      <SettingsSection
        id="sessions"
        title="Active sessions"
        description="If you don’t recognize a device, sign it out, then change your password."
      >
        <Sessions />
      </SettingsSection>
    </div>
  )
}
