import type { ComponentProps } from 'react'
import { companiesOptions, partnersOptions } from './choice-options.ts'
import { type ChoiceFieldProps, FoundField } from './found-field.tsx'

/** Props with another label or query, if a form needs them. */
type CompanyFieldProps = ChoiceFieldProps & Partial<Pick<ComponentProps<typeof FoundField>, 'label' | 'find' | 'offer'>>

/** Chooses a partner by name. */
export const PartnerField = (props: CompanyFieldProps) => (
  <FoundField
    label="Partner"
    required
    placeholder="Find a partner by name"
    none={['No partners match.', 'There are no partners yet.']}
    find={partnersOptions}
    {...props}
  />
)

/** Chooses a company by name. */
export const CompanyField = (props: CompanyFieldProps) => (
  <FoundField
    label="Company"
    required
    placeholder="Find a company by name"
    none={['No companies match.', 'There are no companies yet.']}
    find={companiesOptions}
    {...props}
  />
)
