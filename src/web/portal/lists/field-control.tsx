import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SearchInput } from '../../ui/forms/search-input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useDebounced } from '../platform/data/use-debounced.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { type Choice, ChoiceList } from './choice-list.tsx'
import { UNKNOWN_NAME, usePickedName } from './field-text.ts'
import { type Field, type PickField, type Source, tidyFilter } from './filter.ts'

const ANYTHING = ''
/** Lists with at most this many entries have no search box. */
const WORTH_A_SEARCH = 12

/** A field and its value. */
export interface FieldProps<F extends Field = Field> {
  field: F
  value: unknown
  onChange: (value: unknown) => void
  rows: readonly unknown[]
}

/** The control of a filter field: choices with a mark. Loads with the popover or drawer that contains it. */
export function FieldControl(props: FieldProps) {
  const { field, value, onChange } = props
  switch (field.kind) {
    case 'many': {
      const chosen = value as string[]
      return (
        <ChoiceList
          several
          label={field.label}
          // If the field has a default, choosing none means all.
          chosen={chosen.length === 0 && field.usual.length > 0 ? field.options.map((o) => o.value) : chosen}
          choices={field.options}
          onChange={(next) => onChange(tidyFilter(field, next))}
        />
      )
    }
    case 'one':
      return (
        <ChoiceList
          label={field.label}
          chosen={[(value as string | undefined) ?? ANYTHING]}
          choices={[{ value: ANYTHING, label: field.none }, ...field.options]}
          onChange={([next]) => onChange(next || undefined)}
        />
      )
    case 'flag':
      return (
        <ChoiceList
          several
          label={field.label}
          chosen={value ? ['true'] : []}
          choices={[{ value: 'true', label: field.on }]}
          onChange={(next) => onChange(next.length > 0)}
        />
      )
    case 'pick':
      return <PickControl {...(props as FieldProps<PickField>)} />
  }
}

/** Returns the reader's own id, which is shown as `me`, if the field has that choice. */
function useMe(field: PickField) {
  const { user } = useAuth()
  return field.words.some((w) => w.value === 'me') ? user?.id : undefined
}

function PickControl({ field, value, onChange, rows }: FieldProps<PickField>) {
  const me = useMe(field)
  const name = usePickedName(field, value as string | undefined, rows)
  const chosen = value === me && me !== undefined ? 'me' : ((value as string | undefined) ?? ANYTHING)
  const other = chosen !== ANYTHING && !field.words.some((w) => w.value === chosen) ? chosen : undefined
  const fixed: Choice<string>[] = [{ value: ANYTHING, label: field.none }, ...field.words]
  const choose = ([next]: string[]) => onChange(next || undefined)
  if (!field.source) {
    const choices = other ? [...fixed, { value: other, label: name ?? UNKNOWN_NAME }] : fixed
    return <ChoiceList label={field.label} chosen={[chosen]} choices={choices} onChange={choose} />
  }
  return (
    <Found
      label={field.label}
      source={field.source}
      fixed={fixed}
      chosen={chosen}
      chosenLine={other ? { value: other, label: name ?? UNKNOWN_NAME } : undefined}
      except={me}
      onChange={choose}
    />
  )
}

interface FoundProps {
  label: string
  source: Source
  fixed: readonly Choice<string>[]
  chosen: string
  /** The chosen entry, in case the results do not contain it. */
  chosenLine: Choice<string> | undefined
  except: string | undefined
  onChange: (chosen: string[]) => void
}

/** Choices that the server finds by name. */
function Found({ label, source, fixed, chosen, chosenLine, except, onChange }: FoundProps) {
  const [text, setText] = useState('')
  const still = useDebounced(text, 200).trim()
  const { data, isPending, isError, isPlaceholderData, refetch } = useQuery({
    ...source.find(source.whole ? '' : still),
    placeholderData: keepPreviousData,
  })
  const words = text.trim().toLowerCase()
  // Until the response arrives, show only the previous results that match.
  const late = still !== text.trim() || isPlaceholderData
  const found = (data ?? []).filter(
    (one) => one.id !== except && (!(source.whole || late) || one.name.toLowerCase().includes(words)),
  )
  const lines = found.map((one) => ({ value: one.id, label: one.name }))
  const searched = !source.whole || (data?.length ?? 0) > WORTH_A_SEARCH
  return (
    <>
      {searched && <SearchInput label="Search by name" value={text} onChange={setText} className="mb-1" />}
      {isPending ? (
        <div aria-busy className="flex flex-col gap-2 p-2">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      ) : (
        <ChoiceList
          label={label}
          chosen={[chosen]}
          choices={[
            ...fixed,
            ...(chosenLine && !lines.some((l) => l.value === chosenLine.value) ? [chosenLine] : []),
            ...lines,
          ]}
          onChange={onChange}
        />
      )}
      <p role="status" className="px-2 py-1 text-muted text-xs empty:hidden">
        {isError ? (
          <button type="button" className="rounded-sm text-accent underline" onClick={() => void refetch()}>
            Couldn’t load the options. Try again
          </button>
        ) : data && found.length === 0 && words ? (
          'No matches.'
        ) : (
          ''
        )}
      </p>
    </>
  )
}
