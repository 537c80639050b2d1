import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Field } from '../../../ui/forms/field.tsx'
import { type Choice, SearchSelect } from '../../../ui/forms/search-select.tsx'
import { useDebounced } from '../data/use-debounced.ts'

const WAIT_MS = 150

// biome-ignore lint/suspicious/noExplicitAny: any operation can give the choices; only their response matters
type Asked = Pick<UseQueryOptions<any, any, Choice[], any>, 'queryKey' | 'queryFn' | 'staleTime' | 'select'>

/** The props of every field that chooses a record by name. */
export interface ChoiceFieldProps {
  value: Choice | null
  onChange: (choice: Choice | null) => void
  error?: string | undefined
  hint?: ReactNode
  className?: string | undefined
}

interface FoundFieldProps extends ChoiceFieldProps {
  label: string
  /** Whether a choice is required. It then cannot be cleared. */
  required?: boolean
  optional?: boolean
  disabled?: boolean
  placeholder: string
  /** The texts for no match, and for no records at all. */
  none: [typed: string, all: string]
  /** Returns the query for records whose name contains `q`. */
  find: (q: string) => Asked
  /** Selects which of the results are offered, if not all of them. */
  offer?: (found: Choice[], q: string) => Choice[]
}

/** Chooses one of many records, which the server searches while the user types. */
export function FoundField({
  value,
  onChange,
  label,
  required = false,
  optional = false,
  hint,
  error,
  className,
  none,
  find,
  offer,
  disabled = false,
  placeholder,
}: FoundFieldProps) {
  const [text, setTyped] = useState('')
  const typed = text.trim()
  const q = useDebounced(typed, WAIT_MS)
  const found = useQuery({ ...find(q), placeholderData: keepPreviousData, enabled: !disabled })
  const searching = q !== typed || found.isPending || found.isPlaceholderData
  // Until the response arrives, show only the previous results that match. Otherwise, Enter would take a choice that
  // does not match, and the choice under the pointer would move away when the others disappear.
  const all: Choice[] = found.data ?? []
  const choices = searching ? all.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase())) : all
  return (
    <Field label={label} required={required} optional={optional} hint={hint} error={error} className={className}>
      <SearchSelect
        value={value}
        onChange={onChange}
        choices={offer ? offer(choices, q) : choices}
        onSearch={setTyped}
        searching={searching}
        clearable={!required}
        disabled={disabled}
        placeholder={placeholder}
        empty={
          found.isError ? 'Couldn’t load the options. Check your connection and try again.' : q ? none[0] : none[1]
        }
      />
    </Field>
  )
}
