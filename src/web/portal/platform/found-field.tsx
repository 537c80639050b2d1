import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { type Choice, SearchSelect } from '../../ui/search-select.tsx'
import { useDebounced } from './use-debounced.ts'

const WAIT_MS = 150

// biome-ignore lint/suspicious/noExplicitAny: any operation can give the choices; only their answer matters
type Asked = Pick<UseQueryOptions<any, any, Choice[], any>, 'queryKey' | 'queryFn' | 'staleTime' | 'select'>

/** What every field has that chooses something by its name. */
export interface ChoiceFieldProps {
  value: Choice | null
  onChange: (choice: Choice | null) => void
  error?: string | undefined
  hint?: ReactNode
  className?: string | undefined
}

interface FoundFieldProps extends ChoiceFieldProps {
  label: string
  /** Whether something has to be chosen: then a choice cannot be cleared. */
  required?: boolean
  optional?: boolean
  disabled?: boolean
  placeholder: string
  /** What is said when nothing has what was typed, and when there is nothing at all. */
  none: [typed: string, all: string]
  /** Asks the server for what has this in its name. */
  find: (q: string) => Asked
  /** What of the answer is offered, where that is not all of it. */
  offer?: (found: Choice[], q: string) => Choice[]
}

/** Chooses one thing out of many, which the server searches while somebody types. */
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
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim(), WAIT_MS)
  const found = useQuery({ ...find(q), placeholderData: keepPreviousData, enabled: !disabled })
  const choices: Choice[] = found.data ?? []
  return (
    <Field label={label} required={required} optional={optional} hint={hint} error={error} className={className}>
      <SearchSelect
        value={value}
        onChange={onChange}
        choices={offer ? offer(choices, q) : choices}
        onSearch={setTyped}
        searching={found.isPending || q !== typed.trim()}
        clearable={!required}
        disabled={disabled}
        placeholder={placeholder}
        empty={found.isError ? 'These did not load. Check your connection.' : q ? none[0] : none[1]}
      />
    </Field>
  )
}
