import type { z } from 'zod'
import type { marketplace } from '../../../contract/marketplace.ts'
import { Line } from '../icons.tsx'
import { buildAddress, clearFilters, countChosen, type FilterName, toggleChoice, type View } from './address.ts'

export type Found = z.output<NonNullable<(typeof marketplace)['browse']['~orpc']['outputSchema']>>

const GROUPS: [FilterName, string][] = [
  ['category', 'Category'],
  ['integration', 'Works with'],
  ['audience', 'Made for'],
  ['price', 'Price'],
]
/** Number of tools shown here. The rest are in the index. */
const OPEN_TOOLS = 8

type Choice = Found['counts']['category'][number]

/**
 * Links for every filter value, with the number of products each would show. On phones, a button opens them as a sheet.
 */
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
              <a className="more" href={buildAddress({ ...view, tools: true, page: 1 })} rel="nofollow">
                {`All ${choices.length} tools`}
              </a>
            )}
          </section>
        )
      })}
    </nav>
  )
}

/** Returns the selected tools, followed by those that most products use. */
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
              <a
                href={buildAddress(toggleChoice(view, name, key))}
                rel="nofollow"
                aria-current={on ? 'true' : undefined}
              >
                {text}
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The index of all tools by name, with the number of products that use each. */
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

/** The selected filter values, each with a link that removes it. */
export function Chips({ view, found }: { view: View; found: Found }) {
  if (countChosen(view) === 0) return null
  return (
    <ul className="chips" aria-label="Active filters">
      {GROUPS.flatMap(([name]) =>
        view[name].map((key) => (
          <li key={`${name} ${key}`}>
            <a href={buildAddress(toggleChoice(view, name, key))} rel="nofollow">
              <span className="sr-only">Remove </span>
              {found.counts[name].find((choice) => choice.key === key)?.name ?? key}
              <Line d={cross} />
            </a>
          </li>
        )),
      )}
      {countChosen(view) > 1 && (
        <li>
          <a className="all" href={buildAddress(clearFilters(view))} rel="nofollow">
            Clear all
          </a>
        </li>
      )}
    </ul>
  )
}
