import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Anchor } from '../../ui/anchor.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Side } from './labels.ts'
import { countOf, inView, isView, type ListFilter, viewsOf, writeFilter } from './list-filter.ts'
import { countsOptions } from './ticket-queries.ts'

/** The address of a list with a filter. */
const listHref = (base: string, filter: ListFilter): string => {
  const query = writeFilter(filter).toString()
  return query ? `${base}?${query}` : base
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' })

/** How many, exactly as long as that is short: a queue wants to know more than "99+". */
function Amount({ of }: { of: number }) {
  return (
    <span className="tabular inline-grid h-5 min-w-5 place-items-center rounded-full bg-line px-1.5 font-medium text-text text-xs">
      {compact.format(of)}
    </span>
  )
}

/** The usual ways to look at a list, with how many tickets each holds. */
export function ListViews({ side, base, filter }: { side: Side; base: string; filter: ListFilter }) {
  const { data: counts } = useQuery(countsOptions(filter.company))
  const current = useRef<HTMLAnchorElement>(null)
  const open = viewsOf(side).find((view) => isView(view, filter))?.key
  // On phones the row scrolls: the open view must be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element changes with the open view
  useEffect(() => {
    const row = current.current?.parentElement
    if (row && row.scrollWidth > row.clientWidth)
      current.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [open])
  return (
    <nav
      aria-label="Views"
      className="flex gap-5 overflow-x-auto border-line border-b [scrollbar-width:none] max-md:-mx-4 max-md:px-4"
    >
      {viewsOf(side).map((view) => {
        const active = view.key === open
        return (
          <Anchor
            key={view.key}
            ref={active ? current : undefined}
            href={listHref(base, inView(view, filter))}
            aria-current={active ? 'page' : undefined}
            className="-mb-px flex h-10 shrink-0 items-center gap-2 whitespace-nowrap border-transparent border-b-2 font-medium text-muted transition-colors -outline-offset-2 hover:text-text aria-[current]:border-accent aria-[current]:text-text"
          >
            {view.label}
            {counts ? <Amount of={countOf(view, counts)} /> : <Skeleton className="h-5 w-6 !rounded-full" />}
          </Anchor>
        )
      })}
    </nav>
  )
}
