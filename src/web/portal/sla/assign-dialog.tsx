import { useState } from 'react'
import { Field, TextInput } from '../../ui/forms/field.tsx'
import type { Choice } from '../../ui/forms/search-select.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client } from '../platform/data/api.ts'
import { useSending } from '../platform/data/use-sending.ts'
import { ActFrame } from '../platform/forms/act-frame.tsx'
import { PartnerField } from '../platform/forms/partner-field.tsx'
import type { Policy } from './model.ts'
import { refreshSla } from './sla-queries.ts'

/** Assigns a policy to a company instead of the default. */
export function AssignDialog({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const [company, setCompany] = useState<Choice | null>(null)
  const [reason, setReason] = useState('')
  const { pending, errors, problem, send, setErrors } = useSending<unknown>()
  async function save() {
    if (!company) return setErrors({ company: 'Choose a partner.' })
    if (reason.trim() === '') return setErrors({ reason: 'Enter a reason.' })
    if (!(await send(() => client.sla.setCompanyPolicy({ id: company.id, policyId: policy.id, reason })))) return
    void refreshSla()
    showToast({ title: `${company.name} now uses ${policy.name}`, tone: 'good' })
    onClose()
  }
  return (
    <ActFrame
      size="md"
      title={`Assign ${policy.name} to a company`}
      description="The due times of its open tickets are recalculated. Pauses are kept."
      confirm="Assign policy"
      pending={pending}
      problem={problem}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <PartnerField value={company} onChange={setCompany} error={errors.company} />
      <Field label="Reason" required error={errors.reason}>
        <TextInput value={reason} maxLength={500} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
    </ActFrame>
  )
}
