import { useState } from 'react'
import { USUAL_RATE_CENTS } from '../../../contract/plain/rates.ts'
import { Field, TextInput } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { formatCentsForInput, formatCentsShort, readCents } from '../../ui/text/money-text.ts'
import { client } from '../platform/data/api.ts'
import { useSending } from '../platform/data/use-sending.ts'
import { ActFrame } from '../platform/forms/act-frame.tsx'
import { TheirsNotice } from '../platform/forms/theirs-notice.tsx'
import { refreshAutomations } from './automation-queries.ts'
import type { Summary } from './model.ts'

interface RateDialogProps {
  summary: Summary
  open: boolean
  onClose: () => void
}

/** Sets the hourly cost of the company's own staff. An empty value restores the default rate. */
export function RateDialog({ summary, open, onClose }: RateDialogProps) {
  const { rate } = summary
  const [typed, setTyped] = useState(rate?.of === 'company' ? formatCentsForInput(rate.cents) : '')
  const { pending, errors, problem, theirs, send, setErrors } = useSending<Summary>()
  async function save() {
    const rateCents = typed.trim() === '' ? null : readCents(typed)
    if (rateCents === undefined) return setErrors({ rateCents: 'Enter an amount in dollars, such as 75 or 82.50.' })
    const version = theirs?.rate?.version ?? rate?.version
    const done = await send(() => client.automations.setRate({ rateCents, ...(version ? { version } : {}) }))
    void refreshAutomations()
    if (!done) return
    showToast({ title: 'Hourly cost saved', tone: 'good' })
    onClose()
  }
  return (
    <ActFrame
      open={open}
      title="Hourly cost of your team"
      description="The full cost of an hour: salary, taxes, benefits and overhead. We use it to calculate the value of the time saved."
      confirm="Save hourly cost"
      pending={pending}
      problem={problem}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {theirs && (
        <TheirsNotice title="Someone else changed your company’s profile">
          The hourly cost is now {theirs.rate ? formatCentsShort(theirs.rate.cents) : 'not set'}. Save again to replace
          it with yours.
        </TheirsNotice>
      )}
      <Field
        label="Hourly cost (USD)"
        optional
        error={errors.rateCents}
        hint={`Leave it empty to use our estimate of ${formatCentsShort(USUAL_RATE_CENTS)}.`}
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
