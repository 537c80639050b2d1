import { lazy, Suspense, useState } from 'react'
import type { z } from 'zod'
import type { account, FactorDetail } from '../../../contract/account.ts'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusMark } from '../../ui/status.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { storeSession } from '../platform/session.client.ts'
import { IdentityNotConfirmed, useConfirmIdentity } from './confirm-identity.tsx'
import { refreshSecurity } from './security-queries.ts'

const EnrollDialog = lazy(() => import('./enroll-dialog.tsx'))
const RecoveryCodesDialog = lazy(() => import('./recovery-codes-dialog.tsx'))
const ConfirmDialog = lazy(() => import('../../ui/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

/** What begins the set-up. */
export type Enrollment = z.infer<NonNullable<(typeof account.enroll)['~orpc']['outputSchema']>>
type Factor = z.infer<typeof FactorDetail>

/** Says what went wrong, unless the person themselves stopped. */
export function tellFailure(e: unknown, title: string): void {
  if (e instanceof IdentityNotConfirmed) return
  toast({
    title,
    description: failureOf(e)?.message ?? 'Something went wrong. Try again.',
    tone: 'destructive',
  })
}

/** The authenticator app: on with a QR code and recovery codes, off after a question. */
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
      tellFailure(e, title)
    } finally {
      setPending(false)
    }
  }
  const begin = () =>
    run('The set-up did not begin', async () => setEnrollment(await confirm(() => client.account.enroll({}))))
  const disable = (factorId: string) =>
    run('It was not disabled', async () => {
      const { session } = await confirm(() => client.account.unenroll({ factorId }))
      storeSession('USER_UPDATED', session)
      refreshSecurity()
      toast({
        title: '2FA Disabled',
        description: 'Two-factor authentication has been disabled.',
      })
    })
  const renew = () =>
    run('There are no new codes', async () => {
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
                <span className="text-muted">{codesLeft} recovery codes are left.</span>
              ) : (
                <StatusMark tone="warn" shape="alert">
                  {codesLeft === 0
                    ? 'No recovery code is left. Make new ones before you lose your phone.'
                    : `Only ${codesLeft} recovery ${codesLeft === 1 ? 'code is' : 'codes are'} left. Make new ones.`}
                </StatusMark>
              )}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button pending={pending && asking !== 'disable'} onClick={() => setAsking('renew')}>
              New recovery codes
            </Button>
            <Button variant="danger" pending={pending && asking === 'disable'} onClick={() => setAsking('disable')}>
              Disable
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-col items-start gap-4 text-sm">
          <p className="text-muted">
            It is off. With it on, nobody gets in with your password alone: every way in also asks for six digits that
            your phone shows.
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
            description="From then on your password alone lets anybody in who knows it. Your recovery codes end too. You can set it up again at any time."
            confirmLabel="Disable"
            // Not waited for: the question of who you are comes after this one is closed.
            onConfirm={() => void disable(factor.id)}
          />
        )}
        {asking === 'renew' && (
          <ConfirmDialog
            open
            onOpenChange={() => setAsking(undefined)}
            title="Make new recovery codes?"
            description="The ones that you kept before stop working."
            confirmLabel="Make new ones"
            tone="primary"
            onConfirm={() => void renew()}
          />
        )}
      </Suspense>
    </>
  )
}
