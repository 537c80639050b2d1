import { ChevronDown, Ellipsis } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Anchor } from '../../ui/anchor.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { OnDemand } from '../platform/on-demand.tsx'
import { type Filter, inView, isView, readFilter, usualFilter } from './filter.ts'
import type { Kept } from './kept.ts'
import type { List, SavedView } from './list.ts'

const loadMenu = () => import('./view-menu.tsx')
const loadMore = () => import('./more-views-menu.tsx')

/** So many saved views stand side by side; the others, and there may be fifty, in a menu. */
const SIDE_BY_SIDE = 4

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' })

/** How many, exactly as long as that is short: a queue wants to know more than "99+". */
function Amount({ of }: { of: number }) {
  return (
    <span className="tabular inline-grid h-5 min-w-5 place-items-center rounded-full bg-line px-1.5 font-medium text-text text-xs">
      {compact.format(of)}
    </span>
  )
}

const tabClass =
  '-mb-px flex h-10 shrink-0 items-center gap-2 whitespace-nowrap border-transparent border-b-2 font-medium text-muted transition-colors -outline-offset-2 hover:text-text aria-[current]:border-accent aria-[current]:text-text'

interface ListViewsProps {
  list: List<never>
  filter: Filter
  hrefOf: (filter: Filter) => string
  kept: Kept
  counts: { of: Record<string, number> | undefined } | undefined
  onRename: (view: SavedView) => void
}

/** The usual ways to look at a list, with how much each holds, and those that the reader saved. */
export function ListViews({ list, filter, hrefOf, kept, counts, onRename }: ListViewsProps) {
  const { filter: schema, views } = list
  const row = useRef<HTMLElement>(null)
  const viewed = views.find((view) => isView(schema, views, view, filter))
  const current = kept.open?.id ?? viewed?.key
  // On phones the row scrolls: the open view must be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element changes with the open view
  useEffect(() => {
    const { current: box } = row
    if (box && box.scrollWidth > box.clientWidth)
      box.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  if (views.length === 0 && kept.views.length === 0) return null

  // What narrows the list goes along to another view. What a saved view narrows belongs to it and does not.
  const from = kept.open ? usualFilter(schema) : filter
  const inSight = kept.views.slice(0, SIDE_BY_SIDE)
  if (kept.open && !inSight.includes(kept.open)) inSight[SIDE_BY_SIDE - 1] = kept.open
  const hidden = kept.views.filter((v) => !inSight.includes(v))
  const savedHref = (view: SavedView) => hrefOf(readFilter(schema, new URLSearchParams(view.query)))
  return (
    <nav
      ref={row}
      aria-label="Views"
      className="flex items-center gap-5 overflow-x-auto border-line border-b [scrollbar-width:none] max-md:-mx-4 max-md:px-4"
    >
      {views.map((view) => (
        <Tab
          key={view.key}
          href={hrefOf(inView(schema, views, view, from))}
          current={!kept.open && view.key === viewed?.key}
        >
          {view.label}
          {counts && <Held of={counts.of} view={view.key} />}
        </Tab>
      ))}
      {kept.views.length > 0 && views.length > 0 && <span aria-hidden className="h-5 w-px shrink-0 bg-line" />}
      {inSight.map((view) => (
        <span key={view.id} className="flex shrink-0 items-center gap-1">
          <Tab href={savedHref(view)} current={view.id === kept.open?.id}>
            <span className="max-w-48 truncate">{view.name}</span>
          </Tab>
          {view.id === kept.open?.id && (
            <OnDemand
              load={loadMenu}
              button={
                <IconButton
                  size="sm"
                  className="max-md:!size-11"
                  label={`View “${view.name}”`}
                  icon={<Ellipsis aria-hidden className="size-4" />}
                />
              }
            >
              {({ ViewMenu }, button) => (
                <ViewMenu button={button} list={list.key} view={view} views={kept.views} onRename={onRename} />
              )}
            </OnDemand>
          )}
        </span>
      ))}
      {hidden.length > 0 && (
        <OnDemand
          load={loadMore}
          button={
            <Button size="sm" variant="ghost" className="max-md:!h-11">
              {hidden.length} more
              <ChevronDown aria-hidden className="size-4" />
            </Button>
          }
        >
          {({ MoreViewsMenu }, button) => <MoreViewsMenu button={button} views={hidden} hrefOf={savedHref} />}
        </OnDemand>
      )}
    </nav>
  )
}

function Tab({ href, current, children }: { href: string; current: boolean; children: ReactNode }) {
  return (
    <Anchor href={href} aria-current={current ? 'page' : undefined} className={tabClass}>
      {children}
    </Anchor>
  )
}

function Held({ of, view }: { of: Record<string, number> | undefined; view: string }) {
  if (!of) return <Skeleton className="h-5 w-6 !rounded-full" />
  const held = of[view]
  return held === undefined ? null : <Amount of={held} />
}
