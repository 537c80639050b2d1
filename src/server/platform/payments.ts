// Card payments: the few calls of Stripe that rooms need, in words of ours. The SDK is used here and nowhere else, and a card
// number never comes here: people type it on Stripe's own page.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import { z } from 'zod'
import type { Env } from './env.ts'
import type { Log } from './log.ts'

/** One try; there are two of each call, with the same key. A person who waits gets an answer in about ten seconds. */
const TIMEOUT_MS = 5_000
const TRIES = 2
/** Calls that run side by side: when Stripe is slow, those beyond are refused at once instead of piling up. */
const AT_ONCE = 24
/** After so many calls in a row without an answer nobody waits for Stripe any more, until one call has got through. */
const FAILURES = 5
const PAUSE_MS = 15_000
/** Seconds that a webhook's signature is good for. */
const TOLERANCE = 300
/** Of one answer. */
const MAX_BYTES = 8_000_000

/**
 * Why a call did not work. `unavailable`: Stripe was not reached or did nothing; it can be tried again. `unknown`: it may
 * have acted, and has to be asked. `refused`: it said no, and why.
 */
export class PaymentProblem extends Error {
  override name = 'PaymentProblem'
  readonly kind: 'unavailable' | 'unknown' | 'refused'
  /** Stripe's word for it, such as `card_declined`, `authentication_required`, `resource_missing`. */
  readonly code: string | undefined
  /** The payment that was refused. */
  readonly payment: CardPayment | undefined
  constructor(kind: PaymentProblem['kind'], message: string, code?: string, payment?: CardPayment) {
    super(message)
    this.kind = kind
    this.code = code
    this.payment = payment
  }
}
/** The problem, if that is what was thrown. */
export const paymentProblem = (e: unknown): PaymentProblem | undefined => (e instanceof PaymentProblem ? e : undefined)

export type Card = { brand: string; last4: string; expMonth: number; expYear: number }
/** `open`: nobody has paid yet, and still may. */
export type CardPaymentStatus = 'open' | 'processing' | 'succeeded' | 'failed' | 'cancelled'
/** A payment as Stripe has it. */
export type CardPayment = {
  id: string
  status: CardPaymentStatus
  amountCents: number
  /** What came in; differs from the amount only when something is wrong. */
  receivedCents: number
  refundedCents: number
  currency: string
  customerId: string | undefined
  methodId: string | undefined
  card: Card | undefined
  metadata: Record<string, string>
  createdAt: Date
  failure: { code: string; message: string } | undefined
}
/** A page of Stripe's on which somebody pays, or leaves a card. */
export type PayPage = {
  id: string
  mode: 'payment' | 'setup'
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  /** Null once it can no longer be used. */
  url: string | null
  paymentId: string | undefined
  setupId: string | undefined
  customerId: string | undefined
  amountCents: number | undefined
  currency: string | undefined
  metadata: Record<string, string>
}
export type StripeCustomer = { id: string; name: string | null; email: string | null; metadata: Record<string, string> }
export type StoredCard = Card & { id: string; customerId: string | undefined }
export type CardRefund = {
  id: string
  status: 'pending' | 'succeeded' | 'failed'
  amountCents: number
  paymentId: string | undefined
  metadata: Record<string, string>
}
/** What Stripe tells by itself. Its object is read with the `read…` functions below. */
export type StripeEvent = {
  /** Stripe's id of it; without one, kind and object stand in. */
  key: string
  type: string
  createdAt: Date
  object: Record<string, unknown>
}

// ---- reading what Stripe says -------------------------------------------------------------------------------------
// Calls, webhooks and lists carry the same objects; what is not needed may be absent.
const idOf = z
  .union([z.string(), z.object({ id: z.string() }).transform((o) => o.id), z.null()])
  .optional()
  .transform((v) => v ?? undefined)
const Metadata = z
  .record(z.string(), z.string())
  .nullish()
  .transform((v) => v ?? {})
const CardShape = z
  .object({ brand: z.string(), last4: z.string().regex(/^\d{4}$/), exp_month: z.number(), exp_year: z.number() })
  .transform((c): Card => ({ brand: c.brand, last4: c.last4, expMonth: c.exp_month, expYear: c.exp_year }))
const Failure = z
  .object({ code: z.string().nullish(), decline_code: z.string().nullish(), message: z.string().nullish() })
  .nullish()
const ChargeShape = z.object({
  amount_refunded: z.number().int().nullish(),
  payment_method_details: z.object({ card: CardShape.nullish().catch(undefined) }).nullish(),
})
const PaymentShape = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number().int(),
  amount_received: z.number().int().nullish(),
  currency: z.string(),
  customer: idOf,
  payment_method: idOf,
  latest_charge: z.union([ChargeShape, z.string()]).nullish(),
  last_payment_error: Failure,
  metadata: Metadata,
  created: z.number(),
})
const PageShape = z.object({
  id: z.string(),
  mode: z.enum(['payment', 'setup']),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.string(),
  url: z.string().nullish(),
  payment_intent: idOf,
  setup_intent: idOf,
  customer: idOf,
  amount_total: z.number().int().nullish(),
  currency: z.string().nullish(),
  metadata: Metadata,
})
const RefundShape = z.object({
  id: z.string(),
  status: z.string().nullish(),
  amount: z.number().int(),
  payment_intent: idOf,
  metadata: Metadata,
})
const MethodShape = z.object({ id: z.string(), customer: idOf, card: CardShape.nullish().catch(undefined) })

function statusOf(p: z.output<typeof PaymentShape>): CardPaymentStatus {
  if (p.status === 'succeeded') return 'succeeded'
  if (p.status === 'canceled') return 'cancelled'
  if (p.status === 'processing' || p.status === 'requires_capture') return 'processing'
  return p.status === 'requires_payment_method' && p.last_payment_error ? 'failed' : 'open'
}

/** A payment intent. */
export function readPayment(object: unknown): CardPayment {
  const p = PaymentShape.parse(object)
  const status = statusOf(p)
  const charge = typeof p.latest_charge === 'object' ? p.latest_charge : undefined
  const failed = p.last_payment_error
  return {
    id: p.id,
    status,
    amountCents: p.amount,
    receivedCents: p.amount_received ?? (status === 'succeeded' ? p.amount : 0),
    refundedCents: charge?.amount_refunded ?? 0,
    currency: p.currency,
    customerId: p.customer,
    methodId: p.payment_method,
    card: charge?.payment_method_details?.card ?? undefined,
    metadata: p.metadata,
    createdAt: new Date(p.created * 1000),
    failure: failed
      ? { code: failed.decline_code ?? failed.code ?? 'failed', message: (failed.message ?? '').slice(0, 500) }
      : undefined,
  }
}
/** A Checkout session. */
export function readPage(object: unknown): PayPage {
  const s = PageShape.parse(object)
  return {
    id: s.id,
    mode: s.mode,
    status: s.status,
    paid: s.payment_status === 'paid' || s.payment_status === 'no_payment_required',
    url: s.url ?? null,
    paymentId: s.payment_intent,
    setupId: s.setup_intent,
    customerId: s.customer,
    amountCents: s.amount_total ?? undefined,
    currency: s.currency ?? undefined,
    metadata: s.metadata,
  }
}
/** A refund. */
export function readRefund(object: unknown): CardRefund {
  const r = RefundShape.parse(object)
  const status =
    r.status === 'succeeded' ? 'succeeded' : r.status === 'failed' || r.status === 'canceled' ? 'failed' : 'pending'
  return { id: r.id, status, amountCents: r.amount, paymentId: r.payment_intent, metadata: r.metadata }
}
/** A payment method; undefined when it is no card. */
export function readMethod(object: unknown): StoredCard | undefined {
  const m = MethodShape.parse(object)
  return m.card ? { ...m.card, id: m.id, customerId: m.customer } : undefined
}

// ---- the line to Stripe -------------------------------------------------------------------------------------------
/** What became of one call: whether any try of it can have reached Stripe. */
const calls = new AsyncLocalStorage<{ reached: boolean }>()
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * As `fetch`, but an answer that is not Stripe's is an error: the SDK takes any JSON without `error` for success, also the
 * "not found" of something else that listens there.
 */
async function strict(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const call = calls.getStore()
  let response: Response
  let text: string
  try {
    response = await fetch(input, { ...init, redirect: 'error' })
    if (call) call.reached = true
    text = await response.text()
  } catch (e) {
    const code = ((e as { cause?: { code?: string } }).cause?.code ?? (e as { code?: string }).code) as string
    if (call && !NEVER_SENT.has(code)) call.reached = true
    throw e
  }
  let body: { error?: unknown; object?: unknown } | undefined
  try {
    body = text.length <= MAX_BYTES ? JSON.parse(text) : undefined
  } catch {}
  const known = body !== null && typeof body === 'object'
  const good =
    known && (response.ok ? typeof body?.object === 'string' && !body.error : typeof body?.error === 'object')
  if (!good) throw new Error(`Answer ${response.status} is not one of Stripe's.`)
  return new Response(text, { status: response.status, headers: response.headers })
}

/** What is asked for when somebody is sent to pay. */
export type PageWish = {
  /** Ours; what the key is made of. */
  id: string
  customerId: string
  /** Shown on Stripe's page. */
  title: string
  amountCents: number
  metadata: Record<string, string>
  /** The card may be charged later without the person, who agreed to that. */
  keepCard: boolean
  successUrl: string
  cancelUrl: string
  expiresAt: Date
}
export type ChargeWish = {
  /** Ours, of this very attempt. */
  key: string
  customerId: string
  methodId: string
  amountCents: number
  description: string
  metadata: Record<string, string>
}

/** Settings for tests. */
export type PaymentsOptions = { timeoutMs?: number; pauseMs?: number }

/** The line to Stripe. Undefined when it is not set up: everything is paid by invoice then. */
export function payments({ stripe: settings }: Pick<Env, 'stripe'>, log: Log, options: PaymentsOptions = {}) {
  if (!settings) return undefined
  const { secretKey, webhookSecret, apiBase } = settings
  const at = new URL(apiBase)
  const sdk = new Stripe(secretKey, {
    host: at.hostname,
    port: at.port || (at.protocol === 'http:' ? '80' : '443'),
    protocol: at.protocol === 'http:' ? 'http' : 'https',
    httpClient: Stripe.createFetchHttpClient(strict as never),
    timeout: options.timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: TRIES - 1,
    telemetry: false,
  })

  let running = 0
  let failures = 0
  let pausedUntil = 0
  /** One call, within the bounds above. Throws PaymentProblem and nothing else. */
  async function ask<T>(what: string, call: () => Promise<T>): Promise<T> {
    const now = Date.now()
    if (now < pausedUntil) throw new PaymentProblem('unavailable', 'Stripe has not answered lately.')
    if (running >= AT_ONCE) throw new PaymentProblem('unavailable', 'Too many calls wait for Stripe.')
    // While one call tries whether Stripe is back, the others do not wait for it.
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
        // Nothing of the request: neither the key nor who pays.
        log.warn({ call: what, kind: problem.kind, why: problem.message, code: problem.code }, 'Stripe did not answer')
      }
      throw problem
    } finally {
      running--
    }
  }
  const keyed = (key: string) => ({ idempotencyKey: key })
  /** A list to its end, page by page. */
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
    /** The customer of a company. Asked again with the same company it is the same one, for a day. */
    createCustomer: (companyId: string, who: { name: string; email?: string }): Promise<StripeCustomer> =>
      ask('create customer', () =>
        sdk.customers.create({ ...who, metadata: { companyId } }, keyed(`customer-${companyId}-${hashOf(who)}`)),
      ).then(customerOf),
    /** Undefined when there is none of that id, or it was deleted at Stripe. */
    async customer(id: string): Promise<(StripeCustomer & { defaultMethodId: string | undefined }) | undefined> {
      const found = await ask('get customer', () => sdk.customers.retrieve(id)).catch(missing)
      if (!found || found.deleted) return undefined
      return { ...customerOf(found), defaultMethodId: idOf.parse(found.invoice_settings?.default_payment_method) }
    },
    /** Those whose metadata name the company. What was made a moment ago may be missing. */
    customersOf: (companyId: string): Promise<StripeCustomer[]> =>
      ask('search customers', () =>
        sdk.customers.search({ query: `metadata['companyId']:'${companyId}'`, limit: 10 }),
      ).then((r) => r.data.map(customerOf)),
    /** Makes a card the one that is charged. */
    setDefaultCard: (customerId: string, methodId: string | null): Promise<unknown> =>
      ask('set default card', () =>
        sdk.customers.update(
          customerId,
          { invoice_settings: { default_payment_method: methodId ?? '' } },
          // The same card may be made the default again later on: the key lives as long as this call.
          keyed(`default-${customerId}-${crypto.randomUUID()}`),
        ),
      ),
    /** A stored card; undefined when there is none of that id any more. */
    async card(methodId: string): Promise<StoredCard | undefined> {
      const found = await ask('get card', () => sdk.paymentMethods.retrieve(methodId)).catch(missing)
      return found && readMethod(found)
    },
    /** The cards kept for a customer, newest first. */
    cards: (customerId: string): Promise<StoredCard[]> =>
      ask('list cards', () => sdk.paymentMethods.list({ customer: customerId, type: 'card', limit: 20 })).then((r) =>
        r.data.flatMap((m) => readMethod(m) ?? []),
      ),
    /** Forgets a card. One that is gone already is no error. */
    async forgetCard(methodId: string): Promise<void> {
      await ask('detach card', () => sdk.paymentMethods.detach(methodId, {}, keyed(`detach-${methodId}`))).catch(
        (e) => {
          if (paymentProblem(e)?.kind !== 'refused') throw e
        },
      )
    },

    /** A page on which an amount is paid by card. */
    openPayPage: (wish: PageWish): Promise<PayPage> =>
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
            // Both carry it: either may be the first that we hear of.
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
    /** A page on which a card is left for later, without paying. */
    openCardPage: (wish: Omit<PageWish, 'amountCents' | 'title' | 'keepCard'>): Promise<PayPage> =>
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
    /** Undefined when there is no such page. */
    async payPage(id: string): Promise<PayPage | undefined> {
      const found = await ask('get checkout', () => sdk.checkout.sessions.retrieve(id)).catch(missing)
      return found && readPage(found)
    },
    /** Closes a page that nobody has paid on. What became of it: it may have been paid just now. */
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
    /** The card that was left on a page. */
    async cardOfSetup(setupId: string): Promise<StoredCard | undefined> {
      const setup = await ask('get setup', () => sdk.setupIntents.retrieve(setupId, { expand: ['payment_method'] }))
      return setup.payment_method && typeof setup.payment_method === 'object'
        ? readMethod(setup.payment_method)
        : undefined
    },

    /** A payment with its card and what was given back of it. Undefined when there is none of that id. */
    async payment(id: string): Promise<CardPayment | undefined> {
      const found = await ask('get payment', () =>
        sdk.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
      ).catch(missing)
      return found && readPayment(found)
    },
    /**
     * Charges a stored card while nobody is there. A refusal by the card throws `refused` with the payment;
     * `authentication_required` means that the person has to pay on a page. `unknown`: look for it before trying again.
     */
    charge: (wish: ChargeWish): Promise<CardPayment> =>
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
    /** Payments made since then, newest first; of one customer if one is given. */
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
    /** Gives money back. `key` is ours, of this very refund. */
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
    /** All that was given back of a payment. */
    refundsOf: (paymentId: string): Promise<CardRefund[]> =>
      all(
        'list refunds',
        (after) =>
          sdk.refunds.list({ payment_intent: paymentId, limit: 100, ...(after ? { starting_after: after } : {}) }),
        readRefund,
      ),

    /** What Stripe posted, if the signature is Stripe's and not older than five minutes; undefined otherwise. */
    async event(body: string, signature: string): Promise<StripeEvent | undefined> {
      let event: { id?: string; type?: unknown; created?: number; data?: { object?: { id?: unknown } } }
      try {
        event = (await sdk.webhooks.constructEventAsync(body, signature, webhookSecret, TOLERANCE)) as never
      } catch {
        return undefined
      }
      const object = event.data?.object as Record<string, unknown> | undefined
      if (typeof event.type !== 'string' || typeof object !== 'object' || object === null) return undefined
      return {
        key: typeof event.id === 'string' ? event.id : `${event.type}:${String(object.id)}`,
        type: event.type,
        createdAt: new Date((event.created ?? Date.now() / 1000) * 1000),
        object,
      }
    },
  }
}
export type Payments = NonNullable<ReturnType<typeof payments>>

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

/** What is not there is no problem where it was only asked for. */
function missing(e: unknown): undefined {
  if (paymentProblem(e)?.code !== 'resource_missing') throw e
}

function problemOf(e: unknown, reached: boolean): PaymentProblem {
  const { errors } = Stripe
  if (e instanceof PaymentProblem) return e
  if (e instanceof errors.StripeRateLimitError)
    return new PaymentProblem('unavailable', 'Stripe asks for fewer calls.', 'rate_limit')
  if (e instanceof errors.StripeAuthenticationError || e instanceof errors.StripePermissionError)
    return new PaymentProblem('unavailable', 'Stripe does not accept STRIPE_SECRET_KEY for this call.', 'key_refused')
  if (e instanceof errors.StripeCardError || e instanceof errors.StripeInvalidRequestError) {
    const refused = (e as { payment_intent?: unknown }).payment_intent
    return new PaymentProblem('refused', e.message, e.code ?? 'refused', refused ? readPayment(refused) : undefined)
  }
  // What was answered cannot be read, or nothing was.
  return new PaymentProblem(
    reached ? 'unknown' : 'unavailable',
    e instanceof Error ? `${e.name}: ${firstLine(e.message)}` : 'unknown',
  )
}
/** A short name for what was asked: the same key with other words is refused. */
const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 12)
const firstLine = (text: string) => text.split('\n')[0]?.slice(0, 200) ?? ''
