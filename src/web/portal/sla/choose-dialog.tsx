import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Select } from '../../ui/control.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { ActFrame } from '../platform/act-frame.tsx'
import { client } from '../platform/api.ts'
import { useSending } from '../platform/use-sending.ts'
import type { CompanyPolicy } from './model.ts'
import { policiesOptions, refreshSla } from './sla-queries.ts'

/** What stands for "no policy of its own". */
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
    if (reason.trim() === '') return setErrors({ reason: 'Say why.' })
    const policyId = chosen === USUAL ? null : chosen
    if (!(await send(() => client.sla.setCompanyPolicy({ id: company.id, policyId, reason })))) return
    void refreshSla()
    toast({ title: 'Service levels changed', description: `${company.name} has them from now on.`, tone: 'good' })
    onClose()
  }
  const others = data?.items.filter((p) => !p.isDefault) ?? []
  const usual = data?.items.find((p) => p.isDefault)
  return (
    <ActFrame
      size="md"
      title={`Service levels of ${company.name}`}
      description="Due times of its open tickets follow. Their pauses are kept."
      confirm="Save"
      pending={pending}
      problem={problem}
      disabled={!data}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Field label="Policy" error={errors.policyId}>
        <Select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
          <option value={USUAL}>The usual one{usual && `: ${usual.name}`}</option>
          {others.map((p) => (
            <option key={p.id} value={p.id}>
              {p.name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Why" required error={errors.reason}>
        <TextInput value={reason} maxLength={500} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
    </ActFrame>
  )
}
