// Detects texts that seem to contain a password, key or token. Pure. This is a guess that keeps people from sending us
// a secret by mistake.

/** Formats of the keys of services that are common in this field. */
const SHAPES = [
  /\b(sk|rk|pk)_(live|test)_\w{8,}/,
  /\bwhsec_\w{8,}/,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/,
  /\bgithub_pat_\w{20,}/,
  /\bglpat-[\w-]{16,}/,
  /\bxox[abeprs]-[\w-]{8,}/,
  /\b(AKIA|ASIA)[0-9A-Z]{16}\b/,
  /\bAIza[\w-]{35}\b/,
  /\bya29\.[\w-]{20,}/,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/,
  /\bmwk_\w{8,}/,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\./,
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  // A URL with a user name and a password.
  /:\/\/[^/\s:@]+:[^/\s@]+@/,
  /\b[0-9a-f]{40,}\b/i,
]
const PASSWORD = /\b(?:pass(?:word|wd|phrase|code)|pwd)\b\s*(?:is|[:=])\s*["'“]?(\S{4,})/gi
const KEY =
  /\b(?:api[ _-]?key|access[ _-]?key|secret[ _-]?key|client[ _-]?secret|secret|token)\b\s*(?:is|[:=])\s*["'“]?(?=\S*[\d!@#$%^&*+/=_~-])(\S{6,})/gi
/** Words after "password:" or "token:" that are not the secret: they say where it is kept or how it is handled. */
const NO_SECRET =
  /^(stored|kept|with|from|known|none|needed|required|asked|managed|handled|rotated|shared|see|1password\S*|bitwarden|keeper|lastpass|hudu|passportal|itglue|vault\S*|https?:\S*)[.,;]?$/i

/** Returns whether a word is long and mixes lower-case letters, capitals and digits, as generated keys do. */
function isRandom(word: string): boolean {
  return (
    word.length >= 32 &&
    word.length <= 500 &&
    !/^https?:/i.test(word) &&
    /[a-z]/.test(word) &&
    /[A-Z]/.test(word) &&
    /\d/.test(word) &&
    /^[\w+/=~.-]+$/.test(word) &&
    !word.includes('/')
  )
}

/** Returns whether a text seems to contain a secret. */
export function secretIn(text: string): boolean {
  if (SHAPES.some((shape) => shape.test(text))) return true
  for (const pattern of [PASSWORD, KEY])
    for (const [, value = ''] of text.matchAll(pattern)) if (!NO_SECRET.test(value)) return true
  return text.split(/\s+/).some(isRandom)
}
