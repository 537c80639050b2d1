import { clientsOptions, companiesOptions } from '../platform/forms/choice-options.ts'
import { type ChoiceFieldProps, FoundField } from '../platform/forms/found-field.tsx'

/** Chooses a company's client, or all. */
export const ReportClientField = ({
  company,
  none = 'All',
  ...props
}: ChoiceFieldProps & { company: string | undefined /** Shown when none is chosen. */; none?: string }) => (
  <FoundField
    {...props}
    label="Client"
    placeholder={none}
    none={['No clients match.', 'There are no clients yet.']}
    find={(q) => clientsOptions(q, company)}
  />
)
/** Chooses a company, or all. For staff. */
export const ReportCompanyField = (props: ChoiceFieldProps) => (
  <FoundField
    {...props}
    label="Company"
    placeholder="All companies"
    none={['No companies match.', 'There are no companies yet.']}
    find={companiesOptions}
  />
)
