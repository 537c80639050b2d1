import { useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Field, TextInput } from '../../../ui/forms/field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { IdentityNotConfirmed, useConfirmIdentity } from '../../account/index.ts'
import { api, client } from '../../platform/data/api.ts'
import { createOnceKeys } from '../../platform/data/once.ts'
import { queries } from '../../platform/data/queries.ts'
import { useSending } from '../../platform/data/use-sending.ts'
import { ActFrame } from '../../platform/forms/act-frame.tsx'
import type { Automation } from '../model.ts'

/** Creates an API key that can send runs for the company. The key is shown only once. */
export function RunKeyDialog({ automation: a, onClose }: { automation: Automation; onClose: () => void }) {
  const [name, setName] = useState(`Runs of ${a.name}`.slice(0, 100))
  const [made, setMade] = useState<{ name: string; key: string }>()
  const [keys] = useState(createOnceKeys)
  const confirmed = useConfirmIdentity()
  const { pending, errors, problem, send } = useSending()
  async function go() {
    const input = { id: a.id, name: name.trim() }
    await send(async () => {
      try {
        setMade(
          await confirmed(() => client.automations.makeKey(input, { context: { idempotencyKey: keys.keyFor(input) } })),
        )
        void queries.invalidateQueries({ queryKey: api.companies.keysOf.key() })
      } catch (e) {
        if (!(e instanceof IdentityNotConfirmed)) throw e
      }
    })
  }
  if (made)
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={`“${made.name}” is ready`}
        description="Copy the key now. You won’t be able to see it again."
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <div className="flex flex-col gap-5">
          <div className="flex items-start gap-1 rounded-sm border border-edge bg-ink py-1 pr-1 pl-3">
            <pre className="min-w-0 flex-1 select-all whitespace-pre-wrap py-1 font-mono text-xs leading-5 [overflow-wrap:anywhere]">
              {made.key}
            </pre>
            <CopyButton text={made.key} label="Copy API key" />
          </div>
          <Banner tone="warn" title="Store it in the vault">
            {`It can only send runs for ${a.company.name}. The company’s owners are notified and can revoke it.`}
          </Banner>
        </div>
      </Dialog>
    )
  return (
    <ActFrame
      title={`Create API key for ${a.company.name}`}
      description="The key can only send runs. It does not expire."
      confirm="Create key"
      pending={pending}
      problem={problem}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      <Field
        label="Name"
        required
        hint="The owners of the company see it in their list of keys."
        {...(errors.name ? { error: errors.name } : {})}
      >
        <TextInput
          maxLength={100}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Field>
    </ActFrame>
  )
}
