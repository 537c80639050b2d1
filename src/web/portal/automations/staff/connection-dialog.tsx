import { Suspense, useState } from 'react'
import { formatDay } from '../../../../contract/plain/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Select, TextInput } from '../../../ui/forms/field.tsx'
import { client } from '../../platform/data/api.ts'
import { createOnceKeys } from '../../platform/data/once.ts'
import { lazy } from '../../platform/loading/lazy.ts'
import { type Automation, type Connection, connectionLooks } from '../model.ts'
import { StaffEditDialog, type Words } from './edit-dialog.tsx'

const ConfirmDialog = lazy(() => import('../../../ui/overlays/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

type Form = { tool: string; label: string; reference: string; state: Connection['state']; expiresOn: string }
const formOf = (c: Connection | undefined): Form => ({
  tool: c?.tool ?? '',
  label: c?.label ?? '',
  reference: c?.reference ?? '',
  state: c?.state ?? 'waiting',
  expiresOn: c?.expiresOn ?? '',
})
const orNone = (value: string) => value || 'None'
const words: Words<Form> = {
  tool: { name: 'Tool', say: orNone },
  label: { name: 'Description', say: orNone },
  reference: { name: 'Stored in', say: orNone },
  state: { name: 'Status', say: (v) => connectionLooks[v].label },
  expiresOn: { name: 'Expires', say: (v) => (v ? formatDay(v) : 'None') },
}

interface ConnectionDialogProps {
  automation: Automation
  connection: Connection | undefined
  onClose: () => void
}

/**
 * Edits a connection: the tool, a description, where the secret is stored, its state and when the credential expires.
 * Never holds the secret itself.
 */
export function ConnectionDialog({ automation: a, connection, onClose }: ConnectionDialogProps) {
  const [keys] = useState(createOnceKeys)
  const [asked, setAsked] = useState(false)
  const id = connection?.id
  return (
    <StaffEditDialog
      title={connection ? `Connection to ${connection.tool}` : 'New connection'}
      description="Record where the secret is stored, never the secret itself."
      of={connection}
      formOf={formOf}
      words={words}
      save={(typed, from) => {
        const fields = { ...typed, expiresOn: typed.expiresOn || null }
        return () =>
          from
            ? client.automations.editConnection({ id: a.id, connectionId: from.id, version: from.version, ...fields })
            : client.automations.addConnection(
                { id: a.id, ...fields },
                { context: { idempotencyKey: keys.keyFor(fields) } },
              )
      }}
      saveLabel={connection ? 'Save connection' : 'Add connection'}
      saved={connection ? 'Connection saved' : 'Connection added'}
      onClose={onClose}
      more={(act) =>
        id && (
          <>
            <Button variant="danger" className="sm:mr-auto" onClick={() => setAsked(true)}>
              Remove
            </Button>
            {asked && (
              <Suspense>
                <ConfirmDialog
                  open
                  onOpenChange={setAsked}
                  title={`Remove the connection to ${connection.tool}?`}
                  description="The entry in your vault is not affected."
                  confirmLabel="Remove connection"
                  onConfirm={() =>
                    act(() => client.automations.removeConnection({ id: a.id, connectionId: id }), 'Connection removed')
                  }
                />
              </Suspense>
            )}
          </>
        )
      }
    >
      {({ form, set, wrong }) => (
        <>
          <Field label="Tool" required {...wrong('tool')}>
            <TextInput
              maxLength={60}
              placeholder="Autotask"
              value={form.tool}
              onChange={(event) => set({ tool: event.currentTarget.value })}
            />
          </Field>
          <Field label="Description" required {...wrong('label')}>
            <TextInput
              maxLength={100}
              placeholder="API user of the help desk board"
              value={form.label}
              onChange={(event) => set({ label: event.currentTarget.value })}
            />
          </Field>
          <Field
            label="Where the secret is stored"
            required
            hint="Name the vault entry. Never enter the secret itself."
            {...wrong('reference')}
          >
            <TextInput
              maxLength={200}
              placeholder="1Password: Automations / Autotask API"
              autoComplete="off"
              spellCheck={false}
              value={form.reference}
              onChange={(event) => set({ reference: event.currentTarget.value })}
            />
          </Field>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Field label="Status" {...wrong('state')}>
              <Select
                value={form.state}
                onChange={(event) => set({ state: event.currentTarget.value as Connection['state'] })}
              >
                {(Object.keys(connectionLooks) as Connection['state'][]).map((s) => (
                  <option key={s} value={s}>
                    {connectionLooks[s].label}
                  </option>
                ))}
              </Select>
            </Field>
            <Field
              label="Credential expires on"
              optional
              hint="We notify staff 30 days before it expires."
              {...wrong('expiresOn')}
            >
              <TextInput
                type="date"
                value={form.expiresOn}
                onChange={(event) => set({ expiresOn: event.currentTarget.value })}
              />
            </Field>
          </div>
        </>
      )}
    </StaffEditDialog>
  )
}
