// Canned replies are templates with variables, text filters and conditions. Pure functions.
import { brand } from '../../../../brand.config.ts'
import { CANNED_VARIABLES } from '../../../contract/tickets/index.ts'
import { TemplateProblem, templates } from '../../platform/model/liquid.ts'

/** The values for a canned reply, by the names in CANNED_VARIABLES. */
export type CannedValues = {
  requester: { name: string; first_name: string }
  ticket: { number: string; subject: string; priority: string; url: string }
  company: { name: string }
  me: { name: string; first_name: string }
  provider: { name: string }
}

/** Returns the first word of a name. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name

/** Made-up values for the preview while a reply is being written. */
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
  provider: { name: brand.shortName },
}

const canned = templates({ variables: CANNED_VARIABLES, sample: SAMPLE, length: 20_000, noun: 'a reply' })

/** Returns the problem of a template as a message for its author, or undefined when it can be used. */
export const cannedProblem = (body: string): string | undefined => canned.problem(body)

/** Returns the filled-in text of a template. Throws CannedProblem with the message that `cannedProblem` returns. */
export const renderCanned = (body: string, values: CannedValues): string => canned.render(body, values)

/** The error for a template that cannot be rendered. Its message says why. */
export { TemplateProblem as CannedProblem }
