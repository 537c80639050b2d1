import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { useDebounced } from '../platform/use-debounced.ts'
import { clientChoices, companyChoices } from './contact-queries.ts'
import type { Choice } from './model.ts'

const WAIT_MS = 150

interface ChoiceFieldProps {
  value: Choice | null
  onChange: (choice: Choice | null) => void
  error?: string | undefined
  hint?: ReactNode
}

/** One of a company's end clients, or none. */
export function ClientField({ company, ...props }: ChoiceFieldProps & { company: string | undefined }) {
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim(), WAIT_MS)
  const found = useQuery({ ...clientChoices(q, company), placeholderData: keepPreviousData })
  return (
    <Field label="Client" optional hint={props.hint} error={props.error}>
      <SearchSelect
        value={props.value}
        onChange={props.onChange}
        choices={found.data ?? []}
        onSearch={setTyped}
        searching={found.isPending || q !== typed.trim()}
        placeholder="None"
        empty={
          found.isError
            ? 'The clients did not load. Check your connection.'
            : q
              ? 'No client is called so.'
              : 'There are no clients yet.'
        }
      />
    </Field>
  )
}

/** One of the companies, for staff. */
export function CompanyField({ value, onChange, error, hint }: ChoiceFieldProps) {
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim(), WAIT_MS)
  const found = useQuery({ ...companyChoices(q), placeholderData: keepPreviousData })
  return (
    <Field label="Company" required hint={hint} error={error}>
      <SearchSelect
        value={value}
        onChange={onChange}
        choices={found.data ?? []}
        onSearch={setTyped}
        searching={found.isPending || q !== typed.trim()}
        clearable={false}
        placeholder="Find a company by name"
        empty={found.isError ? 'The companies did not load. Check your connection.' : 'No company is called so.'}
      />
    </Field>
  )
}
