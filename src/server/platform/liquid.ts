// Texts with variables, for staff to write: Liquid of a small kind (variables, filters on text, conditions). Pure.
import { Liquid } from 'liquidjs'

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

/** A template cannot be rendered; the message says why. */
export class TemplateProblem extends Error {
  override name = 'TemplateProblem'
}
class Empty extends Error {}

/** What a kind of template is made of. */
export type Kind = {
  /** Every variable by its full name, such as `company.name`, and what it is. */
  variables: Record<string, string>
  /** Values of nobody, to see whether a template can be rendered at all. */
  sample: object
  /** Signs that the template may have. */
  length: number
  /** What it is, in a message: "This does too much for a reply." */
  called: string
  /** Putting in a value that is not there is a problem, instead of nothing. */
  whole?: boolean
  /** How a value is put in; else as text of Markdown. */
  put?: (value: unknown) => string
}

/** Signs that Markdown would take for its own: a value stays text wherever it is put. */
const asText = (value: unknown) =>
  String(value ?? '')
    .replace(/[\\`*_[\]<>#|~@]/g, '\\$&')
    // Where a line begins with it, it would begin a list.
    .replace(/^[-+=]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')

/** Checks and renders the templates of one kind. */
export function templates({ variables, sample, length, called, whole, put = asText }: Kind) {
  const liquid = new Liquid({
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    templates: {},
    dynamicPartials: false,
    parseLimit: length,
    // Milliseconds: without loops it is a matter of length, and a busy machine must not refuse what is right.
    renderLimit: 2_000,
    memoryLimit: length * 10,
    outputEscape: (value: unknown) => {
      if (whole && (value === null || value === undefined || value === '')) throw new Empty()
      return put(value)
    },
  })
  for (const name of Object.keys(liquid.tags)) if (!TAGS.includes(name)) delete liquid.tags[name]
  for (const name of Object.keys(liquid.filters)) if (!FILTERS.includes(name)) delete liquid.filters[name]
  const known = Object.keys(variables).join(', ')

  function problemOf(e: unknown): string {
    const said = e instanceof Error ? e.message : ''
    const line = /line:(\d+)/.exec(said)?.[1]
    const at = line ? ` in line ${line}` : ''
    if ((e as { originalError?: unknown }).originalError instanceof Empty) {
      const token = (e as { token?: { getText(): string } }).token?.getText() ?? ''
      return `“${token}”${at} has nothing to put in here. Fill it in, or write the sentence without it.`
    }
    const open = /tag {% (\w+).* not closed/.exec(said)
    if (open) return `“${open[1]}” is not closed${at}: add {% end${open[1]} %}.`
    const tag = /tag "(\w+)" not found/.exec(said)
    if (tag) return `There is no “${tag[1]}”${at}. There are: ${TAGS.join(', ')}.`
    const filter = /undefined filter: ([\w-]+)/.exec(said)
    if (filter) return `There is no filter “${filter[1]}”${at}. There are: ${FILTERS.join(', ')}.`
    const variable = /undefined variable: ([\w.-]+)/.exec(said)
    if (variable) return `There is no variable “${variable[1]}”${at}. There are: ${known}.`
    if (/limit exceeded/.test(said)) return `This does too much for ${called}. Make it simpler.`
    if (/output "?.*not closed/.test(said)) return `A {{ is not closed${at}: add }}.`
    return `This cannot be read${at}. Check the {{ and {% around names and conditions.`
  }

  return {
    /** What is wrong with a template, in words for its author; undefined when it can be used. */
    problem(body: string): string | undefined {
      try {
        const parsed = liquid.parse(body)
        const assigned = new Set(Object.keys(liquid.analyzeSync(parsed, { partials: false }).locals))
        for (const path of liquid.globalFullVariablesSync(parsed)) {
          if (!Object.hasOwn(variables, path) && !assigned.has(path.split('.')[0] ?? ''))
            return `There is no variable “${path}”. There are: ${known}.`
        }
        liquid.renderSync(parsed, sample)
        return undefined
      } catch (e) {
        return problemOf(e)
      }
    },
    /** The text of a template. Throws a `TemplateProblem` that says what `problem` would say. */
    render(body: string, values: object): string {
      try {
        return liquid.renderSync(liquid.parse(body), values).trim()
      } catch (e) {
        throw new TemplateProblem(problemOf(e))
      }
    },
  }
}
