import { expect, test } from 'vitest'
import { changed, merge } from './edit-merge.ts'

const base = {
  name: 'Pat',
  email: 'p@x.example',
  title: '',
  client: { id: '1', name: 'A' } as { id: string; name: string } | null,
}

test('white around a text and another object for the same thing are no change', () => {
  expect(changed(base, { ...base, name: ' Pat ', client: { id: '1', name: 'A renamed' } })).toEqual({})
  expect(changed(base, { ...base, client: null })).toEqual({ client: null })
})
test('theirs is taken where the reader changed nothing, kept apart where both did', () => {
  const mine = { ...base, name: 'Patricia', title: 'CEO' }
  const theirs = { ...base, name: 'Patrick', email: 'new@x.example', title: 'CEO', client: null }
  expect(merge(base, mine, theirs)).toEqual({
    take: { email: 'new@x.example', client: null },
    ask: { name: 'Patrick' },
  })
})
