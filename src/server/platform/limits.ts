import { hash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Log } from './log.ts'
import { pool } from './pool.ts'

/** Refused for now; `retryAfter` is in seconds. */
export class TooMany extends Error {
  override name = 'TooMany'
  readonly retryAfter: number
  constructor(retryAfter: number) {
    super('Too many attempts.')
    this.retryAfter = Math.max(1, Math.ceil(retryAfter))
  }
}

/** Wrong passwords that one account takes from one address in a window of this many seconds. */
export const WRONG_PER_ACCOUNT_AND_ADDRESS = 10
const WRONG_PER_ADDRESS = 100
const WRONG_PER_ACCOUNT = 300
const WINDOW = 15 * 60
/** Public forms that one address sends in an hour. */
const FORMS_PER_ADDRESS = 20
/** Wrong second factors that one account takes in an hour from wherever; proofs within a session are counted apart. */
const WRONG_CODES_PER_ACCOUNT = 30
/** Mails of one kind that others can make us send to one address in an hour. */
const MAILS_PER_RECIPIENT = 5
/** Changes of address that one user may ask for in an hour. */
const MAILS_PER_USER = 5
/**
 * Mails about one company's things to people without an account, in an hour: the company chooses them and what they
 * read, and must not use us to write to everybody.
 */
const MAILS_OUTWARD = 500
/** Attempts from one address that run side by side, so that a thousand at once cannot overrun what is counted after each. */
const AT_ONCE_PER_ADDRESS = 20
/** Attempts on one account from one address that run side by side. */
const AT_ONCE = 5
/** Searches of one user that run side by side, and wait: one who types fast, or a program, must not take all connections. */
const SEARCHES_AT_ONCE = 2
const SEARCHES_WAITING = 20
/** Calls in ten seconds, per signed-in user and, for those without a sign-in, per address. */
const CALLS_PER_USER = 2_000
const CALLS_PER_ADDRESS = 1_000
/** Runs of automations in ten seconds, per API key or user. */
const RUNS_PER_SENDER = 5_000

/** An IPv6 network of 64 bits is one customer: its addresses count as one. */
function network(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const filled =
    tail === undefined ? groups : [...groups, ...Array(Math.max(0, 8 - groups.length - rest.length)).fill('0'), ...rest]
  return filled
    .slice(0, 4)
    .map((g) => Number.parseInt(g, 16).toString(16))
    .join(':')
}
/** More than the limit is no error here: it is what is being counted. */
const onlyRefusal = (e: unknown) => {
  if (!(e instanceof RateLimiterRes)) throw e
}
/** Keys are stored in a short column: an account's address can be longer. */
const short = (key: string) => hash('sha256', key, 'base64url')

const secondsLeft = (r: unknown) => (r instanceof RateLimiterRes ? r.msBeforeNext / 1000 : 1)

/**
 * Counters against guessing and flooding. Wrong passwords are counted in the database, for all processes:
 * most strictly per account and address together, so that somebody who guesses at an account shuts out
 * the own address and not the account's owner. Plain calls are counted in each process.
 */
export function limits(ownerUrl: string, log: Log) {
  const connections = pool({ connectionString: ownerUrl, max: 2 }, log)
  const stored = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: connections,
      schemaName: 'auth',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    })
  const pair = stored('pair', WRONG_PER_ACCOUNT_AND_ADDRESS, WINDOW)
  const perNetwork = stored('address', WRONG_PER_ADDRESS, WINDOW)
  const account = stored('account', WRONG_PER_ACCOUNT, 60 * 60)
  const codes = stored('code', WRONG_CODES_PER_ACCOUNT, 60 * 60)
  const mails = stored('mail', MAILS_PER_RECIPIENT, 60 * 60)
  const asked = stored('asked', MAILS_PER_USER, 60 * 60)
  const outward = stored('outward', MAILS_OUTWARD, 60 * 60)
  const forms = stored('form', FORMS_PER_ADDRESS, 60 * 60)
  const perUser = new RateLimiterMemory({ points: CALLS_PER_USER, duration: 10 })
  const perAddress = new RateLimiterMemory({ points: CALLS_PER_ADDRESS, duration: 10 })
  const perSender = new RateLimiterMemory({ points: RUNS_PER_SENDER, duration: 10 })

  // Attempts under way per account and address: never more than there are guesses left, so that a hundred
  // guesses sent at once count like a hundred sent one by one, while right passwords all get through.
  type Lane = { inside: number; running: number; left: number; waiting: (() => void)[] }
  const lanes = new Map<string, Lane>()
  async function enter(key: string): Promise<() => void> {
    const lane = lanes.get(key) ?? { inside: 0, running: 0, left: 0, waiting: [] }
    lanes.set(key, lane)
    // A lane lasts as long as anybody is in it, also one who was woken and looks again: never two lanes for one key.
    lane.inside++
    const out = () => {
      if (--lane.inside === 0) lanes.delete(key)
    }
    try {
      await turn(lane, key)
    } catch (e) {
      out()
      throw e
    }
    return () => {
      lane.running--
      lane.left++
      for (const go of lane.waiting.splice(0)) go()
      out()
    }
  }

  /** Waits until one more may run, and counts it as running; throws TooMany when no guess is left. */
  async function turn(lane: Lane, key: string): Promise<void> {
    if (lane.waiting.length >= 500) throw new TooMany(1)
    for (;;) {
      const seen = lane.left
      const now = await pair.get(key)
      const guesses = now && now.msBeforeNext > 0 ? now.remainingPoints : WRONG_PER_ACCOUNT_AND_ADDRESS
      if (guesses <= 0) throw new TooMany((now?.msBeforeNext ?? 1000) / 1000)
      // Somebody left while the counter was read: it may be lower by now.
      if (lane.left !== seen) continue
      if (lane.running < Math.min(AT_ONCE, guesses)) {
        // Before anybody else can look.
        lane.running++
        return
      }
      await new Promise<void>((go) => lane.waiting.push(go))
    }
  }

  // A gate for each key: so many at once, the others wait in line, as long as that is no longer than this.
  const gatesOf = (atOnce: number, line: number) => {
    const inside = new Map<string, { running: number; waiting: (() => void)[] }>()
    return {
      async enter(key: string): Promise<() => void> {
        const gate = inside.get(key) ?? { running: 0, waiting: [] }
        inside.set(key, gate)
        if (gate.waiting.length >= line) throw new TooMany(1)
        if (gate.running < atOnce) gate.running++
        // Whoever leaves hands the place on.
        else await new Promise<void>((go) => gate.waiting.push(go))
        return () => {
          const next = gate.waiting.shift()
          if (next) next()
          else if (--gate.running === 0) inside.delete(key)
        }
      },
    }
  }
  const gates = gatesOf(AT_ONCE_PER_ADDRESS, 2_000)
  const searches = gatesOf(SEARCHES_AT_ONCE, SEARCHES_WAITING)

  return {
    /**
     * Runs one attempt to sign in and counts it if it answers false. Throws TooMany when this address, or this
     * account, has had too many wrong ones; of the account's only where the browser was never in it (`known`).
     */
    async attempt<T>(
      email: string,
      address: string,
      run: () => Promise<T | false>,
      { known = false } = {},
    ): Promise<T | false> {
      const from = network(address)
      const both = short(`${email} ${from}`)
      const keys = [
        [pair, both],
        [perNetwork, from],
        [account, short(email)],
      ] as const
      const leave = await enter(both)
      const off = await gates.enter(from).catch((e) => {
        leave()
        throw e
      })
      try {
        // A browser that has been in this account before is not shut out by strangers who guess from everywhere.
        for (const [limiter, key] of known ? [keys[1]] : keys.slice(1)) {
          const now = await limiter.get(key)
          if (now && now.remainingPoints <= 0 && now.msBeforeNext > 0) throw new TooMany(now.msBeforeNext / 1000)
        }
        const result = await run()
        if (result === false) await Promise.all(keys.map(([limiter, key]) => limiter.consume(key).catch(onlyRefusal)))
        return result
      } finally {
        off()
        leave()
      }
    },
    /**
     * Runs one attempt at a second factor, or at proving again who one is, counted before it runs and given back when
     * it was right. Throws TooMany when the account has had too many wrong ones.
     */
    async code<T>(userId: string, kind: 'sign-in' | 'proof', run: () => Promise<T | false>): Promise<T | false> {
      const key = `${kind} ${userId}`
      try {
        await codes.consume(key)
      } catch (e) {
        throw e instanceof RateLimiterRes ? new TooMany(secondsLeft(e)) : e
      }
      const result = await run()
      if (result !== false) await codes.reward(key)
      return result
    },
    /** Whether one more mail of this kind may go to this address because somebody else asked for it. */
    async mail(kind: string, to: string): Promise<boolean> {
      try {
        await mails.consume(short(`${kind} ${to.toLowerCase()}`))
        return true
      } catch (e) {
        if (e instanceof RateLimiterRes) return false
        throw e
      }
    },
    /** Whether so many more mails may go out for a company to people without an account. */
    async outward(companyId: string, mails: number): Promise<boolean> {
      try {
        await outward.consume(companyId, mails)
        return true
      } catch (e) {
        onlyRefusal(e)
        return false
      }
    },
    /** Counts one wish of a user that sends mail to an address of their choice. Throws TooMany. */
    async wish(userId: string): Promise<void> {
      try {
        await asked.consume(userId)
      } catch (e) {
        throw e instanceof RateLimiterRes ? new TooMany(secondsLeft(e)) : e
      }
    },
    /** Counts one public form of an address. Throws TooMany. */
    async form(from: string): Promise<void> {
      try {
        await forms.consume(network(from))
      } catch (e) {
        throw e instanceof RateLimiterRes ? new TooMany(secondsLeft(e)) : e
      }
    },
    /** Runs one search of a user in its turn. Throws TooMany when too many of the user's wait already. */
    async search<T>(userId: string, run: () => Promise<T>): Promise<T> {
      const leave = await searches.enter(userId)
      try {
        return await run()
      } finally {
        leave()
      }
    },
    /** Counts one call of a signed-in user, or of an address without a sign-in. Throws TooMany. */
    async call(who: { userId: string } | { address: string }): Promise<void> {
      try {
        await ('userId' in who ? perUser.consume(who.userId) : perAddress.consume(network(who.address)))
      } catch (e) {
        throw new TooMany(secondsLeft(e))
      }
    },
    /** Counts so many runs that an API key, or a user, sends. Throws TooMany. */
    async runs(sender: string, runs: number): Promise<void> {
      try {
        await perSender.consume(sender, runs)
      } catch (e) {
        throw new TooMany(secondsLeft(e))
      }
    },
    close: () => connections.end(),
  }
}
export type Limits = ReturnType<typeof limits>
