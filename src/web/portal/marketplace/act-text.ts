import { showCents } from '../../ui/money-text.ts'
import { type Act, type PriceModel, priceLabels, type Status, statusLooks } from './model.ts'

const names: Record<string, string> = {
  name: 'name',
  promise: 'promise',
  category: 'category',
  audience: 'for whom it is',
  integrations: 'tools',
  problem: 'problem',
  steps: 'steps',
  needs: 'what it needs',
  included: 'what is included',
  limits: 'limits',
  setupDays: 'set-up days',
  minutesPerRun: 'minutes per run',
  runsPerMonth: 'runs a month',
  minutesWhy: 'why so many minutes',
  intake: 'questions',
}
const price = (of: Act['after'], key: string) =>
  key === 'priceModel'
    ? priceLabels[of?.priceModel as PriceModel]
    : typeof of?.priceCents === 'number'
      ? showCents(of.priceCents)
      : 'none'
const short = (value: unknown) => typeof value === 'number' || (typeof value === 'string' && value.length <= 120)

/** An act in words, after the name of who did it; `more` says from what to what, a line each. */
export function actText({ action, before, after }: Act): { text: string; more: string[] } {
  switch (action) {
    case 'create':
      return { text: after?.copyOf ? `made it as a copy of ${String(after.copyOf)}` : 'added it', more: [] }
    case 'status':
      return {
        text:
          after?.status === 'published'
            ? 'published it'
            : `set it from ${statusLooks[before?.status as Status]?.label.toLowerCase()} to ${statusLooks[after?.status as Status]?.label.toLowerCase()}`,
        more: [],
      }
    case 'move':
      return { text: `moved it from place ${String(before?.place)} to ${String(after?.place)}`, more: [] }
    case 'edit': {
      const keys = Object.keys(after ?? {})
      const prices = keys.filter((k) => k === 'priceModel' || k === 'priceCents')
      const words = [...(prices.length > 0 ? ['price'] : []), ...keys.flatMap((k) => (names[k] ? [names[k]] : []))]
      return {
        text: `changed ${words.join(', ') || 'it'}`,
        more: [
          ...prices.map(
            (k) => `${k === 'priceModel' ? 'Price model' : 'Price'}: ${price(before, k)} → ${price(after, k)}`,
          ),
          ...keys.flatMap((k) =>
            names[k] && short(before?.[k]) && short(after?.[k])
              ? [`${names[k][0]?.toUpperCase()}${names[k].slice(1)}: ${String(before?.[k])} → ${String(after?.[k])}`]
              : [],
          ),
        ],
      }
    }
    default:
      return { text: 'changed it', more: [] }
  }
}
