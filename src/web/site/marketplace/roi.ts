import { USUAL_RATE_CENTS } from '../../../contract/rates.ts'

/** What a visitor says about the own work. */
export type Numbers = { minutes: number; runs: number; rate: number }
/** What is computed from it; money in cents a month. */
export type Estimate = { hours: number; worth: number; left: number | undefined; monthsToEarn: number | undefined }
export type Price = { model: 'one_time' | 'monthly' | 'quote'; cents: number | null }

/** What each number may be. */
export const BOUNDS: Record<keyof Numbers, { min: number; max: number }> = {
  minutes: { min: 1, max: 480 },
  runs: { min: 1, max: 100_000 },
  rate: { min: 1, max: 1_000 },
}
/** Dollars an hour that stand in the form before somebody writes the own figure. */
export const USUAL_RATE = USUAL_RATE_CENTS / 100

/** The number if it is one within its bounds. */
export function numberIn(name: keyof Numbers, text: string | null | undefined): number | undefined {
  const { min, max } = BOUNDS[name]
  const typed = text?.trim().replace(/^\$/, '').replace(/,/g, '') ?? ''
  const value = /^\d{1,7}(\.\d{1,2})?$/.test(typed) ? Number(typed) : Number.NaN
  return value >= min && value <= max ? value : undefined
}

/** Hours of hand work a month, what they cost, and how that stands to the price. */
export function estimate({ minutes, runs, rate }: Numbers, { model, cents }: Price): Estimate {
  const hours = (minutes * runs) / 60
  const worth = Math.round(hours * rate * 100)
  return {
    hours,
    worth,
    left: model === 'monthly' && cents !== null ? worth - cents : undefined,
    monthsToEarn: model === 'one_time' && cents !== null ? cents / worth : undefined,
  }
}

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const TENTHS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const HUNDREDTHS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const dollars = (cents: number) => DOLLARS.format(Math.abs(cents) / 100)
const round = (n: number) => (n < 10 ? TENTHS : WHOLE).format(n)
/** As exact as the sum beside it, where that can be checked in the head. */
const inHours = (n: number) => (n < 100 ? HUNDREDTHS : WHOLE).format(n)

/** The estimate in words: figures by their names, and the sentence that compares them with the price. */
export function estimateInWords(numbers: Numbers, price: Price): Record<'hours' | 'worth' | 'verdict', string> {
  const { hours, worth, left, monthsToEarn } = estimate(numbers, price)
  const verdict =
    left !== undefined
      ? left >= 0
        ? `Saves ${dollars(left)} a month more than it costs.`
        : `Costs ${dollars(left)} a month more than it saves: time alone does not pay for it here.`
      : monthsToEarn !== undefined
        ? monthsToEarn <= 36
          ? `Earns its price in ${monthsToEarn < 1 ? 'less than a month' : `about ${round(monthsToEarn)} ${round(monthsToEarn) === '1' ? 'month' : 'months'}`}.`
          : 'Takes more than three years to earn its price: time alone does not pay for it here.'
        : 'Compare it with the price that we quote.'
  return { hours: `${inHours(hours)} ${inHours(hours) === '1' ? 'hour' : 'hours'}`, worth: dollars(worth), verdict }
}
