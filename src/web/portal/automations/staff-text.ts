import type { z } from 'zod'
import type * as contract from '../../../contract/installing.ts'
import { showMinutes } from '../../ui/minutes-text.ts'
import { showCents } from '../../ui/money-text.ts'
import { connectionLooks, expectedText, type Status, statusLooks } from './model.ts'

export type Act = z.infer<typeof contract.InstallationAct>

/** What a button says that sets a status. */
export function moveText(from: Status, to: Status): string {
  switch (to) {
    case 'provisioning':
      return 'Begin to set it up'
    case 'live':
      return from === 'paused' ? 'Resume' : from === 'failing' ? 'End the alert' : 'Say that it is live'
    case 'paused':
      return 'Pause'
    case 'retired':
      return 'Retire'
    default:
      return statusLooks[to].label
  }
}

const prices: Record<string, string> = { monthly: 'monthly', one_time: 'one-time', quote: 'on request' }
const say: Record<string, { name: string; of: (value: unknown) => string }> = {
  name: { name: 'Name', of: String },
  minutesPerRun: { name: 'A run saves', of: (v) => showMinutes(Number(v)) },
  expectedMinutes: { name: 'A run is expected', of: (v) => (v === null ? 'never' : expectedText(Number(v))) },
  alertPercent: { name: 'Failing from', of: (v) => `${v}%` },
  alertRuns: { name: 'Of the last', of: (v) => `${v} runs` },
  priceModel: { name: 'Price model', of: (v) => prices[String(v)] ?? String(v) },
  priceCents: { name: 'Price', of: (v) => (v === null ? 'none' : showCents(Number(v))) },
  tool: { name: 'Tool', of: String },
  label: { name: 'What', of: String },
  reference: { name: 'Kept in', of: String },
  state: { name: 'State', of: (v) => connectionLooks[v as keyof typeof connectionLooks]?.label ?? String(v) },
  expiresOn: { name: 'Ends', of: (v) => (v === null ? 'never' : String(v)) },
}
const changes = (before: Act['before'], after: Act['after']): string[] =>
  Object.entries(after ?? {}).flatMap(([key, value]) => {
    const words = say[key]
    return words && before?.[key] !== value ? [`${words.name}: ${words.of(before?.[key])} → ${words.of(value)}`] : []
  })
const looks = (status: unknown) => statusLooks[status as Status]?.label.toLowerCase() ?? String(status)

/** An act in words, after the name of who did it; `more` says from what to what, a line each. */
export function actText({ action, before, after }: Act): { text: string; more: string[] } {
  const tool = String(after?.tool ?? before?.tool ?? before?.label ?? 'a connection')
  switch (action) {
    case 'create':
      return { text: 'installed it', more: [] }
    case 'status':
      return { text: `set it from ${looks(before?.status)} to ${looks(after?.status)}`, more: [] }
    case 'edited':
      return { text: 'changed its settings', more: changes(before, after) }
    case 'connection_added':
      return { text: `added the connection to ${tool}`, more: [] }
    case 'connection_edited':
      return { text: `changed the connection “${String(after?.label ?? tool)}”`, more: changes(before, after) }
    case 'connection_removed':
      return { text: `removed the connection to ${tool}`, more: [] }
    case 'ask':
      return {
        text: `asked to ${String(after?.asked)} it`,
        more: typeof after?.reason === 'string' ? [after.reason] : [],
      }
    case 'unask':
      return { text: 'took the request back', more: [] }
    case 'clients':
      return { text: 'changed for whom it works', more: [] }
    case 'answer':
      return { text: 'answered the questions', more: [] }
    case 'begin':
      return { text: 'began to set it up', more: [] }
    case 'order_undone':
      return { text: 'undid its order', more: [] }
    default:
      return { text: action.replaceAll('_', ' '), more: [] }
  }
}
