import { useQuery } from '@tanstack/react-query'
import { Field } from '../../ui/field.tsx'
import type { Choice } from '../../ui/search-select.tsx'
import { TagInput } from '../../ui/tag-input.tsx'
import { type ChoiceFieldProps, FoundField } from '../platform/found-field.tsx'
import { agreementChoices, automationChoices, contactChoices, tagChoices, userChoices } from './fact-queries.ts'

const TAG_MAX = 40
const TAGS_MAX = 20

type Of = { company?: string | undefined }

/** Whom a ticket is about; of one client, if one is chosen. */
export const ContactField = ({ company, client, ...props }: ChoiceFieldProps & Of & { client: Choice | null }) => (
  <FoundField
    {...props}
    label="Contact"
    optional
    placeholder="None"
    none={['No contact is called so.', client ? `${client.name} has no contacts yet.` : 'There are no contacts yet.']}
    find={(q) => contactChoices(q, company, client?.id)}
  />
)

/** Which of the company's agreements the work counts for. */
export const AgreementField = ({ company, ...props }: ChoiceFieldProps & { company: string }) => (
  <FoundField
    {...props}
    label="Agreement"
    optional
    placeholder="The company’s default"
    none={['No active agreement is called so.', 'This company has no active agreement.']}
    find={(q) => agreementChoices(q, company)}
  />
)

/** Which of the company's automations it is about. */
export const AutomationField = ({ company, ...props }: ChoiceFieldProps & Of) => (
  <FoundField
    {...props}
    label="Automation"
    optional
    placeholder="None"
    none={['No automation is called so.', 'There are no automations yet.']}
    find={(q) => automationChoices(q, company)}
  />
)

/** The user in whose name staff open it. */
export const RequesterField = ({ company, ...props }: ChoiceFieldProps & Of) => (
  <FoundField
    {...props}
    label="Requester"
    required
    disabled={!company}
    placeholder={company ? 'Find a user by name' : 'Choose the company first'}
    none={['No user is called so.', 'This company has no users yet.']}
    find={(q) => userChoices(q, company)}
  />
)

interface TagsFieldProps extends Of {
  value: readonly string[]
  onChange: (tags: string[]) => void
  error?: string | undefined
}

/** Words to find a ticket by. */
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
