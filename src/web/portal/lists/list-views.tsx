import { ChevronDown, Ellipsis } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { Anchor } from '../../ui/anchor.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { OnDemand } from '../platform/loading/on-demand.tsx'
import { type Filter, getDefaultFilter, isView, moveToView, readFilter } from './filter.ts'
import type { Kept } from './kept.ts'
import type { List, SavedView } from './list.ts'

const loadMenu = () => import('./view-menu.tsx')
const loadMore = () => import('./more-views-menu.tsx')

/** The most saved views side by side. The others, of which there may be many, are in a menu. */
const SIDE_BY_SIDE = 4

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' })

/** A count, exact below 1,000 and then short, such as "1.2K". In a queue, "99+" would say too little. */
function Amount({ of }: { of: number }) {
  return (
    <span className="tabular inline-grid h-5 min-w-5 place-items-center rounded-full bg-line px-1.5 font-medium text-text text-xs">
      {compact.format(of)}
    </span>
  )
}

const linkClass =
  'flex shrink-0 items-center gap-2 whitespace-nowrap font-medium text-muted transition-colors -outline-offset-2 hover:text-text aria-[current]:text-text'
const shapes = {
  tabs: {
    row: 'gap-5 border-line border-b',
    link: '-mb-px h-10 min-w-6 justify-center border-transparent border-b-2 aria-[current]:border-accent forced-colors:border-[Canvas] forced-colors:aria-[current]:border-[Highlight]',
  },
  // Below the tabs of a page, a second row of tabs would be confusing.
  pills: {
    row: 'gap-1',
    link: 'h-8 rounded-full px-3 text-sm aria-[current]:mark-chosen aria-[current]:bg-line aria-[current]:[&>.tabular]:bg-ink max-md:h-11 forced-colors:aria-[current]:underline',
  },
}
type Shape = keyof typeof shapes

interface ListViewsProps {
  list: List<never>
  filter: Filter
  hrefOf: (filter: Filter) => string
  follow: (event: MouseEvent) => void
  kept: Kept
  counts: { of: Record<string, number> | undefined } | undefined
  onRename: (view: SavedView) => void
  /** Pills in an embedded list. */
  shape: Shape
}

/** The built-in views of a list with their counts, and the reader's saved views. */
export function ListViews({ list, filter, hrefOf, follow, kept, counts, onRename, shape }: ListViewsProps) {
  const { filter: schema, views } = list
  const row = useRef<HTMLElement>(null)
  const viewed = views.find((view) => isView(schema, views, view, filter))
  const current = kept.open?.id ?? viewed?.key
  // On phones the row scrolls: keep the open view visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element changes with the open view
  useEffect(() => {
    const { current: box } = row
    if (box && box.scrollWidth > box.clientWidth)
      box.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  if (views.length === 0 && kept.views.length === 0) return null

  // The current filters also apply in another view, unless they are those of a saved view.
  const from = kept.open ? getDefaultFilter(schema) : filter
  const inSight = kept.views.slice(0, SIDE_BY_SIDE)
  if (kept.open && !inSight.includes(kept.open)) inSight[SIDE_BY_SIDE - 1] = kept.open
  const hidden = kept.views.filter((v) => !inSight.includes(v))
  const savedHref = (view: SavedView) => hrefOf(readFilter(schema, new URLSearchParams(view.query)))
  return (
    <nav
      ref={row}
      aria-label="Views"
      onClickCapture={follow}
      className={cx(
        'flex items-center overflow-x-auto [scrollbar-width:none] max-md:-mx-4 max-md:px-4',
        shapes[shape].row,
      )}
    >
      {views.map((view) => (
        <Tab
          key={view.key}
          href={hrefOf(moveToView(schema, views, view, from))}
          current={!kept.open && view.key === viewed?.key}
          shape={shape}
        >
          {view.label}
          {counts && <ViewCount of={counts.of} view={view.key} />}
        </Tab>
      ))}
      {kept.views.length > 0 && views.length > 0 && <span aria-hidden className="h-5 w-px shrink-0 bg-line" />}
      {inSight.map((view) => (
        <span key={view.id} className="flex shrink-0 items-center gap-1">
          <Tab href={savedHref(view)} current={view.id === kept.open?.id} shape={shape}>
            <span className="max-w-48 truncate">{view.name}</span>
          </Tab>
          {view.id === kept.open?.id && (
            <OnDemand
              load={loadMenu}
              button={
                <IconButton
                  size="sm"
                  label={`Options for “${view.name}”`}
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
            <Button size="sm" variant="ghost">
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

interface TabProps {
  href: string
  current: boolean
  shape: Shape
  children: ReactNode
}

function Tab({ href, current, shape, children }: TabProps) {
  return (
    <Anchor href={href} aria-current={current ? 'page' : undefined} className={cx(linkClass, shapes[shape].link)}>
      {children}
    </Anchor>
  )
}

function ViewCount({ of, view }: { of: Record<string, number> | undefined; view: string }) {
  if (!of) return <Skeleton className="h-5 w-6 !rounded-full" />
  const count = of[view]
  return count === undefined ? null : <Amount of={count} />
}
