// Figures in words of documents, mails and sentences.
import { definitionOf, type FigureKey } from '../../contract/report-figures.ts'
import { showCents, showMinutes } from '../platform/words.ts'

/** What categories of tickets are called. */
export const CATEGORY_NAMES: Record<string, string> = {
  automation: 'Automation',
  integration: 'Integration',
  licences: 'Licenses',
  reporting: 'Reporting',
  ai: 'AI',
  voice: 'Voice agent',
  account: 'Account and access',
  billing: 'Billing',
  other: 'Something else',
  project: 'Projects',
}

/** What priorities are called. */
export const PRIORITY_NAMES: Record<string, string> = { P1: 'Urgent', P2: 'High', P3: 'Normal', P4: 'Low' }

/** A value as people read it: "12", "1 h 30 min", "97.5%", "$1,750.00"; a dash for nothing. */
export function showValue(key: FigureKey, value: number | null): string {
  if (value === null) return '—'
  const { unit } = definitionOf(key)
  if (unit === 'minutes') return showMinutes(value)
  if (unit === 'money') return showCents(value)
  if (unit === 'percent') return `${value}%`
  if (unit === 'score') return `${value.toFixed(1)} of 5`
  return value.toLocaleString('en-US')
}

/** "one ticket", "12 tickets". */
export const counted = (n: number, one: string, many = `${one}s`): string =>
  n === 1 ? `one ${one}` : `${n.toLocaleString('en-US')} ${many}`
