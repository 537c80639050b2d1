import { Controller, type UseFormReturn } from 'react-hook-form'
import { Field, Select, TextInput } from '../../../ui/forms/field.tsx'
import { ClientField } from '../../platform/forms/client-field.tsx'
import type { editableTicketFields, Named } from '../fields.tsx'
import type { Ticket } from '../model.ts'
import { AgreementField, AutomationField, ContactField, TagsField } from './choice-fields.tsx'
import type { EditForm } from './edit-merge.ts'

interface FieldControlProps {
  field: (typeof editableTicketFields)[number]
  form: UseFormReturn<EditForm>
  ticket: Ticket
  /** The company to choose from. Undefined for partners, who have only their own. */
  company: string | undefined
}

/** The control of a field in the form of a ticket. */
export function TicketFieldControl({ field: { key, label, edit }, form, ticket, company }: FieldControlProps) {
  const { control } = edit
  const error = form.formState.errors[key]?.message
  switch (control.is) {
    case 'text':
      return (
        <Field label={label} optional={control.missing === undefined} error={error}>
          <TextInput
            {...form.register(key, {
              validate: (v) => control.missing === undefined || String(v).trim() !== '' || control.missing,
              maxLength: { value: control.max, message: `At most ${control.max} characters.` },
            })}
          />
        </Field>
      )
    case 'select':
      return (
        <Field label={label} error={error}>
          <Select {...form.register(key)}>
            {control.options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
      )
    default:
      return (
        <Controller
          control={form.control}
          name={key}
          render={({ field: { value, onChange } }) => {
            const props = { company, value: value as Named, onChange, error }
            switch (control.is) {
              case 'client':
                return (
                  <ClientField
                    {...props}
                    onChange={(client) => {
                      onChange(client)
                      // A contact of another client no longer fits.
                      if (client && client.id !== ticket.client?.id) form.setValue('contact', null)
                    }}
                  />
                )
              case 'contact':
                return <ContactField {...props} client={form.watch('client')} />
              case 'agreement':
                return <AgreementField {...props} company={ticket.company.id} />
              case 'installation':
                return <AutomationField {...props} company={ticket.company.id} />
              case 'tags':
                return <TagsField {...props} value={value as string[]} />
            }
          }}
        />
      )
  }
}
