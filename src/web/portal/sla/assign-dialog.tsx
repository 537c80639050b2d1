import { useState } from 'react'
import { Field, TextInput } from '../../ui/field.tsx'
import type { Choice } from '../../ui/search-select.tsx'
import { toast } from '../../ui/toast.tsx'
import { ActFrame } from '../platform/act-frame.tsx'
import { client } from '../platform/api.ts'
import { PartnerField } from '../platform/partner-field.tsx'
import { useSending } from '../platform/use-sending.ts'
import type { Policy } from './model.ts'
import { refreshSla } from './sla-queries.ts'

/** Gives a policy to a company instead of the default. */
export function AssignDialog({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const [company, setCompany] = useState<Choice | null>(null)
  const [reason, setReason] = useState('')
  const { pending, errors, problem, send, setErrors } = useSending<unknown>()
  async function save() {
    if (!company) return setErrors({ company: 'Choose a partner.' })
    if (reason.trim() === '') return setErrors({ reason: 'Say why.' })
    if (!(await send(() => client.sla.setCompanyPolicy({ id: company.id, policyId: policy.id, reason })))) return
    void refreshSla()
    toast({ title: `${company.name} has ${policy.name} now`, tone: 'good' })
    onClose()
  }
  return (
    <ActFrame
      size="md"
      title={`Give ${policy.name} to a company`}
      description="Due times of its open tickets follow. Their pauses are kept."
      confirm="Give"
      pending={pending}
      problem={problem}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <PartnerField value={company} onChange={setCompany} error={errors.company} />
      <Field label="Why" required error={errors.reason}>
        <TextInput value={reason} maxLength={500} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
    </ActFrame>
  )
}
