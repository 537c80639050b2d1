import type { z } from 'zod'
import type * as contract from '../../../../contract/installing.ts'
import { formatDay } from '../../../../contract/plain/dates.ts'
import { formatMinutes } from '../../../../contract/plain/durations.ts'
import { formatCents } from '../../../ui/text/money-text.ts'
import { automationStatusLooks, connectionLooks, describeSchedule, type Status } from '../model.ts'

export type Act = z.infer<typeof contract.InstallationAct>

/** Returns the label of the button that sets a status. */
export function moveText(from: Status, to: Status): string {
  switch (to) {
    case 'provisioning':
      return 'Start setup'
    case 'live':
      return from === 'paused' ? 'Resume' : from === 'failing' ? 'End alert' : 'Go live'
    case 'paused':
      return 'Pause'
    case 'retired':
      return 'Retire'
    default:
      return automationStatusLooks[to].label
  }
}

const prices: Record<string, string> = { monthly: 'monthly', one_time: 'one-time', quote: 'on request' }
const fields: Record<string, { name: string; of: (value: unknown) => string }> = {
  name: { name: 'Name', of: String },
  minutesPerRun: { name: 'Time saved per run', of: (v) => formatMinutes(Number(v)) },
  expectedMinutes: { name: 'Expected schedule', of: (v) => (v === null ? 'none' : describeSchedule(Number(v))) },
  alertPercent: { name: 'Alert threshold', of: (v) => `${v}%` },
  alertRuns: { name: 'Number of recent runs', of: String },
  priceModel: { name: 'Price model', of: (v) => prices[String(v)] ?? String(v) },
  priceCents: { name: 'Price', of: (v) => (v === null ? 'none' : formatCents(Number(v))) },
  tool: { name: 'Tool', of: String },
  label: { name: 'Description', of: String },
  reference: { name: 'Stored in', of: String },
  state: { name: 'Status', of: (v) => connectionLooks[v as keyof typeof connectionLooks]?.label ?? String(v) },
  expiresOn: { name: 'Expires', of: (v) => (typeof v === 'string' ? formatDay(v) : 'never') },
}
const changes = (before: Act['before'], after: Act['after']): string[] =>
  Object.entries(after ?? {}).flatMap(([key, value]) => {
    const field = fields[key]
    return field && before?.[key] !== value ? [`${field.name}: ${field.of(before?.[key])} → ${field.of(value)}`] : []
  })
const looks = (status: unknown) => automationStatusLooks[status as Status]?.label.toLowerCase() ?? String(status)

/**
 * Describes a change to an automation, as a phrase that follows the name of the person who made it. `more` lists the
 * changed values, one per line.
 */
export function describeAutomationChange({ action, before, after }: Act): { text: string; more: string[] } {
  const tool = String(after?.tool ?? before?.tool ?? before?.label ?? 'a connection')
  switch (action) {
    case 'order':
      return { text: 'ordered this automation', more: [] }
    case 'create':
      return { text: 'added this automation', more: [] }
    case 'status':
      return { text: `changed the status from ${looks(before?.status)} to ${looks(after?.status)}`, more: [] }
    case 'edited':
      return { text: 'changed the settings', more: changes(before, after) }
    case 'connection_added':
      return { text: `added the connection to ${tool}`, more: [] }
    case 'connection_edited':
      return { text: `changed the connection “${String(after?.label ?? tool)}”`, more: changes(before, after) }
    case 'connection_removed':
      return { text: `removed the connection to ${tool}`, more: [] }
    case 'ask':
      return {
        text: `asked us to ${String(after?.asked)} this automation`,
        more: typeof after?.reason === 'string' ? [after.reason] : [],
      }
    case 'unask':
      return { text: 'canceled the request to pause or resume', more: [] }
    case 'clients':
      return { text: 'changed the clients', more: [] }
    case 'answer':
      return { text: 'answered the setup questions', more: [] }
    case 'begin':
      return { text: 'started setup', more: [] }
    case 'order_undone':
      return { text: 'recorded that the order was canceled or refunded', more: [] }
    default:
      return { text: action.replaceAll('_', ' '), more: [] }
  }
}
