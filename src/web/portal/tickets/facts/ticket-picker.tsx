import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { SearchInput } from '../../../ui/forms/search-input.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useDebounced } from '../../platform/data/use-debounced.ts'
import type { TicketRow } from '../model.ts'
import { TicketStatus } from '../ticket-marks.tsx'
import { ticketChoices } from './fact-queries.ts'
import { formatTicketNumber } from './labels.ts'

interface TicketPickerProps {
  /** The id of a ticket that is never offered. */
  except: string
  /** Offers only tickets of this company. */
  company?: string | undefined
  /** Whether a ticket cannot be chosen. */
  unfit?: (ticket: TicketRow) => boolean
  value: TicketRow | undefined
  onChange: (ticket: TicketRow) => void
  error?: string | undefined
}

/** Finds one ticket by its number or words. Radio buttons, so that arrow keys choose. */
export function TicketPicker({ except, company, unfit, value, onChange, error }: TicketPickerProps) {
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim(), 150)
  const name = useId()
  const { data, isPending, isError, isPlaceholderData } = useQuery({
    ...ticketChoices(q, company),
    placeholderData: keepPreviousData,
  })
  const words = typed.trim().toLowerCase()
  // Until the response arrives, show only the previous results that match.
  const late = q !== typed.trim() || isPlaceholderData
  const isMatch = (t: TicketRow) => `${formatTicketNumber(t.number)} ${t.subject}`.toLowerCase().includes(words)
  const found = (data ?? []).filter((t) => t.id !== except && !unfit?.(t) && (!late || isMatch(t)))
  const shown = value && !found.some((t) => t.id === value.id) ? [value, ...found] : found
  return (
    <div className="flex flex-col gap-2">
      <SearchInput label="Find a ticket by number or keyword" value={typed} onChange={setTyped} />
      {isPending ? (
        <div aria-busy className="flex flex-col gap-2 p-1">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      ) : (
        <fieldset aria-label="Tickets" className="flex min-w-0 flex-col gap-1">
          {shown.map((t) => (
            <label
              key={t.id}
              className={cx(
                'relative flex min-h-11 items-center gap-3 rounded-sm border border-transparent px-3 py-1.5 outline-accent -outline-offset-2 transition-colors hover:bg-line/60',
                'has-checked:border-accent has-checked:bg-accent/8 has-focus-visible:outline-2',
              )}
            >
              <input
                type="radio"
                name={name}
                checked={t.id === value?.id}
                onChange={() => onChange(t)}
                className="absolute inset-0 cursor-pointer appearance-none rounded-[inherit] outline-none"
              />
              <span className="min-w-0 flex-1">
                <span className="block truncate">
                  <span className="tabular mr-2 text-muted">{formatTicketNumber(t.number)}</span>
                  <bdi>{t.subject}</bdi>
                </span>
                <span className="block truncate text-muted text-xs">
                  {company ? t.requester.name : `${t.company.name}, ${t.requester.name}`}
                </span>
              </span>
              <span className="shrink-0 text-xs">
                <TicketStatus short status={t.status} side="staff" />
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <p role="status" className="px-1 text-muted text-xs empty:hidden">
        {isError
          ? 'Couldn’t load the tickets. Check your connection and type to try again.'
          : data && shown.length === 0
            ? late
              ? 'Searching…'
              : 'No tickets found.'
            : ''}
      </p>
      {error && (
        <p role="alert" className="text-bad text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
