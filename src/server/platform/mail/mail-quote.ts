// Finds where quoted messages begin in a mail, and whether a mail forwards another one. Pure functions.
import { isBlank, isQuoted, type Line } from './mail-markup.ts'

/** Our own separator line, with any indentation and kind of dashes that a mail program may use. */
export const marker = /^[>|\s]*[-–—]{1,3}\s?Reply above this line\s?[-–—]{1,3}\s*$/i
const separator =
  /^[>\s]*[-–—_]{2,}\s*(original message|original appointment|reply message|ursprüngliche (nachricht|mail|e-mail)|original-?nachricht|originalmail|message d['’]origine|message original|mensaje original|messaggio originale|oorspronkelijk(e)? (bericht|e-mail)|mensagem original|oryginalna wiadomość|wiadomość oryginalna|originalmeddelande|ursprungligt meddelande|oprindelig (besked|meddelelse|mail)|opprinnelig (melding|e-post)|alkuperäinen viesti|исходное сообщение|původní zpráva|eredeti üzenet|元のメッセージ|原始邮件|원본 메시지)\s*[-–—_]{2,}\s*$/i
/** Lines that mail programs put above what they forward. */
const forwards =
  /^[>\s]*[-–—_]{2,}\s*(forwarded (message|by .{1,80})|original forwarded message|weitergeleitete (nachricht|mail|e-mail)|message (transféré|transmis|réexpédié)|courriel transféré|(mensaje|correo) reenviado|messaggio inoltrato|doorgestuurd bericht|mensagem (encaminhada|reencaminhada)|(wiadomość przekazana|przekazana wiadomość|treść przekazanej wiadomości|przekazywana wiadomość)|vidarebefordrat (meddelande|brev)|videresendt (besked|meddelelse|melding|e-post|mail)|(edelleen ?lähetetty|välitetty) viesti|пересланное сообщение|转发的邮件|転送メッセージ|forwarded)\s*[-–—_]{2,}\s*$/iu
const begins =
  /^[>\s]*(begin forwarded message|anfang der weitergeleiteten (nachricht|e-mail)|début du (message|courriel|e-mail) (transféré|réexpédié|transmis)|inicio del mensaje reenviado|inizio (del )?messaggio inoltrato|begin doorgestuurd bericht|início da mensagem (reencaminhada|encaminhada)|(początek|rozpoczęcie) (przekazywanej|przekazanej|przesyłanej) wiadomości|początek wiadomości przekazanej|vidarebefordrat (brev|mejl)|(start på|begynd) videresendt (besked|meddelelse)|(begynnelsen på )?videresendt melding|(edelleen ?lähetetty|välitetty) viesti alkaa|välitetty viesti)\s?:\s*$/iu
// The header that Outlook puts above a quoted mail: sender, then date, in the language of the program.
const headFrom =
  /^[>\s]*\*{0,2}(from|von|de|da|van|od|från|fra|lähettäjä|feladó|kimden|от|від|差出人|发件人|寄件者|보낸 사람)\s?[:：]\*{0,2}\s*\S/i
const headSent =
  /^[>\s]*\*{0,2}(sent|date|gesendet( am)?|datum|envoyé|enviado|enviada|enviado el|enviada em|enviado em|fecha|data|inviato|verzonden|wysłano|wysłane|skickat|sendt|dato|lähetetty|päivämäärä|elküldve|gönderildi|odesláno|отправлено|дата|надіслано|送信日時|日時|日付|发送时间|寄件日期|보낸 날짜)\s?[:：]/i
const headMore =
  /^[>\s]*\*{0,2}(to|cc|subject|an|betreff|kopie|à|objet|para|asunto|assunto|a|oggetto|aan|onderwerp|do|dw|udw|temat|till|ämne|til|emne|kopi|vastaanottaja|kopio|aihe|címzett|tárgy|кому|тема|宛先|件名|收件人|主题|主旨)\s?[:：]/iu
const headSubject =
  /^[>\s]*\*{0,2}(?:subject|betreff|objet|asunto|assunto|oggetto|onderwerp|temat|ämne|emne|aihe|tárgy|тема|件名|主题|主旨)\s?[:：]\*{0,2}\s*(.*)$/iu
const wrote =
  /(?<!\p{L})(wrote|writes|schrieb|geschrieben|a écrit|écrit|escribió|escribe|ha scritto|scritto|escreveu|schreef|geschreven|napisał|napisała|napisał\(a\)|pisze|skrev|kirjoitti|napsal|napsal\(a\)|yazdı|írta)(?!\p{L})|(написал|пишет|писал|пише|написав|さんは書きました|のメール|のメッセージ|写道|님이 작성|작성)/iu
const addressed = /<[^<>\s]+@[^<>\s]+>/

/** Returns whether a line is like “On Fri, Nov 20, 2026 at 9:14 AM Erin <…> wrote:”, in one of many languages. */
function attribution(line: string): boolean {
  const text = line.trim().replace(/^>+\s?/, '')
  // Do not count digits of a mail address as a date.
  if (text.length > 400 || !/[:：]\s*$/.test(text) || !/\d/.test(text.replace(/\S+@\S+/g, ''))) return false
  // Gmail in Japanese writes the date and the person without a verb.
  return wrote.test(text) || (addressed.test(text) && /\d{4}.*\d{1,2}[:：h.]\d{2}/.test(text))
}
const DATED = /^\s*(?:on|am|le|el|il|op|em|w dniu|dnia|den|d\.|på|ti|ke|to|pe|la|su|ma)(?!\p{L})/iu
/** Returns whether an attribution has a mail address or a full date: without `>`, less could be a sentence. */
const isCertain = (text: string) =>
  /\S@\S/.test(text) || (/\d{4}|\d{1,2}[./-]\d{1,2}[./-]\d{2}/.test(text) && DATED.test(text))

/**
 * Returns how many lines from here introduce a quotation, at most three. Returns 0 if they do not, or if the lines
 * after the first do so without it.
 */
function introduction(lines: Line[], at: number): number {
  for (let n = 1; n <= 3 && at + n <= lines.length; n++) {
    const part = lines.slice(at, at + n)
    if (part.some(isBlank)) return 0
    const text = part.map((l) => l.text).join(' ')
    const next = lines.slice(at + n, at + n + 3).find((l) => !isBlank(l))
    const above = isQuoted(part[0] as Line) || (next !== undefined && isQuoted(next))
    // Directly above quoted lines, “On Friday, Erin wrote:” is enough.
    if (above && n === 1 && DATED.test(text) && wrote.test(text) && /[:：]\s*$/.test(text)) return n
    if (!attribution(text)) continue
    const later = part.slice(1).map((l) => l.text)
    if (n > 1 && attribution(later.join(' '))) return 0
    return above || isCertain(text) ? n : 0
  }
  return 0
}

const LABELED = /^[>\s]*\*{0,2}\p{L}[\p{L} .-]{0,24}\s?[:：]\*{0,2}\s*\S/u
/**
 * Returns the number of lines of a header above a quoted mail in an unknown language: labels with values, an address, a
 * time, and the subject of one of our mails. Returns 0 if there is none.
 */
function foreignHead(lines: Line[], at: number): number {
  let end = at
  while (end < lines.length && end - at < 8 && LABELED.test((lines[end] as Line).text)) end++
  if (end - at < 3) return 0
  const all = lines
    .slice(at, end)
    .map((l) => l.text)
    .join('\n')
  const isReplyHeader = /@/.test(all) && /\d{1,2}[:.h]\d{2}|\b\d{4}\b/.test(all) && /\[T-\d{1,15}\]/.test(all)
  return isReplyHeader ? end - at : 0
}

/** Returns whether a mail's header begins here: who and when, and an address or to whom or about what. */
function isHead(lines: Line[], at: number): boolean {
  const first = (lines[at] as Line).text
  const [from, sent] = [headFrom.test(first), headSent.test(first)]
  if (!from && !sent) return false
  const head = lines.slice(at, at + 7).map((l) => l.text)
  const rest = head.slice(1, 6)
  if (from && !rest.some((l) => headSent.test(l))) return false
  // Some programs write the date first.
  if (sent && !from && !rest.slice(0, 2).some((l) => headFrom.test(l))) return false
  const when = head.find((l) => headSent.test(l)) ?? ''
  return (
    /\d/.test(when) && (head.some((l) => headMore.test(l)) || /\S@\S/.test(head.find((l) => headFrom.test(l)) ?? ''))
  )
}

const bareSubject = (subject: string) =>
  subject
    .toLowerCase()
    .replace(/\[t-\d{1,15}\]/g, ' ')
    .replace(/^(?:\s*\p{L}{1,6}(?:\[\d+\])?\s?[:：])+/u, '')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Returns whether the header that begins here has another subject than the mail, which then forwards it instead of
 * answering it.
 */
function isAnother(lines: Line[], at: number, subject: string | undefined): boolean {
  const found = lines.slice(at, at + 9).flatMap((l) => headSubject.exec(l.text)?.[1] ?? [])[0]
  if (found === undefined || subject === undefined || /\[T-\d{1,15}\]/i.test(found)) return false
  const [theirs, ours] = [bareSubject(found), bareSubject(subject)]
  return theirs !== '' && ours !== '' && !ours.includes(theirs) && !theirs.includes(ours)
}

const isForwardLine = (text: string) => text.length <= 200 && (forwards.test(text) || begins.test(text))

/**
 * Returns the index of the first line of the quoted messages, or -1 when nothing introduces them. `passesOn`: what
 * follows is no quotation, because the mail forwards it.
 */
export function startOfQuote(lines: Line[], subject?: string): { at: number; passesOn: boolean } {
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as Line
    if (line.begins) {
      const next = lines.slice(i, i + 8).filter((l) => !isBlank(l) && !/^[\s_-]+$/.test(l.text))
      const head = next.slice(0, 2).findIndex((_, n) => isHead(next, n))
      const passesOn =
        next.slice(0, 2).some((l) => isForwardLine(l.text)) || (head >= 0 && isAnother(next, head, subject))
      return { at: i, passesOn }
    }
    if (isBlank(line)) continue
    if (isForwardLine(line.text)) return { at: i, passesOn: true }
    if (marker.test(line.text)) return { at: i, passesOn: false }
    if (separator.test(line.text)) {
      const next = lines.slice(i + 1, i + 4).findIndex((l) => !isBlank(l))
      return { at: i, passesOn: next >= 0 && isAnother(lines, i + 1 + next, subject) }
    }
    if (isHead(lines, i)) return { at: i, passesOn: isAnother(lines, i, subject) }
    if (foreignHead(lines, i) > 0 || introduction(lines, i) > 0) return { at: i, passesOn: false }
  }
  return { at: -1, passesOn: false }
}

/** Returns whether the lines of the quoted messages are marked with `>`. */
export function isMarked(lines: Line[], at: number): boolean {
  if (at < 0) return lines.some(isQuoted)
  const line = lines[at] as Line
  if (isQuoted(line)) return true
  if (marker.test(line.text) || separator.test(line.text)) return false
  const rest = lines.slice(at, at + 12)
  if (line.begins)
    return rest
      .filter((l) => !isBlank(l))
      .slice(0, 4)
      .some(isQuoted)
  const end = rest.findIndex((l) => /[:：]\s*$/.test(l.text))
  const next = rest.slice(end + 1).find((l) => !isBlank(l))
  return next !== undefined && isQuoted(next)
}

const COLOR =
  'red|blue|green|purple|orange|pink|yellow|bold|caps|capitals|italics?|colou?r|rot|blau|grün|lila|fett|farbig|rouge|bleu|vert|violet|gras|couleur|rojo|azul|verde|negrita|rosso|blu|grassetto|azzurro|rood|blauw|groen|paars|oranje|vet|kleur|vermelho|negrito|cor|laranja|czerwono|niebiesko|zielono|czerwonym|niebieskim|zielonym|pogrubion\\w{1,3}|rött|blått|grönt|rødt|grønt|fetstil'
const PLACE = new RegExp(
  `(?<!\\p{L})(?:below|beneath|underneath|in-?line|in line|embedded|interspersed|in[ -]between|between (?:the|your) (?:lines|text|questions|quotes?|quoted)|(?:in|with|marked) (?:${COLOR})|within (?:your|the)|in (?:your|the) (?:text|mail|email|e-mail|message)|(?:after|behind|next to|under|beside) (?:each|every|the|your)|unten|unterhalb|untenstehend\\w{0,2}|nachfolgend|dazwischen|zwischen den zeilen|s\\. ?u\\.|im text|(?:in|mit|en|em|med|i|na) (?:der |het |farbe |kleur )?(?:${COLOR})|(?:${COLOR}) (?:markiert|geschrieben|kolorem|marqué\\w{0,2})|ci-dessous|ci-après|plus bas|dans (?:le|votre) (?:texte|corps|message|mail)|entre les lignes|(?:más )?abajo|debajo|a continuación|en el texto|entre líneas|intercalad[ao]s|sotto|di seguito|nel testo|tra le righe|hieronder|onder(?= ?[.:!]?$)|onderaan|onderstaand\\w?|beneden|tussen de (?:regels|tekst)|in de tekst|tussendoor|abaixo|a seguir|no texto|no corpo|entre linhas|poniżej|niżej|w (?:treści|tekście)|pod (?:każdym|pytaniami)|nedan|nedanför|i texten|nedenfor|nedenunder|herunder|(?:svar|kommentar)\\w{0,5} under|i teksten|alla(?= ?[.:!]?$)|punaisella|sinisellä|vihreällä|alempana|tekstin (?:seassa|joukossa))(?!\\p{L})`,
  'iu',
)
const TELLS =
  /(?<!\p{L})(?:see|find|answer(?:s|ed)?|repl(?:y|ies|ied)|comment(?:s|ed)?|respon(?:se|ses|ded|d)|remarks?|notes?|my|mine|siehe|s\.|antwort(?:en|e)?|beantwortet|geantwortet|anmerkung(?:en)?|kommentar(?:e|er)?|meine|réponses?|répondu|réponds|voir|voyez|voici|mes|ma|commentaires?|remarques?|respuestas?|contestaciones|respondo|contesto|ver|vea(?:n|se)?|mis?|comentarios?|rispost[ae]|rispondo|risposto|vedi|veda|vedere|vedete|mi[ei]|mia|commenti|note|antwoord(?:en)?|geantwoord|beantwoord|zie|mijn|opmerking(?:en)?|reacties?|commentaar|respostas?|respondi|veja(?:m)?|segue(?:m)?|minhas?|meus?|comentários?|odpowied(?:ź|zi|ziałem|ziałam)|odpowiadam|odpisał[ea]m|patrz|zobacz|moje|uwagi|komentarze|svar|svarat|svarar|svaret|se|mina|mine|mitt|kommentarer|vastau(?:s|kset|kseni|ksia)|vastasin|katso|ks\.|kommentit|kommenttini)(?!\p{L})/iu

/** Returns whether a text says that answers are between the quoted lines: “see my answers below in red”. */
export const announcesAnswers = (lines: Line[]): boolean =>
  lines.some(
    (line) =>
      line.text.length <= 400 &&
      PLACE.test(line.text) &&
      (TELLS.test(line.text) || line.text.trim().split(/\s+/).length <= 3) &&
      !isQuoted(line),
  )

const GREETING =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|guten (?:tag|morgen|abend)|moin|servus|grüezi|liebe[rs]?|sehr geehrte[rs]?|bonjour|bonsoir|salut|ch(?:er|ère)|hola|buen(?:os|as) (?:días|tardes|noches)|estimad[oa]s?|ciao|buon(?:giorno|asera)|salve|gentile|beste|geachte|dag|goedemorgen|goedemiddag|ol[áa]|oi|bom dia|boa (?:tarde|noite)|prezad[oa]s?|car[oa]s?|cześć|dzień dobry|witam|szanown[aiy]\w{0,2}|hej|hei|moi|god (?:morgon|dag|morgen)|kære|kjære|hyvää)(?!\p{L})[^.?]{0,60}$/iu
/** Returns whether the lines are only a greeting. What the person says is then elsewhere in the mail. */
export const isOnlyGreeting = (lines: Line[]): boolean => {
  const all = lines.filter((l) => !isBlank(l))
  return all.length === 1 && (all[0] as Line).text.length <= 80 && GREETING.test((all[0] as Line).text.trim())
}

const forward = /^\s*(fwd?|fw|wg|tr|rv|enc|encam|doorst|pd|i|vb|vl|przek|転送|转发|轉寄)\s*[:：]/iu
const FINNISH = /^[>\s]*\*{0,2}(lähettäjä|lähetetty|vastaanottaja|aihe|saatja|saadetud|kellelt)\s?:|kirjoitti/imu
/**
 * Returns whether a mail is a forward, by its subject. “VS:” is a reply in Finnish and a forward in Danish and
 * Norwegian: the quoted header says which.
 */
export const isForward = (subject: string, text = ''): boolean =>
  forward.test(subject) || (/^\s*vs\s*[:：]/i.test(subject) && !FINNISH.test(text))
