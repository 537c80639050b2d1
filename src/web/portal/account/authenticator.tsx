import { Suspense, useState } from 'react'
import type { z } from 'zod'
import type { FactorDetail } from '../../../contract/account/index.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { StatusMark } from '../../ui/status.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { storeSession } from '../platform/session/session.client.ts'
import { IdentityNotConfirmed, useConfirmIdentity } from './confirm-identity.tsx'
import type { Enrollment } from './enroll-dialog.tsx'
import { refreshSecurity } from './security-queries.ts'

const EnrollDialog = lazy(() => import('./enroll-dialog.tsx'))
const RecoveryCodesDialog = lazy(() => import('./recovery-codes-dialog.tsx'))
const ConfirmDialog = lazy(() => import('../../ui/overlays/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

type Factor = z.infer<typeof FactorDetail>

/** Shows a toast with the error, unless the user canceled the identity check. */
export function showAuthFailure(e: unknown, title: string): void {
  if (e instanceof IdentityNotConfirmed) return
  showToast({
    title,
    description: parseFailure(e)?.message ?? 'Check your connection and try again.',
    tone: 'destructive',
  })
}

/** The authenticator app section: set up with a QR code and recovery codes, turn off after a confirmation. */
export function Authenticator({ factor, codesLeft }: { factor: Factor | undefined; codesLeft: number }) {
  const confirm = useConfirmIdentity()
  const [pending, setPending] = useState(false)
  const [enrollment, setEnrollment] = useState<Enrollment>()
  const [codes, setCodes] = useState<string[]>()
  const [asking, setAsking] = useState<'disable' | 'renew'>()

  const run = async (title: string, act: () => Promise<void>) => {
    setPending(true)
    try {
      await act()
    } catch (e) {
      showAuthFailure(e, title)
    } finally {
      setPending(false)
    }
  }
  const begin = () =>
    run('Couldn’t start the setup', async () => setEnrollment(await confirm(() => client.account.enroll({}))))
  const disable = (factorId: string) =>
    run('Couldn’t disable two-factor authentication', async () => {
      const { session } = await confirm(() => client.account.unenroll({ factorId }))
      storeSession('USER_UPDATED', session)
      refreshSecurity()
      showToast({
        title: '2FA Disabled',
        description: 'Two-factor authentication has been disabled.',
      })
    })
  const renew = () =>
    run('Couldn’t create new recovery codes', async () => {
      const { recoveryCodes } = await confirm(() => client.account.renewRecoveryCodes({}))
      refreshSecurity()
      setCodes(recoveryCodes)
    })

  return (
    <>
      {factor ? (
        <div className="flex flex-col gap-4 text-sm">
          <div className="rounded-md border border-line bg-surface px-4 py-3">
            <StatusMark tone="good">Two-factor authentication is on</StatusMark>
            <p className="mt-1 text-muted text-xs leading-5">
              {factor.friendly_name ?? 'Authenticator App'}, set up <RelativeTime iso={factor.createdAt} />
              {factor.lastUsedAt && (
                <>
                  {' · '}last used <RelativeTime iso={factor.lastUsedAt} />
                </>
              )}
            </p>
            <p className="mt-1 text-xs leading-5">
              {codesLeft > 3 ? (
                <span className="text-muted">{codesLeft} recovery codes left.</span>
              ) : (
                <StatusMark tone="warn" shape="alert">
                  {codesLeft === 0
                    ? 'No recovery codes left. Create new ones before you lose your phone.'
                    : `Only ${codesLeft} recovery ${codesLeft === 1 ? 'code' : 'codes'} left. Create new ones.`}
                </StatusMark>
              )}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button pending={pending && asking !== 'disable'} onClick={() => setAsking('renew')}>
              Create new recovery codes
            </Button>
            <Button variant="danger" pending={pending && asking === 'disable'} onClick={() => setAsking('disable')}>
              Disable
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-col items-start gap-4 text-sm">
          <p className="text-muted">
            Two-factor authentication is off. Turn it on to also require a six-digit code from your phone when you sign
            in.
          </p>
          <Button variant="primary" pending={pending} onClick={() => void begin()}>
            Set up an authenticator app
          </Button>
        </div>
      )}
      <Suspense>
        {enrollment && (
          <EnrollDialog
            enrollment={enrollment}
            onClose={() => setEnrollment(undefined)}
            onDone={(recoveryCodes) => {
              setEnrollment(undefined)
              setCodes(recoveryCodes)
              refreshSecurity()
            }}
          />
        )}
        {codes && <RecoveryCodesDialog codes={codes} onDone={() => setCodes(undefined)} />}
        {asking === 'disable' && factor && (
          <ConfirmDialog
            open
            onOpenChange={() => setAsking(undefined)}
            title="Disable two-factor authentication?"
            description="Your password alone will be enough to sign in, and your recovery codes will stop working. You can set it up again at any time."
            confirmLabel="Disable two-factor authentication"
            // Not awaited, because the identity check must open after this dialog has closed.
            onConfirm={() => void disable(factor.id)}
          />
        )}
        {asking === 'renew' && (
          <ConfirmDialog
            open
            onOpenChange={() => setAsking(undefined)}
            title="Create new recovery codes?"
            description="Your current recovery codes will stop working."
            confirmLabel="Create new codes"
            tone="primary"
            onConfirm={() => void renew()}
          />
        )}
      </Suspense>
    </>
  )
}
