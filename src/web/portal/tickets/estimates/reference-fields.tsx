import { useQuery } from '@tanstack/react-query'
import type { Choice } from '../../../ui/forms/search-select.tsx'
import { allPartnersOptions } from '../../platform/forms/choice-options.ts'
import { ClientField } from '../../platform/forms/client-field.tsx'
import { CompanyField } from '../../platform/forms/partner-field.tsx'
import { AutomationField, ContactField, RequesterField, TagsField } from '../facts/choice-fields.tsx'
import { automationChoices } from '../facts/fact-queries.ts'

/** The values of the fields. */
export type ReferenceValues = {
  company: Choice | null
  requester: Choice | null
  client: Choice | null
  contact: Choice | null
  /** The automation that the ticket is about. */
  installation: Choice | null
  tags: string[]
}

interface ReferenceFieldsProps {
  value: ReferenceValues
  onChange: (change: Partial<ReferenceValues>) => void
  errors: Partial<Record<keyof ReferenceValues, string | undefined>>
  staff: boolean
}

/**
 * The user on whose behalf staff open a ticket. Choosing a company clears its users, clients, contacts and automations.
 */
export function RequesterFields({ value, onChange, errors }: Omit<ReferenceFieldsProps, 'staff'>) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <CompanyField
        find={allPartnersOptions}
        value={value.company}
        onChange={(company) => onChange({ company, requester: null, client: null, contact: null, installation: null })}
        error={errors.company}
      />
      <RequesterField
        company={value.company?.id}
        value={value.requester}
        onChange={(requester) => onChange({ requester })}
        error={errors.requester}
      />
    </div>
  )
}

/** Client, contact, automation and tags of a new ticket. */
export function ReferenceFields({ value, onChange, errors, staff }: ReferenceFieldsProps) {
  const company = staff ? value.company?.id : undefined
  const automations = useQuery({ ...automationChoices('', company), enabled: !staff || company !== undefined })
  if (staff && !company) return null
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <ClientField
        company={company}
        value={value.client}
        onChange={(client) => onChange({ client, contact: null })}
        error={errors.client}
      />
      <ContactField
        company={company}
        client={value.client}
        value={value.contact}
        onChange={(contact) => onChange({ contact })}
        error={errors.contact}
      />
      {/* Companies without automations are not asked for one. */}
      {((automations.data?.length ?? 0) > 0 || value.installation) && (
        <AutomationField
          company={company}
          value={value.installation}
          onChange={(installation) => onChange({ installation })}
          error={errors.installation}
        />
      )}
      <div className="sm:col-span-2">
        <TagsField company={company} value={value.tags} onChange={(tags) => onChange({ tags })} error={errors.tags} />
      </div>
    </div>
  )
}
