import { formatCentsShort } from '../../../contract/plain/money.ts'
import { USUAL_RATE_CENTS } from '../../../contract/plain/rates.ts'

/** The numbers that a visitor enters. */
export type Numbers = { minutes: number; runs: number; rate: number }
/**
 * The result of the estimate: the hours of manual work per month, their cost in cents per month, what is left of that
 * after a monthly price, and the months after which a one-time price has paid for itself.
 */
export type Estimate = { hours: number; worth: number; left: number | undefined; monthsToEarn: number | undefined }
export type Price = { model: 'one_time' | 'monthly' | 'quote'; cents: number | null }

/** The allowed range of each number. */
export const BOUNDS: Record<keyof Numbers, { min: number; max: number }> = {
  minutes: { min: 1, max: 480 },
  runs: { min: 1, max: 100_000 },
  rate: { min: 1, max: 1_000 },
}
/** The default hourly rate of the form, in dollars. */
export const USUAL_RATE = USUAL_RATE_CENTS / 100

/** Parses a number. Returns undefined if it is not a number within its bounds. */
export function parseNumber(name: keyof Numbers, text: string | null | undefined): number | undefined {
  const { min, max } = BOUNDS[name]
  const typed = text?.trim().replace(/^\$/, '').replace(/,/g, '') ?? ''
  const value = /^\d{1,7}(\.\d{1,2})?$/.test(typed) ? Number(typed) : Number.NaN
  return value >= min && value <= max ? value : undefined
}

/** Returns the hours of manual work per month, their cost, and how it compares with the price. */
export function estimateRoi({ minutes, runs, rate }: Numbers, { model, cents }: Price): Estimate {
  const hours = (minutes * runs) / 60
  const worth = Math.round(hours * rate * 100)
  return {
    hours,
    worth,
    left: model === 'monthly' && cents !== null ? worth - cents : undefined,
    monthsToEarn: model === 'one_time' && cents !== null ? cents / worth : undefined,
  }
}

const TENTHS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const HUNDREDTHS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
/** An estimate is not exact to the cent. */
const dollars = (cents: number) => formatCentsShort(Math.round(Math.abs(cents) / 100) * 100)
const round = (n: number) => (n < 10 ? TENTHS : WHOLE).format(n)
/** Shows small numbers of hours exactly enough for the reader to check the amount beside them. */
const inHours = (n: number) => (n < 100 ? HUNDREDTHS : WHOLE).format(n)

/** Returns the estimate as text: the figures by name, and a sentence that compares them with the price. */
export function estimateInWords(numbers: Numbers, price: Price): Record<'hours' | 'worth' | 'verdict', string> {
  const { hours, worth, left, monthsToEarn } = estimateRoi(numbers, price)
  const verdict =
    left !== undefined
      ? left >= 0
        ? `Saves ${dollars(left)} a month more than it costs.`
        : `Costs ${dollars(left)} a month more than it saves. Saved time alone does not cover the price.`
      : monthsToEarn !== undefined
        ? monthsToEarn <= 36
          ? `Pays for itself in ${monthsToEarn < 1 ? 'less than a month' : `about ${round(monthsToEarn)} ${round(monthsToEarn) === '1' ? 'month' : 'months'}`}.`
          : 'Saved time alone takes more than three years to cover the price.'
        : 'Compare this with the price we quote you.'
  return { hours: `${inHours(hours)} ${inHours(hours) === '1' ? 'hour' : 'hours'}`, worth: dollars(worth), verdict }
}
