// Caches the UTC offsets of a time zone, so that lookups after the first one in a range of years are fast.
import { Temporal } from 'temporal-polyfill'

/** Milliseconds in a day without a clock change. */
export const DAY_MS = 86_400_000
/** More than the offset of any current zone from UTC. */
const FURTHEST_MS = 15 * 3_600_000
/** Offsets are loaded for about ten years before and after the time that is requested. */
const LOT_MS = 10 * 366 * DAY_MS

type Step = { from: number; offset: number }

/** Converts between instants and the local time of one zone. */
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

  /** Returns the spans of constant offset that overlap a span of time. */
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

  /** Returns the local time, as milliseconds since the beginning of 1970 there. */
  wallClock(instant: number): number {
    return instant + (this.#touching(instant, instant + 1)[0] as { offset: number }).offset
  }

  /**
   * Returns the instants at which the local time is between `from` and `to`: none in a gap, two spans where clocks go
   * back.
   */
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
