import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useId, useState } from 'react'
import { Field, FieldSet, TextInput } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAuth } from '../platform/auth.tsx'
import { useDebounced } from '../platform/use-debounced.ts'
import { companiesOptions } from './people-queries.ts'

/** A company that was chosen. */
export type Chosen = { id: string; name: string; isInternal: boolean }

interface CompanyFieldProps {
  label: string
  value: Chosen | undefined
  onChange: (company: Chosen) => void
  error: string | undefined
  /** Not offered: where somebody is already. */
  except?: string
}

/** One company out of many: the own one of the provider, and partners found by name. */
export function CompanyField({ label, value, onChange, error, except }: CompanyFieldProps) {
  const { profile } = useAuth()
  const [q, setQ] = useState('')
  const words = useDebounced(q.trim(), 200)
  const { data, isPending, isError } = useQuery({ ...companiesOptions(words), placeholderData: keepPreviousData })
  const id = useId()
  const own = profile && {
    id: profile.company_id,
    name: profile.company.name,
    isInternal: true,
  }
  const found = [
    ...(own?.name.toLowerCase().includes(words.toLowerCase()) ? [own] : []),
    ...(data ?? []).filter((c) => c.id !== own?.id).map((c) => ({ ...c, isInternal: false })),
  ].filter((c) => c.id !== except)
  return (
    <FieldSet label={label} error={error}>
      <Field label={<span className="sr-only">Find a company</span>} className="-mt-2">
        <TextInput
          type="search"
          placeholder="Find a company by name"
          autoComplete="off"
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
          // Enter here would send the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      <div className="scroll-thin mt-1 flex max-h-44 flex-col overflow-y-auto rounded-sm border border-line">
        {isPending && <Skeleton className="m-3 h-4 w-40" />}
        {isError && <p className="px-3 py-2.5 text-muted">The companies did not load. Check your connection.</p>}
        {!isPending && !isError && found.length === 0 && (
          <p className="px-3 py-2.5 text-muted">No company has this in its name.</p>
        )}
        {found.map((company) => (
          <label
            key={company.id}
            className="relative flex min-h-9 items-center gap-2.5 px-3 py-1.5 text-sm outline-accent -outline-offset-2 transition-colors hover:bg-raised has-checked:bg-accent/8 has-focus-visible:outline-2 max-md:min-h-11 [&:not(:last-child)]:border-line [&:not(:last-child)]:border-b"
          >
            <input
              type="radio"
              name={id}
              checked={company.id === value?.id}
              onChange={(event: ChangeEvent<HTMLInputElement>) => event.currentTarget.checked && onChange(company)}
              className="peer absolute inset-0 cursor-pointer appearance-none outline-none"
            />
            <span
              aria-hidden
              className="grid size-4 shrink-0 place-items-center rounded-full border border-edge peer-checked:border-accent [&>span]:invisible peer-checked:[&>span]:visible"
            >
              <span className="size-2 rounded-full bg-accent" />
            </span>
            <span className="min-w-0 truncate peer-checked:text-accent">{company.name}</span>
            {company.isInternal && <span className="ml-auto shrink-0 text-muted text-xs">Our own team</span>}
          </label>
        ))}
      </div>
    </FieldSet>
  )
}
