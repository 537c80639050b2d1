// Formats figures for documents, mails and sentences.

import { formatHoursMinutes, formatMinutes, nameHoursColumn } from '../../contract/plain/durations.ts'
import { formatCents } from '../../contract/plain/money.ts'
import { definitionOf, type FigureKey } from '../../contract/report-figures.ts'
import { TICKET_CATEGORY_NAMES } from '../tickets/index.ts'

/** Names of the categories of hours: those of tickets, and projects. */
export const HOUR_CATEGORY_NAMES: Record<string, string> = { ...TICKET_CATEGORY_NAMES, project: 'Projects' }

/** Formats a value by its unit, such as "12", "1 h 30 min", "97.5%" or "$1,750.00". Returns a dash for null. */
export function formatValue(key: FigureKey, value: number | null): string {
  if (value === null) return '—'
  const { unit } = definitionOf(key)
  if (unit === 'minutes') return formatMinutes(value)
  if (unit === 'money') return formatCents(value)
  if (unit === 'percent') return `${value}%`
  if (unit === 'score') return `${value.toFixed(1)} of 5`
  return value.toLocaleString('en-US')
}

/** Formats a value for a table: minutes as "1:30", any other value as in text. */
export const formatCell = (key: FigureKey, value: number | null): string =>
  value !== null && definitionOf(key).unit === 'minutes' ? formatHoursMinutes(value) : formatValue(key, value)

/** Returns the heading of a table's column. It says so when values are in hours and minutes. */
export function nameColumn(key: FigureKey): string {
  const { name, unit } = definitionOf(key)
  return unit === 'minutes' ? nameHoursColumn(name) : name
}

/** Returns a count with its noun, such as "one ticket" or "12 tickets". */
export const formatCountInWords = (n: number, one: string, many = `${one}s`): string =>
  n === 1 ? `one ${one}` : `${n.toLocaleString('en-US')} ${many}`
