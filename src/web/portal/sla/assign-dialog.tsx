import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { type Choice, SearchSelect } from '../../ui/search-select.tsx'
import { toast } from '../../ui/toast.tsx'
import { api, client } from '../platform/api.ts'
import { useDebounced } from '../platform/use-debounced.ts'
import { useSending } from '../platform/use-sending.ts'
import type { Policy } from './model.ts'
import { refreshSla } from './sla-queries.ts'

/** Gives a policy to a company instead of the default. */
export function AssignDialog({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const [company, setCompany] = useState<Choice | null>(null)
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const q = useDebounced(typed.trim(), 200)
  const { data, isFetching } = useQuery({
    ...api.companies.list.queryOptions({ input: { kind: ['partner'], limit: 20, ...(q ? { q } : {}) } }),
    placeholderData: keepPreviousData,
  })
  const { pending, errors, problem, send, setErrors } = useSending<unknown>()
  async function save() {
    if (!company) return setErrors({ company: 'Choose a company.' })
    if (reason.trim() === '') return setErrors({ reason: 'Say why.' })
    if (!(await send(() => client.sla.setCompanyPolicy({ id: company.id, policyId: policy.id, reason })))) return
    void refreshSla()
    toast({ title: `${company.name} has ${policy.name} now`, tone: 'good' })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Give ${policy.name} to a company`}
      description="Due times of its open tickets follow. Their pauses are kept."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" pending={pending} onClick={() => void save()}>
            Give
          </Button>
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        className="flex flex-col gap-4"
      >
        {problem && <Banner tone="bad">{problem}</Banner>}
        <Field label="Company" required error={errors.company}>
          <SearchSelect
            value={company}
            onChange={setCompany}
            choices={data?.items ?? []}
            onSearch={setTyped}
            searching={isFetching}
            empty="No company has this in its name."
            placeholder="Find a company"
          />
        </Field>
        <Field label="Why" required error={errors.reason}>
          <TextInput value={reason} maxLength={500} onChange={(event) => setReason(event.currentTarget.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
