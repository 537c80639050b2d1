import { useQuery } from '@tanstack/react-query'
import { Field } from '../../../ui/forms/field.tsx'
import type { Choice } from '../../../ui/forms/search-select.tsx'
import { TagInput } from '../../../ui/forms/tag-input.tsx'
import { type ChoiceFieldProps, FoundField } from '../../platform/forms/found-field.tsx'
import { agreementChoices, automationChoices, contactChoices, tagChoices, userChoices } from './fact-queries.ts'

const TAG_MAX = 40
const TAGS_MAX = 20

type Of = { company?: string | undefined }

/** The contact that a ticket is about. Limited to the client if one is chosen. */
export const ContactField = ({ company, client, ...props }: ChoiceFieldProps & Of & { client: Choice | null }) => (
  <FoundField
    {...props}
    label="Contact"
    optional
    placeholder="None"
    none={['No contacts match.', client ? `${client.name} has no contacts yet.` : 'There are no contacts yet.']}
    find={(q) => contactChoices(q, company, client?.id)}
  />
)

/** The agreement of the company that the work counts for. */
export const AgreementField = ({ company, ...props }: ChoiceFieldProps & { company: string }) => (
  <FoundField
    {...props}
    label="Agreement"
    optional
    placeholder="Company default"
    none={['No active agreements match.', 'This company has no active agreement.']}
    find={(q) => agreementChoices(q, company)}
  />
)

/** The automation of the company that the ticket is about. */
export const AutomationField = ({ company, ...props }: ChoiceFieldProps & Of) => (
  <FoundField
    {...props}
    label="Automation"
    optional
    placeholder="None"
    none={['No automations match.', 'There are no automations yet.']}
    find={(q) => automationChoices(q, company)}
  />
)

/** The user on whose behalf staff open the ticket. */
export const RequesterField = ({ company, ...props }: ChoiceFieldProps & Of) => (
  <FoundField
    {...props}
    label="Requester"
    required
    disabled={!company}
    placeholder={company ? 'Find a user by name' : 'Choose a company first'}
    none={['No users match.', 'This company has no users yet.']}
    find={(q) => userChoices(q, company)}
  />
)

interface TagsFieldProps extends Of {
  value: readonly string[]
  onChange: (tags: string[]) => void
  error?: string | undefined
}

/** The tags of a ticket. */
export function TagsField({ company, value, onChange, error }: TagsFieldProps) {
  const { data } = useQuery(tagChoices('', company))
  return (
    <Field label="Tags" optional error={error}>
      <TagInput
        noun="Tags"
        value={value}
        onChange={(tags) => onChange([...new Set(tags.map((t) => t.toLowerCase()))])}
        suggestions={data ?? []}
        maxLength={TAG_MAX}
        max={TAGS_MAX}
        placeholder="Add a tag"
      />
    </Field>
  )
}
