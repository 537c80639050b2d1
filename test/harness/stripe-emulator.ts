// Stripe emulator: node test/harness/stripe-emulator.ts <port> <PUBLIC_URL>
//
// The package `emulate` has customers, prices, payment intents, charges, Checkout pages and signed webhooks. It has no
// refunds, stored cards, setup mode, idempotency keys or declined cards, and its events have no id. This proxy in front
// of it adds what is missing in Stripe's format and forwards everything else unchanged. The proxy can also be slow, be
// down, answer 500 after acting, or close the connection after acting.
import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEmulator } from 'emulate'

const STRIPE_KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_emulator00000000',
  STRIPE_WEBHOOK_SECRET: 'whsec_emulator00000000',
}

type Json = Record<string, unknown>
type Answer = { status: number; body: Json }
/** A failure to inject into calls. The `after` kinds carry out the call first. */
type Fault = 'slow' | 'down' | '500 after' | 'cut after'
/** Test cards, by Stripe's own names for them. */
const CARDS = {
  pm_card_visa: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2031 },
  pm_card_mastercard: { brand: 'mastercard', last4: '4444', exp_month: 3, exp_year: 2032 },
  pm_card_chargeDeclined: { brand: 'visa', last4: '0002', exp_month: 12, exp_year: 2031 },
  pm_card_authenticationRequired: { brand: 'visa', last4: '3184', exp_month: 12, exp_year: 2031 },
} as const
type TestCard = keyof typeof CARDS
type StoredMethod = { id: string; kind: TestCard; customer: string | null }

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
const seconds = () => Math.floor(Date.now() / 1000)
const fail = (status: number, type: string, message: string, code: string, more: Json = {}): Answer => ({
  status,
  body: { error: { type, message, code, ...more } },
})
const gone = (what: string, id: string) =>
  fail(404, 'invalid_request_error', `No such ${what}: '${id}'`, 'resource_missing')

const tooSmall = fail(400, 'invalid_request_error', 'Amount must be at least $0.50 usd', 'amount_too_small')

/** Returns the value of the Stripe-Signature header for a webhook body. */
export const signatureOf = (body: string, secret = STRIPE_KEYS.STRIPE_WEBHOOK_SECRET, at = seconds()) =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`

/** Parses `a[b][0][c]=d` into objects. */
function readForm(text: string): Json {
  const out: Json = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const parts = key.replaceAll(']', '').split('[')
    let at = out
    for (const part of parts.slice(0, -1)) at = (at[part] ??= {}) as Json
    at[parts.at(-1) as string] = value
  }
  return out
}
/** Serializes objects to `a[b][0][c]=d`. */
function writeForm(value: Json, prefix = ''): string {
  return Object.entries(value)
    .flatMap(([key, v]) => {
      const name = prefix ? `${prefix}[${key}]` : key
      if (v === undefined || v === null) return []
      if (typeof v === 'object') return [writeForm(v as Json, name)]
      return [`${encodeURIComponent(name)}=${encodeURIComponent(String(v))}`]
    })
    .filter(Boolean)
    .join('&')
}
async function bodyOf(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of req) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

export type StripeEmulator = Awaited<ReturnType<typeof startStripe>>

/**
 * Starts the emulator and returns it with its URL. Webhooks go to `hook`, which can be set later. While `held`, they
 * are only kept in `events`. The caller closes it.
 */
export async function startStripe(options: { port?: number; hook?: string } = {}) {
  const server = createServer(
    (req, res) =>
      void serve(req, res).catch((e) => {
        console.error(e)
        res.destroy()
      }),
  )
  await new Promise<void>((ok, no) => {
    server.once('error', no)
    server.listen(options.port ?? 0, '127.0.0.1', ok)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const innerPort = await freePort()
  const innerUrl = `http://127.0.0.1:${innerPort}`
  const inner = await createEmulator({
    service: 'stripe',
    port: innerPort,
    // The emulator puts this URL into its links, so it must be the proxy's.
    baseUrl: url,
    seed: { stripe: { webhooks: [{ url: `${url}/_hook`, events: ['*'], secret: STRIPE_KEYS.STRIPE_WEBHOOK_SECRET }] } },
  } as never)

  const methods = new Map<string, StoredMethod>()
  const defaults = new Map<string, string>()
  const setups = new Map<string, Json>()
  const refunds = new Map<string, Json & { amount: number; payment_intent: string }>()
  /** Fields of sessions and payments that the emulator does not store. */
  const sessions = new Map<string, Json>()
  const intents = new Map<string, Json>()
  const answers = new Map<string, { hash: string; answer: Promise<Answer>; cut: boolean }>()
  const events: Json[] = []
  const calls: { method: string; path: string; key: string | undefined }[] = []
  const state = {
    hook: options.hook,
    held: false,
    /** The card that pays the next Checkout pages. */
    card: 'pm_card_visa' as TestCard,
    fault: undefined as { kind: Fault; path: RegExp } | undefined,
    /** Milliseconds after which a slow call ends without an answer. */
    slowMs: 60_000,
    /** How many times a webhook was sent, including retries. */
    deliveries: 0,
  }

  // ---- webhooks
  async function deliver(event: Json, tries = 1): Promise<number> {
    if (!state.hook) return 0
    const body = JSON.stringify(event)
    for (let n = 1; ; n++) {
      // The emulator was closed, or the hook removed, in the meantime.
      if (!state.hook) return 0
      state.deliveries++
      try {
        const r = await fetch(state.hook, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'stripe-signature': signatureOf(body) },
          body,
          signal: AbortSignal.timeout(10_000),
        })
        await r.text()
        if (r.ok || n >= tries) return r.status
      } catch {
        if (n >= tries) return 0
      }
      await new Promise((ok) => setTimeout(ok, 250))
    }
  }
  const pending = new Set<Promise<unknown>>()
  function emit(type: string, object: Json): Json {
    const event = { id: newId('evt'), object: 'event', type, created: seconds(), livemode: false, data: { object } }
    events.push(event)
    if (!state.held) {
      // Stripe retries for days. One minute is enough here for a process that is restarting.
      const going: Promise<unknown> = deliver(event, 240).finally(() => pending.delete(going))
      pending.add(going)
    }
    return event
  }

  // ---- forwarded calls
  async function ask(method: string, path: string, form?: Json): Promise<Answer> {
    const r = await fetch(`${innerUrl}${path}`, {
      method,
      headers: {
        authorization: 'Bearer sk_test_inner',
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { body: writeForm(form) } : {}),
    })
    return { status: r.status, body: (await r.json()) as Json }
  }
  const must = async (method: string, path: string, form?: Json): Promise<Json> => {
    const { status, body } = await ask(method, path, form)
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`)
    return body
  }
  const intentOf = (raw: Json, expanded = false): Json => {
    const more = intents.get(raw.id as string) ?? {}
    const { charge, ...rest } = more
    const full = {
      ...raw,
      amount_received: raw.status === 'succeeded' ? raw.amount : 0,
      last_payment_error: null,
      ...rest,
    }
    return { ...full, latest_charge: charge ? (expanded ? chargeOf(charge as Json) : (charge as Json).id) : null }
  }
  const chargeOf = (charge: Json): Json => {
    const back = [...refunds.values()].filter((r) => r.payment_intent === charge.payment_intent)
    const amount_refunded = back.reduce((sum, r) => sum + r.amount, 0)
    return { ...charge, amount_refunded, refunded: amount_refunded >= (charge.amount as number) }
  }
  const sessionOf = (raw: Json): Json => ({
    ...raw,
    ...sessions.get(raw.id as string),
    status: sessions.get(raw.id as string)?.status ?? raw.status,
  })
  const methodOf = (m: StoredMethod): Json => ({
    id: m.id,
    object: 'payment_method',
    type: 'card',
    customer: m.customer,
    card: CARDS[m.kind],
    created: seconds(),
  })
  const customerOf = (raw: Json): Json => ({
    ...raw,
    invoice_settings: { default_payment_method: defaults.get(raw.id as string) ?? null },
  })
  const newMethod = (kind: TestCard, customer: string | null): StoredMethod => {
    const made = { id: newId('pm'), kind, customer }
    methods.set(made.id, made)
    return made
  }
  const kindOf = (id: string): TestCard | undefined =>
    methods.get(id)?.kind ?? (id in CARDS ? (id as TestCard) : undefined)

  /** Pays a payment intent, or declines it, depending on the card. */
  async function pay(id: string, methodId: string, offSession: boolean): Promise<Answer> {
    const kind = kindOf(methodId)
    if (!kind) return gone('payment_method', methodId)
    const refusal =
      kind === 'pm_card_chargeDeclined'
        ? { code: 'card_declined', decline_code: 'insufficient_funds', message: 'Your card has insufficient funds.' }
        : kind === 'pm_card_authenticationRequired' && offSession
          ? {
              code: 'authentication_required',
              message: 'Your card was declined. This transaction requires authentication.',
            }
          : undefined
    if (refusal) {
      intents.set(id, {
        ...intents.get(id),
        status: 'requires_payment_method',
        last_payment_error: { type: 'card_error', ...refusal },
      })
      const payment_intent = intentOf(await must('GET', `/v1/payment_intents/${id}`))
      emit('payment_intent.payment_failed', payment_intent)
      return fail(402, 'card_error', refusal.message, refusal.code, { ...refusal, payment_intent })
    }
    const card = CARDS[kind]
    intents.set(id, { ...intents.get(id), status: 'succeeded', payment_method: methodId, last_payment_error: null })
    // Store the card before the emulator sends its events, so that they include it.
    intents.set(id, { ...intents.get(id), card })
    const paid = await must('POST', `/v1/payment_intents/${id}/confirm`, { payment_method: methodId })
    return { status: 200, body: intentOf(paid, true) }
  }

  /** Completes an event from the emulator and emits it. */
  async function fromInner(event: { type: string; data: { object: Json } }): Promise<void> {
    const { type, data } = event
    const { object } = data
    if (type === 'charge.succeeded') {
      const charge = await must('GET', `/v1/charges/${object.id as string}`)
      emit(type, {
        ...charge,
        amount_refunded: 0,
        payment_method_details: { card: intents.get(charge.payment_intent as string)?.card },
      })
      return
    }
    if (type === 'payment_intent.succeeded') {
      const { body } = await ask('GET', `/v1/charges?payment_intent=${object.id as string}`)
      const [charge] = body.data as Json[]
      const known = intents.get(object.id as string) ?? {}
      intents.set(object.id as string, {
        ...known,
        charge: { ...charge, payment_method_details: { card: known.card } },
      })
    }
    emit(
      type,
      type.startsWith('payment_intent.')
        ? intentOf(object)
        : type.startsWith('checkout.')
          ? sessionOf(object)
          : type.startsWith('customer.')
            ? customerOf(object)
            : object,
    )
  }

  // ---- Checkout
  async function openSession(form: Json): Promise<Answer> {
    const lines = Object.values((form.line_items as Json | undefined) ?? {}) as Json[]
    const line_items: Json[] = []
    let amount = 0
    for (const line of lines) {
      const { unit_amount, currency, product_data } = line.price_data as {
        unit_amount: string
        currency: string
        product_data: Json
      }
      // The emulator needs existing prices. Stripe also creates them from price_data.
      const product = await must('POST', '/v1/products', { name: product_data.name })
      const price = await must('POST', '/v1/prices', { product: product.id, currency, unit_amount })
      line_items.push({ price: price.id, quantity: line.quantity })
      amount += Number(unit_amount) * Number(line.quantity)
    }
    const { mode, customer, success_url, cancel_url, metadata } = form
    if (mode === 'payment' && amount < 50) return tooSmall
    const made = await ask('POST', '/v1/checkout/sessions', {
      mode,
      customer,
      success_url,
      cancel_url,
      metadata,
      ...(line_items.length ? { line_items: { ...line_items } } : {}),
    })
    if (made.status !== 200) return made
    sessions.set(made.body.id as string, {
      amount_total: mode === 'payment' ? amount : null,
      currency: 'usd',
      payment_intent: null,
      setup_intent: null,
      expires_at: Number(form.expires_at),
      payment_intent_data: form.payment_intent_data,
    })
    return { status: 200, body: sessionOf(made.body) }
  }
  /** Does what Stripe does on Pay, before the emulator completes the page. Returns false if the card was declined. */
  async function beforeComplete(id: string): Promise<boolean> {
    const { status, body: raw } = await ask('GET', `/v1/checkout/sessions/${id}`)
    const more = sessions.get(id)
    if (status !== 200 || raw.status !== 'open' || !more) return true
    const customer = raw.customer as string
    if (raw.mode === 'setup') {
      const method = newMethod(state.card, customer)
      const setup = {
        id: newId('seti'),
        object: 'setup_intent',
        status: 'succeeded',
        payment_method: methodOf(method),
        metadata: raw.metadata,
        customer,
      }
      setups.set(setup.id, setup)
      sessions.set(id, { ...more, setup_intent: setup.id, payment_status: 'no_payment_required' })
      return true
    }
    const wish = (more.payment_intent_data ?? {}) as Json
    const known = more.payment_intent as string | null
    const intent = known
      ? await must('GET', `/v1/payment_intents/${known}`)
      : await must('POST', '/v1/payment_intents', {
          amount: more.amount_total,
          currency: 'usd',
          customer,
          metadata: wish.metadata,
          description: wish.description,
        })
    sessions.set(id, { ...more, payment_intent: intent.id })
    const keep = wish.setup_future_usage === 'off_session'
    const method = newMethod(state.card, keep ? customer : null)
    const paid = await pay(intent.id as string, method.id, false)
    if (paid.status !== 200) return false
    sessions.set(id, { ...sessions.get(id), payment_status: 'paid' })
    return true
  }

  // ---- routes
  async function answer(method: string, path: string, query: URLSearchParams, form: Json): Promise<Answer> {
    const route = `${method} ${path}`
    const [, , , id = ''] = path.split('/')
    const expands = (name: string) =>
      [...query, ...new URLSearchParams(writeForm(form))].some(([k, v]) => k.startsWith('expand') && v.endsWith(name))
    if (route === 'GET /v1/customers/search') {
      const wanted = /metadata\['companyId'\]:'([^']+)'/.exec(query.get('query') ?? '')?.[1]
      const { data } = (await must('GET', '/v1/customers?limit=100')) as { data: Json[] }
      return {
        status: 200,
        body: {
          object: 'search_result',
          has_more: false,
          data: data.filter((c) => (c.metadata as Json).companyId === wanted).map(customerOf),
        },
      }
    }
    if (/^(GET|POST) \/v1\/customers(\/cus_\w+|\/[^/]+)?$/.test(route)) {
      if (method === 'POST' && form.invoice_settings) {
        const wanted = (form.invoice_settings as Json).default_payment_method as string
        if (wanted === '') defaults.delete(id)
        else if (!methods.has(wanted)) return gone('payment_method', wanted)
        else defaults.set(id, wanted)
      }
      const { invoice_settings: _, ...rest } = form
      const r = await ask(method, `${path}?${query}`, method === 'POST' ? rest : undefined)
      return { status: r.status, body: r.status === 200 && r.body.object === 'customer' ? customerOf(r.body) : r.body }
    }
    if (route === 'POST /v1/checkout/sessions') return openSession(form)
    const session = /^\/v1\/checkout\/sessions\/(cs_[^/]+)(\/expire)?$/.exec(path)
    if (session) {
      const r = await ask(method, path, method === 'POST' ? form : undefined)
      return { status: r.status, body: r.status === 200 ? sessionOf(r.body) : r.body }
    }
    if (route === 'POST /v1/payment_intents') {
      if (Number(form.amount) < 50) return tooSmall
      const { confirm, off_session, payment_method, expand: _e, allowed_payment_method_types: _t, ...rest } = form
      const made = await ask('POST', path, rest)
      if (made.status !== 200 || confirm !== 'true') return made
      return pay(made.body.id as string, payment_method as string, off_session === 'true')
    }
    if (/^GET \/v1\/payment_intents(\/[^/]+)?$/.test(route)) {
      const r = await ask('GET', `${path}?${query}`)
      if (r.status !== 200) return r
      const expanded = expands('latest_charge')
      return {
        status: 200,
        body:
          r.body.object === 'list'
            ? { ...r.body, data: (r.body.data as Json[]).map((i) => intentOf(i, expanded)) }
            : intentOf(r.body, expanded),
      }
    }
    if (path.startsWith('/v1/setup_intents/')) {
      const setup = setups.get(id)
      return setup
        ? {
            status: 200,
            body: {
              ...setup,
              payment_method: expands('payment_method') ? setup.payment_method : (setup.payment_method as Json).id,
            },
          }
        : gone('setupintent', id)
    }
    if (route === 'GET /v1/payment_methods') {
      const data = [...methods.values()]
        .filter((m) => m.customer === query.get('customer'))
        .reverse()
        .map(methodOf)
      return { status: 200, body: { object: 'list', has_more: false, url: path, data } }
    }
    if (path.startsWith('/v1/payment_methods/')) {
      const found = methods.get(id)
      if (!found) return gone('PaymentMethod', id)
      if (path.endsWith('/detach')) {
        if (!found.customer)
          return fail(
            400,
            'invalid_request_error',
            'The payment method is not attached.',
            'payment_method_unexpected_state',
          )
        if (defaults.get(found.customer) === id) defaults.delete(found.customer)
        found.customer = null
        emit('payment_method.detached', methodOf(found))
      }
      return { status: 200, body: methodOf(found) }
    }
    if (route === 'POST /v1/refunds') return createRefund(form)
    if (route === 'GET /v1/refunds') {
      const data = [...refunds.values()].filter((r) => r.payment_intent === query.get('payment_intent')).reverse()
      return { status: 200, body: { object: 'list', has_more: false, url: path, data } }
    }
    return ask(method, `${path}?${query}`, method === 'POST' ? form : undefined)
  }
  async function createRefund(form: Json): Promise<Answer> {
    const id = form.payment_intent as string
    const charge = intents.get(id)?.charge as Json | undefined
    if (!charge) return gone('payment_intent', id)
    const left =
      (charge.amount as number) -
      [...refunds.values()].filter((r) => r.payment_intent === id).reduce((sum, r) => sum + r.amount, 0)
    const amount = form.amount === undefined ? left : Number(form.amount)
    if (left <= 0)
      return fail(
        400,
        'invalid_request_error',
        `Charge ${charge.id} has already been refunded.`,
        'charge_already_refunded',
      )
    if (!(amount > 0) || amount > left)
      return fail(
        400,
        'invalid_request_error',
        `Refund amount ($${amount / 100}) is greater than unrefunded amount on charge ($${left / 100})`,
        'amount_too_large',
      )
    const refund = {
      id: newId('re'),
      object: 'refund',
      amount,
      currency: charge.currency,
      payment_intent: id,
      charge: charge.id,
      status: 'succeeded',
      metadata: form.metadata ?? {},
      created: seconds(),
    }
    refunds.set(refund.id, refund)
    emit('refund.created', refund)
    emit('charge.refunded', chargeOf(charge))
    return { status: 200, body: refund }
  }

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const at = new URL(req.url ?? '/', url)
    const method = req.method ?? 'GET'
    const text = await bodyOf(req)
    const send = ({ status, body }: Answer) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (at.pathname === '/_hook') {
      await fromInner(JSON.parse(text))
      return void res.writeHead(200).end()
    }
    if (at.pathname === '/_ready') return void res.writeHead(200).end('ready')
    if (at.pathname === '/_card') {
      // Lets tests in another process set the card.
      state.card = text as TestCard
      return void res.writeHead(200).end()
    }
    if (!at.pathname.startsWith('/v1/')) {
      // Checkout pages, opened by a browser.
      const complete = /^\/checkout\/([^/]+)\/complete$/.exec(at.pathname)?.[1]
      if (complete && method === 'POST' && !(await beforeComplete(complete)))
        return void res.writeHead(303, { location: `/checkout/${complete}?declined` }).end()
      const r = await fetch(`${innerUrl}${at.pathname}${at.search}`, {
        method,
        redirect: 'manual',
        headers: { 'content-type': req.headers['content-type'] ?? 'text/plain' },
        ...(method === 'POST' ? { body: text } : {}),
      })
      const location = r.headers.get('location')
      res.writeHead(r.status, {
        'content-type': r.headers.get('content-type') ?? 'text/html',
        ...(location ? { location } : {}),
      })
      return void res.end(Buffer.from(await r.arrayBuffer()))
    }
    const key = req.headers['idempotency-key'] as string | undefined
    calls.push({ method, path: at.pathname, key })
    if (req.headers.authorization !== `Bearer ${STRIPE_KEYS.STRIPE_SECRET_KEY}`)
      return void send(fail(401, 'invalid_request_error', 'Invalid API Key provided.', 'api_key_invalid'))
    const fault = state.fault?.path.test(at.pathname) ? state.fault.kind : undefined
    if (fault === 'down') return void res.destroy()
    if (fault === 'slow') {
      await new Promise((ok) => setTimeout(ok, state.slowMs).unref())
      return void res.destroy()
    }
    const act = () => answer(method, at.pathname, at.searchParams, readForm(text))
    let done: Promise<Answer>
    if (method === 'POST' && key) {
      const hash = `${at.pathname} ${text}`
      const before = answers.get(key)
      if (before && before.hash !== hash)
        return void send(
          fail(
            400,
            'idempotency_error',
            'Keys for idempotent requests can only be used with the same parameters.',
            'idempotency_key_reused',
          ),
        )
      // A repeated idempotency key gets the stored answer, even if it was a 500.
      const kept = before ?? {
        hash,
        cut: false,
        answer: act().then((a) =>
          fault === '500 after' ? fail(500, 'api_error', 'An unknown error occurred.', 'api_error') : a,
        ),
      }
      answers.set(key, kept)
      done = kept.answer
    } else done = act()
    const result = await done
    if (fault === 'cut after') return void res.destroy()
    if (fault === '500 after') return void send(fail(500, 'api_error', 'An unknown error occurred.', 'api_error'))
    send(result)
  }

  return {
    url,
    /** Settings that make the product use the emulator. */
    settings: { ...STRIPE_KEYS, STRIPE_API_BASE: url },
    state,
    /** All emitted events, oldest first. */
    events,
    calls,
    deliver,
    emit,
    /** Waits until all events emitted so far are delivered. */
    async settled() {
      while (pending.size > 0) await Promise.all(pending)
    },
    /** Submits a Checkout page, as a browser would, and returns the redirect location. */
    async pay(page: string): Promise<string | null> {
      const r = await fetch(`${page}/complete`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: '',
      })
      await r.arrayBuffer()
      return r.headers.get('location')
    },
    intent: (id: string) => must('GET', `/v1/payment_intents/${id}`).then((raw) => intentOf(raw, true)),
    intents: () =>
      must('GET', '/v1/payment_intents?limit=100').then((l) => (l.data as Json[]).map((i) => intentOf(i, true))),
    /** Creates a payment that the product did not start. */
    async foreignPayment(form: Json): Promise<Json> {
      const made = await must('POST', '/v1/payment_intents', form)
      return (await pay(made.id as string, 'pm_card_visa', false)).body
    },
    newMethod,
    async close() {
      state.hook = undefined
      server.closeAllConnections()
      await Promise.all([new Promise((ok) => server.close(ok)), inner.close()])
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((ok) => probe.listen(0, '127.0.0.1', ok))
  const { port } = probe.address() as AddressInfo
  await new Promise((ok) => probe.close(ok))
  return port
}

if (import.meta.filename === process.argv[1]) {
  const [port = '', publicUrl = ''] = process.argv.slice(2)
  const { url } = await startStripe({ port: Number(port), hook: `${publicUrl}/webhooks/stripe` })
  console.log(`Stripe is played at ${url}. Start the product with:`)
  for (const [name, value] of Object.entries({ ...STRIPE_KEYS, STRIPE_API_BASE: url }))
    console.log(`  ${name}=${value}`)
}
