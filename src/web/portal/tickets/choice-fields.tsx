import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { TagInput } from '../../ui/tag-input.tsx'
import { useDebounced } from '../platform/use-debounced.ts'
import {
  agreementChoices,
  automationChoices,
  clientChoices,
  contactChoices,
  partnersOptions,
  tagChoices,
  userChoices,
} from './fact-queries.ts'

const WAIT_MS = 150
const TAG_MAX = 40
const TAGS_MAX = 20

/** What may be chosen by name. */
export type Choice = { id: string; name: string }
// biome-ignore lint/suspicious/noExplicitAny: any operation can give the choices; only their answer matters
type Asked = Pick<UseQueryOptions<any, any, Choice[], any>, 'queryKey' | 'queryFn' | 'staleTime' | 'select'>

interface ChoiceFieldProps {
  value: Choice | null
  onChange: (choice: Choice | null) => void
  error?: string | undefined
  hint?: ReactNode
}
interface FoundFieldProps extends ChoiceFieldProps {
  label: string
  required?: boolean
  placeholder: string
  /** What is said when nothing has what was typed, and when there is nothing at all. */
  none: [typed: string, all: string]
  disabled?: boolean
  find: (q: string) => Asked
}

function FoundField({ label, required, none, find, hint, error, disabled, ...select }: FoundFieldProps) {
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim(), WAIT_MS)
  const found = useQuery({ ...find(q), placeholderData: keepPreviousData, enabled: !disabled })
  const choices: Choice[] = found.data ?? []
  return (
    <Field label={label} required={required} optional={!required} hint={hint} error={error}>
      <SearchSelect
        {...select}
        disabled={disabled}
        clearable={!required}
        choices={choices}
        onSearch={setTyped}
        searching={found.isPending || q !== typed.trim()}
        empty={found.isError ? 'These did not load. Check your connection.' : q ? none[0] : none[1]}
      />
    </Field>
  )
}

type Of = { company?: string | undefined }

/** The end client that a ticket is about. */
export const ClientField = ({ company, ...props }: ChoiceFieldProps & Of) => (
  <FoundField
    {...props}
    label="Client"
    placeholder="None"
    none={['No client is called so.', 'There are no clients yet.']}
    find={(q) => clientChoices(q, company)}
  />
)

/** Whom a ticket is about; of one client, if one is chosen. */
export const ContactField = ({ company, client, ...props }: ChoiceFieldProps & Of & { client: Choice | null }) => (
  <FoundField
    {...props}
    label="Contact"
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
    placeholder="None"
    none={['No automation is called so.', 'There are no automations yet.']}
    find={(q) => automationChoices(q, company)}
  />
)

/** The partner that staff open a ticket for. */
export const CompanyField = (props: ChoiceFieldProps) => (
  <FoundField
    {...props}
    label="Company"
    required
    placeholder="Find a company by name"
    none={['No company is called so.', 'There are no companies yet.']}
    find={partnersOptions}
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
