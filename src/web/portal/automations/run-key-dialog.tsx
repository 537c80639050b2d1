import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { IdentityNotConfirmed, useConfirmIdentity } from '../account/index.ts'
import { ActFrame } from '../platform/act-frame.tsx'
import { api, client } from '../platform/api.ts'
import { onceKeys } from '../platform/once.ts'
import { queries } from '../platform/queries.ts'
import { useSending } from '../platform/use-sending.ts'
import type { Automation } from './model.ts'

/** Makes a key for the company that can send runs, and shows it the one time that it can be seen. */
export function RunKeyDialog({ automation: a, onClose }: { automation: Automation; onClose: () => void }) {
  const [name, setName] = useState(`Runs of ${a.name}`.slice(0, 100))
  const [made, setMade] = useState<{ name: string; key: string }>()
  const [keys] = useState(onceKeys)
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
        description="Copy the key now. It is shown this once; we keep only a fingerprint of it."
        footer={
          <Button variant="primary" onClick={onClose}>
            I have copied it
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
          <Banner tone="warn" title="Put it into the vault">
            {`It sends runs for ${a.company.name} and does nothing else. Its owners are told and can revoke it.`}
          </Banner>
        </div>
      </Dialog>
    )
  return (
    <ActFrame
      title={`A key for ${a.company.name}`}
      description="It can send runs and nothing else. It does not end by itself."
      confirm="Make key"
      pending={pending}
      problem={problem}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      <Field
        label="What it is for"
        required
        hint="The owners of the company read it among their keys."
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
