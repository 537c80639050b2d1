import { Fragment, type ReactNode } from 'react'

/** A list of facts: a name and its value, or "None". */
export const FactRows = ({ facts }: { facts: readonly [name: string, value: ReactNode][] }) =>
  facts.map(([name, value]) => (
    <Fragment key={name}>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{value ?? <span className="text-muted">None</span>}</dd>
    </Fragment>
  ))
