// The figures in a few plain sentences, by rules: the same figures give the same words. Pure.
import type { FigureKey } from '../../contract/report-figures.ts'
import type { Section } from './section.ts'
import { counted, showValue } from './words.ts'

type Told = { value: number | null; before: number | null }

/** How a figure stands to the one before: ", 3 fewer than before", ", as many as before"; nothing without one. */
function against(
  { value, before }: Told,
  words: { more: string; less: string; same: string },
  show: (n: number) => string,
): string {
  if (value === null || before === null) return ''
  const by = value - before
  return by === 0 ? `, ${words.same}` : `, ${show(Math.abs(by))} ${by > 0 ? words.more : words.less}`
}

/**
 * What a report says in sentences. `before` is what the period before is called, undefined when nothing is compared.
 */
export function summaryOf(sections: readonly Section[], before: string | undefined): string[] {
  const all = new Map(sections.flatMap((s) => s.figures.map((f) => [f.key, f as Told] as const)))
  const of = (key: FigureKey): Told => all.get(key) ?? { value: null, before: null }
  const n = (key: FigureKey) => of(key).value ?? 0
  const has = (key: Section['key']) => sections.some((s) => s.key === key)
  const than = before === undefined ? '' : ` than in ${before}`
  const plain = (v: number) => v.toLocaleString('en-US')
  const lines: string[] = []

  if (has('tickets')) {
    const opened = of('tickets.opened')
    const resolved = n('tickets.resolved')
    if (opened.value === 0 && resolved === 0) lines.push('No ticket was opened or resolved.')
    else {
      const compared = against(
        opened,
        { more: `more${than}`, less: `fewer${than}`, same: `as many as in ${before}` },
        plain,
      )
      lines.push(
        `${sentence(counted(opened.value ?? 0, 'ticket'))} ${opened.value === 1 ? 'was' : 'were'} opened${compared}; ${resolved === 0 ? 'none' : plain(resolved)} ${resolved === 1 ? 'was' : 'were'} resolved.`,
      )
    }
    const median = of('tickets.response_median').value
    const kept = of('tickets.response_kept').value
    if (median !== null)
      lines.push(
        `Half of the first answers came within ${showValue('tickets.response_median', median)}${kept === null ? '' : `; ${showValue('tickets.response_kept', kept)} came in the promised time`}.`,
      )
    if (n('tickets.resolution_missed') > 0)
      lines.push(
        `${sentence(counted(n('tickets.resolution_missed'), 'ticket'))} ${n('tickets.resolution_missed') === 1 ? 'was' : 'were'} resolved later than promised.`,
      )
    if (n('tickets.rated') > 0)
      lines.push(
        `${sentence(counted(n('tickets.rated'), 'ticket'))} ${n('tickets.rated') === 1 ? 'was' : 'were'} rated: ${showValue('tickets.rating', of('tickets.rating').value)}${n('tickets.rated') === 1 ? '' : ' on average'}.`,
      )
  }
  if (has('hours')) {
    const drawn = of('hours.drawn')
    const left = of('hours.balance').value
    if (n('hours.drawn') > 0 || (left ?? 0) > 0)
      lines.push(
        `${n('hours.drawn') === 0 ? 'No hours were used' : `${showValue('hours.drawn', drawn.value)} of work ${n('hours.drawn') === 1 ? 'was' : 'were'} used`}${against(drawn, { more: `more${than}`, less: `less${than}`, same: `as much as in ${before}` }, (v) => showValue('hours.drawn', v))}${left === null ? '' : `; ${left > 0 ? `${showValue('hours.balance', left)} are left now` : 'none are left now'}`}.`,
      )
  }
  if (has('automations') && n('automations.runs') > 0) {
    const saved = of('automations.saved').value
    const price = of('automations.price').value
    const success = of('automations.success').value
    lines.push(
      `Automations ran ${counted(n('automations.runs'), 'time')}${success === null ? '' : `, ${showValue('automations.success', success)} of them successfully`}, and saved ${showValue('automations.minutes', n('automations.minutes'))} of work${saved === null ? '' : `, worth ${showValue('automations.saved', saved)}${price === null ? '' : ` against ${showValue('automations.price', price)} paid`}`}.`,
    )
  } else if (has('automations')) lines.push('No automation ran.')
  if (has('projects') && (n('projects.active') > 0 || n('projects.completed') > 0 || n('projects.tasks') > 0)) {
    const done = n('projects.completed')
    lines.push(
      `${sentence(n('projects.active') === 0 ? 'no project' : counted(n('projects.active'), 'project'))} ${n('projects.active') > 1 ? 'are' : 'is'} under way${done > 0 ? `, ${done === 1 ? 'one was' : `${plain(done)} were`} completed` : ''}; ${n('projects.tasks') === 0 ? 'no task was' : n('projects.tasks') === 1 ? 'one task was' : `${plain(n('projects.tasks'))} tasks were`} done.`,
    )
  }
  if (has('revenue'))
    lines.push(
      `${showValue('revenue.invoiced', n('revenue.invoiced'))} were invoiced and ${showValue('revenue.paid', n('revenue.paid'))} paid${n('revenue.overdue') > 0 ? `; ${showValue('revenue.overdue', n('revenue.overdue'))} are overdue now` : ''}.`,
    )
  return lines
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
