import { Checkbox, Field, TextInput } from '../../../ui/field.tsx'
import type { FieldErrors } from '../../platform/use-sending.ts'

interface SignFieldsProps {
  /** The sentence that is ticked. */
  consent: string
  agreed: boolean
  onAgreed: (agreed: boolean) => void
  name: string
  onName: (name: string) => void
  /** What is wrong with `consent` or `name`. */
  errors: FieldErrors
}

/** What makes a signature: the sentence, ticked, and the name, typed and shown as it is written by hand. */
export function SignFields({ consent, agreed, onAgreed, name, onName, errors }: SignFieldsProps) {
  return (
    <>
      <Checkbox
        label={consent}
        checked={agreed}
        error={errors.consent}
        onChange={(event) => onAgreed(event.currentTarget.checked)}
      />
      <Field
        label="Your full name"
        required
        error={errors.name}
        hint="Your name, email, address on the network, browser and the time are kept as evidence."
        className="max-w-md"
      >
        <TextInput
          name="name"
          autoComplete="name"
          maxLength={100}
          value={name}
          onChange={(event) => onName(event.currentTarget.value)}
        />
      </Field>
      {name.trim() !== '' && (
        <p
          aria-hidden
          className="-mt-1 max-w-md border-line border-b pb-2 font-serif text-2xl italic [overflow-wrap:anywhere]"
        >
          {name}
        </p>
      )}
    </>
  )
}
