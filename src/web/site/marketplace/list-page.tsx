import { type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData } from 'react-router'
import { type Caller, caller } from '../../context.ts'
import { Line, marks } from '../icons.tsx'
import { ORIGIN, pageMeta } from '../meta.ts'
import { breadcrumbs } from '../structured.ts'
import {
  addressOf,
  chosenIn,
  FILTERS,
  isFindable,
  MARKETPLACE,
  onlyCategory,
  type Sort,
  unfiltered,
  type View,
  viewOf,
} from './address.ts'
import { answered } from './answered.server.ts'
import { Chips, Filters, type Found, ToolIndex } from './filters.tsx'
import { ProductCards } from './product-card.tsx'
import { counted } from './words.ts'
import './marketplace.css'

export { SiteError as ErrorBoundary } from '../lost.tsx'
export { shortlyShared as headers } from './shared.ts'

/** The view that the address asks for. A page behind the last one leads to the last one. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const view = viewOf(new URL(request.url).searchParams)
  // Only values that the list knows got into the view.
  const found = await answered(
    context.get(caller).marketplace.browse(view as Parameters<Caller['marketplace']['browse']>[0]),
  )
  if (view.page > found.page) throw redirect(addressOf({ ...view, page: found.page }), 302)
  return { view, found }
}

const titleOf = (view: View, found: Found): string => {
  if (view.tools) return 'Automations by tool'
  const only = onlyCategory(view)
  const category = only && found.counts.category.find((choice) => choice.key === only)?.name
  const base = category ? `${category} automations` : view.q ? `Automations for “${view.q}”` : 'Automation Marketplace'
  return view.page > 1 ? `${base}, page ${view.page}` : base
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) => {
  if (!loaderData) return [{ title: 'This page did not load' }, { name: 'robots', content: 'noindex' }]
  const { view, found } = loaderData
  const title = titleOf(view, found)
  const path = addressOf(view)
  const only = onlyCategory(view)
  return pageMeta({
    title,
    description: only
      ? `${counted(found.total, 'finished automation')} in ${title.replace(/ automations.*/, '')}: what each does step by step, what it needs, where it stops and what it costs.`
      : `${counted(found.all, 'finished automation')} for MSPs and the tools they run: what each does step by step, what it needs, where it stops and what it costs.`,
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
        breadcrumbs(['Automation Marketplace', MARKETPLACE], ...(only ? [[title, path] as [string, string]] : [])),
      ],
    },
  })
}

/** The list of everything that can be bought. */
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
              <h2>{counted(found.counts.integration.length, 'tool')}</h2>
            ) : (
              <Tally view={view} found={found} />
            )}
            <button className="button" type="button" popoverTarget="filters">
              {chosenIn(view) > 0 ? `Filters (${chosenIn(view)})` : 'Filters'}
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
            <h2>Not on the shelf?</h2>
            <p className="lead">
              Describe the task and the tools it touches. An engineer tells you whether it can be automated, and what it
              would take.
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

/** What the marketplace is. Whoever looks for something already knows: then the goods come sooner. */
function Head({ view, found }: { view: View; found: Found }) {
  if (addressOf(view) === MARKETPLACE)
    return (
      <>
        <p className="eyebrow">Automation Marketplace</p>
        <h1>Finished automations for the tools you already run</h1>
        <p className="lead">
          Pick a task. We connect it to your systems, host it, watch it and repair it when a tool changes.
        </p>
      </>
    )
  const only = onlyCategory(view)
  return (
    <h1 className="short">
      {(only && found.counts.category.find((choice) => choice.key === only)?.name) ||
        (view.tools ? 'Which tools do you run?' : 'Automation Marketplace')}
    </h1>
  )
}

const lens = 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l4 4'

/** What people often look for. */
const TRIES = ['offboarding', 'unused licenses', 'missed backups', 'phone']

/** A search keeps the filters and begins with the best fit. */
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
          placeholder="A task, a tool, a problem"
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
            <a key={words} href={addressOf({ ...unfiltered(view), q: words, sort: undefined })} rel="nofollow">
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
  const number = chosenIn(view) > 0 ? `${total} of ${counted(matching, 'automation')}` : counted(total, 'automation')
  if (!view.q || matching === 0)
    return <p className="number">{view.q ? `0 of ${counted(all, 'automation')}` : number}</p>
  return (
    <div>
      <p className="number">
        {number}
        {how !== 'some' && ` for “${words}”`}
      </p>
      {how === 'mended' && (
        <p>
          Showing results for <b>{instead}</b>. Nothing has “{view.q}” as it was typed.
        </p>
      )}
      {how === 'some' && <p>Nothing has all of these words. These have some of them, the closest first.</p>}
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
          href={addressOf({ ...view, sort, page: 1 })}
          rel="nofollow"
          aria-current={sort === now ? 'true' : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}

/** Why there is nothing, and the nearest thing to do. */
function Nothing({ view, found }: { view: View; found: Found }) {
  const hidden = found.found > 0
  return (
    <div className="nothing">
      <h2>{hidden ? 'Nothing is left with these filters' : `Nothing found for “${view.q}”`}</h2>
      <p>
        {hidden
          ? `Without them there ${found.found === 1 ? 'is' : 'are'} ${counted(found.found, 'automation')}${view.q ? ` for “${found.instead ?? view.q}”` : ''}. Take one away above, or all of them.`
          : 'Try the name of a tool, or fewer words: “invoice”, “offboarding”, “Autotask”. Or tell us the task, and we say whether it can be automated.'}
      </p>
      <p className="actions">
        {hidden ? (
          <a className="button" href={addressOf(unfiltered(view))}>
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

/** The page before, the first, the last, those around, the page after. */
function Pages({ view, pages }: { view: View; pages: number }) {
  if (pages < 2) return null
  const at = view.page
  const shown = Array.from({ length: pages }, (_, i) => i + 1).filter(
    (n) => n === 1 || n === pages || Math.abs(n - at) <= (at === 1 || at === pages ? 2 : 1),
  )
  const to = (page: number) => addressOf({ ...view, page })
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
