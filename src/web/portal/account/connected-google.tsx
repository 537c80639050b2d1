import { Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client } from '../platform/data/api.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { storeSession } from '../platform/session/session.client.ts'
import { showAuthFailure } from './authenticator.tsx'
import { useConfirmIdentity } from './confirm-identity.tsx'
import { GoogleMark } from './provider-marks.tsx'
import { Row, RowList } from './row-list.tsx'

const ConfirmDialog = lazy(() => import('../../ui/overlays/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

/** The Google account that can sign in to this account, if any, and the button that disconnects it. */
export function ConnectedGoogle() {
  const { user } = useAuth()
  const confirm = useConfirmIdentity()
  const [asking, setAsking] = useState(false)
  const google = user?.identities.find((i) => i.provider === 'google')

  const disconnect = async (id: string) => {
    try {
      const { session } = await confirm(() => client.account.unlink({ id }))
      storeSession('USER_UPDATED', session)
      showToast({ title: 'Google disconnected', description: 'You can no longer sign in with Google.' })
    } catch (e) {
      showAuthFailure(e, 'Couldn’t disconnect Google')
    }
  }

  if (!google)
    return (
      <p className="text-muted text-sm">
        Not connected. To connect it, sign in with a Google account that has the same email address.
      </p>
    )
  return (
    <>
      <RowList label="Connected accounts">
        <Row icon={<GoogleMark />} title="Google" action={<Button onClick={() => setAsking(true)}>Disconnect</Button>}>
          You can sign in with this Google account.
        </Row>
      </RowList>
      {asking && (
        <Suspense>
          <ConfirmDialog
            open
            onOpenChange={() => setAsking(false)}
            title="Disconnect Google?"
            description="You’ll need your password or a passkey to sign in. To connect it again, sign in with Google."
            confirmLabel="Disconnect Google"
            onConfirm={() => void disconnect(google.id)}
          />
        </Suspense>
      )}
    </>
  )
}
