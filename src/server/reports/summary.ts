// Writes the most important figures as sentences, by fixed rules without a language model. Pure functions.
import type { FigureKey } from '../../contract/report-figures.ts'
import type { Section } from './sections/section.ts'
import { formatCountInWords, formatValue } from './words.ts'

type FigurePair = { value: number | null; before: number | null }

/** Returns the comparison with the previous value, such as ", 3 fewer than in May 2026"; empty without one. */
function against(
  { value, before }: FigurePair,
  words: { more: string; less: string; same: string },
  show: (n: number) => string,
): string {
  if (value === null || before === null) return ''
  const by = value - before
  return by === 0 ? `, ${words.same}` : `, ${show(Math.abs(by))} ${by > 0 ? words.more : words.less}`
}

/**
 * Returns the sentences of a report. `before` is the name of the previous period, undefined when nothing is compared.
 */
export function summaryOf(sections: readonly Section[], before: string | undefined): string[] {
  const all = new Map(sections.flatMap((s) => s.figures.map((f) => [f.key, f as FigurePair] as const)))
  const of = (key: FigureKey): FigurePair => all.get(key) ?? { value: null, before: null }
  const n = (key: FigureKey) => of(key).value ?? 0
  const has = (key: Section['key']) => sections.some((s) => s.key === key)
  // "in May 2026", but "during Oct 1–28, 2026".
  const inPeriod = before === undefined ? '' : `${/^[A-Z][a-z]+ \d{4}$/.test(before) ? 'in' : 'during'} ${before}`
  const than = inPeriod && ` than ${inPeriod}`
  const plain = (v: number) => v.toLocaleString('en-US')
  const lines: string[] = []

  if (has('tickets')) {
    const opened = of('tickets.opened')
    const resolved = n('tickets.resolved')
    if (opened.value === 0 && resolved === 0) lines.push('No tickets were opened or resolved.')
    else {
      const compared = against(
        opened,
        { more: `more${than}`, less: `fewer${than}`, same: `as many as ${inPeriod}` },
        plain,
      )
      lines.push(
        `${sentence(formatCountInWords(opened.value ?? 0, 'ticket'))} ${opened.value === 1 ? 'was' : 'were'} opened${compared}; ${resolved === 0 ? 'none' : plain(resolved)} ${resolved === 1 ? 'was' : 'were'} resolved.`,
      )
    }
    const median = of('tickets.response_median').value
    const kept = of('tickets.response_kept').value
    if (median !== null)
      lines.push(
        `Half of the first responses came within ${formatValue('tickets.response_median', median)}${kept === null ? '' : `; ${formatValue('tickets.response_kept', kept)} met the SLA target`}.`,
      )
    if (n('tickets.resolution_missed') > 0)
      lines.push(
        `${sentence(formatCountInWords(n('tickets.resolution_missed'), 'ticket'))} ${n('tickets.resolution_missed') === 1 ? 'was resolved after its' : 'were resolved after their'} SLA target.`,
      )
    if (n('tickets.rated') > 0)
      lines.push(
        `${sentence(formatCountInWords(n('tickets.rated'), 'ticket'))} ${n('tickets.rated') === 1 ? 'was' : 'were'} rated: ${formatValue('tickets.rating', of('tickets.rating').value)}${n('tickets.rated') === 1 ? '' : ' on average'}.`,
      )
  }
  if (has('hours')) {
    const drawn = of('hours.drawn')
    const left = of('hours.balance').value
    if (n('hours.drawn') > 0 || (left ?? 0) > 0)
      lines.push(
        `${n('hours.drawn') === 0 ? 'No hours were used' : `${formatValue('hours.drawn', drawn.value)} ${n('hours.drawn') === 1 ? 'was' : 'were'} used`}${against(drawn, { more: `more${than}`, less: `less${than}`, same: `as much as ${inPeriod}` }, (v) => formatValue('hours.drawn', v))}${left === null ? '' : `; ${left > 0 ? `${formatValue('hours.balance', left)} are left now` : 'no hours are left now'}`}.`,
      )
  }
  if (has('automations') && n('automations.runs') > 0) {
    const saved = of('automations.saved').value
    const cost = of('automations.cost').value
    const success = of('automations.success').value
    lines.push(
      `Automations ran ${formatCountInWords(n('automations.runs'), 'time')}${success === null ? '' : `, ${formatValue('automations.success', success)} of them successfully,`} and saved ${formatValue('automations.minutes', n('automations.minutes'))} of work${saved === null ? '' : `, worth ${formatValue('automations.saved', saved)}${cost === null ? '' : ` at a cost of ${formatValue('automations.cost', cost)}, of which ${formatValue('automations.paid', n('automations.paid'))} is paid`}`}.`,
    )
  } else if (has('automations')) lines.push('No automations ran.')
  if (has('projects') && (n('projects.active') > 0 || n('projects.completed') > 0 || n('projects.tasks') > 0)) {
    const done = n('projects.completed')
    lines.push(
      `${sentence(n('projects.active') === 0 ? 'no projects' : formatCountInWords(n('projects.active'), 'project'))} ${n('projects.active') === 1 ? 'is' : 'are'} open${done > 0 ? `, ${done === 1 ? 'one was' : `${plain(done)} were`} completed` : ''}; ${n('projects.tasks') === 0 ? 'no tasks were' : n('projects.tasks') === 1 ? 'one task was' : `${plain(n('projects.tasks'))} tasks were`} done.`,
    )
  }
  if (has('revenue'))
    lines.push(
      `${formatValue('revenue.invoiced', n('revenue.invoiced'))} was invoiced and ${formatValue('revenue.paid', n('revenue.paid'))} was received${n('revenue.overdue') > 0 ? `; ${formatValue('revenue.overdue', n('revenue.overdue'))} is overdue now` : ''}.`,
    )
  return lines
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
