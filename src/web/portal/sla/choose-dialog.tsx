import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Select } from '../../ui/forms/control.tsx'
import { Field, TextInput } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client } from '../platform/data/api.ts'
import { useSending } from '../platform/data/use-sending.ts'
import { ActFrame } from '../platform/forms/act-frame.tsx'
import type { CompanyPolicy } from './model.ts'
import { policiesOptions, refreshSla } from './sla-queries.ts'

/** The option value for the default policy. */
const USUAL = ''

/** Chooses the policy of one company. */
export function ChooseDialog({
  company,
  now,
  onClose,
}: {
  company: { id: string; name: string }
  now: CompanyPolicy
  onClose: () => void
}) {
  const { data } = useQuery(policiesOptions())
  const was = now.own ? (now.policy?.id ?? USUAL) : USUAL
  const [chosen, setChosen] = useState(was)
  const [reason, setReason] = useState('')
  const { pending, errors, problem, send, setErrors } = useSending<unknown>()
  async function save() {
    if (chosen === was) return onClose()
    if (reason.trim() === '') return setErrors({ reason: 'Enter a reason.' })
    const policyId = chosen === USUAL ? null : chosen
    if (!(await send(() => client.sla.setCompanyPolicy({ id: company.id, policyId, reason })))) return
    void refreshSla()
    showToast({ title: 'SLA policy changed', description: `It applies to ${company.name} from now on.`, tone: 'good' })
    onClose()
  }
  const others = data?.items.filter((p) => !p.isDefault) ?? []
  const usual = data?.items.find((p) => p.isDefault)
  return (
    <ActFrame
      size="md"
      title={`SLA policy for ${company.name}`}
      description="The due times of its open tickets are recalculated. Pauses are kept."
      confirm="Change policy"
      pending={pending}
      problem={problem}
      disabled={!data}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Field label="Policy" error={errors.policyId}>
        <Select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
          <option value={USUAL}>Default{usual && `: ${usual.name}`}</option>
          {others.map((p) => (
            <option key={p.id} value={p.id}>
              {p.name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Reason" required error={errors.reason}>
        <TextInput value={reason} maxLength={500} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
    </ActFrame>
  )
}
