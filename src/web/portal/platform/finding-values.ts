import { showCents } from '../../ui/money-text.ts'

/**
 * Values of a finding with their names, "amount $12.00, currency usd"; empty where there are none. `money`: numbers are
 * cents, as they are in findings about payments and refunds.
 */
export const findingValues = (values: Record<string, unknown>, money: boolean): string =>
  Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => {
      const said = typeof value === 'object' ? JSON.stringify(value) : String(value)
      return `${name} ${money && typeof value === 'number' ? showCents(value) : said}`
    })
    .join(', ')
