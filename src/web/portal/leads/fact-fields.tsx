import type { FieldErrors, FieldValues, Path, UseFormRegister } from 'react-hook-form'
import { Field, TextInput } from '../../ui/field.tsx'
import { type FactsForm, tagsOf } from './lead-form.ts'

const TAGS_MAX = 10

interface FactFieldsProps<Form extends FieldValues> {
  register: UseFormRegister<Form>
  errors: FieldErrors<FactsForm>
  /** The name must be given. */
  named?: boolean
}

const most = (value: number) => ({ value, message: `At most ${value} characters.` })

/** Who a lead is and how to reach it: the fields that the forms share. */
export function FactFields<Form extends FactsForm & FieldValues>({ register, errors, named }: FactFieldsProps<Form>) {
  const field = (name: keyof FactsForm) => name as Path<Form>
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" required={named} error={errors.name?.message}>
          <TextInput
            autoComplete="off"
            {...register(field('name'), {
              validate: (text) => !named || String(text).trim() !== '' || 'Say who it is.',
              maxLength: most(100),
            })}
          />
        </Field>
        <Field label="Company" optional error={errors.organization?.message}>
          <TextInput autoComplete="off" {...register(field('organization'), { maxLength: most(200) })} />
        </Field>
        <Field label="Email" error={errors.email?.message}>
          <TextInput
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...register(field('email'), { maxLength: most(255) })}
          />
        </Field>
        <Field label="Phone" error={errors.phone?.message}>
          <TextInput type="tel" autoComplete="off" {...register(field('phone'), { maxLength: most(50) })} />
        </Field>
      </div>
      <Field label="Tags" optional hint="Separate them with commas." error={errors.tags?.message}>
        <TextInput
          autoComplete="off"
          {...register(field('tags'), {
            validate: (text) => {
              const tags = tagsOf(String(text))
              if (tags.length > TAGS_MAX) return `At most ${TAGS_MAX} tags.`
              return tags.every((tag) => tag.length <= 40) || 'A tag has at most 40 characters.'
            },
          })}
        />
      </Field>
    </>
  )
}
