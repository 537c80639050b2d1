import { clientsOptions } from './choice-options.ts'
import { type ChoiceFieldProps, FoundField } from './found-field.tsx'

/** One of a company's end clients, or none. */
export const ClientField = ({ company, ...props }: ChoiceFieldProps & { company?: string | undefined }) => (
  <FoundField
    {...props}
    label="Client"
    optional
    placeholder="None"
    none={['No client is called so.', 'There are no clients yet.']}
    find={(q) => clientsOptions(q, company)}
  />
)
