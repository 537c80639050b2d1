// Canned replies are templates: variables, filters on text, conditions. Pure.
import { CANNED_VARIABLES } from '../../contract/tickets.ts'
import { TemplateProblem, templates } from '../platform/liquid.ts'

/** What goes into a canned reply, by the names in CANNED_VARIABLES. */
export type CannedValues = {
  requester: { name: string; first_name: string }
  ticket: { number: string; subject: string; priority: string; url: string }
  company: { name: string }
  me: { name: string; first_name: string }
  provider: { name: string }
}

/** First word of a name. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name

/** Values of nobody, for looking at a reply while it is written. */
export const SAMPLE: CannedValues = {
  requester: { name: 'Ana Ruiz', first_name: 'Ana' },
  ticket: {
    number: 'T-1042',
    subject: 'Invoices are sent twice',
    priority: 'P2',
    url: 'https://portal.example/tickets/1042',
  },
  company: { name: 'Lakeshore Networks' },
  me: { name: 'Tomasz Zielinski', first_name: 'Tomasz' },
  provider: { name: 'Millwright' },
}

const canned = templates({ variables: CANNED_VARIABLES, sample: SAMPLE, length: 20_000, called: 'a reply' })

/** What is wrong with a template, in words for its author; undefined when it can be used. */
export const cannedProblem = (body: string): string | undefined => canned.problem(body)

/** The text of a template. Throws what `cannedProblem` would say. */
export const renderCanned = (body: string, values: CannedValues): string => canned.render(body, values)

/** A template cannot be rendered; the message says why. */
export { TemplateProblem as CannedProblem }
