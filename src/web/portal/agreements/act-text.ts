import { showMinutes } from '../../ui/minutes-text.ts'
import { showCents } from '../../ui/money-text.ts'
import { type Act, dayText } from './model.ts'

const names: Record<string, string> = {
  name: 'name',
  type: 'type',
  startsOn: 'first day',
  endsOn: 'last day',
  renewal: 'renewal',
  renewalMonths: 'renewal',
  noticeDays: 'notice',
  hourlyRateCents: 'hourly rate',
  overage: 'what happens without hours',
  overagePercent: 'what happens without hours',
  roundingIncrement: 'rounding',
  roundingMinimum: 'rounding',
  roundingPer: 'rounding',
  multipliers: 'after hours',
  coversTime: 'whether time is covered',
  slaPolicyId: 'service level',
  slaName: 'service level',
  paymentDays: 'payment',
  minutes: 'hours',
  priceCents: 'price',
  billingPoint: 'when it is invoiced',
  validMonths: 'how long hours are valid',
  monthlyMinutes: 'monthly hours',
  monthlyPriceCents: 'monthly price',
  rollover: 'unused hours',
  rolloverCap: 'unused hours',
  text: 'text',
}

/** An act in words, after the name of who did it. */
export function actText({ action, before, after }: Act): { text: string; more?: string } {
  const of = (from: Act['after'], key: string) => from?.[key]
  const revision = of(after, 'revision') ?? of(before, 'revision')
  const text = (key: string) => String(of(after, key) ?? '')
  switch (action) {
    case 'created':
      return { text: 'wrote it' }
    case 'edited': {
      const changed = [...new Set(Object.keys(after ?? {}).map((key) => names[key] ?? key))]
      return { text: changed.length > 0 ? `changed ${changed.join(', ')}` : 'changed it' }
    }
    case 'sent':
      return { text: `sent revision ${revision}`, more: text('summary') }
    case 'opened':
      return { text: `opened revision ${revision} for the first time` }
    case 'returned':
      return { text: `asked for changes of revision ${revision}`, more: text('comment') }
    case 'revised':
      return { text: `began revision ${revision}` }
    case 'amended':
      return { text: `began an amendment, revision ${revision}` }
    case 'discarded':
      return { text: `threw away revision ${revision}` }
    case 'withdrawn':
      return { text: `took back revision ${revision}` }
    case 'signed':
      return { text: `signed revision ${revision} as “${text('name')}”` }
    case 'activated':
      return { text: 'put it in force' }
    case 'cancelled':
      return of(after, 'endsOn') ? { text: `cancelled it with ${dayText(text('endsOn'))}` } : { text: 'cancelled it' }
    case 'renewed':
      return { text: `renewed it through ${dayText(text('endsOn'))}` }
    case 'expired':
      return {
        text: of(after, 'status') === 'cancelled' ? 'ended it after its last day' : 'ended it: its time was over',
      }
    case 'ending':
      return { text: 'told both sides that its end comes near' }
    case 'completion_billed':
      return { text: `billed ${showCents(Number(of(after, 'cents') ?? 0))} because the work is done` }
    case 'month': {
      const minutes = Number(of(after, 'minutes') ?? 0)
      const cents = Number(of(after, 'cents') ?? 0)
      const what = minutes > 0 ? `granted ${showMinutes(minutes)} and billed` : 'billed'
      return { text: `${what} ${showCents(cents)} for ${dayText(text('from'))} to ${dayText(text('to'))}` }
    }
    default:
      return { text: action.replaceAll('_', ' ') }
  }
}
