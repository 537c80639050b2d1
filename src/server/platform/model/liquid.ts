// Templates that staff write, in a subset of Liquid: variables, text filters and conditions. Pure functions.
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
]

/** Thrown when a template cannot be rendered. The message says why. */
export class TemplateProblem extends Error {
  override name = 'TemplateProblem'
}
class Empty extends Error {}

/** The definition of a kind of template. */
export type Kind = {
  /** Descriptions of the variables by full name, such as `company.name`. */
  variables: Record<string, string>
  /** Sample values, to check that a template can be rendered. */
  sample: object
  /** Maximum characters of a template. */
  length: number
  /** The kind's name in messages: "This does too much for a reply." */
  noun: string
  /** If true, an empty value is a problem. Otherwise it is rendered as empty text. */
  whole?: boolean
  /** Formats an inserted value. Default: escapes it for Markdown. */
  put?: (value: unknown) => string
}

/** Escapes Markdown syntax, so that an inserted value stays plain text. */
const asText = (value: unknown) =>
  String(value ?? '')
    .replace(/[\\`*_[\]<>#|~@]/g, '\\$&')
    // At the start of a line, these would start a list.
    .replace(/^[-+=]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')

/** Returns the functions that check and render the templates of one kind. */
export function templates({ variables, sample, length, noun, whole, put = asText }: Kind) {
  const liquid = new Liquid({
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    templates: {},
    dynamicPartials: false,
    parseLimit: length,
    // Milliseconds. Generous, since templates have no loops and a busy machine must not reject valid ones.
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
    const message = e instanceof Error ? e.message : ''
    const line = /line:(\d+)/.exec(message)?.[1]
    const at = line ? ` in line ${line}` : ''
    if ((e as { originalError?: unknown }).originalError instanceof Empty) {
      const token = (e as { token?: { getText(): string } }).token?.getText() ?? ''
      return `“${token}”${at} has no value. Fill it in, or write the sentence without it.`
    }
    const open = /tag {% (\w+).* not closed/.exec(message)
    if (open) return `“${open[1]}” is not closed${at}: add {% end${open[1]} %}.`
    const tag = /tag "(\w+)" not found/.exec(message)
    if (tag) return `Unknown tag “${tag[1]}”${at}. Use: ${TAGS.join(', ')}.`
    const filter = /undefined filter: ([\w-]+)/.exec(message)
    if (filter) return `Unknown filter “${filter[1]}”${at}. Use: ${FILTERS.join(', ')}.`
    const variable = /undefined variable: ([\w.-]+)/.exec(message)
    if (variable) return `Unknown variable “${variable[1]}”${at}. Use: ${known}.`
    if (/limit exceeded/.test(message)) return `This template is too complex for ${noun}. Simplify it.`
    if (/output "?.*not closed/.test(message)) return `A {{ is not closed${at}: add }}.`
    return `This template has an error${at}. Check the {{ and {% around names and conditions.`
  }

  return {
    /** Returns what is wrong with a template, as a message for its author; undefined when it can be used. */
    problem(body: string): string | undefined {
      try {
        const parsed = liquid.parse(body)
        const assigned = new Set(Object.keys(liquid.analyzeSync(parsed, { partials: false }).locals))
        for (const path of liquid.globalFullVariablesSync(parsed)) {
          if (!Object.hasOwn(variables, path) && !assigned.has(path.split('.')[0] ?? ''))
            return `Unknown variable “${path}”. Use: ${known}.`
        }
        liquid.renderSync(parsed, sample)
        return undefined
      } catch (e) {
        return problemOf(e)
      }
    },
    /** Renders a template. Throws a `TemplateProblem` with the same message as `problem`. */
    render(body: string, values: object): string {
      try {
        return liquid.renderSync(liquid.parse(body), values).trim()
      } catch (e) {
        throw new TemplateProblem(problemOf(e))
      }
    },
  }
}
