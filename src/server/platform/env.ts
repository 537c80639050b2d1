import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { brand } from '../../../brand.config.ts'
import { splitNetwork } from './http/networks.ts'
import { unsafeDemo, unsafeSettings } from './unsafe-settings.ts'

// The only file that reads process.env. Everything else receives its settings as arguments.

/** Lists every missing or invalid setting, one per line. Never contains a value, which may be a secret. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** `demo` is `npm start` and `npm run dev`; `serve` is production. */
export type Mode = 'demo' | 'serve'

const port = z.coerce
  .number('must be a number')
  .int('must be a whole number')
  .min(1, 'must be a port from 1 to 65535')
  .max(65_535, 'must be a port from 1 to 65535')
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

const amount = z.coerce
  .number('must be a number')
  .min(0, 'must be at least 0')
  .max(10_000_000, 'must be at most 10,000,000')

const isNetwork = (text: string) => {
  const [ip, bits] = splitNetwork(text)
  const most = isIP(ip) === 6 ? 128 : 32
  return isIP(ip) !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

const gigabytes = z.coerce
  .number('must be a number')
  .positive('must be above 0')
  .max(1_000_000, 'must be at most 1,000,000')
const yesOrNo = z.enum(['yes', 'no'], 'must be yes or no').optional()

const Settings = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgres.optional(),
  DATABASE_DIRECT_URL: postgres.optional(),
  DATABASE_POOL: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(500, 'must be at most 500')
    .default(16),
  FILES_PER_COMPANY_GB: gigabytes.default(20),
  UPLOADS_PER_DAY_GB: gigabytes.default(5),
  APP_SECRET: secret.optional(),
  APP_SECRET_PREVIOUS: secret.optional(),
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
    .regex(/@/, 'must contain an email address, such as Support <support@example.com>')
    .optional(),
  INBOUND_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(
      /^(?=.{3,190}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/,
      'must be a domain, such as reply.example.com',
    )
    .optional(),
  INBOUND_SMTP_PORT: z.union([z.literal('off'), port], 'must be a port or off').optional(),
  INBOUND_SMTP_HOST: z.string().optional(),
  INBOUND_MAIL_SECRET: secret.optional(),
  INBOUND_AUTH_SERVER: z.string().max(255, 'must have at most 255 characters').optional(),
  GOOGLE_CLIENT_ID: z.string().max(300, 'must have at most 300 characters').optional(),
  GOOGLE_CLIENT_SECRET: z.string().max(300, 'must have at most 300 characters').optional(),
  GOOGLE_ISSUER: url('http:', 'https:').default('https://accounts.google.com'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w{8,300}$/, 'must be a secret or restricted Stripe key, such as sk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w{8,300}$/, 'must be the signing secret of the Stripe webhook endpoint, such as whsec_…')
    .optional(),
  STRIPE_API_BASE: origin.default('https://api.stripe.com'),
  S3_ENDPOINT: origin.optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a region, such as us-east-1')
    .default('us-east-1'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a valid bucket name')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().max(200, 'must have at most 200 characters').optional(),
  S3_SECRET_ACCESS_KEY: z.string().max(200, 'must have at most 200 characters').optional(),
  BANK_TRANSFER: z
    .string()
    .max(1_000, 'must have at most 1,000 characters')
    .transform((v) => v.replaceAll('\\n', '\n'))
    .optional(),
  AI_PROVIDER: z
    .enum(['openai-compatible', 'openai', 'anthropic'], 'must be openai-compatible, openai or anthropic')
    .optional(),
  AI_MODEL: z.string().min(1).max(200, 'must have at most 200 characters').optional(),
  AI_API_KEY: z.string().min(1).max(500, 'must have at most 500 characters').optional(),
  AI_BASE_URL: url('http:', 'https:').optional(),
  AI_PRICE_IN_CENTS: amount.optional(),
  AI_PRICE_OUT_CENTS: amount.optional(),
  AI_DAILY_BUDGET_CENTS: amount.optional(),
  AI_COMPANY_BUDGET_CENTS: amount.optional(),
  PWNED_PASSWORDS_URL: z.union([z.literal('off'), url('http:', 'https:')], 'must be an address or off').optional(),
  ALLOW_INSECURE_HTTP: yesOrNo,
  ALLOW_INSECURE_DATABASE: yesOrNo,
  ALLOW_INSECURE_SMTP: yesOrNo,
  ALLOW_UNAUTHENTICATED_MAIL: yesOrNo,
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
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .optional(),
})

/** The names of all settings. `.env.example` lists the same ones (a test compares them). */
export const SETTINGS = Object.keys(Settings.shape)

/** How replies by mail are received. */
export type Inbound = {
  /** The domain of our reply addresses. */
  domain: string
  /** The built-in SMTP listener, if it is enabled. */
  smtp: { host: string; port: number } | undefined
  /** The secret that a mail provider sends to POST /webhooks/mail. Without it that route answers 404. */
  secret: string | undefined
  /** The server whose Authentication-Results we trust. Without one, senders are identified by their address alone. */
  authServer: string | undefined
}

/** The language model that makes suggestions. */
export type ModelSettings = {
  provider: 'openai-compatible' | 'openai' | 'anthropic'
  name: string
  apiKey: string | undefined
  baseUrl: string | undefined
  /** Cents per million tokens; undefined: the price is unknown. */
  prices: { in: number; out: number } | undefined
  /** Cents per day (UTC), in total and per company; undefined: no limit. */
  dailyCents: number | undefined
  companyCents: number | undefined
}

/** A bucket and its credentials. */
export type S3 = { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }

/** The validated settings of the process. */
export type Env = {
  mode: Mode
  port: number
  host: string
  publicUrl: string
  /** Allowed origins of browsers: the public one and, for a loopback address, its other spellings. */
  origins: string[]
  dataDir: string
  databaseUrl: string | undefined
  /** A connection that bypasses a transaction pooler, for what needs a session: LISTEN, migrations, jobs, sign-in. */
  databaseDirectUrl: string | undefined
  databasePool: number
  appSecret: string
  /** The secret before a rotation. What it encrypted or signed is still accepted. */
  appSecretPrevious: string | undefined
  publishableKey: string
  /** The key that pages loaded before a rotation still send. */
  publishableKeyPrevious: string | undefined
  demoPassword: string | undefined
  /** Without it, mails are saved in DATA_DIR/outbox. */
  smtpUrl: string | undefined
  mailFrom: string
  /** Replies by mail. Without it, mails ask people to reply in the portal. */
  inbound: Inbound | undefined
  /** Without it, the Google button explains that it is not set up. */
  google: { clientId: string; clientSecret: string; issuer: string } | undefined
  /** Card payments. Without it, everything is paid by invoice. */
  stripe: { secretKey: string; webhookSecret: string; apiBase: string } | undefined
  /** The language model. Without it, there are no suggestions. */
  model: ModelSettings | undefined
  /** Where files are stored. Without it, they are in DATA_DIR/files. */
  s3: S3 | undefined
  /** Gigabytes of files that one company may store. */
  filesPerCompanyGb: number
  /** Gigabytes that one user may upload in 24 hours. */
  uploadsPerDayGb: number
  /** The instructions for bank transfers on invoices. */
  bankTransfer: string | undefined
  /** Where leaked passwords are looked up. Only the first characters of their hash are sent. */
  pwnedPasswordsUrl: string | undefined
  metricsToken: string | undefined
  trustedProxies: string[]
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/**
 * Returns a key for one purpose, derived from APP_SECRET. Knowing it reveals nothing about the keys of other purposes.
 */
export const deriveKey = (appSecret: string, purpose: string) =>
  createHmac('sha256', appSecret).update(purpose).digest()

const signingKeys = new Map<string, KeyObject>()
/**
 * Returns the key for signatures (HMAC) of one purpose, derived from a secret. Each key is made once: making it costs
 * several times what signing does.
 */
export function signingKey(appSecret: string, purpose: string): KeyObject {
  const id = `${purpose} ${appSecret}`
  const key = signingKeys.get(id) ?? createSecretKey(deriveKey(appSecret, purpose))
  signingKeys.set(id, key)
  return key
}

/** The secrets from which keys are derived. */
export type Secrets = { appSecret: string; appSecretPrevious?: string | undefined }

/** Returns whether a key is the publishable key, or the one from before a rotation of APP_SECRET. */
export const isPublishableKey = (
  env: { publishableKey: string; publishableKeyPrevious: string | undefined },
  key: string | undefined,
): boolean => key !== undefined && (key === env.publishableKey || key === env.publishableKeyPrevious)

/** Returns the accepted secrets. The first one is used for new signatures and encryption. */
export const secretsOf = ({ appSecret, appSecretPrevious }: Secrets): string[] =>
  appSecretPrevious === undefined ? [appSecret] : [appSecret, appSecretPrevious]

/** Returns whether two secrets are equal, compared in constant time. */
export const sameSecret = (a: string, b: string): boolean => {
  const [x, y] = [Buffer.from(a), Buffer.from(b)]
  return x.length === y.length && timingSafeEqual(x, y)
}

const publishableKeyOf = (appSecret: string) =>
  `pk_${brand.slug}_${deriveKey(appSecret, 'publishable key').toString('hex').slice(0, 32)}`

const secretsFile = (dataDir: string) => path.join(dataDir, 'secrets.json')

/** Creates the data folder if it does not exist. Throws SettingsError when it is not a folder or not writable. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK)
  } catch (e) {
    throw new SettingsError(`DATA_DIR is not a writable folder: ${(e as Error).message}`)
  }
}

/** Returns the secrets that `npm start` generates the first time and stores beside its database. */
function storedSecrets(dataDir: string): { appSecret: string; demoPassword: string } {
  const file = secretsFile(dataDir)
  const stored = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { appSecret?: string; demoPassword?: string })
    : {}
  const all = {
    appSecret: stored.appSecret ?? randomBytes(32).toString('hex'),
    demoPassword: stored.demoPassword ?? randomBytes(9).toString('base64url'),
  }
  if (!stored.appSecret || !stored.demoPassword) {
    makeDataDir(dataDir)
    writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 })
  }
  return all
}

/**
 * Returns the password of the demo accounts. `written` is the password of accounts that were created just now: it is
 * stored for later starts, even if DEMO_PASSWORD changes. Without it, the stored password is returned.
 */
export function passwordOfDemo(dataDir: string, written: string | undefined): string {
  const stored = storedSecrets(dataDir)
  if (written === undefined || written === stored.demoPassword) return stored.demoPassword
  writeFileSync(secretsFile(dataDir), `${JSON.stringify({ ...stored, demoPassword: written }, null, 2)}\n`)
  return written
}

/** The SMTP port of the demo. */
const DEMO_SMTP_PORT = 2525

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
function originsOf(publicUrl: string): string[] {
  const at = new URL(publicUrl)
  if (!LOOPBACK.includes(at.hostname)) return [at.origin]
  return LOOPBACK.map((host) => `${at.protocol}//${host}${at.port ? `:${at.port}` : ''}`)
}

/** Returns what is wrong with how a value is written, such as quotation marks that a shell or Docker did not remove. */
function faultOf(value: string): string | undefined {
  if (value !== value.trim()) return 'begins or ends with a space or line break: remove it'
  return /^(["']).*\1$/s.test(value) ? 'is in quotation marks: remove them' : undefined
}

/** Returns the validated settings from `source` (the environment and `.env`). Throws SettingsError. */
export function readEnv(mode: Mode, source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([name, value]) => SETTINGS.includes(name) && value !== ''),
  )
  const parsed = Settings.safeParse(given)
  const faults = new Map(
    Object.entries(given).flatMap(([name, value]) => {
      const fault = faultOf(value ?? '')
      return fault ? [[name, fault] as const] : []
    }),
  )
  const wrong = [...faults].map(([name, fault]) => `${name} ${fault}`)
  // Report each setting once: stray quotation marks or spaces also cause the other errors of a value.
  if (!parsed.success)
    for (const { path: at, message } of parsed.error.issues)
      if (!faults.has(String(at[0]))) wrong.push(`${String(at[0])} ${message}`)
  if (mode === 'serve') {
    for (const [name, why] of [
      [
        'DATABASE_URL',
        'set it to the address of a Postgres database, version 15 or newer, such as postgres://user:password@host/database',
      ],
      ['PUBLIC_URL', 'set it to the address that visitors use, such as https://portal.example.com'],
      ['APP_SECRET', 'set it to at least 32 random characters, such as the output of: openssl rand -hex 32'],
    ] as const) {
      if (!given[name]) wrong.push(`${name} is missing: ${why}`)
    }
  }
  if (given.APP_SECRET !== undefined && given.APP_SECRET === given.APP_SECRET_PREVIOUS)
    wrong.push('APP_SECRET_PREVIOUS is the same as APP_SECRET: set it to the secret from before the rotation')
  if (Boolean(given.GOOGLE_CLIENT_ID) !== Boolean(given.GOOGLE_CLIENT_SECRET))
    wrong.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must both be set, or neither')
  if (Boolean(given.STRIPE_SECRET_KEY) !== Boolean(given.STRIPE_WEBHOOK_SECRET))
    wrong.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must both be set, or neither')
  for (const [name, others] of [
    ['AI_PROVIDER', ['AI_MODEL', ...(given.AI_PROVIDER === 'openai-compatible' ? ['AI_BASE_URL'] : ['AI_API_KEY'])]],
    ['AI_MODEL', ['AI_PROVIDER']],
    ['AI_PRICE_IN_CENTS', ['AI_PRICE_OUT_CENTS']],
    ['AI_PRICE_OUT_CENTS', ['AI_PRICE_IN_CENTS']],
    // A budget needs prices to count against.
    ['AI_DAILY_BUDGET_CENTS', ['AI_PRICE_IN_CENTS']],
    ['AI_COMPANY_BUDGET_CENTS', ['AI_PRICE_IN_CENTS']],
  ] as const)
    for (const other of others) if (given[name] && !given[other]) wrong.push(`${name} also needs ${other}`)
  const ofS3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
  if (ofS3.some((name) => given[name]) && !ofS3.every((name) => given[name]))
    wrong.push(`${ofS3.join(', ')} must all be set, or none of them`)
  const hasInbound = (given.INBOUND_SMTP_PORT ?? 'off') !== 'off' || given.INBOUND_MAIL_SECRET
  if (mode === 'serve' && Boolean(given.INBOUND_DOMAIN) !== Boolean(hasInbound))
    wrong.push(
      given.INBOUND_DOMAIN
        ? 'INBOUND_DOMAIN also needs INBOUND_SMTP_PORT, INBOUND_MAIL_SECRET, or both'
        : 'INBOUND_DOMAIN is missing: set it to the domain that receives email, such as reply.example.com',
    )
  if (mode === 'serve') wrong.push(...unsafeSettings(given))
  else
    wrong.push(
      ...unsafeDemo(given, { host: given.HOST ?? '127.0.0.1', publicUrl: given.PUBLIC_URL ?? 'http://localhost' }),
    )
  if (!parsed.success || wrong.length > 0) throw new SettingsError(wrong.join('\n'))

  const s = parsed.data
  const dataDir = path.resolve(s.DATA_DIR)
  const stored = mode === 'demo' ? storedSecrets(dataDir) : undefined
  const appSecret = s.APP_SECRET ?? (stored?.appSecret as string)
  const publicUrl = s.PUBLIC_URL ?? `http://localhost:${s.PORT}`
  // The demo has an SMTP listener, so that replies by mail work without an account at a mail provider.
  const smtpPort = s.INBOUND_SMTP_PORT ?? (mode === 'demo' ? DEMO_SMTP_PORT : 'off')
  const domain = s.INBOUND_DOMAIN ?? (mode === 'demo' ? brand.supportEmail.split('@')[1] : undefined)
  // The demo does not verify senders, so other machines cannot send to it by default.
  const smtpHost = s.INBOUND_SMTP_HOST ?? (mode === 'demo' ? '127.0.0.1' : s.HOST)
  const smtp = smtpPort === 'off' ? undefined : { host: smtpHost, port: smtpPort }
  // The demo does not call external services.
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
    filesPerCompanyGb: s.FILES_PER_COMPANY_GB,
    uploadsPerDayGb: s.UPLOADS_PER_DAY_GB,
    appSecret,
    appSecretPrevious: s.APP_SECRET_PREVIOUS,
    publishableKey: s.PUBLISHABLE_KEY ?? publishableKeyOf(appSecret),
    publishableKeyPrevious:
      s.PUBLISHABLE_KEY === undefined && s.APP_SECRET_PREVIOUS ? publishableKeyOf(s.APP_SECRET_PREVIOUS) : undefined,
    demoPassword: s.DEMO_PASSWORD ?? stored?.demoPassword,
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

/** Returns the environment of this process, including a `.env` file in the working folder if there is one. */
export function processEnv(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}
