import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { ActFrame } from '../platform/act-frame.tsx'
import { leadName } from './labels.ts'
import type { Lead } from './model.ts'

const REASON_MAX = 500
const usual = ['No answer after several attempts', 'Too expensive', 'Chose somebody else', 'Not a fit for us']

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
    // What goes wrong is said by a toast; the lead is shown as it is then.
    await onLost(reason.trim()).catch(() => {})
    onClose()
  })
  return (
    <ActFrame
      title={`${leadName(lead)} is lost`}
      description="The stage stays as it is. The lead can be opened again."
      confirm="Mark as lost"
      pending={isSubmitting}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label="Why" required error={errors.reason?.message}>
        <TextArea
          rows={2}
          maxLength={REASON_MAX}
          {...register('reason', { validate: (text) => text.trim() !== '' || 'Say why.' })}
        />
      </Field>
      <div className="flex flex-wrap gap-1.5">
        {usual.map((reason) => (
          <Button
            key={reason}
            size="sm"
            className="max-md:!h-11"
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
