// Card payments: the Stripe calls that modules need, with our own types. Only this folder uses the SDK. Card numbers
// never reach us: people enter them on Stripe's page.
import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import type { Env } from '../env.ts'
import { findJsonProblem } from '../http/json.ts'
import type { Log } from '../observability/log.ts'
import { PaymentProblem, paymentProblem } from './payment-problem.ts'
import { problemOf } from './stripe-error.ts'
import { calls, fetchFromStripe } from './stripe-fetch.ts'
import {
  type CardPayment,
  type CardRefund,
  type PayPage,
  Posted,
  readMethod,
  readPage,
  readPayment,
  readRefund,
  type StoredCard,
  type StripeCustomer,
  type StripeEvent,
  StripeId,
} from './stripe-objects.ts'

/** In milliseconds, per attempt. Each call has two with the same idempotency key, so a user waits about 10 seconds. */
const TIMEOUT_MS = 5_000
const TRIES = 2
/** Concurrent calls. When Stripe is slow, further calls fail immediately instead of piling up. */
const AT_ONCE = 24
/** Circuit breaker: after this many failures in a row, calls fail immediately until one succeeds after the pause. */
const FAILURES = 5
const PAUSE_MS = 15_000
/** Maximum age of a webhook signature, in seconds. */
const TOLERANCE = 300
/** Maximum length of an event key. Stripe's ids have at most 255 characters; a key can also contain the event type. */
const MAX_KEY = 400

/** The input for a checkout page. */
export type CheckoutInput = {
  /** Our own id, used in the idempotency key. */
  id: string
  customerId: string
  /** Appears on Stripe's page. */
  title: string
  amountCents: number
  metadata: Record<string, string>
  /** The customer agreed to save the card, so that it can be charged later without them. */
  keepCard: boolean
  successUrl: string
  cancelUrl: string
  expiresAt: Date
}
export type ChargeInput = {
  /** Our own idempotency key for this attempt. */
  key: string
  customerId: string
  methodId: string
  amountCents: number
  description: string
  metadata: Record<string, string>
}

/** Settings for tests. */
export type PaymentsOptions = { timeoutMs?: number; pauseMs?: number }

/** Creates the Stripe client. Returns undefined when Stripe is not set up; everything is then paid by invoice. */
export function createPayments({ stripe: settings }: Pick<Env, 'stripe'>, log: Log, options: PaymentsOptions = {}) {
  if (!settings) return undefined
  const { secretKey, webhookSecret, apiBase } = settings
  const at = new URL(apiBase)
  const sdk = new Stripe(secretKey, {
    host: at.hostname,
    port: at.port || (at.protocol === 'http:' ? '80' : '443'),
    protocol: at.protocol === 'http:' ? 'http' : 'https',
    httpClient: Stripe.createFetchHttpClient(fetchFromStripe as never),
    timeout: options.timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: TRIES - 1,
    telemetry: false,
  })

  let running = 0
  let failures = 0
  let pausedUntil = 0
  /** Makes one call within the limits above. Throws PaymentProblem and nothing else. */
  async function ask<T>(what: string, call: () => Promise<T>): Promise<T> {
    const now = Date.now()
    if (now < pausedUntil) throw new PaymentProblem('unavailable', 'Stripe hasn’t responded recently.')
    if (running >= AT_ONCE) throw new PaymentProblem('unavailable', 'Too many calls are waiting for Stripe.')
    // While one call tests whether Stripe is back, the others fail immediately.
    if (failures >= FAILURES) pausedUntil = now + (options.pauseMs ?? PAUSE_MS)
    running++
    const fate = { reached: false }
    try {
      const answer = await calls.run(fate, call)
      failures = 0
      pausedUntil = 0
      return answer
    } catch (e) {
      const problem = problemOf(e, fate.reached)
      if (problem.kind === 'refused') {
        failures = 0
        pausedUntil = 0
      } else {
        if (++failures >= FAILURES) pausedUntil = Date.now() + (options.pauseMs ?? PAUSE_MS)
        // Log nothing of the request: neither the key nor the customer.
        log.warn({ call: what, kind: problem.kind, why: problem.message, code: problem.code }, 'Stripe did not respond')
      }
      throw problem
    } finally {
      running--
    }
  }
  const keyed = (key: string) => ({ idempotencyKey: key })
  /** Reads all pages of a list. */
  async function all<T, U>(
    what: string,
    page: (after: string | undefined) => Promise<{ data: (T & { id: string })[]; has_more: boolean }>,
    read: (one: T) => U,
  ): Promise<U[]> {
    const out: U[] = []
    let after: string | undefined
    for (;;) {
      const { data, has_more } = await ask(what, () => page(after))
      for (const one of data) out.push(read(one))
      after = data.at(-1)?.id
      if (!has_more || !after) return out
    }
  }

  return {
    /** Creates a company's customer. The same company, name and address return the same customer for a day. */
    createCustomer: (companyId: string, who: { name: string; email?: string }): Promise<StripeCustomer> =>
      ask('create customer', () =>
        sdk.customers.create({ ...who, metadata: { companyId } }, keyed(`customer-${companyId}-${hashOf(who)}`)),
      ).then(customerOf),
    /** Returns a customer; undefined when the id does not exist or the customer was deleted at Stripe. */
    async customer(id: string): Promise<(StripeCustomer & { defaultMethodId: string | undefined }) | undefined> {
      const found = await ask('get customer', () => sdk.customers.retrieve(id)).catch(missing)
      if (!found || found.deleted) return undefined
      return { ...customerOf(found), defaultMethodId: StripeId.parse(found.invoice_settings?.default_payment_method) }
    },
    /** Finds customers whose metadata name the company. Customers created in the last minutes may be missing. */
    customersOf: (companyId: string): Promise<StripeCustomer[]> =>
      ask('search customers', () =>
        sdk.customers.search({ query: `metadata['companyId']:'${companyId}'`, limit: 10 }),
      ).then((r) => r.data.map(customerOf)),
    /** Sets the default card of a customer; null removes it. */
    setDefaultCard: (customerId: string, methodId: string | null): Promise<unknown> =>
      ask('set default card', () =>
        sdk.customers.update(
          customerId,
          { invoice_settings: { default_payment_method: methodId ?? '' } },
          // The same card can become the default again later, so the key must be new for each call.
          keyed(`default-${customerId}-${crypto.randomUUID()}`),
        ),
      ),
    /** Returns a stored card; undefined when it no longer exists. */
    async card(methodId: string): Promise<StoredCard | undefined> {
      const found = await ask('get card', () => sdk.paymentMethods.retrieve(methodId)).catch(missing)
      return found && readMethod(found)
    },
    /** Returns the stored cards of a customer, newest first, at most 20. */
    cards: (customerId: string): Promise<StoredCard[]> =>
      ask('list cards', () => sdk.paymentMethods.list({ customer: customerId, type: 'card', limit: 20 })).then((r) =>
        r.data.flatMap((m) => readMethod(m) ?? []),
      ),
    /** Removes a card from its customer. Ignores a refusal by Stripe, such as for a card that is already removed. */
    async forgetCard(methodId: string): Promise<void> {
      await ask('detach card', () => sdk.paymentMethods.detach(methodId, {}, keyed(`detach-${methodId}`))).catch(
        (e) => {
          if (paymentProblem(e)?.kind !== 'refused') throw e
        },
      )
    },

    /** Opens a checkout session for paying an amount by card. */
    openPayPage: (wish: CheckoutInput): Promise<PayPage> =>
      ask('open checkout', () =>
        sdk.checkout.sessions.create(
          {
            mode: 'payment',
            customer: wish.customerId,
            client_reference_id: wish.id,
            allowed_payment_method_types: ['card'],
            line_items: [
              {
                quantity: 1,
                price_data: { currency: 'usd', unit_amount: wish.amountCents, product_data: { name: wish.title } },
              },
            ],
            // Set it on both: the first event we receive may be about either.
            metadata: wish.metadata,
            payment_intent_data: {
              metadata: wish.metadata,
              description: wish.title,
              ...(wish.keepCard ? { setup_future_usage: 'off_session' as const } : {}),
            },
            adaptive_pricing: { enabled: false },
            success_url: wish.successUrl,
            cancel_url: wish.cancelUrl,
            expires_at: Math.floor(wish.expiresAt.getTime() / 1000),
          },
          keyed(`checkout-${wish.id}`),
        ),
      ).then(readPage),
    /** Opens a checkout session for saving a card without paying. */
    openCardPage: (wish: Omit<CheckoutInput, 'amountCents' | 'title' | 'keepCard'>): Promise<PayPage> =>
      ask('open card page', () =>
        sdk.checkout.sessions.create(
          {
            mode: 'setup',
            currency: 'usd',
            customer: wish.customerId,
            client_reference_id: wish.id,
            allowed_payment_method_types: ['card'],
            metadata: wish.metadata,
            setup_intent_data: { metadata: wish.metadata },
            success_url: wish.successUrl,
            cancel_url: wish.cancelUrl,
            expires_at: Math.floor(wish.expiresAt.getTime() / 1000),
          },
          keyed(`card-${wish.id}`),
        ),
      ).then(readPage),
    /** Returns a checkout session; undefined when it does not exist. */
    async payPage(id: string): Promise<PayPage | undefined> {
      const found = await ask('get checkout', () => sdk.checkout.sessions.retrieve(id)).catch(missing)
      return found && readPage(found)
    },
    /** Closes a checkout session that is not paid. Returns its new state: it may have been paid in the meantime. */
    async closePayPage(id: string): Promise<PayPage | undefined> {
      const closed = await ask('expire checkout', () =>
        sdk.checkout.sessions.expire(id, {}, keyed(`expire-${id}`)),
      ).catch((e) => {
        if (paymentProblem(e)?.kind !== 'refused') throw e
        return undefined
      })
      if (closed) return readPage(closed)
      const found = await ask('get checkout', () => sdk.checkout.sessions.retrieve(id)).catch(missing)
      return found && readPage(found)
    },
    /** Returns the card that a setup intent saved; undefined when there is none. */
    async cardOfSetup(setupId: string): Promise<StoredCard | undefined> {
      const setup = await ask('get setup', () => sdk.setupIntents.retrieve(setupId, { expand: ['payment_method'] }))
      return setup.payment_method && typeof setup.payment_method === 'object'
        ? readMethod(setup.payment_method)
        : undefined
    },

    /** Returns a payment with its card and refunded amount; undefined when it does not exist. */
    async payment(id: string): Promise<CardPayment | undefined> {
      const found = await ask('get payment', () =>
        sdk.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
      ).catch(missing)
      return found && readPayment(found)
    },
    /**
     * Charges a stored card without the customer present. A declined card throws `refused` with the payment;
     * `authentication_required` means that the customer has to pay on a checkout page. `unknown`: check whether the
     * payment exists before trying again.
     */
    charge: (wish: ChargeInput): Promise<CardPayment> =>
      ask('charge card', () =>
        sdk.paymentIntents.create(
          {
            amount: wish.amountCents,
            currency: 'usd',
            customer: wish.customerId,
            payment_method: wish.methodId,
            allowed_payment_method_types: ['card'],
            off_session: true,
            confirm: true,
            description: wish.description,
            metadata: wish.metadata,
            expand: ['latest_charge'],
          },
          keyed(wish.key),
        ),
      ).then(readPayment),
    /** Returns payments created since a time, newest first; of one customer if one is given. */
    paymentsSince: (since: Date, customerId?: string): Promise<CardPayment[]> =>
      all(
        'list payments',
        (after) =>
          sdk.paymentIntents.list({
            limit: 100,
            created: { gte: Math.floor(since.getTime() / 1000) },
            ...(customerId ? { customer: customerId } : {}),
            ...(after ? { starting_after: after } : {}),
            expand: ['data.latest_charge'],
          }),
        readPayment,
      ),
    /** Refunds a payment in part or in full. `key` is our own idempotency key for this refund. */
    refund: (wish: {
      key: string
      paymentId: string
      amountCents: number
      metadata: Record<string, string>
    }): Promise<CardRefund> =>
      ask('refund', () =>
        sdk.refunds.create(
          { payment_intent: wish.paymentId, amount: wish.amountCents, metadata: wish.metadata },
          keyed(`refund-${wish.key}`),
        ),
      ).then(readRefund),
    /** Returns all refunds of a payment. */
    refundsOf: (paymentId: string): Promise<CardRefund[]> =>
      all(
        'list refunds',
        (after) =>
          sdk.refunds.list({ payment_intent: paymentId, limit: 100, ...(after ? { starting_after: after } : {}) }),
        readRefund,
      ),

    /**
     * Returns the event that Stripe posted, `malformed` for a body that is correctly signed but is not an event that
     * can be stored, and `unsigned` when the signature is not Stripe's or is older than five minutes.
     */
    async event(body: string, signature: string): Promise<StripeEvent | 'malformed' | 'unsigned'> {
      let posted: unknown
      try {
        posted = await sdk.webhooks.constructEventAsync(body, signature, webhookSecret, TOLERANCE)
      } catch (e) {
        // The signature is checked before the body is parsed.
        return e instanceof SyntaxError ? 'malformed' : 'unsigned'
      }
      const { data: event } = Posted.safeParse(posted)
      if (!event || findJsonProblem(posted)) return 'malformed'
      const { type, created, data } = event
      const key = event.id ?? `${type}:${typeof data.object.id === 'string' ? data.object.id : ''}`
      if (key.length > MAX_KEY) return 'malformed'
      return { key, type, createdAt: new Date((created ?? Date.now() / 1000) * 1000), object: data.object }
    },
  }
}
export type Payments = NonNullable<ReturnType<typeof createPayments>>

const customerOf = (c: {
  id: string
  name?: string | null
  email: string | null
  metadata: Record<string, string>
}): StripeCustomer => ({
  id: c.id,
  name: c.name ?? null,
  email: c.email,
  metadata: c.metadata ?? {},
})

/** Turns "not found" into undefined, for reads. */
function missing(e: unknown): undefined {
  if (paymentProblem(e)?.code !== 'resource_missing') throw e
}
/** Returns a short hash of the parameters: Stripe rejects the same idempotency key with other parameters. */
const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 12)
