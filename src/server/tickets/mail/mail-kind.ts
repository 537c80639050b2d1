// Classifies a mail: from a person, from a program, or a bounce. Pure functions.
import { domainToASCII } from 'node:url'

/** The parts of a mail that are examined: headers by their lowercase names, and the subject. */
export type ExaminedParts = { headers: Record<string, string[]>; subject: string }
const header = (m: ExaminedParts, name: string) => m.headers[name]?.[0]?.trim().toLowerCase() ?? ''

// Prefixes that automatic replies put before the subject, in the languages of the partners' staff and customers.
const away =
  /^\s*(\[?(automatic reply|auto(matic)?[- ]?(reply|response|responder|antwort)|out of (the )?office|out of office reply|i am (currently )?out of|away from (the )?(office|desk)|vacation (reply|response)|automatische antwort|abwesenheit(snotiz|sassistent|snachricht)?|nicht im büro|réponse automatique|absence du bureau|absent(e)? du bureau|message d['’]absence|respuesta automática|fuera de (la )?oficina|ausencia|risposta automatica|fuori sede|assenza|automatisch antwoord|afwezigheid|niet op kantoor|resposta automática|ausência|fora do escritório|odpowiedź automatyczna|automatyczna odpowiedź|poza biurem|nieobecność|autosvar|automatiskt svar|frånvaro|automaattinen vastaus|automatická odpověď|автоматический ответ|автоответ|自動応答|自動返信|不在|自动回复|자동 회신|부재중))/iu

/** Words that out-of-office programs write, in the languages of the partners' staff and customers. */
const absent =
  /\b(I am|I'm|I’m|I will be) (currently |now )?(out of (the )?office|away from|on (annual |parental |sick )?leave|on vacation|on holiday)|\b(limited|no) access to (my )?e-?mail|\bthis is an automat(ed|ic) (reply|response|message)|\b(bin|sind) (ich )?(derzeit |aktuell |momentan |zurzeit )?(nicht im (büro|haus)|außer haus|im urlaub|abwesend)|ich bin .{0,60}(nicht (im (büro|haus)|erreichbar)|abwesend|im urlaub)|\bje suis .{0,40}absente?\b|actuellement absente?|me encuentro (fuera|ausente)|estoy .{0,20}(fuera de la oficina|de vacaciones)|sono .{0,30}(fuori (sede|ufficio)|assente|in ferie)|(ik ben|momenteel) .{0,40}(afwezig|niet op kantoor|met vakantie)|estou .{0,30}(ausente|de férias|fora do escritório)|(jestem|będę) .{0,30}(nieobecn|na urlopie|poza biurem)|(jag är|jeg er) .{0,40}(inte på kontoret|på semester|ikke på kontoret|på ferie|frånvarande)|olen .{0,30}(poissa|lomalla)|(меня не будет|я (нахожусь )?в отпуске|отсутствую)/iu

/** How sure it is that no person wrote a mail. `sign` says why. */
export type Automatic = { sure: 'yes' | 'maybe' | 'no'; sign: string }

/**
 * Returns whether a mail was sent automatically. Auto-Submitted (RFC 3834) and a Precedence of bulk, junk or auto_reply
 * prove it, and so does the text of an out-of-office reply together with another sign. `maybe`: a header of a program
 * that answers automatically, or an out-of-office subject with X-Auto-Response-Suppress, while the text is not
 * recognized as such a reply, for example because of its language. List headers, Feedback-ID and the subject alone
 * prove nothing about the author: such a mail is accepted, and gets no automatic answer. Undefined when there is no
 * sign at all.
 */
export function automaticSign(m: ExaminedParts, text: string): Automatic | undefined {
  const auto = header(m, 'auto-submitted')
  if (auto !== '' && !/^no\b/.test(auto)) return { sure: 'yes', sign: `Auto-Submitted: ${auto.slice(0, 60)}` }
  const precedence = header(m, 'precedence')
  if (/^(bulk|junk|auto[_-]?reply)\s*$/.test(precedence)) return { sure: 'yes', sign: `Precedence: ${precedence}` }
  const responder = ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-auto-reply-from', 'x-mail-autoreply'].find(
    (name) => !['', 'no'].includes(header(m, name)),
  )
  const suppress = /\b(all|oof|autoreply)\b/.test(header(m, 'x-auto-response-suppress'))
  const subject = away.test(m.subject)
  const weak = [
    ...(responder ? [responder] : []),
    ...(subject ? ['subject'] : []),
    ...(suppress ? ['X-Auto-Response-Suppress'] : []),
    ...(precedence.startsWith('list') ? ['Precedence: list'] : []),
    ...(header(m, 'list-id') || header(m, 'list-unsubscribe') ? ['List-Id'] : []),
    ...(header(m, 'feedback-id') ? ['Feedback-ID'] : []),
  ]
  const [first] = weak
  if (first === undefined) return undefined
  if (absent.test(text.slice(0, 2_000))) return { sure: 'yes', sign: `${first}, and the text of an automatic reply` }
  // An automatic reply whose text is in a language that is not known.
  if (responder || (subject && suppress)) return { sure: 'maybe', sign: weak.slice(0, 2).join(', ') }
  return { sure: 'no', sign: first }
}

/** Returns whether the mail is a delivery report. */
export const isReport = (m: ExaminedParts): boolean =>
  /^multipart\/report\b/.test(header(m, 'content-type')) || /(^|<)\s*mailer-daemon@/i.test(header(m, 'from'))

/** The most servers that a mail may have passed; more means a loop. */
export const HOPS_MAX = 40

/** Returns the ticket number in a subject such as `Re: [T-1001] Printer`. */
export function numberIn(subject: string): number | undefined {
  const found = /\[T-(\d{1,15})\]/i.exec(subject)
  return found ? Number(found[1]) : undefined
}

/** Returns a subject without the prefixes that mail programs add. */
export function plainSubject(subject: string): string {
  let text = subject.replace(/\s+/g, ' ').trim()
  for (let i = 0; i < 10; i++) {
    const next = text
      .replace(
        /^(re|aw|sv|vs|antw|odp|rif|ris|res|ref|vl|vb|回复|返信|转发|転送|fwd?|wg|tr|rv|enc|doorst|pd)\s?(\[\d+\])?\s?[:：]\s*/iu,
        '',
      )
      .replace(/^\[T-\d{1,15}\]\s*/i, '')
    if (next === text) break
    text = next
  }
  return text
}

/**
 * Returns whether a domain is that of the sender, or a parent or subdomain of it. This is DMARC's relaxed alignment
 * without the public suffix list.
 */
function aligned(domain: string, sender: string): boolean {
  const within = (a: string, b: string) => a === b || (b.includes('.') && a.endsWith(`.${b}`))
  return within(domain, sender) || within(sender, domain)
}

/** Returns the domain of an address or of a result, in ASCII. */
const domainOf = (address: string): string => {
  const domain = address.toLowerCase().replace(/^.*@/, '').replace(/\.$/, '')
  return domainToASCII(domain) || domain
}

/**
 * Parses an `Authentication-Results` header, without comments and quoted strings, which the sender may have written.
 */
function resultsIn(header: string): { method: string; result: string; domains: string[]; from: string[] }[] {
  let text = header.replace(/"(?:[^"\\]|\\.)*"/g, '')
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replace(/\([^()]*\)/g, ' ')
  }
  return text.split(';').flatMap((part) => {
    const [, method = '', result = ''] = /^\s*([a-z]+)(?:\/\d+)?\s*=\s*([a-z]+)/i.exec(part) ?? []
    if (!method) return []
    const values = (names: string) =>
      [...part.matchAll(new RegExp(`\\s(?:${names})\\s*=\\s*(\\S+)`, 'gi'))].map((m) => domainOf(m[1] as string))
    const domains = values('header\\.d|header\\.i|smtp\\.mailfrom')
    return [{ method: method.toLowerCase(), result: result.toLowerCase(), domains, from: values('header\\.from') }]
  })
}

/**
 * Returns whether a trusted server confirms the sender; undefined when it has added no result. Only the topmost
 * Authentication-Results header of this server counts, because anyone may have written those below. DKIM and SPF say
 * which server sent the mail, so they count only when that is the sender's domain. If DMARC names the domain that it
 * judged, that must be the sender's.
 */
export function authenticationResult(m: ExaminedParts, server: string, sender: string): boolean | undefined {
  const found = m.headers['authentication-results']?.find((v) => v.trim().toLowerCase().split(/[\s;]/, 1)[0] === server)
  if (!found) return undefined
  const results = resultsIn(found)
  const dmarc = results.filter((r) => r.method === 'dmarc')
  if (dmarc.some((r) => r.result === 'fail')) return false
  const domain = domainOf(sender)
  if (dmarc.length > 0 && dmarc.every((r) => r.result === 'pass'))
    return dmarc.every((r) => r.from.every((f) => f === domain))
  return results.some(
    (r) =>
      (r.method === 'dkim' || r.method === 'spf') && r.result === 'pass' && r.domains.some((d) => aligned(d, domain)),
  )
}
