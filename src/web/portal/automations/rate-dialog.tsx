import { useState } from 'react'
import { Field, TextInput } from '../../ui/field.tsx'
import { readCents, shortCents, typedCents } from '../../ui/money-text.ts'
import { toast } from '../../ui/toast.tsx'
import { ActFrame } from '../platform/act-frame.tsx'
import { client } from '../platform/api.ts'
import { TheirsNotice } from '../platform/theirs-notice.tsx'
import { useSending } from '../platform/use-sending.ts'
import { refreshAutomations } from './automation-queries.ts'
import type { Summary } from './model.ts'

interface RateDialogProps {
  summary: Summary
  open: boolean
  onClose: () => void
}

/** What an hour of the company's own people costs it; empty goes back to what we assume. */
export function RateDialog({ summary, open, onClose }: RateDialogProps) {
  const { rate } = summary
  const [typed, setTyped] = useState(rate?.of === 'company' ? typedCents(rate.cents) : '')
  const { pending, errors, problem, theirs, send, setErrors } = useSending<Summary>()
  async function save() {
    const rateCents = typed.trim() === '' ? null : readCents(typed)
    if (rateCents === undefined) return setErrors({ rateCents: 'An amount in dollars, such as 75 or 82.50.' })
    const version = theirs?.rate?.version ?? rate?.version
    const done = await send(() => client.automations.setRate({ rateCents, ...(version ? { version } : {}) }))
    void refreshAutomations()
    if (!done) return
    toast({ title: 'The figures are reckoned anew', tone: 'good' })
    onClose()
  }
  return (
    <ActFrame
      open={open}
      title="What an hour of your people costs"
      description="With everything: salary, taxes, tools, the room they sit in. All figures of money saved follow it."
      confirm="Save"
      pending={pending}
      problem={problem}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {theirs && (
        <TheirsNotice title="Your company’s profile was changed meanwhile">
          The hourly cost is {theirs.rate ? shortCents(theirs.rate.cents) : 'not set'} now. Save again to put yours in
          its place.
        </TheirsNotice>
      )}
      <Field
        label="Dollars an hour"
        optional
        error={errors.rateCents}
        hint="Leave it empty and we go on with what we assume: $60."
      >
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Field>
    </ActFrame>
  )
}
