// The offsets of a time zone from UTC, as steps in time. Pure, and quick after the first question about a span of years.
import { Temporal } from 'temporal-polyfill'

/** Milliseconds of a day without a change of clocks. */
export const DAY_MS = 86_400_000
/** No zone is further from UTC than this. */
const FURTHEST_MS = 15 * 3_600_000
/** Years are learnt in lots. */
const LOT_MS = 10 * 366 * DAY_MS

type Step = { from: number; offset: number }

/** One time zone: what its clocks show. */
export class Zone {
  readonly #name: string
  #steps: Step[] = []
  #from = Number.POSITIVE_INFINITY
  #to = Number.NEGATIVE_INFINITY

  constructor(name: string) {
    this.#name = name
  }

  #learn(from: number, to: number) {
    if (from >= this.#from && to <= this.#to) return
    this.#from = Math.min(from - LOT_MS, this.#from)
    this.#to = Math.max(to + LOT_MS, this.#to)
    let at = Temporal.Instant.fromEpochMilliseconds(this.#from).toZonedDateTimeISO(this.#name)
    this.#steps = [{ from: Number.NEGATIVE_INFINITY, offset: at.offsetNanoseconds / 1e6 }]
    for (;;) {
      const next = at.getTimeZoneTransition('next')
      if (!next || next.epochMilliseconds > this.#to) return
      this.#steps.push({ from: next.epochMilliseconds, offset: next.offsetNanoseconds / 1e6 })
      at = next
    }
  }

  /** The spans of constant offset that touch a span of time. */
  #touching(from: number, to: number): { from: number; to: number; offset: number }[] {
    this.#learn(from, to)
    const steps = this.#steps
    let low = 0
    let high = steps.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((steps[middle] as Step).from <= from) low = middle
      else high = middle - 1
    }
    const out = []
    for (let i = low; i < steps.length && (steps[i] as Step).from < to; i++) {
      const { from: begins, offset } = steps[i] as Step
      out.push({ from: begins, to: steps[i + 1]?.from ?? Number.POSITIVE_INFINITY, offset })
    }
    return out
  }

  /** What clocks show, as milliseconds since the beginning of 1970 there. */
  wallClock(instant: number): number {
    return instant + (this.#touching(instant, instant + 1)[0] as { offset: number }).offset
  }

  /** The instants at which clocks show a time from `from` up to `to`: none in a gap, twice as many where clocks go back. */
  instants(from: number, to: number): [number, number][] {
    const out: [number, number][] = []
    for (const step of this.#touching(from - FURTHEST_MS, to + FURTHEST_MS)) {
      const begin = Math.max(from - step.offset, step.from)
      const end = Math.min(to - step.offset, step.to)
      if (begin < end) out.push([begin, end])
    }
    return out
  }
}
