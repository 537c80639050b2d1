import { hash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { createPool } from '../database/pool.ts'
import { gatesOf } from '../gates.ts'
import type { Log } from '../observability/log.ts'
import { networkOf } from './networks.ts'
import { TooMany } from './too-many.ts'
import { createUserTurns } from './user-turns.ts'

/** Wrong passwords allowed for one account from one address within `WINDOW`. */
const WRONG_PER_ACCOUNT_AND_ADDRESS = 10
const WRONG_PER_ADDRESS = 100
/**
 * Wrong passwords allowed for one account from all addresses: 100 in any hour (OWASP ASVS). An hour can include parts
 * of two counting windows of an hour, so one window allows half of that. Known browsers and the user's own sessions are
 * counted separately, so that strangers cannot use up their share.
 */
const WRONG_PER_ACCOUNT_BY_STRANGERS = 30
const WRONG_PER_ACCOUNT_BY_KNOWN_BROWSERS = 10
const WRONG_PER_ACCOUNT_BY_SESSIONS = 10
/** In seconds. */
const WINDOW = 15 * 60
/** Forms of one kind that one address may send in an hour. */
const FORMS_PER_ADDRESS = 20
/** Forms that can be sent without signing in. Each kind is counted separately. */
export type PublicForm = 'sign-up' | 'recovery' | 'contact' | 'voice' | 'notice'
/** Pages that answer an email without signing in. Their calls are counted apart from others. */
type OpenPage = 'unsubscribe' | 'consent'
/**
 * Wrong second factors allowed for one account in an hour from new browsers. Known browsers, and confirmations within a
 * session, are counted separately.
 */
const WRONG_CODES_PER_ACCOUNT = 30
/** Mails of one kind that other people can have us send to one address in an hour. */
const MAILS_PER_RECIPIENT = 5
/** Of these, mails from one network in a day, so that a stranger cannot use up what the recipient asks for. */
const MAILS_PER_RECIPIENT_AND_NETWORK = 4
/** Mails of all kinds per day that strangers can have us send to one address: sign-up, public forms, a new address. */
const UNREQUESTED_PER_RECIPIENT = 5
/** Requests of one user per hour that send mail to an address of their choice, such as a change of email address. */
const MAILS_PER_USER = 5
/**
 * Mails per hour on behalf of one company to people without an account. The company chooses recipients and text, and
 * must not be able to send bulk mail through us.
 */
const MAILS_OUTWARD = 500
/**
 * Mails that one network address may send by SMTP in ten minutes. Mails are read two at a time, so that a flood from
 * one address would delay everyone’s.
 */
const INBOUND_MAILS_PER_ADDRESS = 300
/**
 * Concurrent attempts from one address. Without this, many parallel attempts could pass before the first is counted.
 */
const AT_ONCE_PER_ADDRESS = 20
/** Concurrent attempts on one account from one address. */
const AT_ONCE = 5
/** Waiting checks of one user's password. They run one at a time, because each takes a core for a moment. */
const PASSWORDS_WAITING = 20
/** Calls in ten seconds: per user or API key, and per address without a sign-in or with an API key. */
const CALLS_PER_USER = 2_000
const CALLS_PER_ADDRESS = 1_000
/** Runs of automations in ten seconds, per API key or user. */
const RUNS_PER_SENDER = 5_000

/** Event streams open at the same time in one process. A browser shares one stream among its tabs. */
const STREAMS_PER_SESSION = 20
const STREAMS_PER_USER = 60
/** Seconds after which a refused stream may be opened again. */
const STREAM_RETRY = 10

/** Ignores that the limit was exceeded, because the attempt still has to be counted; throws any other error. */
const onlyRefusal = (e: unknown) => {
  if (!(e instanceof RateLimiterRes)) throw e
}
/** Hashes a key, because the column that stores it is shorter than an email address can be. */
const short = (key: string) => hash('sha256', key, 'base64url')

const secondsLeft = (r: unknown) => (r instanceof RateLimiterRes ? r.msBeforeNext / 1000 : 1)

/**
 * Creates the rate limits against guessing and flooding. Wrong passwords are counted in the database for all processes.
 * The strictest limit is per account and address together, so that an attacker locks out their own address and not the
 * owner of the account. API calls are counted in each process.
 */
export function createLimits(ownerUrl: string, log: Log) {
  const connections = createPool({ connectionString: ownerUrl, max: 2 }, log)
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
  const strangers = stored('account', WRONG_PER_ACCOUNT_BY_STRANGERS, 60 * 60)
  const knownBrowsers = stored('known', WRONG_PER_ACCOUNT_BY_KNOWN_BROWSERS, 60 * 60)
  const ownPasswords = stored('own', WRONG_PER_ACCOUNT_BY_SESSIONS, 60 * 60)
  const codes = stored('code', WRONG_CODES_PER_ACCOUNT, 60 * 60)
  const mails = stored('mail', MAILS_PER_RECIPIENT, 60 * 60)
  const mailsFrom = stored('mailfrom', MAILS_PER_RECIPIENT_AND_NETWORK, 24 * 60 * 60)
  const unrequested = stored('unrequested', UNREQUESTED_PER_RECIPIENT, 24 * 60 * 60)
  const asked = stored('asked', MAILS_PER_USER, 60 * 60)
  const outward = stored('outward', MAILS_OUTWARD, 60 * 60)
  const inbound = stored('inbound', INBOUND_MAILS_PER_ADDRESS, 10 * 60)
  const forms = stored('form', FORMS_PER_ADDRESS, 60 * 60)
  const perUser = new RateLimiterMemory({ points: CALLS_PER_USER, duration: 10 })
  const perAddress = new RateLimiterMemory({ points: CALLS_PER_ADDRESS, duration: 10 })
  const perSender = new RateLimiterMemory({ points: RUNS_PER_SENDER, duration: 10 })

  // Running attempts per account and address: never more than there are guesses left. A hundred parallel guesses then
  // count like a hundred sequential ones, while correct passwords all succeed.
  type Lane = { inside: number; running: number; left: number; waiting: (() => void)[] }
  const lanes = new Map<string, Lane>()
  async function enter(key: string): Promise<() => void> {
    const lane = lanes.get(key) ?? { inside: 0, running: 0, left: 0, waiting: [] }
    lanes.set(key, lane)
    // Keep the lane while any attempt is in it, including one that was woken and checks again: one lane per key.
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

  /** Waits until another attempt may run and counts it as running. Throws TooMany when no guess is left. */
  async function turn(lane: Lane, key: string): Promise<void> {
    if (lane.waiting.length >= 500) throw new TooMany(1)
    for (;;) {
      const seen = lane.left
      const now = await pair.get(key)
      const guesses = now && now.msBeforeNext > 0 ? now.remainingPoints : WRONG_PER_ACCOUNT_AND_ADDRESS
      if (guesses <= 0) throw new TooMany((now?.msBeforeNext ?? 1000) / 1000)
      // An attempt ended while the counter was read, so the counter may have changed.
      if (lane.left !== seen) continue
      if (lane.running < Math.min(AT_ONCE, guesses)) {
        // Synchronously, before another attempt can check.
        lane.running++
        return
      }
      await new Promise<void>((go) => lane.waiting.push(go))
    }
  }

  const gates = gatesOf(AT_ONCE_PER_ADDRESS, 2_000)
  const passwords = gatesOf(1, PASSWORDS_WAITING)

  /** Throws TooMany when the limit is used up. */
  async function demandLeft(limiter: RateLimiterPostgres, key: string): Promise<void> {
    const now = await limiter.get(key)
    if (now && now.remainingPoints <= 0 && now.msBeforeNext > 0) throw new TooMany(now.msBeforeNext / 1000)
  }
  /** Counts one use. Throws TooMany when the limit was used up before. */
  async function count(limiter: RateLimiterPostgres, key: string): Promise<void> {
    try {
      await limiter.consume(key)
    } catch (e) {
      throw e instanceof RateLimiterRes ? new TooMany(secondsLeft(e)) : e
    }
  }
  /** Counts uses. Returns false when the limit is reached. */
  const fits = (limiter: RateLimiterPostgres, key: string, points = 1): Promise<boolean> =>
    limiter.consume(key, points).then(
      () => true,
      (e) => {
        onlyRefusal(e)
        return false
      },
    )
  /** Counts an attempt before its result is known. Throws TooMany when the limit is used up, without counting. */
  async function reserve(limiter: RateLimiterPostgres, key: string): Promise<void> {
    await demandLeft(limiter, key)
    try {
      await limiter.consume(key)
    } catch (e) {
      onlyRefusal(e)
      await limiter.reward(key)
      throw new TooMany(secondsLeft(e))
    }
  }

  /** Runs one attempt: counts it first, and uncounts it if it was correct. Throws TooMany when the limit is used up. */
  async function counted<T>(
    limiter: RateLimiterPostgres,
    key: string,
    run: () => Promise<T | false>,
  ): Promise<T | false> {
    await count(limiter, key)
    const result = await run()
    if (result !== false) await limiter.reward(key)
    return result
  }

  const streams = new Map<string, number>()

  return {
    /**
     * Counts an event stream of a session and its user as open. Returns a function that counts it as closed; calling it
     * again has no effect. Throws TooMany.
     */
    stream({ sessionId, userId }: { sessionId: string; userId: string }): () => void {
      const keys = [`session ${sessionId}`, `user ${userId}`] as const
      const most = [STREAMS_PER_SESSION, STREAMS_PER_USER]
      if (keys.some((key, i) => (streams.get(key) ?? 0) >= (most[i] as number))) throw new TooMany(STREAM_RETRY)
      for (const key of keys) streams.set(key, (streams.get(key) ?? 0) + 1)
      let open = true
      return () => {
        if (!open) return
        open = false
        for (const key of keys) {
          const left = (streams.get(key) ?? 1) - 1
          if (left > 0) streams.set(key, left)
          else streams.delete(key)
        }
      }
    },
    /**
     * Runs one attempt to sign in and counts it if it returns false. Throws TooMany before `run` when this address, or
     * this account, had too many wrong attempts. A browser that was signed in to the account before (`known`) is
     * counted separately from strangers, even at the same address, so that they cannot lock it out.
     */
    async attempt<T>(
      email: string,
      address: string,
      run: () => Promise<T | false>,
      { known = false } = {},
    ): Promise<T | false> {
      const from = networkOf(address)
      const both = short(known ? `${email} ${from} known` : `${email} ${from}`)
      const [account, of] = [known ? knownBrowsers : strangers, short(email)]
      const leave = await enter(both)
      const off = await gates.enter(from).catch((e) => {
        leave()
        throw e
      })
      try {
        if (!known) await demandLeft(perNetwork, from)
        // Count before running, since attempts arrive from many addresses and processes at the same time.
        await reserve(account, of)
        let result: T | false
        try {
          result = await run()
        } catch (e) {
          await account.reward(of)
          throw e
        }
        if (result !== false) await account.reward(of)
        else
          await Promise.all(
            [pair.consume(both), ...(known ? [] : [perNetwork.consume(from)])].map((c) => c.catch(onlyRefusal)),
          )
        return result
      } finally {
        off()
        leave()
      }
    },
    /**
     * Runs one attempt at a second factor, for signing in or for confirming the identity. Counts it first, and uncounts
     * it if it was correct. Throws TooMany when the account had too many wrong attempts of this kind.
     */
    code: <T>(
      userId: string,
      kind: 'sign-in' | 'sign-in known' | 'proof',
      run: () => Promise<T | false>,
    ): Promise<T | false> => counted(codes, `${kind} ${userId}`, run),
    /**
     * Runs one check of a signed-in user's password, after the user's other ones. Counts it first, and uncounts it if
     * it was correct. Throws TooMany when the user's sessions had too many wrong attempts, or too many checks wait.
     */
    ownPassword: <T>(userId: string, run: () => Promise<T | false>): Promise<T | false> =>
      passwords.run(userId, () => counted(ownPasswords, userId, run)),
    /**
     * Runs the hashing of a new password by the user or for the link of `key`, after the other ones of that key. Throws
     * TooMany when too many wait.
     */
    newPassword: passwords.run,
    /**
     * Counts one mail that another person has us send to this address, from the network of `from` if given. Returns
     * false when the limit is reached.
     */
    async mail(kind: string, to: string, from?: string): Promise<boolean> {
      const key = `${kind} ${to.toLowerCase()}`
      if (from !== undefined && !(await fits(mailsFrom, short(`${key} ${networkOf(from)}`)))) return false
      return fits(mails, short(key))
    },
    /**
     * Counts one mail that a stranger has us send to this address. Returns false when the limit of the day is reached.
     * With `once`, one mail uses it up.
     */
    unrequested: (to: string, once: boolean): Promise<boolean> =>
      fits(unrequested, short(to.toLowerCase()), once ? UNREQUESTED_PER_RECIPIENT : 1),
    /**
     * Counts mails of a company to people without an account. Returns 0, or when the limit is reached, the seconds
     * until more can be sent.
     */
    outward: (companyId: string, mails: number): Promise<number> =>
      outward.consume(companyId, mails).then(
        () => 0,
        (e) => {
          onlyRefusal(e)
          return Math.max(1, Math.ceil(secondsLeft(e)))
        },
      ),
    /** Counts one mail that this network address sends by SMTP. Returns false when the limit is reached. */
    inboundMail: (address: string): Promise<boolean> => fits(inbound, networkOf(address)),
    /** Counts one request of a user that sends mail to an address of their choice. Throws TooMany. */
    wish: (userId: string): Promise<void> => count(asked, userId),
    /** Counts one public form from an address. Throws TooMany. */
    form: (form: PublicForm, from: string): Promise<void> => count(forms, `${form} ${networkOf(from)}`),
    ...createUserTurns(),
    /** Counts one call of a signed-in user, or of an address to the API or to an open page. Throws TooMany. */
    async call(who: { userId: string } | { address: string; page?: OpenPage }): Promise<void> {
      try {
        if ('userId' in who) await perUser.consume(who.userId)
        else await perAddress.consume(`${who.page ?? ''} ${networkOf(who.address)}`)
      } catch (e) {
        throw new TooMany(secondsLeft(e))
      }
    },
    /** Counts automation runs reported by an API key or a user. Throws TooMany. */
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
export type Limits = ReturnType<typeof createLimits>
