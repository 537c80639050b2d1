import { createHmac, randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { brand } from '../../../brand.config.ts'

// The only file that reads process.env: everything else is handed what it needs.

/** Names every missing or bad setting, a line each; never the value, which may be a secret. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** `demo` is `npm start` and `npm run dev`; `serve` is production. */
export type Mode = 'demo' | 'serve'

const port = z.coerce
  .number('is not a number')
  .int('is not a whole number')
  .min(1, 'is not a port')
  .max(65_535, 'is not a port')
const url = (...schemes: string[]) =>
  z
    .string()
    .refine(
      (v) => URL.canParse(v) && schemes.includes(new URL(v).protocol),
      `must be an address starting with ${schemes.map((s) => `${s}//`).join(' or ')}`,
    )
const origin = url('http:', 'https:')
  .refine((v) => !URL.canParse(v) || new URL(v).pathname === '/', 'must be an origin without a path')
  .transform((v) => new URL(v).origin)
const postgres = url('postgres:', 'postgresql:')
const secret = z.string().min(32, 'must have at least 32 characters')

const amount = z.coerce.number('is not a number').min(0, 'is below 0').max(10_000_000, 'is above 10,000,000')

const isNetwork = (text: string) => {
  const [ip = '', bits] = text.split('/')
  const most = isIP(ip) === 6 ? 128 : 32
  return isIP(ip) !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

const Settings = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgres.optional(),
  DATABASE_DIRECT_URL: postgres.optional(),
  DATABASE_POOL: z.coerce
    .number('is not a number')
    .int('is not a whole number')
    .min(1, 'is below 1')
    .max(500, 'is above 500')
    .default(16),
  APP_SECRET: secret.optional(),
  PUBLISHABLE_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  DEMO_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(72, 'must have at most 72 characters')
    .optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .max(300, 'must have at most 300 characters')
    .regex(/@/, 'must have an address, such as Support <support@example.com>')
    .optional(),
  INBOUND_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^(?=.{3,190}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/, 'is not a domain')
    .optional(),
  INBOUND_SMTP_PORT: z.union([z.literal('off'), port], 'is a port or off').optional(),
  INBOUND_SMTP_HOST: z.string().optional(),
  INBOUND_MAIL_SECRET: secret.optional(),
  INBOUND_AUTH_SERVER: z.string().max(255, 'must have at most 255 characters').optional(),
  GOOGLE_CLIENT_ID: z.string().max(300, 'must have at most 300 characters').optional(),
  GOOGLE_CLIENT_SECRET: z.string().max(300, 'must have at most 300 characters').optional(),
  GOOGLE_ISSUER: url('http:', 'https:').default('https://accounts.google.com'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w{8,300}$/, 'is a secret or restricted key of Stripe, such as sk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w{8,300}$/, 'is the signing secret of the endpoint at Stripe, such as whsec_…')
    .optional(),
  STRIPE_API_BASE: origin.default('https://api.stripe.com'),
  S3_ENDPOINT: origin.optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'is the name of a region, such as eu-central-1')
    .default('us-east-1'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is not the name of a bucket')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().max(200, 'must have at most 200 characters').optional(),
  S3_SECRET_ACCESS_KEY: z.string().max(200, 'must have at most 200 characters').optional(),
  BANK_TRANSFER: z
    .string()
    .max(1_000, 'must have at most 1,000 characters')
    .transform((v) => v.replaceAll('\\n', '\n'))
    .optional(),
  AI_PROVIDER: z
    .enum(['openai-compatible', 'openai', 'anthropic'], 'is one of openai-compatible, openai, anthropic')
    .optional(),
  AI_MODEL: z.string().min(1).max(200, 'must have at most 200 characters').optional(),
  AI_API_KEY: z.string().min(1).max(500, 'must have at most 500 characters').optional(),
  AI_BASE_URL: url('http:', 'https:').optional(),
  AI_PRICE_IN_CENTS: amount.optional(),
  AI_PRICE_OUT_CENTS: amount.optional(),
  AI_DAILY_BUDGET_CENTS: amount.optional(),
  AI_COMPANY_BUDGET_CENTS: amount.optional(),
  PWNED_PASSWORDS_URL: z.union([z.literal('off'), url('http:', 'https:')], 'must be an address or off').optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((v) =>
      v
        .split(',')
        .map((s) => s.trim())
        .filter(Boolean),
    )
    .refine((all) => all.every(isNetwork), 'must be addresses or networks, such as 10.0.0.0/8'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'is one of debug, info, warn, error, silent')
    .optional(),
})

/** Every setting there is; `.env.example` lists the same (a test compares them). */
export const SETTINGS = Object.keys(Settings.shape)

/** Where answers by mail come in. */
export type Inbound = {
  /** What stands behind the @ of the addresses that are ours. */
  domain: string
  /** The listener of our own, if there is one. */
  smtp: { host: string; port: number } | undefined
  /** What a mail provider shows at POST /webhooks/mail; without it that address is not there. */
  secret: string | undefined
  /** The server whose Authentication-Results are believed; without one senders are not checked beyond their address. */
  authServer: string | undefined
}

/** The language model that proposes. */
export type ModelSettings = {
  provider: 'openai-compatible' | 'openai' | 'anthropic'
  name: string
  apiKey: string | undefined
  baseUrl: string | undefined
  /** Cents per million tokens; undefined: nobody said what it costs. */
  prices: { in: number; out: number } | undefined
  /** Cents per day in UTC, of everybody and of one company; undefined: no limit. */
  dailyCents: number | undefined
  companyCents: number | undefined
}

/** A bucket and who may use it. */
export type S3 = { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }

/** What the process was told, checked. */
export type Env = {
  mode: Mode
  port: number
  host: string
  publicUrl: string
  /** Origins that a browser may come from: the public one and, for a loopback address, its other spellings. */
  origins: string[]
  dataDir: string
  databaseUrl: string | undefined
  /** Past a transaction pooler, for what needs a session: LISTEN, migrations, jobs, sign-in. */
  databaseDirectUrl: string | undefined
  databasePool: number
  appSecret: string
  publishableKey: string
  demoPassword: string | undefined
  /** Without it mails are kept in DATA_DIR/outbox. */
  smtpUrl: string | undefined
  mailFrom: string
  /** Answers by mail. Without it mails say to answer in the portal. */
  inbound: Inbound | undefined
  /** Without it the Google button explains that it is not set up. */
  google: { clientId: string; clientSecret: string; issuer: string } | undefined
  /** Card payments. Without it everything is paid by invoice. */
  stripe: { secretKey: string; webhookSecret: string; apiBase: string } | undefined
  /** The language model. Without it nothing is suggested anywhere. */
  model: ModelSettings | undefined
  /** Where files are kept. Without it they lie in DATA_DIR/files. */
  s3: S3 | undefined
  /** What invoices say of paying by bank transfer. */
  bankTransfer: string | undefined
  /** Where leaked passwords are looked up, by the first letters of their hash only. */
  pwnedPasswordsUrl: string | undefined
  metricsToken: string | undefined
  trustedProxies: string[]
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** A secret made of the one secret, for one purpose: knowing it tells nothing of the others. */
export const derive = (appSecret: string, purpose: string) => createHmac('sha256', appSecret).update(purpose).digest()

const secretsFile = (dataDir: string) => path.join(dataDir, 'secrets.json')

/** Makes the folder of the process where it is not there. Throws SettingsError when it is none, or may not be written. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK)
  } catch (e) {
    throw new SettingsError(`DATA_DIR is not a folder that can be written: ${(e as Error).message}`)
  }
}

/** Secrets that `npm start` makes itself, kept beside its database. */
function keptSecrets(dataDir: string): { appSecret: string; demoPassword: string } {
  const file = secretsFile(dataDir)
  const kept = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { appSecret?: string; demoPassword?: string })
    : {}
  const all = {
    appSecret: kept.appSecret ?? randomBytes(32).toString('hex'),
    demoPassword: kept.demoPassword ?? randomBytes(9).toString('base64url'),
  }
  if (!kept.appSecret || !kept.demoPassword) {
    makeDataDir(dataDir)
    writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 })
  }
  return all
}

/**
 * The password of the demo accounts that are there: `written` when they were made just now, which is kept for the starts
 * after it, whatever DEMO_PASSWORD says by then; else the one that was kept.
 */
export function passwordOfDemo(dataDir: string, written: string | undefined): string {
  const kept = keptSecrets(dataDir)
  if (written === undefined || written === kept.demoPassword) return kept.demoPassword
  writeFileSync(secretsFile(dataDir), `${JSON.stringify({ ...kept, demoPassword: written }, null, 2)}\n`)
  return written
}

/** Where the demo listens for mail. */
const DEMO_SMTP_PORT = 2525

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
function originsOf(publicUrl: string): string[] {
  const at = new URL(publicUrl)
  if (!LOOPBACK.includes(at.hostname)) return [at.origin]
  return LOOPBACK.map((host) => `${at.protocol}//${host}${at.port ? `:${at.port}` : ''}`)
}

/** Reads settings from `source` (the environment and `.env`). Throws SettingsError. */
export function readEnv(mode: Mode, source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([name, value]) => SETTINGS.includes(name) && value !== ''),
  )
  const parsed = Settings.safeParse(given)
  const wrong = parsed.success ? [] : parsed.error.issues.map((i) => `${String(i.path[0])} ${i.message}`)
  if (mode === 'serve') {
    for (const [name, why] of [
      ['DATABASE_URL', 'the address of a Postgres 15 or newer, postgres://user:password@host/database'],
      ['PUBLIC_URL', 'the address that visitors use, such as https://portal.example.com'],
      ['APP_SECRET', 'at least 32 random characters, such as the output of: openssl rand -hex 32'],
    ] as const) {
      if (!given[name]) wrong.push(`${name} is missing: ${why}`)
    }
  }
  if (Boolean(given.GOOGLE_CLIENT_ID) !== Boolean(given.GOOGLE_CLIENT_SECRET))
    wrong.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are set together or not at all')
  if (Boolean(given.STRIPE_SECRET_KEY) !== Boolean(given.STRIPE_WEBHOOK_SECRET))
    wrong.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are set together or not at all')
  for (const [name, others] of [
    ['AI_PROVIDER', ['AI_MODEL', ...(given.AI_PROVIDER === 'openai-compatible' ? ['AI_BASE_URL'] : ['AI_API_KEY'])]],
    ['AI_MODEL', ['AI_PROVIDER']],
    ['AI_PRICE_IN_CENTS', ['AI_PRICE_OUT_CENTS']],
    ['AI_PRICE_OUT_CENTS', ['AI_PRICE_IN_CENTS']],
    // What is not priced cannot be counted.
    ['AI_DAILY_BUDGET_CENTS', ['AI_PRICE_IN_CENTS']],
    ['AI_COMPANY_BUDGET_CENTS', ['AI_PRICE_IN_CENTS']],
  ] as const)
    for (const other of others) if (given[name] && !given[other]) wrong.push(`${name} needs ${other} too`)
  const ofS3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
  if (ofS3.some((name) => given[name]) && !ofS3.every((name) => given[name]))
    wrong.push(`${ofS3.join(', ')} are set together or not at all`)
  const door = (given.INBOUND_SMTP_PORT ?? 'off') !== 'off' || given.INBOUND_MAIL_SECRET
  if (mode === 'serve' && Boolean(given.INBOUND_DOMAIN) !== Boolean(door))
    wrong.push(
      given.INBOUND_DOMAIN
        ? 'INBOUND_DOMAIN needs a way in: INBOUND_SMTP_PORT, INBOUND_MAIL_SECRET, or both'
        : 'INBOUND_DOMAIN is missing: the domain whose mails come in, such as reply.example.com',
    )
  if (!parsed.success || wrong.length > 0) throw new SettingsError(wrong.join('\n'))

  const s = parsed.data
  const dataDir = path.resolve(s.DATA_DIR)
  const kept = mode === 'demo' ? keptSecrets(dataDir) : undefined
  const appSecret = s.APP_SECRET ?? (kept?.appSecret as string)
  const publicUrl = s.PUBLIC_URL ?? `http://localhost:${s.PORT}`
  // The demo has a listener of its own, so that a ticket can be answered by mail without any account anywhere.
  const smtpPort = s.INBOUND_SMTP_PORT ?? (mode === 'demo' ? DEMO_SMTP_PORT : 'off')
  const domain = s.INBOUND_DOMAIN ?? (mode === 'demo' ? brand.supportEmail.split('@')[1] : undefined)
  const smtp = smtpPort === 'off' ? undefined : { host: s.INBOUND_SMTP_HOST ?? s.HOST, port: smtpPort }
  // The demo asks nobody on the network.
  const pwned = s.PWNED_PASSWORDS_URL ?? (mode === 'demo' ? 'off' : 'https://api.pwnedpasswords.com')
  return {
    mode,
    port: s.PORT,
    host: s.HOST,
    publicUrl,
    origins: originsOf(publicUrl),
    dataDir,
    databaseUrl: s.DATABASE_URL,
    databaseDirectUrl: s.DATABASE_DIRECT_URL ?? s.DATABASE_URL,
    databasePool: s.DATABASE_POOL,
    appSecret,
    publishableKey:
      s.PUBLISHABLE_KEY ?? `pk_${brand.slug}_${derive(appSecret, 'publishable key').toString('hex').slice(0, 32)}`,
    demoPassword: s.DEMO_PASSWORD ?? kept?.demoPassword,
    smtpUrl: s.SMTP_URL,
    mailFrom: s.MAIL_FROM ?? `${brand.shortName} <${brand.supportEmail}>`,
    inbound:
      domain && (smtp || s.INBOUND_MAIL_SECRET)
        ? { domain, smtp, secret: s.INBOUND_MAIL_SECRET, authServer: s.INBOUND_AUTH_SERVER?.toLowerCase() }
        : undefined,
    google:
      s.GOOGLE_CLIENT_ID && s.GOOGLE_CLIENT_SECRET
        ? { clientId: s.GOOGLE_CLIENT_ID, clientSecret: s.GOOGLE_CLIENT_SECRET, issuer: s.GOOGLE_ISSUER }
        : undefined,
    stripe:
      s.STRIPE_SECRET_KEY && s.STRIPE_WEBHOOK_SECRET
        ? { secretKey: s.STRIPE_SECRET_KEY, webhookSecret: s.STRIPE_WEBHOOK_SECRET, apiBase: s.STRIPE_API_BASE }
        : undefined,
    model:
      s.AI_PROVIDER && s.AI_MODEL
        ? {
            provider: s.AI_PROVIDER,
            name: s.AI_MODEL,
            apiKey: s.AI_API_KEY,
            baseUrl: s.AI_BASE_URL,
            prices:
              s.AI_PRICE_IN_CENTS !== undefined && s.AI_PRICE_OUT_CENTS !== undefined
                ? { in: s.AI_PRICE_IN_CENTS, out: s.AI_PRICE_OUT_CENTS }
                : undefined,
            dailyCents: s.AI_DAILY_BUDGET_CENTS,
            companyCents: s.AI_COMPANY_BUDGET_CENTS,
          }
        : undefined,
    s3:
      s.S3_ENDPOINT && s.S3_BUCKET && s.S3_ACCESS_KEY_ID && s.S3_SECRET_ACCESS_KEY
        ? {
            endpoint: s.S3_ENDPOINT,
            region: s.S3_REGION,
            bucket: s.S3_BUCKET,
            accessKeyId: s.S3_ACCESS_KEY_ID,
            secretAccessKey: s.S3_SECRET_ACCESS_KEY,
          }
        : undefined,
    bankTransfer: s.BANK_TRANSFER,
    pwnedPasswordsUrl: pwned === 'off' ? undefined : pwned,
    metricsToken: s.METRICS_TOKEN,
    trustedProxies: s.TRUSTED_PROXIES,
    logLevel: s.LOG_LEVEL ?? (mode === 'demo' ? 'warn' : 'info'),
  }
}

/** The environment of this process together with a `.env` file in the working folder, if there is one. */
export function processEnv(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}
