import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { partnersOptions } from './company-options.ts'
import { useDebounced } from './use-debounced.ts'

type Company = { id: string; name: string } | null

interface PartnerFieldProps {
  value: Company
  onChange: (company: Company) => void
  error: string | undefined
}

/** Chooses a partner by name. */
export function PartnerField({ value, onChange, error }: PartnerFieldProps) {
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
