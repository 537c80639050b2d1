import { formatMinutes } from '../../../../contract/plain/durations.ts'
import { formatCents } from '../../../ui/text/money-text.ts'

const asWords = (value: unknown) => String(value).replaceAll('_', ' ')
const toWord = (letter: string) => ` ${letter === '_' ? '' : letter.toLowerCase()}`
const asText = (value: unknown) => String(value)
const asCount = (value: unknown) => Number(value).toLocaleString('en-US')
const asMinutes = (value: unknown) => formatMinutes(Number(value))
const asSeconds = (value: unknown) => {
  const minutes = Math.floor(Number(value) / 60)
  const rest = `${Number(value) % 60} s`
  return minutes === 0 ? rest : `${formatMinutes(minutes)} ${rest}`
}
/** A refund has an amount where it was expected, and a status where it was found. */
const asMoney = (value: unknown) => (typeof value === 'number' ? formatCents(value) : asWords(value))

type Shown = { label: string; format: (value: unknown) => string }

/** The values that the server saves with discrepancies, by key. */
const VALUES: Record<string, Shown> = {
  // Hours
  ledger: { label: 'sum of the ledger', format: asMinutes },
  blocks: { label: 'sum of the blocks', format: asMinutes },
  below: { label: 'below zero', format: asMinutes },
  lastLine: { label: 'balance after the last ledger entry', format: asMinutes },
  balance: { label: 'balance', format: asMinutes },
  line: { label: 'ledger entry', format: asText },
  balanceAfter: { label: 'balance after it', format: asMinutes },
  remaining: { label: 'remaining', format: asMinutes },
  expired: { label: 'expired', format: asMinutes },
  state: { label: 'status', format: asWords },
  charged: { label: 'logged', format: asMinutes },
  // Reports and runs
  opened: { label: 'opened', format: asCount },
  resolved: { label: 'resolved', format: asCount },
  assigned: { label: 'resolved with an assignee', format: asCount },
  answered: { label: 'first responses', format: asCount },
  drawn: { label: 'hours used', format: asMinutes },
  succeeded: { label: 'succeeded', format: asCount },
  failed: { label: 'failed', format: asCount },
  skipped: { label: 'skipped', format: asCount },
  minutes: { label: 'time saved', format: asMinutes },
  minutesSaved: { label: 'time saved', format: asMinutes },
  seconds: { label: 'run time', format: asSeconds },
  // Payments
  payment: { label: 'payment', format: asText },
  session: { label: 'checkout', format: asText },
  invoice: { label: 'invoice ID', format: asText },
  dispute: { label: 'dispute', format: asText },
  status: { label: 'status', format: asWords },
  reason: { label: 'reason', format: asWords },
  amount: { label: 'amount', format: asMoney },
  refunded: { label: 'refunded', format: asMoney },
  refund: { label: 'refund', format: asMoney },
  currency: { label: 'currency', format: (value) => String(value).toUpperCase() },
  // Jobs
  job: { label: 'job', format: asText },
  about: { label: 'with', format: asText },
  starts: { label: 'starts', format: asCount },
  outcome: { label: 'outcome', format: asText },
}

/**
 * Formats the values of a discrepancy with their labels: "amount $12.00, currency USD". Skips missing values and
 * objects. A key without a label is shown in words. Empty if there are none.
 */
export const listFindingValues = (values: Record<string, unknown>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined && typeof value !== 'object')
    .map(([key, value]) => {
      const { label, format } = VALUES[key] ?? { label: key.replace(/[A-Z_]/g, toWord), format: asText }
      return `${label} ${format(value)}`
    })
    .join(', ')
