import { KeyRound, Plus, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { z } from 'zod'
import type { FactorDetail } from '../../../contract/account/index.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { client } from '../platform/data/api.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { supportsPasskeys } from '../platform/session/passkey.ts'
import { storeSession } from '../platform/session/session.client.ts'
import { showAuthFailure } from './authenticator.tsx'
import { useConfirmIdentity } from './confirm-identity.tsx'
import { Row, RowList } from './row-list.tsx'
import { refreshSecurity } from './security-queries.ts'

const PasskeyDialog = lazy(() => import('./passkey-dialog.tsx'))
const ConfirmDialog = lazy(() => import('../../ui/overlays/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

type Factor = z.infer<typeof FactorDetail>

/** Lists the passkeys, with buttons to add and remove them. */
export function Passkeys({ items }: { items: Factor[] }) {
  const confirm = useConfirmIdentity()
  const [pending, setPending] = useState(false)
  const [options, setOptions] = useState<{ challenge: string }>()
  const [removing, setRemoving] = useState<Factor>()

  // Confirm the identity before the dialog opens, so that two dialogs never overlap.
  const begin = async () => {
    setPending(true)
    try {
      setOptions(await confirm(() => client.account.newPasskeyOptions({})))
    } catch (e) {
      showAuthFailure(e, 'Couldn’t add the passkey')
    } finally {
      setPending(false)
    }
  }
  const remove = async ({ id, friendly_name }: Factor) => {
    try {
      const { session } = await confirm(() => client.account.unenroll({ factorId: id }))
      storeSession('USER_UPDATED', session)
      refreshSecurity()
      showToast({
        title: 'Passkey removed',
        description: `${friendly_name} no longer works. Delete it on your device too.`,
      })
    } catch (e) {
      showAuthFailure(e, 'Couldn’t remove the passkey')
    }
  }

  return (
    <div className="flex flex-col items-start gap-4 text-sm">
      {items.length === 0 ? (
        <p className="text-muted">
          No passkeys yet. A passkey lets you sign in with your fingerprint, face or screen lock, and protects you from
          phishing.
        </p>
      ) : (
        <div className="w-full">
          <RowList label="Passkeys">
            {items.map((item) => (
              <Row
                key={item.id}
                icon={<KeyRound />}
                title={item.friendly_name ?? 'Passkey'}
                action={
                  <IconButton
                    label={`Remove ${item.friendly_name}`}
                    icon={<Trash2 aria-hidden className="size-4" />}
                    className="-my-1.5"
                    onClick={() => setRemoving(item)}
                  />
                }
              >
                Added <RelativeTime iso={item.createdAt} />
                {' · '}
                {item.lastUsedAt ? (
                  <>
                    last used <RelativeTime iso={item.lastUsedAt} />
                  </>
                ) : (
                  'never used'
                )}
              </Row>
            ))}
          </RowList>
        </div>
      )}
      {supportsPasskeys() ? (
        <Button icon={<Plus aria-hidden className="size-4" />} pending={pending} onClick={() => void begin()}>
          Add a passkey
        </Button>
      ) : (
        <p className="text-muted">
          This browser doesn’t support passkeys. To add one, open this page in another browser.
        </p>
      )}
      <Suspense>
        {options && (
          <PasskeyDialog
            options={options}
            onClose={() => setOptions(undefined)}
            onAdded={() => {
              setOptions(undefined)
              refreshSecurity()
            }}
          />
        )}
        {removing && (
          <ConfirmDialog
            open
            onOpenChange={() => setRemoving(undefined)}
            title={`Remove the passkey “${removing.friendly_name}”?`}
            description="You can no longer sign in with it. You can add it again at any time."
            confirmLabel="Remove passkey"
            onConfirm={() => void remove(removing)}
          />
        )}
      </Suspense>
    </div>
  )
}
