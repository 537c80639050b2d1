// A reference model of the hours ledger for tests: a list of blocks and the minutes that each entry draws from them,
// without ledger lines, locks or money. Days are numbers.
export type Policy = { overage: 'stop' | 'bill' | 'percent'; percent: number }
type State = 'pending' | 'active' | 'expired' | 'void'
type ModelBlock = {
  n: number
  state: State
  granted: number
  remaining: number
  expired: number
  /** Last day, or null if it does not expire. */
  expires: number | null
  usable: boolean
}
type Held = { block: number | null; minutes: number }
type ModelEntry = { worked: number; held: Held[]; overage: number; belowSince: number | null }

/** The error of a deduction or charge that the hours do not cover. `missing` is in minutes. */
export class Refused extends Error {
  readonly missing: number
  constructor(missing: number) {
    super('refused')
    this.missing = missing
  }
}

const sum = (all: Iterable<number>) => [...all].reduce((a, b) => a + b, 0)

/** The model of one company's hours. Its methods do what the operations of the ledger do. */
export class Model {
  today = 0
  blocks: ModelBlock[] = []
  entries: ModelEntry[]
  base = 0
  episode = 0
  alerted = 0
  told = 0
  #belows = 0
  constructor(entries: number) {
    this.entries = Array.from({ length: entries }, () => ({ worked: 0, held: [], overage: 0, belowSince: null }))
  }

  copy(): Model {
    const copy = new Model(0)
    const { blocks, entries, today, base, episode, alerted, told } = this
    Object.assign(copy, structuredClone({ blocks, entries, today, base, episode, alerted, told }))
    copy.#belows = this.#belows
    return copy
  }

  get below(): number {
    return sum(this.entries.map((e) => sum(e.held.filter((h) => h.block === null).map((h) => h.minutes))))
  }
  get balance(): number {
    return sum(this.blocks.map((b) => b.remaining)) - this.below
  }
  /** Returns the minutes that entries hold from a block. */
  heldOf(n: number): number {
    return sum(this.entries.flatMap((e) => e.held.filter((h) => h.block === n).map((h) => h.minutes)))
  }

  /** Minutes left, plus the minutes that work has drawn from blocks that still have hours. */
  get #usable(): number {
    const open = this.blocks.filter((b) => b.state === 'active' && b.remaining > 0)
    return this.balance <= 0 ? 0 : this.balance + sum(open.map((b) => this.heldOf(b.n)))
  }
  #startEpisode() {
    this.episode++
    this.base = this.#usable
    this.alerted = 0
  }
  #checkAlert() {
    const left = this.balance
    if (this.base === 0 && left > 0) return
    const alert = left * 20 <= this.base ? 95 : left * 5 <= this.base ? 80 : 0
    if (alert > this.alerted) {
      this.alerted = alert
      this.told++
    }
  }

  grant(granted: number, expires: number | null, active: boolean) {
    const n = this.blocks.length
    this.blocks.push({ n, state: 'pending', granted, remaining: 0, expired: 0, expires, usable: false })
    if (active) this.activate(n)
  }
  activate(n: number): boolean {
    const b = this.blocks[n] as ModelBlock
    if (b.usable) return false
    Object.assign(b, { state: 'active', usable: true, remaining: b.granted })
    this.#settle()
    this.#startEpisode()
    return true
  }
  void(n: number): number {
    const b = this.blocks[n] as ModelBlock
    if (b.state !== 'pending' && b.state !== 'active') return 0
    b.state = 'void'
    return this.#take(b, b.remaining)
  }
  takeBack(n: number, minutes: number): number {
    const b = this.blocks[n] as ModelBlock
    return b.state === 'active' ? this.#take(b, Math.min(minutes, b.remaining)) : 0
  }
  #take(b: ModelBlock, minutes: number): number {
    b.remaining -= minutes
    this.base = Math.max(0, this.base - minutes)
    return minutes
  }
  #inOrder(usable: (b: ModelBlock) => boolean): ModelBlock[] {
    const end = (b: ModelBlock) => b.expires ?? Number.POSITIVE_INFINITY
    return this.blocks.filter(usable).toSorted((a, b) => (end(a) === end(b) ? a.n - b.n : end(a) < end(b) ? -1 : 1))
  }
  deduct(minutes: number, n: number | null) {
    const from = this.#inOrder((b) => b.state === 'active' && (n === null || b.n === n))
    if (sum(from.map((b) => b.remaining)) < minutes) throw new Refused(minutes)
    let rest = minutes
    for (const b of from) {
      const part = Math.min(rest, b.remaining)
      b.remaining -= part
      rest -= part
    }
    this.base = Math.max(0, this.base - minutes)
    this.#checkAlert()
  }
  expire() {
    let lost = 0
    for (const b of this.blocks)
      if (b.state === 'active' && b.expires !== null && b.expires < this.today) {
        lost += b.remaining
        Object.assign(b, { state: 'expired', expired: b.remaining, remaining: 0 })
      }
    this.base = Math.max(0, this.base - lost)
    if (lost > 0) this.#checkAlert()
  }

  /** Draws minutes for work of one day and returns how many no block covers. `spare`: what the entry just gave back. */
  #draw(e: ModelEntry, want: number, spare: Map<number, number>): number {
    let rest = want
    for (const b of this.#inOrder((x) => x.expires === null || x.expires >= e.worked)) {
      const own = spare.get(b.n) ?? 0
      const free = own + (b.state === 'active' ? b.remaining : b.state === 'expired' ? b.expired : 0)
      const part = Math.min(rest, free)
      if (part === 0) continue
      const ofOwn = Math.min(own, part)
      spare.set(b.n, own - ofOwn)
      if (b.state === 'active') b.remaining -= part - ofOwn
      else b.expired -= part - ofOwn
      e.held.push({ block: b.n, minutes: part })
      rest -= part
    }
    return rest
  }
  #settle() {
    const owing = this.entries.filter((e) => e.held.some((h) => h.block === null))
    for (const e of owing.toSorted((a, b) => (a.belowSince as number) - (b.belowSince as number))) {
      const debt = sum(e.held.filter((h) => h.block === null).map((h) => h.minutes))
      e.held = e.held.filter((h) => h.block !== null)
      const rest = this.#draw(e, debt, new Map())
      if (rest > 0) e.held.push({ block: null, minutes: rest })
    }
  }
  charge(i: number, worked: number, want: number, { overage, percent }: Policy) {
    const e = this.entries[i] as ModelEntry
    const before = this.balance
    e.worked = worked
    const fits = e.held.every((h) => {
      const end = h.block === null ? -1 : (this.blocks[h.block] as ModelBlock).expires
      return h.block !== null && (end === null || end >= worked)
    })
    if (e.overage === 0 && fits && sum(e.held.map((h) => h.minutes)) === want) return
    const owed = sum(e.held.filter((h) => h.block === null).map((h) => h.minutes))
    const beyond = e.overage
    const spare = new Map<number, number>()
    for (const { block, minutes } of e.held) {
      if (block === null) continue
      const b = this.blocks[block] as ModelBlock
      if (b.state === 'active') b.remaining += minutes
      else spare.set(block, (spare.get(block) ?? 0) + minutes)
    }
    e.held = []
    e.overage = 0
    const rest = this.#draw(e, want, spare)
    if (rest > 0) {
      const room = overage === 'percent' ? Math.max(0, Math.floor((this.base * percent) / 100) - this.below) : 0
      if (overage === 'bill') e.overage = rest
      else if (rest <= Math.max(room, owed)) {
        e.held.push({ block: null, minutes: rest })
        e.belowSince ??= ++this.#belows
      } else if (rest <= beyond) e.overage = rest
      else throw new Refused(rest - room)
    }
    for (const [n, minutes] of spare) {
      if (minutes === 0) continue
      const b = this.blocks[n] as ModelBlock
      if (b.state === 'expired' || (b.expires !== null && b.expires < this.today)) {
        b.state = 'expired'
        b.expired += minutes
      } else Object.assign(b, { state: 'active', remaining: minutes })
    }
    this.#settle()
    if (this.balance < before) this.#checkAlert()
    else if (this.balance > before) this.base = Math.max(this.base, this.#usable)
  }
}
