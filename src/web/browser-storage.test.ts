import { afterEach, expect, test, vi } from 'vitest'
import { localStore, openChannel } from './browser-storage.ts'

afterEach(() => {
  for (const key of localStore.listKeys()) localStore.remove(key)
  vi.unstubAllGlobals()
})

const working = () => {
  const items: Record<string, string> = { old: 'value' }
  return Object.defineProperties(items, {
    getItem: { value: (key: string) => items[key] ?? null },
    setItem: {
      value: (key: string, value: string) => {
        items[key] = value
      },
      writable: true,
    },
    removeItem: { value: (key: string) => delete items[key] },
  }) as unknown as Storage
}
const blocked = () => {
  vi.stubGlobal('localStorage', undefined)
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
}

test('writes values to the storage, lists them and removes them', () => {
  const storage = working()
  vi.stubGlobal('localStorage', storage)
  expect(localStore.set('a', '1')).toBe(true)
  expect([storage.getItem('a'), localStore.get('a')]).toEqual(['1', '1'])
  expect(localStore.listKeys().toSorted()).toEqual(['a', 'old'])
  localStore.remove('a')
  expect(storage.getItem('a')).toBeNull()
})

test.each([
  ['blocked', blocked],
  ['null', () => vi.stubGlobal('localStorage', null)],
])('storage that is %s: values last in memory', (_, break_) => {
  break_()
  expect(localStore.get('a')).toBeNull()
  expect(localStore.set('a', '1')).toBe(false)
  expect([localStore.get('a'), localStore.listKeys()]).toEqual(['1', ['a']])
  localStore.remove('a')
  expect(localStore.get('a')).toBeNull()
})

test('full storage: returns the newer value from memory, until it can be stored or is forgotten', () => {
  const storage = working()
  const set = storage.setItem
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', storage)
  expect(localStore.set('old', 'new')).toBe(false)
  expect([storage.getItem('old'), localStore.get('old')]).toEqual(['value', 'new'])
  localStore.forget('old')
  expect(localStore.get('old')).toBe('value')
  localStore.set('old', 'new')
  storage.setItem = set
  expect(localStore.set('old', 'newest')).toBe(true)
  expect([storage.getItem('old'), localStore.get('old')]).toEqual(['newest', 'newest'])
})

test('without BroadcastChannel, sends no messages and does not throw', () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  expect(openChannel('any', () => {})('message')).toBeUndefined()
})
