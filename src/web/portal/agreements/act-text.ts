import { formatDateRange } from '../../../contract/plain/date-ranges.ts'
import { formatDay } from '../../../contract/plain/dates.ts'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { formatCents } from '../../ui/text/money-text.ts'
import type { Act } from './model.ts'

const names: Record<string, string> = {
  name: 'name',
  type: 'type',
  startsOn: 'start date',
  endsOn: 'end date',
  renewal: 'renewal',
  renewalMonths: 'renewal',
  noticeDays: 'notice period',
  hourlyRateCents: 'hourly rate',
  overage: 'overage terms',
  overagePercent: 'overage terms',
  roundingIncrement: 'rounding',
  roundingMinimum: 'rounding',
  roundingPer: 'rounding',
  multipliers: 'after-hours rate',
  coversTime: 'whether the price covers time',
  slaPolicyId: 'SLA policy',
  slaName: 'SLA policy',
  paymentDays: 'payment terms',
  minutes: 'hours',
  priceCents: 'price',
  billingPoint: 'invoice timing',
  validMonths: 'how long hours are valid',
  monthlyMinutes: 'monthly hours',
  monthlyPriceCents: 'monthly price',
  rollover: 'unused hours',
  rolloverCap: 'unused hours',
  text: 'text',
}

/** Describes a change to an agreement, as a phrase that follows the name of the person who made it. */
export function describeAgreementChange({ action, before, after }: Act): { text: string; more?: string } {
  const of = (from: Act['after'], key: string) => from?.[key]
  const revision = of(after, 'revision') ?? of(before, 'revision')
  const text = (key: string) => String(of(after, key) ?? '')
  switch (action) {
    case 'created':
      return { text: 'created the agreement' }
    case 'edited': {
      const changed = [...new Set(Object.keys(after ?? {}).map((key) => names[key] ?? key))]
      return { text: changed.length > 0 ? `changed ${changed.join(', ')}` : 'changed the agreement' }
    }
    case 'sent':
      return { text: `sent revision ${revision}`, more: text('summary') }
    case 'opened':
      return { text: `opened revision ${revision} for the first time` }
    case 'returned':
      return { text: `requested changes to revision ${revision}`, more: text('comment') }
    case 'revised':
      return { text: `started revision ${revision}` }
    case 'amended':
      return { text: `started an amendment, revision ${revision}` }
    case 'discarded':
      return { text: `discarded revision ${revision}` }
    case 'withdrawn':
      return { text: `recalled revision ${revision}` }
    case 'signed':
      return { text: `signed revision ${revision} as “${text('name')}”` }
    case 'activated':
      return { text: 'activated the agreement' }
    case 'cancelled':
      return of(after, 'endsOn')
        ? { text: `canceled the agreement effective ${formatDay(text('endsOn'))}` }
        : { text: 'canceled the agreement' }
    case 'renewed':
      return { text: `renewed the agreement through ${formatDay(text('endsOn'))}` }
    case 'expired':
      return {
        text:
          // Entries of earlier versions have the British spelling.
          /^cancell?ed$/.test(String(of(after, 'status')))
            ? 'ended the agreement after its last day'
            : 'ended the agreement at the end of its term',
      }
    case 'ending':
      return { text: 'notified both sides that the term ends soon' }
    case 'completion_billed':
      return { text: `invoiced ${formatCents(Number(of(after, 'cents') ?? 0))} because the work is done` }
    case 'month': {
      const minutes = Number(of(after, 'minutes') ?? 0)
      const cents = Number(of(after, 'cents') ?? 0)
      const what = minutes > 0 ? `granted ${formatMinutes(minutes)} and invoiced` : 'invoiced'
      return {
        text: `${what} ${formatCents(cents)} for ${formatDateRange(text('from'), text('to'))}`,
      }
    }
    default:
      return { text: action.replaceAll('_', ' ') }
  }
}
