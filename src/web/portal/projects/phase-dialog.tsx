import { useState } from 'react'
import { Field, TextInput } from '../../ui/forms/field.tsx'
import { client } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { useSending } from '../platform/data/use-sending.ts'
import { ActFrame } from '../platform/forms/act-frame.tsx'
import type { Phase } from './model.ts'
import { refreshProjects } from './project-queries.ts'

interface PhaseDialogProps {
  projectId: string
  /** Undefined adds a new phase at the end. */
  phase: Phase | undefined
  onClose: () => void
}

/** Adds or renames a phase. */
export function PhaseDialog({ projectId, phase, onClose }: PhaseDialogProps) {
  const [name, setName] = useState(phase?.name ?? '')
  const [once] = useState(createOnceKeys)
  const { pending, errors, problem, send } = useSending()
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
    <ActFrame
      title={phase ? 'Rename phase' : 'Add phase'}
      confirm={phase ? 'Rename phase' : 'Add phase'}
      pending={pending}
      problem={problem}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Field label="Name" required {...(errors.name ? { error: errors.name } : {})}>
        <TextInput value={name} maxLength={100} onChange={(event) => setName(event.currentTarget.value)} />
      </Field>
    </ActFrame>
  )
}
