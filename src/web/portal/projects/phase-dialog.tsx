import { useId, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { client } from '../platform/api.ts'
import { onceKeys } from '../platform/once.ts'
import { useSending } from '../platform/use-sending.ts'
import type { Phase } from './model.ts'
import { refreshProjects } from './project-queries.ts'

interface PhaseDialogProps {
  projectId: string
  /** Without it a new one is added at the end. */
  phase: Phase | undefined
  onClose: () => void
}

/** Adds or renames a phase. */
export function PhaseDialog({ projectId, phase, onClose }: PhaseDialogProps) {
  const [name, setName] = useState(phase?.name ?? '')
  const [once] = useState(onceKeys)
  const { pending, errors, problem, send } = useSending()
  const id = useId()
  async function save() {
    const ok = await send(() => {
      if (phase) return client.projects.editPhase({ id: phase.id, name })
      const input = { id: projectId, name }
      return client.projects.addPhase(input, { context: { idempotencyKey: once.keyFor(input) } })
    })
    if (!ok) return
    void refreshProjects()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={phase ? 'Rename phase' : 'Add phase'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={id} pending={pending}>
            {phase ? 'Rename' : 'Add phase'}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {problem && <Banner tone="bad">{problem}</Banner>}
        <Field label="Name" required {...(errors.name ? { error: errors.name } : {})}>
          <TextInput value={name} maxLength={100} onChange={(event) => setName(event.currentTarget.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
