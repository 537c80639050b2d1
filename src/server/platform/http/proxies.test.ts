import { afterEach, expect, test, vi } from 'vitest'
import { createLogger } from '../observability/log.ts'
import { watchProxies } from './proxies.ts'

afterEach(() => void vi.useRealTimers())
const request = (socket: string, headers: Record<string, string> = {}) => ({
  socket,
  header: (name: string) => headers[name],
})
const forwarded = { 'x-forwarded-for': '203.0.113.9' }

test('an untrusted proxy is logged once an hour, and causes a warning for an hour', () => {
  vi.useFakeTimers()
  const log = createLogger('silent')
  const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined)
  const proxies = watchProxies(['10.0.0.0/8'], log)
  proxies.look(request('10.1.2.3', forwarded))
  proxies.look(request('192.0.2.1'))
  expect([warn.mock.calls.length, proxies.warning()]).toEqual([0, undefined])
  for (let i = 0; i < 50; i++) proxies.look(request('192.0.2.1', i % 2 ? forwarded : { forwarded: 'for=203.0.113.9' }))
  expect(warn.mock.calls).toEqual([[{ peer: '192.0.2.1' }, expect.stringContaining('set TRUSTED_PROXIES=192.0.2.1')]])
  expect(proxies.warning()).toContain('set TRUSTED_PROXIES=192.0.2.1')
  vi.advanceTimersByTime(3_600_000)
  expect(proxies.warning()).toBeUndefined()
  proxies.look(request('192.0.2.1', forwarded))
  expect(warn).toHaveBeenCalledTimes(2)
})
