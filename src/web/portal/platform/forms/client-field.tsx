import { clientsOptions } from './choice-options.ts'
import { type ChoiceFieldProps, FoundField } from './found-field.tsx'

/** Chooses one of a company's clients, or none. */
export const ClientField = ({ company, ...props }: ChoiceFieldProps & { company?: string | undefined }) => (
  <FoundField
    {...props}
    label="Client"
    optional
    placeholder="None"
    none={['No clients match.', 'There are no clients yet.']}
    find={(q) => clientsOptions(q, company)}
  />
)
