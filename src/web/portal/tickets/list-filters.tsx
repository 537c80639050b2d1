import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown, SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Count } from '../../ui/status.tsx'
import { phoneQuery, useMedia } from '../../ui/use-media.ts'
import { useAuth } from '../platform/auth.tsx'
import { type Choice, ChoiceList } from './choice-list.tsx'
import { categories, categoryLabels, openStatuses, priorities, type Side, statuses, statusLook } from './labels.ts'
import { isNarrowed, isView, type ListFilter, viewsOf, widened } from './list-filter.ts'
import type { Status } from './model.ts'
import { OnDemand } from './on-demand.tsx'
import { TicketPriority, TicketStatus } from './ticket-marks.tsx'
import { companiesOptions, companyOptions, staffOptions } from './ticket-queries.ts'
import { useDebounced } from './use-debounced.ts'

interface FilterProps {
  side: Side
  filter: ListFilter
  onChange: (filter: ListFilter) => void
  /** The name of the person whose tickets are shown, where a list knows it. */
  requesterName: string | undefined
}

/** A filter: its name, what it is set to in a few words, and where it is set. */
type Part = { key: string; label: string; value: string | undefined; body: ReactNode }

const loadDrawer = () => import('./filter-drawer.tsx')
const loadPopover = () => import('./filter-popover.tsx')

const ANYONE = ''
const several = (words: string[]) => (words.length > 2 ? `${words.length} chosen` : words.join(', ') || undefined)

/** All filters of a list beside search and views: a row of buttons, or on phones a drawer. */
export function ListFilters(props: FilterProps) {
  const phone = useMedia(phoneQuery)
  const parts = useParts(props)
  const { filter, onChange } = props
  const viewed = viewsOf(props.side).some((view) => isView(view, filter))
  const narrowed = !viewed || isNarrowed({ ...filter, q: '' })
  const clear = (
    <Button
      variant="ghost"
      icon={<X aria-hidden className="size-4" />}
      onClick={() => onChange({ ...widened(filter), q: filter.q, ...(viewed ? {} : { status: undefined }) })}
    >
      Clear filters
    </Button>
  )
  if (phone) {
    const set = parts.filter((p) => p.value !== undefined).length
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
          <FilterDrawer button={button} clear={narrowed && clear}>
            {parts.map((part) => (
              <section key={part.key} aria-label={part.label}>
                <h2 className="mb-1 px-2 font-medium text-muted text-xs">{part.label}</h2>
                {part.body}
              </section>
            ))}
          </FilterDrawer>
        )}
      </OnDemand>
    )
  }
  return (
    <>
      {parts.map((part) => (
        <OnDemand
          key={part.key}
          load={loadPopover}
          button={
            <Button
              aria-label={part.value ? `${part.label}: ${part.value}` : part.label}
              className={cx('!gap-1.5', part.value && '!border-accent/40 !bg-accent/8')}
            >
              {part.value ? <span className="max-w-48 truncate">{part.value}</span> : part.label}
              <ChevronDown aria-hidden className="size-4 text-muted" />
            </Button>
          }
        >
          {({ FilterPopover }, button) => (
            <FilterPopover label={part.label} button={button}>
              {part.body}
            </FilterPopover>
          )}
        </OnDemand>
      ))}
      {narrowed && clear}
    </>
  )
}

function useParts({ side, filter, onChange, requesterName }: FilterProps): Part[] {
  const { user } = useAuth()
  const staff = useQuery({ ...staffOptions(), enabled: side === 'staff' })
  const company = useQuery({
    ...companyOptions(filter.company ?? ''),
    enabled: side === 'staff' && filter.company !== undefined,
  })
  const set = (part: Partial<ListFilter>) => onChange({ ...filter, ...part })

  const shown = filter.status === 'all' ? statuses : (filter.status ?? openStatuses)
  const status: Part = {
    key: 'status',
    label: 'Status',
    // A view says it already.
    value: viewsOf(side).some((view) => isView(view, filter))
      ? undefined
      : several(shown.map((s) => statusLook(s, side).label)),
    body: (
      <ChoiceList
        several
        label="Status"
        chosen={shown}
        choices={statuses.map(
          (value): Choice<Status> => ({ value, label: <TicketStatus status={value} side={side} /> }),
        )}
        onChange={(chosen) => set({ status: tidyStatuses(chosen) })}
      />
    ),
  }
  const priority: Part = {
    key: 'priority',
    label: 'Priority',
    value: several(filter.priority),
    body: (
      <ChoiceList
        several
        label="Priority"
        chosen={filter.priority}
        choices={priorities.map((value) => ({ value, label: <TicketPriority word priority={value} /> }))}
        onChange={(chosen) => set({ priority: chosen })}
      />
    ),
  }
  const category: Part = {
    key: 'category',
    label: 'Category',
    value: several(filter.category.map((c) => categoryLabels[c])),
    body: (
      <ChoiceList
        several
        label="Category"
        chosen={filter.category}
        choices={categories.map((value) => ({ value, label: categoryLabels[value] }))}
        onChange={(chosen) => set({ category: chosen })}
      />
    ),
  }
  const other =
    filter.requester && filter.requester !== 'me' && filter.requester !== user?.id ? filter.requester : undefined
  const requester: Part = {
    key: 'requester',
    label: 'Requester',
    value: filter.requester && (other ? (requesterName ?? 'One person') : 'Opened by me'),
    body: (
      <ChoiceList
        label="Requester"
        chosen={[other ?? (filter.requester ? 'me' : ANYONE)]}
        choices={[
          { value: ANYONE, label: 'Anyone' },
          ...(side === 'partner' ? [{ value: 'me', label: 'Me' }] : []),
          ...(other ? [{ value: other, label: requesterName ?? 'One person' }] : []),
        ]}
        onChange={([value]) => set({ requester: value || undefined })}
      />
    ),
  }
  if (side === 'partner') return [status, priority, category, requester]

  const people = staff.data?.items.filter((p) => p.id !== user?.id) ?? []
  const assignee: Part = {
    key: 'assignee',
    label: 'Assignee',
    value:
      filter.assignee === 'none'
        ? 'Nobody'
        : filter.assignee === 'me' || (filter.assignee && filter.assignee === user?.id)
          ? 'Me'
          : filter.assignee && (people.find((p) => p.id === filter.assignee)?.name ?? 'One person'),
    body: (
      <ChoiceList
        label="Assignee"
        chosen={[filter.assignee === user?.id ? 'me' : (filter.assignee ?? ANYONE)]}
        choices={[
          { value: ANYONE, label: 'Anyone' },
          { value: 'none', label: 'Nobody' },
          { value: 'me', label: 'Me' },
          ...people.map((p) => ({ value: p.id, label: p.name })),
        ]}
        onChange={([value]) => set({ assignee: value || undefined })}
      />
    ),
  }
  const from: Part = {
    key: 'company',
    label: 'Company',
    value: filter.company && (company.data?.name ?? 'One company'),
    body: (
      <CompanyChoice chosen={filter.company} name={company.data?.name} onChange={(value) => set({ company: value })} />
    ),
  }
  return [status, priority, category, assignee, from, ...(filter.requester ? [requester] : [])]
}

/** Statuses as the address says them: what is open is the usual, nothing means everything. */
function tidyStatuses(chosen: Status[]): ListFilter['status'] {
  if (chosen.length === 0 || chosen.length === statuses.length) return 'all'
  return String(chosen) === String(openStatuses) ? undefined : chosen
}

/** There can be thousands of companies: the server finds them. */
function CompanyChoice({
  chosen,
  name,
  onChange,
}: {
  chosen: string | undefined
  name: string | undefined
  onChange: (id: string | undefined) => void
}) {
  const [text, setText] = useState('')
  const q = useDebounced(text, 200)
  const { data, isPending } = useQuery({ ...companiesOptions(q), placeholderData: keepPreviousData })
  const partners = data?.items.filter((c) => !c.is_internal) ?? []
  const found = partners.filter((c) => c.id !== chosen)
  return (
    <>
      <SearchInput label="Find a company" value={text} onChange={setText} className="mb-1" />
      {isPending ? (
        <div aria-busy className="flex flex-col gap-2 p-2">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      ) : (
        <ChoiceList
          label="Company"
          chosen={[chosen ?? ANYONE]}
          choices={[
            { value: ANYONE, label: 'All companies' },
            ...(chosen ? [{ value: chosen, label: name ?? 'One company' }] : []),
            ...found.map((c) => ({ value: c.id, label: c.name })),
          ]}
          onChange={([value]) => onChange(value || undefined)}
        />
      )}
      <p role="status" className="px-2 py-1 text-muted text-xs empty:hidden">
        {data && partners.length === 0 && q.trim() ? 'No company has this name.' : ''}
      </p>
    </>
  )
}
