// Classifies a mail: from a person, from a program, or a bounce. Pure functions.

/** The parts of a mail that are examined: headers by their lowercase names, and the subject. */
export type Headed = { headers: Record<string, string[]>; subject: string }
const header = (m: Headed, name: string) => m.headers[name]?.[0]?.trim().toLowerCase() ?? ''

// Prefixes that automatic replies put before the subject, in the languages of the partners' staff and customers.
const away =
  /^\s*(\[?(automatic reply|auto(matic)?[- ]?(reply|response|responder|antwort)|out of (the )?office|out of office reply|i am (currently )?out of|away from (the )?(office|desk)|vacation (reply|response)|automatische antwort|abwesenheit(snotiz|sassistent|snachricht)?|nicht im büro|réponse automatique|absence du bureau|absent(e)? du bureau|message d['’]absence|respuesta automática|fuera de (la )?oficina|ausencia|risposta automatica|fuori sede|assenza|automatisch antwoord|afwezigheid|niet op kantoor|resposta automática|ausência|fora do escritório|odpowiedź automatyczna|automatyczna odpowiedź|poza biurem|nieobecność|autosvar|automatiskt svar|frånvaro|automaattinen vastaus|automatická odpověď|автоматический ответ|автоответ|自動応答|自動返信|不在|自动回复|자동 회신|부재중))/iu

/** Returns the sign that a mail was sent automatically, or undefined when there is none. */
export function whyAutomatic(m: Headed): string | undefined {
  const auto = header(m, 'auto-submitted')
  if (auto !== '' && !auto.startsWith('no')) return `Auto-Submitted: ${auto.slice(0, 60)}`
  for (const name of ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-auto-reply-from', 'x-mail-autoreply']) {
    const value = header(m, name)
    if (value !== '' && value !== 'no') return name
  }
  const precedence = header(m, 'precedence')
  if (/^(bulk|junk|list|auto[_-]?reply)/.test(precedence)) return `Precedence: ${precedence.slice(0, 40)}`
  if (/\b(all|oof|autoreply)\b/.test(header(m, 'x-auto-response-suppress'))) return 'X-Auto-Response-Suppress'
  if (header(m, 'list-id') !== '' || header(m, 'list-unsubscribe') !== '') return 'List-Id'
  if (header(m, 'feedback-id') !== '') return 'Feedback-ID'
  if (away.test(m.subject)) return 'subject'
  return undefined
}

/** Returns whether the mail is a delivery report. */
export const isReport = (m: Headed): boolean =>
  /^multipart\/report\b/.test(header(m, 'content-type')) ||
  /^(mailer-daemon|postmaster)@/i.test(/<([^<>]*)>|(\S+@\S+)/.exec(header(m, 'from'))?.slice(1).find(Boolean) ?? '')

/** The most servers that a mail may have passed; more means a loop. */
export const HOPS_MAX = 40

const THANKS =
  /(?<!\p{L})(thanks?|thank you|thx|tnx|ty|cheers|appreciated?|much obliged|danke|vielen dank|besten dank|merci|gracias|obrigad[oa]|grazie|bedankt|dank (je|u|jullie)|dankjewel|dzięki|dziękuję|tack|takk|tak|kiitos|díky|děkuji|teşekkürler|спасибо|дякую)(?!\p{L})|(ありがとう|感謝|谢谢|謝謝|감사)/iu
const HARMLESS =
  /^(thanks?|thank|you|thx|tnx|ty|cheers|so|very|much|a|lot|again|for|the|your|help|support|quick|fast|great|perfect|excellent|awesome|nice|good|job|work|works|working|worked|it|that|this|is|now|fine|well|all|set|solved|fixed|resolved|done|ok|okay|yes|yep|got|everyone|team|both|guys|and|have|day|weekend|one|best|kind|regards|hi|hello|dear|appreciated|appreciate|danke|vielen|besten|dank|schön|sehr|für|die|hilfe|schnelle|super|passt|geht|jetzt|alles|klar|gut|viele|grüße|merci|beaucoup|bien|parfait|pour|votre|aide|gracias|muchas|por|la|ayuda|perfecto|obrigad[oa]|muito|pela|ajuda|grazie|mille|bedankt|je|u|dzięki|dziękuję|bardzo|za|pomoc|tack|takk|tak|kiitos)$/iu
/** Returns whether the text only says thanks. Such a mail does not change the status of a ticket. */
export function isThanks(text: string): boolean {
  if (text.length > 300 || text.includes('?') || !THANKS.test(text)) return false
  if (/(ありがとう|感謝|谢谢|謝謝|감사|спасибо|дякую)/iu.test(text)) return text.length <= 40
  const words = text.match(/[\p{L}\p{N}'’]+/gu) ?? []
  // Allows for a name or two.
  return words.filter((w) => !HARMLESS.test(w)).length <= Math.min(3, Math.ceil(words.length / 3))
}

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
        /^(re|aw|sv|vs|antw|odp|rif|ris|res|ref|回复|返信|fwd?|wg|tr|rv|enc|doorst|pd)\s?(\[\d+\])?\s?[:：]\s*/iu,
        '',
      )
      .replace(/^\[T-\d{1,15}\]\s*/i, '')
    if (next === text) break
    text = next
  }
  return text
}

/**
 * Whether a domain is that of the sender, or a parent or subdomain of it. This is DMARC's relaxed alignment without the
 * public suffix list.
 */
function aligned(domain: string, sender: string): boolean {
  const within = (a: string, b: string) => a === b || (b.includes('.') && a.endsWith(`.${b}`))
  return within(domain, sender) || within(sender, domain)
}

/**
 * Parses an `Authentication-Results` header, without comments and quoted strings, which the sender may have written.
 */
function resultsIn(header: string): { method: string; result: string; domains: string[] }[] {
  let text = header.replace(/"(?:[^"\\]|\\.)*"/g, '')
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replace(/\([^()]*\)/g, ' ')
  }
  return text.split(';').flatMap((part) => {
    const [, method = '', result = ''] = /^\s*([a-z]+)(?:\/\d+)?\s*=\s*([a-z]+)/i.exec(part) ?? []
    if (!method) return []
    const domains = [...part.matchAll(/\s(?:header\.d|header\.i|smtp\.mailfrom)\s*=\s*(\S+)/gi)].map((m) =>
      (m[1] as string).toLowerCase().replace(/^.*@/, ''),
    )
    return [{ method: method.toLowerCase(), result: result.toLowerCase(), domains }]
  })
}

/**
 * Returns whether a trusted server confirms the sender; undefined when it has added no result. Only the topmost
 * Authentication-Results header of this server counts, because anyone may have written those below. DKIM and SPF say
 * which server sent the mail, so they count only when that is the sender's domain.
 */
export function authenticationResult(m: Headed, server: string, sender: string): boolean | undefined {
  const found = m.headers['authentication-results']?.find((v) => v.trim().toLowerCase().split(/[\s;]/, 1)[0] === server)
  if (!found) return undefined
  const results = resultsIn(found)
  const dmarc = results.filter((r) => r.method === 'dmarc').map((r) => r.result)
  if (dmarc.includes('fail')) return false
  if (dmarc.length > 0 && dmarc.every((result) => result === 'pass')) return true
  const domain = sender.toLowerCase().replace(/^.*@/, '')
  return results.some(
    (r) =>
      (r.method === 'dkim' || r.method === 'spf') && r.result === 'pass' && r.domains.some((d) => aligned(d, domain)),
  )
}
