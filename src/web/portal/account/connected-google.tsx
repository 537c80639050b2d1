import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { client } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { storeSession } from '../platform/session.client.ts'
import { tellFailure } from './authenticator.tsx'
import { useConfirmIdentity } from './confirm-identity.tsx'
import { GoogleMark } from './provider-marks.tsx'
import { Row, RowList } from './row-list.tsx'

const ConfirmDialog = lazy(() => import('../../ui/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

/** The Google account that opens this one, if there is one, and how to disconnect it. */
export function ConnectedGoogle() {
  const { user } = useAuth()
  const confirm = useConfirmIdentity()
  const [asking, setAsking] = useState(false)
  const google = user?.identities.find((i) => i.provider === 'google')

  const disconnect = async (id: string) => {
    try {
      const { session } = await confirm(() => client.account.unlink({ id }))
      storeSession('USER_UPDATED', session)
      toast({ title: 'Google disconnected', description: 'It does not open this account any more.' })
    } catch (e) {
      tellFailure(e, 'Google was not disconnected')
    }
  }

  if (!google)
    return (
      <p className="text-muted text-sm">
        Not connected. Signing in with a Google account of the same address connects it.
      </p>
    )
  return (
    <>
      <RowList label="Connected accounts">
        <Row icon={<GoogleMark />} title="Google" action={<Button onClick={() => setAsking(true)}>Disconnect</Button>}>
          Opens this account from the sign-in screen.
        </Row>
      </RowList>
      {asking && (
        <Suspense>
          <ConfirmDialog
            open
            onOpenChange={() => setAsking(false)}
            title="Disconnect Google?"
            description="You sign in by password or passkey from then on. You can connect it again by signing in with Google."
            confirmLabel="Disconnect"
            onConfirm={() => void disconnect(google.id)}
          />
        </Suspense>
      )}
    </>
  )
}
