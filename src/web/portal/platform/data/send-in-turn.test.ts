import { ORPCError } from '@orpc/client'
import { beforeEach, expect, test, vi } from 'vitest'

type Record = { id: string; version: number; status: string; owner: string | null }
const load = () => import('./send-in-turn.ts')
const conflict = (current: Record) => new ORPCError('CONFLICT', { status: 409, data: { current } })

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  return () => vi.unstubAllGlobals()
})

/** A record on a server that rejects changes of an old version, and a function that changes it as the screens do. */
async function server(id: string) {
  const { changeInTurn } = await load()
  let kept: Record = { id, version: 1, status: 'new', owner: null }
  const asked: (number | undefined)[] = []
  const save = (change: Partial<Record>) => {
    kept = { ...kept, ...change, version: kept.version + 1 }
    return kept
  }
  return {
    asked,
    save,
    kept: () => kept,
    change: (base: Record, shown: Partial<Record>, wait?: Promise<void>) =>
      changeInTurn<Record, Record>({
        kind: 'record',
        what: Object.keys(shown).join(),
        base,
        shown,
        isSame: (now) => Object.keys(shown).every((k) => now[k as keyof Record] === base[k as keyof Record]),
        send: async (version) => {
          await wait
          asked.push(version)
          if (version !== kept.version) throw conflict(kept)
          return save(shown)
        },
      }),
  }
}

test('quick changes of one record are sent in order, each based on the response to the one before', async () => {
  const { asked, kept, change } = await server('a')
  const shown = kept()
  const slow = Promise.withResolvers<void>()
  const all = [
    change(shown, { status: 'open' }, slow.promise),
    change({ ...shown, status: 'open' }, { owner: 'me' }),
    change({ ...shown, status: 'open', owner: 'me' }, { status: 'done' }),
  ]
  slow.resolve()
  await Promise.all(all)
  expect(kept()).toEqual({ id: 'a', version: 4, status: 'done', owner: 'me' })
  expect(asked).toEqual([1, 2, 3])
})

test('a change is applied on top of changes of other fields, and fails after a change of the same field', async () => {
  const { save, kept, change } = await server('b')
  const shown = kept()
  save({ owner: 'them' })
  await change(shown, { status: 'open' })
  expect(kept()).toMatchObject({ status: 'open', owner: 'them' })
  await expect(change(shown, { owner: 'me' })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(kept().owner).toBe('them')
})

test('a rejected change does not stop the next one, and a change in two lines waits for both', async () => {
  const { isSending, sendInTurn } = await load()
  const order: string[] = []
  const slow = Promise.withResolvers<void>()
  const one = sendInTurn('one', 'x', async () => {
    await slow.promise
    order.push('one')
    throw new Error('refused')
  })
  const both = sendInTurn(['one', 'two'], 'x', async () => order.push('both'))
  const two = sendInTurn('two', 'x', async () => order.push('two'))
  slow.resolve()
  await expect(one).rejects.toThrow('refused')
  await Promise.all([both, two])
  expect(order).toEqual(['one', 'both', 'two'])
  expect(isSending('one')).toBe(false)
})
