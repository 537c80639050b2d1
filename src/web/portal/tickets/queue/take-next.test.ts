import { expect, test, vi } from 'vitest'
import type { Ticket } from '../model.ts'
import { takeNextTicket } from './take-next.ts'

type Answer = { ticket: { id: string; number: number } | null }
const server = vi.hoisted(() => ({ keys: [] as string[], answer: (): Promise<object> => Promise.resolve({}) }))
vi.mock('../../../ui/overlays/toast.tsx', () => ({ showToast: () => {} }))
vi.mock('../ticket-queries.ts', () => ({ keepTicket: () => {}, refreshTicketLists: () => {} }))
vi.mock('../../platform/data/api.ts', () => ({
  parseFailure: () => undefined,
  client: {
    tickets: {
      takeNext: (_: object, { context }: { context: { idempotencyKey: string } }) => {
        server.keys.push(context.idempotencyKey)
        return server.answer()
      },
    },
  },
}))

test('a second press while a ticket is taken and opened takes no other, and a retry after a failure is the same request', async () => {
  const sent = Promise.withResolvers<Answer>()
  const [asked, shown] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const opened: string[] = []
  const open = ({ id }: Ticket) => {
    opened.push(id)
    asked.resolve()
    return shown.promise
  }
  server.answer = () => sent.promise
  const first = takeNextTicket(open)
  const second = takeNextTicket(open)
  sent.resolve({ ticket: { id: 'a', number: 1 } })
  await asked.promise
  const third = takeNextTicket(open)
  shown.resolve()
  await Promise.all([first, second, third])
  expect(opened).toEqual(['a'])
  expect(server.keys).toHaveLength(1)

  server.answer = () => Promise.reject(new Error('offline'))
  await takeNextTicket(open)
  server.answer = () => Promise.resolve({ ticket: { id: 'b', number: 2 } })
  await takeNextTicket(open)
  await takeNextTicket(open)
  expect(opened).toEqual(['a', 'b', 'b'])
  const [taken, failed, retried, next] = server.keys
  expect(failed).not.toBe(taken)
  expect(retried).toBe(failed)
  expect(next).not.toBe(retried)
})
