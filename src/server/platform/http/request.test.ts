import { expect, test } from 'vitest'
import { readRequestFacts } from './request.ts'

const from = (socket: string, forwarded: string | undefined, trustedProxies: string[] = []) =>
  readRequestFacts(
    {
      req: { method: 'GET', path: '/' },
      env: { incoming: { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: socket } } },
    } as never,
    { trustedProxies },
  ).address

test('the address is that of the socket unless a trusted proxy says otherwise', () => {
  expect(from('203.0.113.5', '198.51.100.1')).toBe('203.0.113.5')
  expect(from('::ffff:203.0.113.5', undefined)).toBe('203.0.113.5')
  expect(from('10.0.0.2', '198.51.100.1', ['10.0.0.0/8'])).toBe('198.51.100.1')
  // Do not trust addresses that the client itself put in front.
  expect(from('10.0.0.2', '1.1.1.1, 198.51.100.1', ['10.0.0.0/8'])).toBe('198.51.100.1')
  expect(from('10.0.0.2', '198.51.100.1, 10.0.0.9', ['10.0.0.0/8'])).toBe('198.51.100.1')
  expect(from('10.0.0.2', 'nonsense', ['10.0.0.0/8'])).toBe('10.0.0.2')
  expect(from('2001:db8::1', '2001:db8:1::7', ['2001:db8::1'])).toBe('2001:db8:1::7')
})

test('a port or brackets around an address are ignored, and so is what stands before an entry that is no address', () => {
  const proxies = ['10.0.0.0/8', '[2001:db8::1]']
  const via = (forwarded: string, socket = '10.0.0.2') => from(socket, forwarded, proxies)
  expect(via('1.1.1.1, 198.51.100.7:51234')).toBe('198.51.100.7')
  expect(via('1.1.1.1, [2001:db8:1::7]:443')).toBe('2001:db8:1::7')
  expect(via('1.1.1.1, [2001:db8:1::7]')).toBe('2001:db8:1::7')
  expect(via('1.1.1.1, ::ffff:198.51.100.7')).toBe('198.51.100.7')
  expect(via('198.51.100.7:51234, 10.0.0.9:8080', '2001:db8::1')).toBe('198.51.100.7')
  for (const no of ['unknown', '_hidden', '', '999.1.1.1', '1.1.1.1:x', '[::1', '1.1.1.1 2.2.2.2', '127.0.0.1:999999'])
    expect(via(`1.1.1.1, ${no}`), no).toBe('10.0.0.2')
  expect(via('1.1.1.1, unknown, 10.0.0.9')).toBe('10.0.0.9')
})

test('a client that resets the connection right after the request cannot choose its address', () => {
  expect(from('', '198.51.100.1')).toBe('')
  expect(from('', '198.51.100.1, 10.0.0.9', ['10.0.0.0/8'])).toBe('')
})
