import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { deriveKey, makeDataDir, passwordOfDemo, readEnv, SettingsError } from './env.ts'
import { exposedDemo } from './unsafe-settings.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'portal env '))
afterAll(() => rmSync(dir, { recursive: true }))
const needed = {
  DATABASE_URL: 'postgres://a:b@localhost/c',
  PUBLIC_URL: 'https://portal.example',
  APP_SECRET: '6d5f0e9ab3c74182a9d0f4e1b27c8365',
}

test('the demo generates its secrets once and keeps them private', () => {
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
test('every start shows the password of the demo accounts, whatever the setting says later', () => {
  const DATA_DIR = path.join(dir, 'kept')
  const first = readEnv('demo', { DATA_DIR, DEMO_PASSWORD: 'chosen by me' })
  expect(passwordOfDemo(DATA_DIR, first.demoPassword)).toBe('chosen by me')
  const later = readEnv('demo', { DATA_DIR })
  expect([later.appSecret, later.demoPassword]).toEqual([first.appSecret, 'chosen by me'])
  readEnv('demo', { DATA_DIR, DEMO_PASSWORD: 'too late for that' })
  expect(passwordOfDemo(DATA_DIR, undefined)).toBe('chosen by me')
  expect(statSync(path.join(DATA_DIR, 'secrets.json')).mode & 0o777).toBe(0o600)
})
test('a path that is not a folder is refused by name', () => {
  const DATA_DIR = path.join(dir, 'a file')
  writeFileSync(DATA_DIR, '')
  expect(() => makeDataDir(DATA_DIR)).toThrow(/^DATA_DIR is not a writable folder/)
  expect(() => readEnv('demo', { DATA_DIR })).toThrow(SettingsError)
})
test('the publishable key reveals nothing of its secret', () => {
  const env = readEnv('serve', needed)
  expect(env.publishableKey).toMatch(/^pk_millwright_[0-9a-f]{32}$/)
  expect(env.publishableKey).not.toContain(needed.APP_SECRET.slice(0, 8))
  expect(deriveKey('a'.repeat(32), 'one')).not.toEqual(deriveKey('a'.repeat(32), 'two'))
})
test('a loopback address may be spelled in any way, others in only one', () => {
  expect(
    readEnv('serve', { ...needed, PUBLIC_URL: 'http://localhost:3000', ALLOW_INSECURE_HTTP: 'yes' }).origins,
  ).toEqual(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
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
  ['TRUSTED_PROXIES', '10.0.0.0/8/9'],
  ['TRUSTED_PROXIES', '10.0.0.0/'],
  ['TRUSTED_PROXIES', '[10.0.0.1'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => readEnv('serve', { ...needed, [name]: value })).toThrow(SettingsError)
  expect(() => readEnv('serve', { ...needed, [name]: value })).toThrow(new RegExp(`^${name} `))
})
test.each(['serve', 'demo'] as const)(
  'a value in quotation marks or with spaces around it is refused in %s',
  (mode) => {
    const messageOf = (more: Record<string, string>) => {
      try {
        readEnv(mode, { ...needed, DATA_DIR: path.join(dir, 'quoted'), ...more })
        return []
      } catch (e) {
        return (e as Error).message.split('\n')
      }
    }
    const auth = (INBOUND_AUTH_SERVER: string) => messageOf({ INBOUND_AUTH_SERVER })
    for (const value of ['"mx.example"', "'mx.example'", '""'])
      expect(auth(value), value).toEqual(['INBOUND_AUTH_SERVER is in quotation marks: remove them'])
    for (const value of [' mx.example', 'mx.example ', 'mx.example\n', ' ', '\u00a0mx.example'])
      expect(auth(value), value).toEqual(['INBOUND_AUTH_SERVER begins or ends with a space or line break: remove it'])
    // There is one line, although the quoted value is not a valid address either.
    expect(messageOf({ PUBLIC_URL: '"https://portal.example"' })).toEqual([
      'PUBLIC_URL is in quotation marks: remove them',
    ])
    expect(messageOf({ HOST: '"0.0.0.0" ', METRICS_TOKEN: 'x' })).toEqual([
      expect.stringMatching(/^HOST begins or ends/),
      expect.stringMatching(/^METRICS_TOKEN must have/),
    ])
    expect(messageOf({ MAIL_FROM: '"Support" <support@portal.example>', DEMO_PASSWORD: 'a demo password' })).toEqual([])
  },
)
test('email is received only if a listener or a webhook is set up; the demo has its own listener', () => {
  const INBOUND_MAIL_SECRET = 'f3a91c07e85b4d62a1c9e0477b3d58f6'
  expect(readEnv('serve', needed).inbound).toBeUndefined()
  expect(() => readEnv('serve', { ...needed, INBOUND_MAIL_SECRET })).toThrow(/^INBOUND_DOMAIN is missing/)
  const INBOUND_AUTH_SERVER = 'mx.example'
  expect(
    readEnv('serve', { ...needed, INBOUND_DOMAIN: 'Reply.example', INBOUND_MAIL_SECRET, INBOUND_AUTH_SERVER }).inbound,
  ).toMatchObject({
    domain: 'reply.example',
    smtp: undefined,
    secret: INBOUND_MAIL_SECRET,
  })
  const demo = path.join(dir, 'mail')
  expect(readEnv('demo', { DATA_DIR: demo }).inbound).toMatchObject({ smtp: { host: '127.0.0.1', port: 2525 } })
  expect(readEnv('demo', { DATA_DIR: demo, INBOUND_SMTP_PORT: 'off' }).inbound).toBeUndefined()
})

describe('a demo that other machines can reach', () => {
  const DATA_DIR = path.join(dir, 'exposed')
  const read = (more: Record<string, string>) => readEnv('demo', { DATA_DIR, ...more })
  test.each<Record<string, string>>([
    { HOST: '0.0.0.0' },
    { HOST: '192.0.2.7' },
    { PUBLIC_URL: 'https://portal.example' },
  ])('with %j says so and rejects a password that is easy to guess', (settings) => {
    for (const DEMO_PASSWORD of ['aaaaaaaa', '12345678', 'abcdefgh', 'password1', 'ChangeMe!', 'abababab'])
      expect(() => read({ ...settings, DEMO_PASSWORD }), DEMO_PASSWORD).toThrow(/^DEMO_PASSWORD is too easy to guess/)
    const env = read({ ...settings, DEMO_PASSWORD: 'a demo password' })
    const [name, value] = Object.entries(settings)[0] as [string, string]
    expect(exposedDemo(env)).toContain(`${name}=${value}`)
    expect(exposedDemo(read(settings))).toContain('use npm run serve')
    // Senders to this listener are not verified.
    expect(env.inbound?.smtp?.host).toBe('127.0.0.1')
    expect(read({ ...settings, INBOUND_SMTP_HOST: '0.0.0.0' }).inbound?.smtp?.host).toBe('0.0.0.0')
  })
  test.each<Record<string, string>>([{}, { HOST: '::1' }, { HOST: 'localhost', PUBLIC_URL: 'http://127.0.0.1:3000' }])(
    'is not %j',
    (settings) => {
      expect(exposedDemo(read({ ...settings, DEMO_PASSWORD: 'aaaaaaaa' }))).toBeUndefined()
    },
  )
})

describe('production refuses unsafe settings', () => {
  const messageOf = (more: Record<string, string>): string[] => {
    try {
      readEnv('serve', { ...needed, ...more })
      return []
    } catch (e) {
      return (e as Error).message.split('\n')
    }
  }
  const far = 'postgres://a:secretpw@db.example/c'
  const door = { INBOUND_DOMAIN: 'reply.example', INBOUND_SMTP_PORT: '25' }
  const s3 = { S3_BUCKET: 'bucket', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
  const ai = { AI_PROVIDER: 'openai-compatible', AI_MODEL: 'm' }
  test.each<[string, Record<string, string>, string]>([
    ['PUBLIC_URL', { PUBLIC_URL: 'http://portal.example' }, 'ALLOW_INSECURE_HTTP'],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://localhost:3000' }, 'ALLOW_INSECURE_HTTP'],
    ['GOOGLE_ISSUER', { GOOGLE_ISSUER: 'http://issuer.example' }, 'ALLOW_INSECURE_HTTP'],
    ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: 'http://files.example' }, 'ALLOW_INSECURE_HTTP'],
    ['AI_BASE_URL', { ...ai, AI_BASE_URL: 'http://10.0.0.5/v1' }, 'ALLOW_INSECURE_HTTP'],
    ['STRIPE_API_BASE', { STRIPE_API_BASE: 'http://127.0.0.1.example' }, 'ALLOW_INSECURE_HTTP'],
    ['PWNED_PASSWORDS_URL', { PWNED_PASSWORDS_URL: 'http://pwned.example' }, 'ALLOW_INSECURE_HTTP'],
    ['DATABASE_URL', { DATABASE_URL: far }, 'ALLOW_INSECURE_DATABASE'],
    ['DATABASE_URL', { DATABASE_URL: `${far}?sslmode=require` }, 'ALLOW_INSECURE_DATABASE'],
    ['DATABASE_URL', { DATABASE_URL: `${far}?sslmode=no-verify` }, 'ALLOW_INSECURE_DATABASE'],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://a@localhost/c?host=db.example' }, 'ALLOW_INSECURE_DATABASE'],
    ['DATABASE_DIRECT_URL', { DATABASE_DIRECT_URL: far }, 'ALLOW_INSECURE_DATABASE'],
    ['SMTP_URL', { SMTP_URL: 'smtp://mail.example:587' }, 'ALLOW_INSECURE_SMTP'],
    ['SMTP_URL', { SMTP_URL: 'smtps://mail.example?ignoreTLS=true' }, 'ALLOW_INSECURE_SMTP'],
    // nodemailer decides by the scheme alone and would continue without TLS.
    ['SMTP_URL', { SMTP_URL: 'smtp://mail.example:465?secure=true' }, 'ALLOW_INSECURE_SMTP'],
    ['SMTP_URL', { SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=false' }, 'ALLOW_INSECURE_SMTP'],
    ['SMTP_URL', { SMTP_URL: 'smtp://mail.example?requireTLS=true&tls.rejectUnauthorized=0' }, 'ALLOW_INSECURE_SMTP'],
    ['INBOUND_AUTH_SERVER', door, 'ALLOW_UNAUTHENTICATED_MAIL'],
    [
      'INBOUND_AUTH_SERVER',
      { INBOUND_DOMAIN: 'reply.example', INBOUND_MAIL_SECRET: 'f3a91c07e85b4d62a1c9e0477b3d58f6' },
      'ALLOW_UNAUTHENTICATED_MAIL',
    ],
  ])('%s as in %j, unless %s is yes', (name, settings, permission) => {
    const said = messageOf(settings)
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(new RegExp(`^${name} .*${permission}=yes`))
    expect(said[0]).not.toContain('secretpw')
    expect(messageOf({ ...settings, [permission]: 'no' })).toHaveLength(1)
    expect(messageOf({ ...settings, [permission]: 'true' }).join()).toContain(`${permission} must be yes or no`)
    expect(messageOf({ ...settings, [permission]: 'yes' })).toEqual([])
    for (const other of ['HTTP', 'DATABASE', 'SMTP'].map((n) => `ALLOW_INSECURE_${n}`))
      if (other !== permission) expect(messageOf({ ...settings, [other]: 'yes' })).toHaveLength(1)
    // The demo runs on one machine and does not check this.
    expect(() => readEnv('demo', { DATA_DIR: path.join(dir, 'unsafe'), ...settings })).not.toThrow()
  })
  test('lists all of them, one per line', () => {
    expect(
      messageOf({ PUBLIC_URL: 'http://portal.example', DATABASE_URL: far, APP_SECRET: 'x'.repeat(40), ...door }),
    ).toEqual([
      expect.stringMatching(/^PUBLIC_URL /),
      expect.stringMatching(/^APP_SECRET repeats /),
      expect.stringMatching(/^DATABASE_URL /),
      expect.stringMatching(/^INBOUND_AUTH_SERVER /),
    ])
  })
  test.each<Record<string, string>>([
    { DATABASE_URL: `${far}?sslmode=verify-full` },
    { DATABASE_URL: 'postgres://a@%2Fvar%2Frun%2Fpostgresql/c' },
    { DATABASE_URL: 'postgres:///c?host=/var/run/postgresql' },
    { DATABASE_URL: 'postgres://a:b@127.0.0.1:6432/c' },
    { SMTP_URL: 'smtps://mail.example' },
    { SMTP_URL: 'smtp://mail.example:587?requireTLS=true' },
    { SMTP_URL: 'smtp://localhost:1025' },
    { TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32' },
    { TRUSTED_PROXIES: '[::1], fc00::/7,127.0.0.1' },
    { GOOGLE_ISSUER: 'http://127.0.0.1:4000', STRIPE_API_BASE: 'http://localhost:4242' },
    { ...ai, AI_BASE_URL: 'http://[::1]:11434/v1' },
    { ...door, INBOUND_AUTH_SERVER: 'mx.example' },
  ])('but not %j', (settings) => {
    expect(messageOf(settings)).toEqual([])
  })
  test.each([
    'x'.repeat(64),
    'ab'.repeat(32),
    '0123456789abcdef0123456789abcdef',
    'abcdefghijklmnopqrstuvwxyz0123456789',
    'passwordpasswordpasswordpassword',
    'change-me-change-me-please-change-me',
    'your-secret-your-secret-example-1234',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaabcdefgh',
  ])('a secret such as %s', (APP_SECRET) => {
    expect(messageOf({ APP_SECRET })).toEqual([expect.stringMatching(/^APP_SECRET .*openssl rand -hex 32$/)])
    expect(messageOf({ APP_SECRET, ALLOW_INSECURE_HTTP: 'yes' })).toHaveLength(1)
  })
  test.each([
    ['METRICS_TOKEN', 'aaaaaaaaaaaaaaaa', 'openssl rand -hex 32'],
    ['METRICS_TOKEN', 'metrics-password', 'openssl rand -hex 32'],
    ['METRICS_TOKEN', '1234567890123456', 'openssl rand -hex 32'],
    ['APP_SECRET_PREVIOUS', 'p'.repeat(40), 'leave it out'],
  ])('%s such as %s', (name, value, remedy) => {
    expect(messageOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} .*${remedy}`))])
    for (let i = 0; i < 500; i++) expect(messageOf({ [name]: randomBytes(16).toString('hex') })).toEqual([])
    if (name === 'METRICS_TOKEN') expect(messageOf({ [name]: randomBytes(12).toString('base64url') })).toEqual([])
  })
  test('a guessable secret of the mail provider', () => {
    const mail = { INBOUND_DOMAIN: 'reply.example', INBOUND_AUTH_SERVER: 'mx.example' }
    expect(messageOf({ ...mail, INBOUND_MAIL_SECRET: 'm'.repeat(40) })).toEqual([
      expect.stringMatching(/^INBOUND_MAIL_SECRET repeats .*openssl rand -hex 32$/),
    ])
    expect(messageOf({ ...mail, INBOUND_MAIL_SECRET: randomBytes(32).toString('hex') })).toEqual([])
  })
  test.each([
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/8, 0.0.0.0/0',
    '0.0.0.0/1,128.0.0.0/1',
    '2000::/3',
    '[::]/0',
    '::ffff:0:0/96',
    '0:0:0:0:0:ffff::/96',
  ])('trusting every address: %s', (TRUSTED_PROXIES) => {
    expect(messageOf({ TRUSTED_PROXIES })).toEqual([
      expect.stringMatching(/^TRUSTED_PROXIES trusts too many addresses/),
    ])
  })
  test('accepts random secrets', () => {
    for (let i = 0; i < 2_000; i++) {
      expect(messageOf({ APP_SECRET: randomBytes(16).toString('hex') })).toEqual([])
      expect(messageOf({ APP_SECRET: randomBytes(24).toString('base64') })).toEqual([])
    }
  })
})
