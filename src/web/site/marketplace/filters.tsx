import type { z } from 'zod'
import type { marketplace } from '../../../contract/marketplace.ts'
import { Line } from '../icons.tsx'
import { addressOf, chosenIn, type FilterName, toggled, unfiltered, type View } from './address.ts'

export type Found = z.output<NonNullable<(typeof marketplace)['browse']['~orpc']['outputSchema']>>

const GROUPS: [FilterName, string][] = [
  ['category', 'Category'],
  ['integration', 'Works with'],
  ['audience', 'Made for'],
  ['price', 'Price'],
]
/** Tools that stand here; the others are on the index. */
const OPEN_TOOLS = 8

type Choice = Found['counts']['category'][number]

/** Every filter as links, with what each would show. On phones it is a sheet behind a button. */
export function Filters({ view, found }: { view: View; found: Found }) {
  return (
    <nav className="filters" id="filters" popover="auto" aria-label="Filters">
      <p className="title">
        Filters
        <button type="button" popoverTarget="filters" popoverTargetAction="hide">
          Close
        </button>
      </p>
      {GROUPS.map(([name, title]) => {
        const choices = found.counts[name]
        if (choices.length === 0) return null
        const shown = name === 'integration' ? first(choices, view.integration) : choices
        return (
          <section key={name}>
            <h2>{title}</h2>
            <Choices view={view} name={name} choices={shown} />
            {shown.length < choices.length && (
              <a className="more" href={addressOf({ ...view, tools: true, page: 1 })} rel="nofollow">
                {`All ${choices.length} tools`}
              </a>
            )}
          </section>
        )
      })}
    </nav>
  )
}

/** The tools that are chosen, and those that most products have. */
const first = (choices: Choice[], chosen: string[]) => [
  ...choices.filter((choice) => chosen.includes(choice.key)),
  ...choices.filter((choice) => !chosen.includes(choice.key)).slice(0, OPEN_TOOLS),
]

function Choices({ view, name, choices }: { view: View; name: FilterName; choices: Choice[] }) {
  return (
    <ul>
      {choices.map(({ key, name: label, count }) => {
        const on = view[name].includes(key)
        const text = (
          <>
            {label} <span>{count}</span>
          </>
        )
        return (
          <li key={key}>
            {count === 0 && !on ? (
              <span aria-disabled="true">{text}</span>
            ) : (
              <a href={addressOf(toggled(view, name, key))} rel="nofollow" aria-current={on ? 'true' : undefined}>
                {text}
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Every tool in the order of its name, with how many products connect it. */
export function ToolIndex({ view, found }: { view: View; found: Found }) {
  return (
    <div className="index">
      <Choices
        view={{ ...view, integration: [] }}
        name="integration"
        choices={found.counts.integration.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))}
      />
    </div>
  )
}

const cross = 'M7 7l10 10M17 7 7 17'

/** What is chosen, each to be taken away. */
export function Chips({ view, found }: { view: View; found: Found }) {
  if (chosenIn(view) === 0) return null
  return (
    <ul className="chips" aria-label="Chosen filters">
      {GROUPS.flatMap(([name]) =>
        view[name].map((key) => (
          <li key={`${name} ${key}`}>
            <a href={addressOf(toggled(view, name, key))} rel="nofollow">
              <span className="sr-only">Remove </span>
              {found.counts[name].find((choice) => choice.key === key)?.name ?? key}
              <Line d={cross} />
            </a>
          </li>
        )),
      )}
      {chosenIn(view) > 1 && (
        <li>
          <a className="all" href={addressOf(unfiltered(view))} rel="nofollow">
            Clear all
          </a>
        </li>
      )}
    </ul>
  )
}
