import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { brand } from '../../../../brand.config.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Button } from '../../ui/button.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { api } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { useOnDemand } from '../platform/loading/on-demand.tsx'
import { useAddress } from '../platform/use-address.ts'
import { KeyTable } from './key-table.tsx'

export const meta = () => [
  { title: `API keys · Settings · ${brand.shortName}` },
  { name: 'robots', content: 'noindex' },
]

const loadDialog = () => import('./create-key-dialog.tsx')

/** Settings → API keys, for owners: the keys of the company's own programs. */
export default function SettingsApiKeys() {
  const dialog = useOnDemand(loadDialog)
  const [query, set] = useAddress()
  // Changes whenever the dialog opens, so that it starts empty.
  const [count, setCount] = useState(0)
  const wanted = query.get('new') === 'key'
  const { get } = dialog
  useEffect(() => {
    if (wanted) void get()
  }, [wanted, get])
  const open = () => {
    setCount((n) => n + 1)
    void dialog.get().then((loaded) => loaded && set({ new: 'key' }, false))
  }
  const close = () => set({ new: undefined })
  const create = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden className="size-4" />}
      pending={dialog.pending}
      onPointerEnter={() => void loadDialog().catch(() => {})}
      onClick={open}
    >
      Create key
    </Button>
  )
  return (
    <div>
      <SettingsSection
        wide
        title="API keys"
        description={
          <>
            Use API keys in your own programs. A key can access your company’s data within its scopes. Send it in the
            header <code className="text-text">x-api-key</code>. For available operations, see the{' '}
            <Anchor href="/api/docs" className="rounded-sm text-accent underline underline-offset-4 hover:no-underline">
              API documentation
            </Anchor>
            .
          </>
        }
        action={create}
      >
        <KeyTable revoke emptyAction={<Button onClick={open}>Create your first key</Button>} />
        {dialog.module && wanted && (
          <dialog.module.CreateKeyDialog
            key={count}
            open
            onClose={close}
            onMade={() => void queries.invalidateQueries({ queryKey: api.companies.keys.key() })}
          />
        )}
      </SettingsSection>
    </div>
  )
}
