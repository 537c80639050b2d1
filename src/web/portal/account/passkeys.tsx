import { KeyRound, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { z } from 'zod'
import type { FactorDetail } from '../../../contract/account.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { toast } from '../../ui/toast.tsx'
import { client } from '../platform/api.ts'
import { knowsPasskeys } from '../platform/passkey.ts'
import { storeSession } from '../platform/session.client.ts'
import { tellFailure } from './authenticator.tsx'
import { useConfirmIdentity } from './confirm-identity.tsx'
import { Row, RowList } from './row-list.tsx'
import { refreshSecurity } from './security-queries.ts'

const PasskeyDialog = lazy(() => import('./passkey-dialog.tsx'))
const ConfirmDialog = lazy(() => import('../../ui/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

type Factor = z.infer<typeof FactorDetail>

/** The passkeys: add one, remove one. */
export function Passkeys({ items }: { items: Factor[] }) {
  const confirm = useConfirmIdentity()
  const [pending, setPending] = useState(false)
  const [options, setOptions] = useState<{ challenge: string }>()
  const [removing, setRemoving] = useState<Factor>()

  // Who it is is asked before the dialog opens, so that never two of them stand on each other.
  const begin = async () => {
    setPending(true)
    try {
      setOptions(await confirm(() => client.account.newPasskeyOptions({})))
    } catch (e) {
      tellFailure(e, 'No passkey was added')
    } finally {
      setPending(false)
    }
  }
  const remove = async ({ id, friendly_name }: Factor) => {
    try {
      const { session } = await confirm(() => client.account.unenroll({ factorId: id }))
      storeSession('USER_UPDATED', session)
      refreshSecurity()
      toast({
        title: 'Passkey removed',
        description: `${friendly_name} lets nobody in any more. Delete it on the device too.`,
      })
    } catch (e) {
      tellFailure(e, 'The passkey was not removed')
    }
  }

  return (
    <div className="flex flex-col items-start gap-4 text-sm">
      {items.length === 0 ? (
        <p className="text-muted">
          None yet. A passkey signs you in with your fingerprint, face or screen lock, and cannot be typed into a false
          page.
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
      {knowsPasskeys() ? (
        <Button icon={<Plus aria-hidden className="size-4" />} pending={pending} onClick={() => void begin()}>
          Add a passkey
        </Button>
      ) : (
        <p className="text-muted">This browser knows no passkeys. Open this page in another one to add one.</p>
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
            title={`Remove the passkey ${removing.friendly_name}?`}
            description="It no longer signs you in. You can add it again at any time."
            confirmLabel="Remove passkey"
            onConfirm={() => void remove(removing)}
          />
        )}
      </Suspense>
    </div>
  )
}
