import { type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData } from 'react-router'
import { formatCount } from '../../../contract/plain/counts.ts'
import { type Caller, caller } from '../../context.ts'
import { Line, marks } from '../icons.tsx'
import { buildBreadcrumbs } from '../machine/structured.ts'
import { buildPageMeta, ORIGIN } from '../meta.ts'
import {
  buildAddress,
  clearFilters,
  countChosen,
  FILTERS,
  findOnlyCategory,
  isFindable,
  MARKETPLACE,
  parseView,
  type Sort,
  type View,
} from './address.ts'
import { answerRequest } from './answered.server.ts'
import { Chips, Filters, type Found, ToolIndex } from './filters.tsx'
import { ProductCards } from './product-card.tsx'
import '../cards.css'
import './marketplace.css'
import './list.css'

export { SiteError as ErrorBoundary } from '../lost.tsx'
export { shortlyShared as headers } from './shared.ts'

/** Loads the view that the address describes. A page number beyond the end redirects to the last page. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const view = parseView(new URL(request.url).searchParams)
  // parseView only keeps values that the API knows.
  const found = await answerRequest(
    context.get(caller).marketplace.browse(view as Parameters<Caller['marketplace']['browse']>[0]),
  )
  if (view.page > found.page) throw redirect(buildAddress({ ...view, page: found.page }), 302)
  return { view, found }
}

const titleOf = (view: View, found: Found): string => {
  if (view.tools) return 'Automations by tool'
  const only = findOnlyCategory(view)
  const category = only && found.counts.category.find((choice) => choice.key === only)?.name
  const base = category ? `${category} automations` : view.q ? `Automations for “${view.q}”` : 'Automation Marketplace'
  return view.page > 1 ? `${base}, page ${view.page}` : base
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) => {
  if (!loaderData) return [{ title: 'Couldn’t load this page' }, { name: 'robots', content: 'noindex' }]
  const { view, found } = loaderData
  const title = titleOf(view, found)
  const path = buildAddress(view)
  const only = findOnlyCategory(view)
  return buildPageMeta({
    title,
    description: only
      ? `${formatCount(found.total, 'ready-made automation')} in ${title.replace(/ automations.*/, '')}: what each one does, what it requires, its limits and its price.`
      : `${formatCount(found.all, 'ready-made automation')} for MSPs and the tools they use: what each one does, what it requires, its limits and its price.`,
    path,
    noindex: !isFindable(view),
    jsonLd: {
      '@graph': [
        {
          '@type': 'CollectionPage',
          name: title,
          url: ORIGIN + path,
          mainEntity: { '@type': 'ItemList', numberOfItems: found.total },
        },
        buildBreadcrumbs(['Automation Marketplace', MARKETPLACE], ...(only ? [[title, path] as [string, string]] : [])),
      ],
    },
  })
}

/** The list of all products. */
export default function Marketplace() {
  const { view, found } = useLoaderData<typeof loader>()
  return (
    <div className="market">
      <section className="hero">
        <div className="wrap">
          <Head view={view} found={found} />
          <Search view={view} />
        </div>
      </section>
      <div className="wrap shelf">
        <Filters view={view} found={found} />
        <div>
          <div className="tally">
            {view.tools ? (
              <h2>{formatCount(found.counts.integration.length, 'tool')}</h2>
            ) : (
              <Tally view={view} found={found} />
            )}
            <button className="button" type="button" popoverTarget="filters">
              {countChosen(view) > 0 ? `Filters (${countChosen(view)})` : 'Filters'}
            </button>
            {found.total > 1 && !view.tools && <Sorts view={view} />}
          </div>
          <Chips view={view} found={found} />
          {view.tools ? (
            <ToolIndex view={view} found={found} />
          ) : found.items.length > 0 ? (
            <ProductCards items={found.items} />
          ) : (
            <Nothing view={view} found={found} />
          )}
          {!view.tools && <Pages view={view} pages={found.pages} />}
        </div>
      </div>
      <section className="band">
        <div className="wrap next">
          <div>
            <h2>Can’t find what you need?</h2>
            <p className="lead">
              Describe the task and the tools involved. An engineer will tell you whether it can be automated and what
              it would take.
            </p>
          </div>
          <p className="actions">
            <a className="button primary" href={`/contact?about=${MARKETPLACE}`}>
              Describe your task
            </a>
          </p>
        </div>
      </section>
    </div>
  )
}

/** Introduces the marketplace. Shortened for a search or filter, so that the results are further up. */
function Head({ view, found }: { view: View; found: Found }) {
  if (buildAddress(view) === MARKETPLACE)
    return (
      <>
        <p className="eyebrow">Automation Marketplace</p>
        <h1>Ready-made automations for the tools you already use</h1>
        <p className="lead">
          Pick a task. We connect the automation to your systems, host it, monitor it and fix it when a tool changes.
        </p>
      </>
    )
  const only = findOnlyCategory(view)
  return (
    <h1 className="short">
      {(only && found.counts.category.find((choice) => choice.key === only)?.name) ||
        (view.tools ? 'Which tools do you use?' : 'Automation Marketplace')}
    </h1>
  )
}

const lens = 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l4 4'

/** Suggested searches. */
const TRIES = ['offboarding', 'unused licenses', 'missed backups', 'phone']

/** The search form. It keeps the filters and sorts by relevance first. */
function Search({ view }: { view: View }) {
  return (
    <search>
      <form className="find" action={MARKETPLACE}>
        <Line d={lens} />
        <input
          type="search"
          name="q"
          defaultValue={view.q}
          maxLength={200}
          aria-label="Search automations"
          placeholder="Task, tool or problem"
          autoComplete="off"
          enterKeyHint="search"
        />
        {FILTERS.flatMap((name) =>
          view[name].map((value) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
        )}
        <button className="button primary" type="submit">
          Search
        </button>
      </form>
      {!view.q && (
        <p className="try">
          Try{' '}
          {TRIES.map((words) => (
            <a key={words} href={buildAddress({ ...clearFilters(view), q: words, sort: undefined })} rel="nofollow">
              {words}
            </a>
          ))}
        </p>
      )}
    </search>
  )
}

function Tally({ view, found }: { view: View; found: Found }) {
  const { total, found: matching, all, how, instead } = found
  const words = instead ?? view.q
  const number =
    countChosen(view) > 0 ? `${total} of ${formatCount(matching, 'automation')}` : formatCount(total, 'automation')
  if (!view.q || matching === 0)
    return <p className="number">{view.q ? `0 of ${formatCount(all, 'automation')}` : number}</p>
  return (
    <div>
      <p className="number">
        {number}
        {how !== 'some' && ` for “${words}”`}
      </p>
      {how === 'corrected' && (
        <p>
          Showing results for <b>{instead}</b>. There are no results for “{view.q}”.
        </p>
      )}
      {how === 'some' && <p>No automation matches all of these words. Here are the closest matches.</p>}
    </div>
  )
}

const SORTS: [Sort, string][] = [
  ['best', 'Best match'],
  ['popular', 'Popular'],
  ['new', 'New'],
  ['name', 'A–Z'],
]

function Sorts({ view }: { view: View }) {
  const now = view.q ? (view.sort ?? 'best') : view.sort === 'best' ? 'popular' : (view.sort ?? 'popular')
  return (
    <nav className="sorts" aria-label="Sort by">
      {SORTS.filter(([sort]) => view.q || sort !== 'best').map(([sort, label]) => (
        <a
          key={sort}
          href={buildAddress({ ...view, sort, page: 1 })}
          rel="nofollow"
          aria-current={sort === now ? 'true' : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}

/** Explains why there are no results and suggests what to do. */
function Nothing({ view, found }: { view: View; found: Found }) {
  const hidden = found.found > 0
  return (
    <div className="nothing">
      <h2>{hidden ? 'No automations match these filters' : `No results for “${view.q}”`}</h2>
      <p>
        {hidden
          ? `Without filters, there ${found.found === 1 ? 'is' : 'are'} ${formatCount(found.found, 'automation')}${view.q ? ` for “${found.instead ?? view.q}”` : ''}. Remove a filter above, or clear all filters.`
          : 'Try the name of a tool or fewer words, such as “invoice”, “offboarding” or “Autotask”. Or describe your task, and we’ll tell you whether it can be automated.'}
      </p>
      <p className="actions">
        {hidden ? (
          <a className="button" href={buildAddress(clearFilters(view))}>
            Clear all filters
          </a>
        ) : (
          <a className="button" href={MARKETPLACE}>
            Show all {found.all}
          </a>
        )}
        <a className="more" href={`/contact?about=${MARKETPLACE}`}>
          Describe your task
          <Line d={marks.right} />
        </a>
      </p>
    </div>
  )
}

/** Links to the previous, first, nearby, last and next pages. */
function Pages({ view, pages }: { view: View; pages: number }) {
  if (pages < 2) return null
  const at = view.page
  const shown = Array.from({ length: pages }, (_, i) => i + 1).filter(
    (n) => n === 1 || n === pages || Math.abs(n - at) <= (at === 1 || at === pages ? 2 : 1),
  )
  const to = (page: number) => buildAddress({ ...view, page })
  return (
    <nav className="pages-of" aria-label="Pages">
      {at > 1 && (
        <a href={to(at - 1)} rel="prev">
          Previous
        </a>
      )}
      <ol>
        {shown.map((n, i) => (
          <li key={n} data-gap={i > 0 && n - (shown[i - 1] ?? 0) > 1 ? true : undefined}>
            <a href={to(n)} aria-current={n === at ? 'page' : undefined}>
              <span className="sr-only">Page </span>
              {n}
            </a>
          </li>
        ))}
      </ol>
      {at < pages && (
        <a href={to(at + 1)} rel="next">
          Next
        </a>
      )}
    </nav>
  )
}
