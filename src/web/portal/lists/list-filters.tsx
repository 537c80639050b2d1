import { ChevronDown, SlidersHorizontal, X } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Count } from '../../ui/status.tsx'
import { phoneQuery, useMedia } from '../../ui/use-media.ts'
import { useAuth } from '../platform/auth.tsx'
import { OnDemand } from '../platform/on-demand.tsx'
import { isSet, useFieldText } from './field-text.ts'
import { type Field, type Filter, isNarrowed, isView, usualFilter, widened } from './filter.ts'
import type { List } from './list.ts'

const loadDrawer = () => import('./filter-drawer.tsx')
const loadPopover = () => import('./filter-popover.tsx')

interface ListFiltersProps {
  list: List<never>
  filter: Filter
  onChange: (filter: Filter) => void
  /** What is loaded: rows may tell names of what is chosen. */
  rows: readonly unknown[]
}

interface OneProps {
  name: string
  field: Field
  value: unknown
  /** A view says already what it is set to. */
  said: boolean
  rows: readonly unknown[]
  onChange: (value: unknown) => void
}

type Loose = Record<string, unknown>

/** The fields that the reader has, with what they are set to. */
function useFields({ list, filter, onChange, rows }: ListFiltersProps): OneProps[] {
  const { isInternalUser } = useAuth()
  const viewed = list.views.some((view) => isView(list.filter, list.views, view, filter))
  return Object.entries(list.filter.fields)
    .map(([name, field]) => {
      const value = (filter as Loose)[name]
      // In a view, what it sets stands in its name. A person's id in its place does not.
      const said =
        viewed && list.views.some((v) => name in v.set) && (Array.isArray(value) || ofView(list, name, value))
      return {
        name,
        field,
        value,
        said,
        rows,
        onChange: (next: unknown) => onChange({ ...filter, [name]: next } as Filter),
      }
    })
    .filter(({ field, value }) => isSet(field, value) || !field.hidden?.({ isStaff: isInternalUser }))
}

const ofView = (list: List<never>, name: string, value: unknown) =>
  list.views.some((v) => (v.set as Loose)[name] === value && value !== undefined)

/** One that few need stands in the row only while it is set. */
const isRare = ({ field, value }: OneProps) => field.rare && !isSet(field, value)

/** All filters of a list beside search and views: a row of buttons, or on phones a drawer. */
export function ListFilters(props: ListFiltersProps) {
  const { list, filter, onChange } = props
  const phone = useMedia(phoneQuery)
  const fields = useFields(props)
  const narrowed = isNarrowed(list.filter, list.views, filter, false)
  const clear = (
    <Button
      variant="ghost"
      icon={<X aria-hidden className="size-4" />}
      onClick={() => onChange(widened(list.filter, list.views, filter, true))}
    >
      Clear filters
    </Button>
  )
  if (fields.length === 0) return null
  if (phone) {
    const set = fields.filter((f) => !f.said && isSet(f.field, f.value)).length
    return (
      <OnDemand
        load={loadDrawer}
        button={
          <Button icon={<SlidersHorizontal aria-hidden className="size-4" />}>
            Filters
            {set > 0 && <Count value={set} tone="accent" label="set" />}
          </Button>
        }
      >
        {({ FilterDrawer }, button) => (
          <FilterDrawer button={button} clear={narrowed && clear} many={list.noun[1]} fields={fields} />
        )}
      </OnDemand>
    )
  }
  return (
    <>
      {fields
        .filter((one) => !isRare(one))
        .map((one) => (
          <FieldButton key={one.name} {...one} />
        ))}
      {fields.some(({ field }) => field.rare) && (
        <OnDemand
          load={loadDrawer}
          button={<Button icon={<SlidersHorizontal aria-hidden className="size-4" />}>More filters</Button>}
        >
          {({ FilterDrawer }, button) => (
            <FilterDrawer
              title="More filters"
              button={button}
              clear={narrowed && clear}
              many={list.noun[1]}
              fields={fields.filter(({ field }) => field.rare)}
            />
          )}
        </OnDemand>
      )}
      {narrowed && clear}
    </>
  )
}

/** A field as a button that says what it is set to, with its choices beneath. */
function FieldButton(props: OneProps) {
  const { field, value, said, rows } = props
  const text = useFieldText(field, value, rows)
  const shown = said ? undefined : text
  return (
    <OnDemand
      load={loadPopover}
      button={
        <Button
          aria-label={shown ? `${field.label}: ${shown}` : field.label}
          className={cx('!gap-1.5', shown && '!border-accent/40 !bg-accent/8')}
        >
          {shown ? <span className="max-w-48 truncate">{shown}</span> : field.label}
          <ChevronDown aria-hidden className="size-4 text-muted" />
        </Button>
      }
    >
      {({ FilterPopover }, button) => <FilterPopover button={button} {...props} />}
    </OnDemand>
  )
}

/** On phones, where the filters are in a drawer: what is set, each with the way to take it back. */
export function FilterChips(props: ListFiltersProps) {
  const set = useFields(props).filter((f) => !f.said && isSet(f.field, f.value))
  if (set.length === 0) return null
  return (
    <ul aria-label="Filters that are set" className="-mt-2 flex flex-wrap gap-2">
      {set.map((one) => (
        <li key={one.name} className="min-w-0">
          <Chip {...one} usual={(usualFilter(props.list.filter) as Loose)[one.name]} />
        </li>
      ))}
    </ul>
  )
}

function Chip({ field, value, rows, onChange, usual }: OneProps & { usual: unknown }) {
  const text = useFieldText(field, value, rows)
  if (text === undefined) return null
  return (
    <Button
      className="!h-11 max-w-full !gap-1.5 !border-accent/40 !bg-accent/8 !px-3"
      aria-label={`Remove filter ${field.label}: ${text}`}
      onClick={() => onChange(usual)}
    >
      <span className="truncate">
        <span className="text-muted">{field.label}</span> {text}
      </span>
      <X aria-hidden className="size-4 text-muted" />
    </Button>
  )
}
