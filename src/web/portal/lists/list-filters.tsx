import { ChevronDown, SlidersHorizontal, X } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Count } from '../../ui/status.tsx'
import { phoneQuery, useMedia } from '../../ui/use-media.ts'
import { OnDemand } from '../platform/loading/on-demand.tsx'
import { useAuth } from '../platform/session/auth.tsx'
import { isSet, useFieldText } from './field-text.ts'
import { type Field, type Filter, getDefaultFilter, isNarrowed, isView, widenFilter } from './filter.ts'
import type { List } from './list.ts'

const loadDrawer = () => import('./filter-drawer.tsx')
const loadPopover = () => import('./filter-popover.tsx')

interface ListFiltersProps {
  list: List<never>
  filter: Filter
  onChange: (filter: Filter) => void
  /** The loaded rows, which may contain the names of chosen ids. */
  rows: readonly unknown[]
}

interface OneProps {
  name: string
  field: Field
  value: unknown
  /** Whether the name of the open view already says the value. */
  impliedByView: boolean
  rows: readonly unknown[]
  onChange: (value: unknown) => void
}

type Loose = Record<string, unknown>

/** Returns the fields that the reader can use, with their values. */
function useFields({ list, filter, onChange, rows }: ListFiltersProps): OneProps[] {
  const { isInternalUser } = useAuth()
  const viewed = list.views.some((view) => isView(list.filter, list.views, view, filter))
  return Object.entries(list.filter.fields)
    .map(([name, field]) => {
      const value = (filter as Loose)[name]
      // The name of a view says what it sets. A person's id in the same field is not part of the view.
      const impliedByView =
        viewed && list.views.some((v) => name in v.set) && (Array.isArray(value) || ofView(list, name, value))
      return {
        name,
        field,
        value,
        impliedByView,
        rows,
        onChange: (next: unknown) => onChange({ ...filter, [name]: next } as Filter),
      }
    })
    .filter(({ field, value }) => isSet(field, value) || !field.hidden?.({ isStaff: isInternalUser }))
}

const ofView = (list: List<never>, name: string, value: unknown) =>
  list.views.some((v) => (v.set as Loose)[name] === value && value !== undefined)

/** Returns whether a field is behind “More filters”: it is rarely used and not set. */
const isRare = ({ field, value }: OneProps) => field.rare && !isSet(field, value)

/** All filters of a list except search and views: a row of buttons, or a drawer on phones. */
export function ListFilters(props: ListFiltersProps) {
  const { list, filter, onChange } = props
  const phone = useMedia(phoneQuery)
  const fields = useFields(props)
  const narrowed = isNarrowed(list.filter, list.views, filter, false)
  const clear = (
    <Button
      variant="ghost"
      icon={<X aria-hidden className="size-4" />}
      onClick={() => onChange(widenFilter(list.filter, list.views, filter, true))}
    >
      Clear filters
    </Button>
  )
  if (fields.length === 0) return null
  if (phone) {
    const set = fields.filter((f) => !f.impliedByView && isSet(f.field, f.value)).length
    return (
      <OnDemand
        load={loadDrawer}
        button={
          <Button icon={<SlidersHorizontal aria-hidden className="size-4" />}>
            Filters
            {set > 0 && <Count value={set} tone="accent" label="active" />}
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

/** A field as a button that shows its value, with its choices below. */
function FieldButton(props: OneProps) {
  const { field, value, impliedByView, rows } = props
  const text = useFieldText(field, value, rows)
  const shown = impliedByView ? undefined : text
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

/** On phones, where the filters are in a drawer: the filters that are set, each with a button that removes it. */
export function FilterChips(props: ListFiltersProps) {
  const set = useFields(props).filter((f) => !f.impliedByView && isSet(f.field, f.value))
  if (set.length === 0) return null
  return (
    <ul aria-label="Active filters" className="-mt-2 flex flex-wrap gap-2">
      {set.map((one) => (
        <li key={one.name} className="min-w-0">
          <Chip {...one} usual={(getDefaultFilter(props.list.filter) as Loose)[one.name]} />
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
