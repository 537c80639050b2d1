import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { derive, makeDataDir, passwordOfDemo, readEnv, SettingsError } from './env.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'portal env '))
afterAll(() => rmSync(dir, { recursive: true }))
const needed = {
  DATABASE_URL: 'postgres://a:b@localhost/c',
  PUBLIC_URL: 'https://portal.example',
  APP_SECRET: 'x'.repeat(32),
}

test('the demo makes its secrets once and keeps them from others', () => {
  const DATA_DIR = path.join(dir, 'demo')
  const first = readEnv('demo', { DATA_DIR })
  const second = readEnv('demo', { DATA_DIR })
  expect([second.appSecret, second.publishableKey, second.demoPassword]).toEqual([
    first.appSecret,
    first.publishableKey,
    first.demoPassword,
  ])
  expect(first.demoPassword?.length).toBeGreaterThanOrEqual(12)
  expect(statSync(path.join(DATA_DIR, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(readFileSync(path.join(DATA_DIR, 'secrets.json'), 'utf8')).toContain(first.appSecret)
  expect(readEnv('demo', { DATA_DIR, DEMO_PASSWORD: 'chosen by me' }).demoPassword).toBe('chosen by me')
})
test('every start names the password that the demo accounts were made with, whatever the setting says by then', () => {
  const DATA_DIR = path.join(dir, 'kept')
  const first = readEnv('demo', { DATA_DIR, DEMO_PASSWORD: 'chosen by me' })
  expect(passwordOfDemo(DATA_DIR, first.demoPassword)).toBe('chosen by me')
  const later = readEnv('demo', { DATA_DIR })
  expect([later.appSecret, later.demoPassword]).toEqual([first.appSecret, 'chosen by me'])
  readEnv('demo', { DATA_DIR, DEMO_PASSWORD: 'too late for that' })
  expect(passwordOfDemo(DATA_DIR, undefined)).toBe('chosen by me')
  expect(statSync(path.join(DATA_DIR, 'secrets.json')).mode & 0o777).toBe(0o600)
})
test('a folder that is none is refused by name', () => {
  const DATA_DIR = path.join(dir, 'a file')
  writeFileSync(DATA_DIR, '')
  expect(() => makeDataDir(DATA_DIR)).toThrow(/^DATA_DIR is not a folder/)
  expect(() => readEnv('demo', { DATA_DIR })).toThrow(SettingsError)
})
test('the publishable key tells nothing of the secret it is derived from', () => {
  const env = readEnv('serve', needed)
  expect(env.publishableKey).toMatch(/^pk_millwright_[0-9a-f]{32}$/)
  expect(env.publishableKey).not.toContain('xxx')
  expect(derive('a'.repeat(32), 'one')).not.toEqual(derive('a'.repeat(32), 'two'))
})
test('a loopback address may be typed in any of its spellings, another one in one only', () => {
  expect(readEnv('serve', { ...needed, PUBLIC_URL: 'http://localhost:3000' }).origins).toEqual([
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
  ])
  expect(readEnv('serve', { ...needed, PUBLIC_URL: 'https://portal.example/' })).toMatchObject({
    publicUrl: 'https://portal.example',
    origins: ['https://portal.example'],
  })
})
test.each([
  ['PORT', '70000'],
  ['PUBLIC_URL', 'https://portal.example/sub'],
  ['PUBLIC_URL', 'ftp://portal.example'],
  ['DEMO_PASSWORD', 'short'],
  ['SMTP_URL', 'mail.example'],
  ['METRICS_TOKEN', 'x'],
  ['DATABASE_POOL', '0'],
  ['MAIL_FROM', 'Support'],
  ['STRIPE_SECRET_KEY', 'pk_live_public000'],
  ['STRIPE_SECRET_KEY', 'sk_live_alone0000'],
  ['STRIPE_WEBHOOK_SECRET', 'secret'],
  ['STRIPE_API_BASE', 'stripe.example'],
  ['INBOUND_DOMAIN', 'reply.example'],
  ['INBOUND_DOMAIN', 'no domain'],
  ['INBOUND_MAIL_SECRET', 'short'],
  ['TRUSTED_PROXIES', 'loopback'],
  ['TRUSTED_PROXIES', '10.0.0.0/99'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => readEnv('serve', { ...needed, [name]: value })).toThrow(SettingsError)
  expect(() => readEnv('serve', { ...needed, [name]: value })).toThrow(new RegExp(`^${name} `))
})
test('mail comes in only where a door is open; the demo has one of its own', () => {
  const INBOUND_MAIL_SECRET = 'x'.repeat(32)
  expect(readEnv('serve', needed).inbound).toBeUndefined()
  expect(() => readEnv('serve', { ...needed, INBOUND_MAIL_SECRET })).toThrow(/^INBOUND_DOMAIN is missing/)
  expect(readEnv('serve', { ...needed, INBOUND_DOMAIN: 'Reply.example', INBOUND_MAIL_SECRET }).inbound).toMatchObject({
    domain: 'reply.example',
    smtp: undefined,
    secret: INBOUND_MAIL_SECRET,
  })
  const demo = path.join(dir, 'mail')
  expect(readEnv('demo', { DATA_DIR: demo }).inbound).toMatchObject({ smtp: { host: '127.0.0.1', port: 2525 } })
  expect(readEnv('demo', { DATA_DIR: demo, INBOUND_SMTP_PORT: 'off' }).inbound).toBeUndefined()
})
