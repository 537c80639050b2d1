import { useState } from 'react'
import { Field, TextInput } from '../../ui/field.tsx'
import { ActFrame } from '../platform/act-frame.tsx'
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
      confirm={phase ? 'Rename' : 'Add phase'}
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
