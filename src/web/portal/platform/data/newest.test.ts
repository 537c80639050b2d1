import { expect, test } from 'vitest'
import { isUnderWay, keepNewest, replaceOlder, showUntilAnswered } from './newest.ts'

test('an older version of a record does not replace a newer one, alone or in a list', () => {
  const [older, newer] = [
    { id: 'a', version: 1, status: 'new' },
    { id: 'a', version: 2, status: 'done' },
  ]
  expect(keepNewest(newer, older)).toBe(newer)
  expect(keepNewest(older, newer)).toBe(newer)
  const other = { id: 'b', version: 1, status: 'new' }
  expect(keepNewest({ pages: [{ items: [newer] }] }, { pages: [{ items: [other, older] }] })).toEqual({
    pages: [{ items: [other, newer] }],
  })
  expect(keepNewest(newer, { ...older, id: 'b' })).toEqual({ ...older, id: 'b' })
  expect(keepNewest([newer], [])).toEqual([])
})

test('pending changes of one record stay shown in everything that arrives, each until its own response', async () => {
  const before = { id: 'a', version: 1, status: 'new', assignee: null }
  const [one, two] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = showUntilAnswered('a', { status: 'done' }, one.promise)
  const second = showUntilAnswered('a', { assignee: 'me', unknown: 1 }, two.promise)
  expect(keepNewest(before, { ...before, version: 2 })).toEqual({
    ...before,
    version: 2,
    status: 'done',
    assignee: 'me',
  })
  one.resolve()
  await first
  expect(keepNewest(undefined, [before])).toEqual([{ ...before, assignee: 'me' }])
  two.reject(new Error('refused'))
  await expect(second).rejects.toThrow('refused')
  expect(isUnderWay('a')).toBe(false)
  expect(keepNewest(undefined, before)).toBe(before)
})

test('a saved record replaces older versions of it wherever they are, and nothing else', () => {
  const row = { id: 'a', version: 1, name: 'Old', company: { id: 'c', name: 'Northgate' }, owner: 'Nadia' }
  const other = { id: 'b', version: 1, name: 'Other' }
  const cached = { pages: [{ items: [row, other], total: 2 }] }
  const saved = {
    id: 'a',
    version: 2,
    name: 'New',
    company: { id: 'c', name: 'North', zone: 'UTC' },
    owner: null,
    x: 1,
  }
  const next = replaceOlder(cached, saved)
  const company = { id: 'c', name: 'North' }
  expect(next).toEqual({
    pages: [{ items: [{ ...row, version: 2, name: 'New', company, owner: null }, other], total: 2 }],
  })
  expect(next.pages[0]?.items[1]).toBe(other)
  expect(replaceOlder(next, { ...saved, version: 1, name: 'Older' })).toBe(next)
  expect(replaceOlder(next, { ok: true })).toBe(next)
  const otherShape = { ...saved, version: 3, company: 'North' }
  expect(replaceOlder(next, otherShape)).toBe(next)
  expect(replaceOlder(undefined, saved)).toBeUndefined()
})
