import type { FieldErrors, FieldValues, Path, UseFormRegister } from 'react-hook-form'
import { Field, TextInput } from '../../../ui/forms/field.tsx'
import { editableLeadFields } from '../fields.tsx'
import type { FactsForm } from './lead-form.ts'

interface FactFieldsProps<Form extends FieldValues> {
  register: UseFormRegister<Form>
  errors: FieldErrors<FactsForm>
  /** Whether the name is required. */
  named?: boolean
}

/** Returns a form rule for the maximum length. Undefined without a limit. */
export const most = (value: number | undefined) =>
  value === undefined ? undefined : { value, message: `At most ${value} characters.` }

/** The name and contact details of a lead: the fields that its forms share. */
export function FactFields<Form extends FactsForm & FieldValues>({ register, errors, named }: FactFieldsProps<Form>) {
  const fields = (wide: boolean) =>
    editableLeadFields
      .filter(({ edit }) => (edit.wide ?? false) === wide)
      .map(({ key, label, max, edit: { type, optional, hint, missing, check } }) => {
        const needed = named && missing !== undefined
        return (
          <Field key={key} label={label} required={needed} optional={optional} hint={hint} error={errors[key]?.message}>
            <TextInput
              type={type}
              autoComplete="off"
              {...(type === 'email' ? { autoCapitalize: 'none', spellCheck: false } : {})}
              {...register(key as string as Path<Form>, {
                maxLength: most(max),
                validate: (text) => (needed && String(text).trim() === '' ? missing : (check?.(String(text)) ?? true)),
              })}
            />
          </Field>
        )
      })
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">{fields(false)}</div>
      {fields(true)}
    </>
  )
}
