import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { useDebounced } from '../platform/use-debounced.ts'
import { partnersOptions } from './agreement-queries.ts'

type Company = { id: string; name: string } | null

interface CompanyFieldProps {
  value: Company
  onChange: (company: Company) => void
  error: string | undefined
}

/** The partner that an agreement is written for. */
export function CompanyField({ value, onChange, error }: CompanyFieldProps) {
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim(), 150)
  const found = useQuery({ ...partnersOptions(q), placeholderData: keepPreviousData })
  return (
    <Field label="Partner" required {...(error ? { error } : {})}>
      <SearchSelect
        value={value}
        onChange={onChange}
        choices={found.data ?? []}
        onSearch={setTyped}
        searching={found.isPending || q !== typed.trim()}
        clearable={false}
        placeholder="Find a partner by name"
        empty={found.isError ? 'The partners did not load. Check your connection.' : 'No partner is called so.'}
      />
    </Field>
  )
}
