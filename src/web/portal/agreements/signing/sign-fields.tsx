import { isSameName } from '../../../../contract/plain/signer-name.ts'
import { Checkbox, Field, TextInput } from '../../../ui/forms/field.tsx'
import type { FieldErrors } from '../../platform/data/use-sending.ts'

interface SignFieldsProps {
  /** The label of the consent checkbox. */
  consent: string
  agreed: boolean
  onAgreed: (agreed: boolean) => void
  name: string
  onName: (name: string) => void
  /** The name on the signer's account. */
  accountName: string
  /** Whether the user confirmed that a name different from the account's is their legal name. */
  legalName: boolean
  onLegalName: (legalName: boolean) => void
  /** Errors of `consent` or `name`. */
  errors: FieldErrors
}

/** The signature fields: the consent checkbox, and the typed name shown in a script font. */
export function SignFields({
  consent,
  agreed,
  onAgreed,
  name,
  onName,
  accountName,
  legalName,
  onLegalName,
  errors,
}: SignFieldsProps) {
  const differs = name.trim() !== '' && !isSameName(name, accountName)
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
        hint={`The name on your account is ${accountName}. We keep both names, your email, IP address, browser and the time as evidence.`}
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
      {differs && (
        <Checkbox
          label="This is my legal name"
          description="Check this only if the first and last name above are your legal name. Otherwise, type the name on your account."
          checked={legalName}
          onChange={(event) => onLegalName(event.currentTarget.checked)}
        />
      )}
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
