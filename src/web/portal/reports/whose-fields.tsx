import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { useDebounced } from '../platform/use-debounced.ts'
import type { Choice } from './model.ts'
import { clientsOptions, companiesOptions } from './report-queries.ts'

const WAIT_MS = 150

interface WhoseFieldProps {
  value: Choice | null
  onChange: (choice: Choice | null) => void
  className?: string
}

interface SearchedProps extends WhoseFieldProps {
  label: string
  none: string
  options: (q: string) => object
}

function Searched({ label, none, options, value, onChange, className }: SearchedProps) {
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim(), WAIT_MS)
  const found = useQuery({
    ...(options(q) as UseQueryOptions<unknown, Error, Choice[]>),
    placeholderData: keepPreviousData,
  })
  return (
    <Field label={label} className={className}>
      <SearchSelect
        value={value}
        onChange={onChange}
        choices={found.data ?? []}
        onSearch={setTyped}
        searching={found.isPending || q !== typed.trim()}
        placeholder={none}
        empty={found.isError ? 'They did not load. Check your connection.' : 'Nothing is called so.'}
      />
    </Field>
  )
}

/** One of a company's end clients, or all. */
export const ClientField = ({
  company,
  none = 'All',
  ...props
}: WhoseFieldProps & { company: string | undefined /** What is meant without one. */; none?: string }) => (
  <Searched {...props} label="End client" none={none} options={(q) => clientsOptions(q, company)} />
)
/** One of the companies, or all: for staff. */
export const CompanyField = (props: WhoseFieldProps) => (
  <Searched {...props} label="Company" none="All companies" options={companiesOptions} />
)
