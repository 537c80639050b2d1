// The budget, and a server without a model.
import { afterAll, expect, test } from 'vitest'
import { makeTicket } from '../../../test/factories/tickets.ts'
import { startModel } from '../../../test/harness/model.ts'
import { type ErrorShape, startServer } from '../../../test/harness/server.ts'
import { rewordReason, triageNew } from './index.ts'

const ai = await startModel()
afterAll(() => ai.close())
const answer = { category: 'automation', impact: 'all', urgency: 'high', summary: 'Twice.' }

test('concurrent requests cannot exceed the budget, and a company has its own share', async () => {
  const server = await startServer({ ...ai.settings, AI_DAILY_BUDGET_CENTS: '7', AI_COMPANY_BUDGET_CENTS: '4' })
  try {
    const { north, south, engineer } = await server.world()
    ai.mock.onMessage(/.*/s, { content: JSON.stringify(answer) })
    const ask = async (of: typeof north) => {
      const { id } = await makeTicket(server.db, { requester: of.owner })
      return server.call<ErrorShape>('POST', `/v1/tickets/${id}/triage`, { as: engineer })
    }
    const all = [...(await Promise.all(Array.from({ length: 8 }, () => ask(north))))]
    for (let i = 0; i < 60; i++) all.push(await ask(north))
    const codes = all.map((r) => (r.status === 200 ? 'ok' : r.body.error.code))
    expect(new Set(codes)).toEqual(new Set(['ok', 'BUDGET_SPENT', ...codes.filter((c) => c === 'MODEL_FAILED')]))
    const spent = async (id?: string) => {
      let q = server.db.selectFrom('model_calls').select((e) => e.fn.sum<number>('cost_micros').as('n'))
      if (id) q = q.where('company_id', '=', id)
      return Number((await q.executeTakeFirst())?.n ?? 0)
    }
    expect(await spent(north.company.id)).toBeLessThanOrEqual(40_000)
    expect(await spent(north.company.id)).toBeGreaterThan(25_000)
    // More than half of the day's budget is spent: background requests leave the rest for those that people wait for.
    const product = { id: crypto.randomUUID(), name: 'a', summary: 'b' }
    const words = await rewordReason(server.platform, { companyId: south.company.id, product, reasons: ['c'] })
    expect([words, await spent(south.company.id)]).toEqual([{ came: 'later', all: false }, 0])
    for (let i = 0; i < 60; i++) await ask(south)
    expect(await spent()).toBeLessThanOrEqual(70_000)
    expect(await spent(south.company.id)).toBeGreaterThan(10_000)
    // A user who did not ask sees nothing of the exceeded budget: a new ticket is opened as usual.
    const { id } = await makeTicket(server.db, { requester: north.owner })
    await triageNew.handler(server.platform, { companyId: north.company.id, ticketId: id })
    const { body } = await server.call<{ status: object }>('GET', '/v1/prompts', { as: engineer })
    expect(body.status).toMatchObject({ priced: true, budgetMicros: 70_000, companyBudgetMicros: 40_000 })
  } finally {
    await server.close()
  }
})

test('without a provider no request is made, and the API says so', async () => {
  const server = await startServer()
  try {
    const { north, engineer } = await server.world()
    const opened = await server.call<{ id: string }>('POST', '/v1/tickets', {
      as: north.owner,
      body: { subject: 'x', description: 'y', category: 'ai', impact: 'one', urgency: 'low' },
    })
    expect(opened.status).toBe(201)
    const { id } = opened.body
    const seen = await server.call('GET', `/v1/tickets/${id}/suggestions`, { as: engineer })
    expect(seen.body).toEqual({ items: [], can: [], why: 'No language model is set up.' })
    for (const at of [`/v1/tickets/${id}/triage`, `/v1/tickets/${id}/reply-draft`])
      expect((await server.call<ErrorShape>('POST', at, { as: engineer, body: {} })).body.error.code).toBe('NO_MODEL')
    expect((await server.call<{ status: object }>('GET', '/v1/prompts', { as: engineer })).body.status).toMatchObject({
      model: null,
      priced: false,
      spentMicros: 0,
    })
    const product = { id: crypto.randomUUID(), name: 'a', summary: 'b' }
    expect(await rewordReason(server.platform, { companyId: north.company.id, product, reasons: [] })).toEqual({
      came: 'later',
      all: true,
    })
    expect(await server.db.selectFrom('model_calls').select('id').execute()).toEqual([])
  } finally {
    await server.close()
  }
})
