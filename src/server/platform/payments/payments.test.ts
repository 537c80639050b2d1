import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '../observability/log.ts'
import { paymentProblem } from './payment-problem.ts'
import { createPayments, type Payments } from './payments.ts'

let answer: [number, string] = [200, '{}']
const server = createServer((_, res) => res.writeHead(answer[0], { 'content-type': 'application/json' }).end(answer[1]))
let line: Payments

beforeAll(async () => {
  await new Promise<void>((ok) => server.listen(0, '127.0.0.1', ok))
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stripe = { secretKey: 'sk_test_00000000', webhookSecret: 'whsec_00000000', apiBase }
  line = createPayments({ stripe }, createLogger('silent'), { pauseMs: 0 }) as Payments
})
afterAll(() => void server.close())

test.each([
  ['a 404 that is not Stripe’s', 404, '{"message":"Not Found"}'],
  ['an empty success', 200, '{}'],
  ['a page', 200, '<html></html>'],
  ['nothing', 200, 'null'],
  ['a failure in words', 500, 'oops'],
])('%s has an unknown result: Stripe may have carried out the call', async (_, status, body) => {
  answer = [status, body]
  const e = await line.refund({ key: 'x', paymentId: 'pi_1', amountCents: 1, metadata: {} }).catch((e) => e)
  expect(paymentProblem(e)?.kind).toBe('unknown')
})
test('returns nothing for an object that is missing at Stripe, and the reason for a rejection', async () => {
  answer = [
    404,
    '{"error":{"type":"invalid_request_error","code":"resource_missing","message":"No such payment_intent"}}',
  ]
  expect(await line.payment('pi_1')).toBeUndefined()
  const e = await line.refund({ key: 'y', paymentId: 'pi_1', amountCents: 1, metadata: {} }).catch((e) => e)
  expect(paymentProblem(e)).toMatchObject({ kind: 'refused', code: 'resource_missing' })
})
