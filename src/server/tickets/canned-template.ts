// Canned replies are Liquid templates of a small kind: variables, filters on text, conditions. Pure.
import { Liquid } from 'liquidjs'
import { CANNED_VARIABLES } from '../../contract/tickets.ts'

/** What goes into a canned reply, by the names in CANNED_VARIABLES. */
export type CannedValues = {
  requester: { name: string; first_name: string }
  ticket: { number: string; subject: string; priority: string; url: string }
  company: { name: string }
  me: { name: string; first_name: string }
  provider: { name: string }
}

const TAGS = ['if', 'unless', 'case', 'assign', 'comment', 'raw']
const FILTERS = [
  'upcase',
  'downcase',
  'capitalize',
  'default',
  'append',
  'prepend',
  'replace',
  'strip',
  'truncate',
  'split',
  'first',
  'last',
  'size',
  'remove',
] // prettier-ignore

/** Signs that Markdown would take for its own: a subject stays text wherever it is put. */
const asText = (value: unknown) => String(value ?? '').replace(/[\\`*_[\]<>#|~@]/g, '\\$&')

const liquid = new Liquid({
  strictVariables: true,
  strictFilters: true,
  ownPropertyOnly: true,
  templates: {},
  dynamicPartials: false,
  parseLimit: 20_000,
  renderLimit: 50,
  memoryLimit: 200_000,
  outputEscape: asText,
})
for (const name of Object.keys(liquid.tags)) if (!TAGS.includes(name)) delete liquid.tags[name]
for (const name of Object.keys(liquid.filters)) if (!FILTERS.includes(name)) delete liquid.filters[name]

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
  company: { name: 'Northgate IT' },
  me: { name: 'Tomasz Zielinski', first_name: 'Tomasz' },
  provider: { name: 'Millwright' },
}

const known = () => Object.keys(CANNED_VARIABLES).join(', ')

/** What is wrong with a template, in words for its author; undefined when it can be used. */
export function cannedProblem(body: string): string | undefined {
  try {
    const parsed = liquid.parse(body)
    const assigned = new Set(Object.keys(liquid.analyzeSync(parsed, { partials: false }).locals))
    for (const path of liquid.globalFullVariablesSync(parsed)) {
      if (!(path in CANNED_VARIABLES) && !assigned.has(path.split('.')[0] ?? ''))
        return `There is no variable “${path}”. There are: ${known()}.`
    }
    liquid.renderSync(parsed, SAMPLE)
    return undefined
  } catch (e) {
    return problemOf(e)
  }
}

function problemOf(e: unknown): string {
  const said = e instanceof Error ? e.message : ''
  const line = /line:(\d+)/.exec(said)?.[1]
  const at = line ? ` in line ${line}` : ''
  const open = /tag {% (\w+).* not closed/.exec(said)
  if (open) return `“${open[1]}” is not closed${at}: add {% end${open[1]} %}.`
  const tag = /tag "(\w+)" not found/.exec(said)
  if (tag) return `There is no “${tag[1]}”${at}. There are: ${TAGS.join(', ')}.`
  const filter = /undefined filter: ([\w-]+)/.exec(said)
  if (filter) return `There is no filter “${filter[1]}”${at}. There are: ${FILTERS.join(', ')}.`
  const variable = /undefined variable: ([\w.-]+)/.exec(said)
  if (variable) return `There is no variable “${variable[1]}”${at}. There are: ${known()}.`
  if (/limit exceeded/.test(said)) return 'This does too much for a reply. Make it simpler.'
  if (/output "?.*not closed/.test(said)) return `A {{ is not closed${at}: add }}.`
  return `This cannot be read${at}. Check the {{ and {% around names and conditions.`
}

/** The text of a template. Throws what `cannedProblem` would say. */
export function renderCanned(body: string, values: CannedValues): string {
  try {
    return liquid.renderSync(liquid.parse(body), values).trim()
  } catch (e) {
    throw new CannedProblem(problemOf(e))
  }
}

/** A template cannot be rendered; the message says why. */
export class CannedProblem extends Error {
  override name = 'CannedProblem'
}
