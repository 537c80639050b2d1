import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/forms/field.tsx'
import { ActFrame } from '../platform/forms/act-frame.tsx'
import { formatLeadName, lostReasonSuggestions } from './labels.ts'
import type { Lead } from './model.ts'

const REASON_MAX = 500

interface LostDialogProps {
  lead: Lead
  onClose: () => void
  onLost: (reason: string) => Promise<unknown>
}

/** Asks why a lead is lost. */
export function LostDialog({ lead, onClose, onLost }: LostDialogProps) {
  const { register, handleSubmit, setValue, setFocus, formState } = useForm({ defaultValues: { reason: '' } })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ reason }) => {
    // Errors are shown in a toast, together with the lead's current state. The reason stays for another try.
    const isSaved = await onLost(reason.trim()).then(
      () => true,
      () => false,
    )
    if (isSaved) onClose()
  })
  return (
    <ActFrame
      title={`Mark ${formatLeadName(lead)} as lost?`}
      description="The stage doesn’t change. You can reopen the lead later."
      confirm="Mark as lost"
      pending={isSubmitting}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label="Reason" required error={errors.reason?.message}>
        <TextArea
          rows={2}
          maxLength={REASON_MAX}
          {...register('reason', { validate: (text) => text.trim() !== '' || 'Enter a reason.' })}
        />
      </Field>
      <div className="flex flex-wrap gap-1.5">
        {lostReasonSuggestions.map((reason) => (
          <Button
            key={reason}
            size="sm"
            onClick={() => {
              setValue('reason', reason, { shouldValidate: true })
              setFocus('reason')
            }}
          >
            {reason}
          </Button>
        ))}
      </div>
    </ActFrame>
  )
}
