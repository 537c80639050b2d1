import { clientsOptions, companiesOptions } from '../platform/choice-options.ts'
import { type ChoiceFieldProps, FoundField } from '../platform/found-field.tsx'

/** One of a company's end clients, or all. */
export const ClientField = ({
  company,
  none = 'All',
  ...props
}: ChoiceFieldProps & { company: string | undefined /** What is meant without one. */; none?: string }) => (
  <FoundField
    {...props}
    label="End client"
    placeholder={none}
    none={['No client is called so.', 'There are no clients yet.']}
    find={(q) => clientsOptions(q, company)}
  />
)
/** One of the companies, or all: for staff. */
export const CompanyField = (props: ChoiceFieldProps) => (
  <FoundField
    {...props}
    label="Company"
    placeholder="All companies"
    none={['No company is called so.', 'There are no companies yet.']}
    find={companiesOptions}
  />
)
