// Redacts secrets that people paste into tickets, so that they are not sent to the model. Pure functions.

const NAMES =
  'pass(?:word|phrase|code)?|passwd|pwd|pin|secret|api[ _-]?key|apikey|access[ _-]?key|private[ _-]?key|client[ _-]?secret|token|bearer|auth(?:orization)?|credential|kennwort|passwort|contraseña|mot de passe|otp|recovery code|backup code'

const RULES: [RegExp, string | ((...parts: string[]) => string)][] = [
  [/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)/g, '[private key removed]'],
  [/\botpauth:\/\/\S+/gi, '[one-time code secret removed]'],
  // user:password@ in a URL.
  [/\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@]*):[^\s@/]+@/gi, (_, start = '') => `${start}:[password removed]@`],
  // JSON web tokens, then keys of known providers.
  [/\beyJ[A-Za-z0-9_-]{8,1000}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g, '[token removed]'],
  [
    /\b(?:sk|pk|rk)[-_](?:live|test|proj|ant|or)?[-_]?[A-Za-z0-9_-]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bxox[abeoprs]-[\w-]{10,}|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,}|\bya29\.[\w.-]{10,}|\bwhsec_\w{16,}|\bSG\.[\w-]{16,}\.[\w-]{16,}|\bnpm_[A-Za-z0-9]{30,}|\bhf_[A-Za-z0-9]{20,}|\bdop_v1_[a-f0-9]{40,}/g,
    '[key removed]',
  ],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9+/_.=~-]{12,}/gi, (_, scheme = '') => `${scheme} [token removed]`],
  // A seed of one-time codes after a word that announces one: base32 letters and digits, together or in groups of four.
  [
    /\b((?:totp|otp|2fa|mfa|authenticator|seed|setup key|secret)\b[^\n]{0,40}?[\s:="'`])((?:[A-Z2-7]{4}[ -]?){4,16}[A-Z2-7]{0,4}=*)(?![A-Za-z0-9])/gi,
    (_, before = '') => `${before}[one-time code secret removed]`,
  ],
  // “password: x”, “pwd = x”, “the password is x”, "api_key":"x".
  [
    new RegExp(
      `((?:^|[^\\p{L}])(?:${NAMES})s?["'\`*_]*(?:\\s{1,9}(?:for|of|to|on)\\s{1,9}[^\\s:=](?:[^\\n:=]{0,38}?[^\\s:=])?)?\\s{0,200}(?:[:=]|\\bis\\b|\\bwas\\b|\\bist\\b|=>)\\s*["'\`*_]*)(?!\\[)([^\\s"'\`,;<>]{3,200})`,
      'giu',
    ),
    (_, before = '') => `${before}[removed]`,
  ],
]

/** 13 to 19 digits that may be a payment card number. `isCard` checks the last digit, which is a checksum. */
const CARD = /\b\d(?:[ -]?\d){12,18}\b/g
function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const d = Number(digits[digits.length - 1 - i])
    const twice = i % 2 === 1 ? d * 2 : d
    sum += twice > 9 ? twice - 9 : twice
  }
  return sum % 10 === 0 && !/^(\d)\1+$/.test(digits)
}
/** Long runs of letters and digits that are not words: probably keys of unknown providers. */
const RANDOM =
  /(?<![\w/+=.-])(?=[A-Za-z0-9+/_-]*\d)(?=[A-Za-z0-9+/_-]*[a-z])(?=[A-Za-z0-9+/_-]*[A-Z])[A-Za-z0-9+/_-]{32,}={0,2}(?![\w/+.-])/g

/**
 * Returns a text without passwords, keys, tokens, card numbers and seeds of one-time codes. A placeholder names what
 * was removed.
 */
export function redactSecrets(text: string): string {
  let out = text
  for (const [find, put] of RULES) out = out.replace(find, put as string)
  out = out.replace(CARD, (found) => (isCard(found) ? '[card number removed]' : found))
  return out.replace(RANDOM, '[key removed]')
}

/** Returns a value with the secrets in each of its strings redacted, at any depth. */
export function redactAll<T>(value: T): T {
  if (typeof value === 'string') return redactSecrets(value) as T
  if (Array.isArray(value)) return value.map(redactAll) as T
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, redactAll(v)])) as T
  return value
}
