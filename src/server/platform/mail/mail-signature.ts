// Recognizes signatures and what phones add to a mail. Pure functions.
import { isBlank, type Line } from './mail-markup.ts'

const LINES_MAX = 8
const WIDTH_MAX = 80

/** Returns the index after the last line with text. */
export function findTextEnd(lines: Line[]): number {
  let end = lines.length
  while (end > 0 && isBlank(lines[end - 1])) end--
  return end
}

const SHORT_FORM =
  /(?:^|[\s.,(])(?:inc|ltd|corp|co|llc|plc|bv|nv|sa|spa|srl|ag|kg|sr|jr|dipl|ing|tel|dept|ave|str|\p{L})\.$/iu
/** Returns whether a line reads like a sentence. A signature has names, numbers and addresses. */
const isSentence = (line: string) => {
  const text = line.trim()
  return /[?!;:。？！]$/u.test(text) || (/\.$/.test(text) && !SHORT_FORM.test(text)) || /^p\.?\s?s\b/i.test(text)
}

/**
 * Returns the index of the line `-- ` if what follows is a signature: one short block at the end that begins with no
 * sentence, below the only such line. Returns the number of lines if not.
 */
export function signatureAt(lines: Line[]): number {
  const delimiters = lines.flatMap(({ text }, i) => (text.length <= 4 && /^--\s?$/.test(text) ? [i] : []))
  const [at = 0] = delimiters
  // Several of them are rules between sections.
  if (delimiters.length !== 1 || at === 0) return lines.length
  const block = lines.slice(at + 1, findTextEnd(lines))
  while (block.length > 0 && isBlank(block[0])) block.shift()
  const fits = block.length > 0 && block.length <= LINES_MAX && block.every((l) => l.text.length <= WIDTH_MAX)
  if (!fits || block.some((l) => isBlank(l) || /[?？]\s*$/u.test(l.text)) || isSentence((block[0] as Line).text))
    return lines.length
  // Without the space, the line can also be a comment in SQL.
  return lines[at]?.text === '-- ' || isBlank(lines[at - 1]) ? at : lines.length
}

/** How lines of phones and mail programs begin. */
const LEADS =
  /^(?:sent (?:from|via|with|using|by)|gesendet (?:von|mit|über|vom)|von mein\w{0,2}|diese nachricht wurde von|envoy[ée]e? (?:de|depuis|à partir d[eu']|avec|via)|enviad[oa] (?:desde|do|da|de|con|com|por|a partir d[eoa]|a través de)|inviat[oa] (?:da|dal|dalla|con|tramite)|(?:verzonden|verstuurd) (?:vanaf|met|via|van|vanuit)|wysłan[eyao] (?:z|ze|za pomocą|przez)|skickat (?:från|med)|sendt (?:fra|med|via)|lähetetty|get|hol(?:en sie sich|e? dir)|laden sie|télécharge[rz]|obten[ei]z?|obtenir|obt[ée]n(?:er|ga|ha)?|obter|descargar|baixar|baixe|transferir|scarica|ottieni|download|ontvang|haal|pobierz|skaffa|hämta|hent|få|skaff deg|hanki|outlook (?:for|für|pour|para|per|voor|dla|för|til))(?=\s|$)/iu
const SENT = /^(?:sent|gesendet|von|diese|envo|enviad|inviat|verzonden|verstuurd|wysłan|skickat|sendt|lähetetty)/iu
/** The other words of such lines. */
const WORDS =
  /^(?:my|our|a|an|the|for|from|with|on|via|by|using|of|app|mobile|phone|smartphone|tablet|device|handheld|cell|mail|email|e-mail|secure|wireless|mein|meinem|meiner|meinen|dem|der|das|den|für|mit|vom|von|aus|gesendet|geschickt|versendet|verfasst|handy|mobiltelefon|mobilgerät|gerät|mobilen|mobil|nachricht|mon|ma|notre|le|la|l'|de|du|des|depuis|pour|avec|téléphone|portable|appareil|application|messagerie|courrier|mi|mis|el|los|del|desde|para|con|teléfono|móvil|celular|dispositivo|correo|dal|dalla|dallo|mio|mia|per|il|lo|telefono|cellulare|posta|mijn|het|een|voor|met|telefoon|toestel|mobiel|mobiele|downloaden|ophalen|apparaat|meu|minha|o|os|um|uma|telefone|telemóvel|correio|mojego|moim|mojej|telefonu|telefon|systemu|programu|program|aplikacji|dla|z|poczty|poczta|urządzenia|min|mitt|en|fra|från|för|til|enhed|enhet|puhelimestani|puhelimesta|laitteesta|omasta|herunterladen|télécharger|aplikaci|sich|iphone|ipad|ipod|iphone'a|iphone’a|iphonie|iphonesta|ipadista|iphonestani|macbook|mac|watch|samsung|galaxy|android|androida|androidista|huawei|xiaomi|redmi|honor|nokia|motorola|moto|oneplus|sony|xperia|htc|lg|pixel|google|fairphone|oppo|blackberry|windows|lumia|ios|surface|outlook|outlooka|outlookin|gmail|yahoo|aol|proton|protonmail|spark|airmail|k-9|k9|gmx|web\.de|t-online|orange|free|libero|tutanota|tuta|zoho|fastmail|bluemail|mailbox\.org|thunderbird|icloud|hotmail|live|nine|edison|canary|newton|spike|mailspring|5g|4g|lte|pro|max|mini|plus|ultra|note|edge|air|se|fe|10|11|network|verizon|at&t|t-mobile|vodafone|o2|telekom|enterprise|server|android-mobiltelefon|android-gerät|android-handy)$/u
const THINGS =
  /iphon|ipad|ipod|apple watch|samsung|galaxy|android|huawei|xiaomi|redmi|nokia|motorola|oneplus|xperia|pixel|blackberry|outlook|gmail|yahoo|aol|proton|spark|airmail|k-?9|gmx|web\.de|thunderbird|windows|zoho|tuta|phone|handy|mobil|téléphone|telefon|teléfono|móvil|celular|cellulare|telefoon|puhelime|tablet|fairphone|surface/iu
const ASIAN =
  /^(?:iphone|ipad|android|スマートフォン|[\p{L}\p{N} ]{1,20})(?:から送信)$|^(?:发自我的|从我的|發自我的).{1,20}$/iu
const APOLOGY =
  /^(?:please )?(?:excuse|forgive|pardon|entschuldigen sie|bitte entschuldigen sie|veuillez excuser|disculpe|scusate?|excuseer|desculpe|przepraszam za)\b.{0,60}\b(?:typos?|brevity|spelling|errors?|mistakes|tippfehler|kürze|fautes|brièveté|errores|brevedad|errori|brevità|typefouten|erros|brevidade|błędy|literówki)\b.{0,20}$/iu
const FIXED =
  /^(?:yahoo mail: search, organize, conquer|sent with proton mail secure email\.?|sent with protonmail secure email\.?)$/i
/** An address behind the line of a phone: `<https://aka.ms/…>` or `(https://…)`. */
const APP_LINK =
  /\s*[<([]{0,2}https?:\/\/(?:aka\.ms|go\.onelink\.me|overview\.mail\.yahoo\.com|proton\.me|pr\.tn|mail\.yahoo|www\.(?:gmx|web|samsung|blackberry)|play\.google\.com|apps\.apple\.com|smart-mail)[^\s<>()]{0,200}[>)\]]{0,2}/giu

/** Returns whether a line is exactly what a phone or a mail program adds below a text. */
export function isPhoneLine(line: string): boolean {
  if (line.length > 240) return false
  const text = line.replace(APP_LINK, ' ').replace(/\s+/g, ' ').trim()
  if (text === '' || text.length > 90) return false
  if (FIXED.test(text) || APOLOGY.test(text) || ASIAN.test(text)) return true
  if (/^(?:отправлено|надіслано) (?:с|из|от|з) (?:моего |мого )?[\p{L}\d ]{1,30}$/iu.test(text))
    return THINGS.test(text)
  // “Sent from my iPhone, please excuse typos”
  const [begin = '', end = ''] = text.split(
    /[.,!] (?=please|excuse|forgive|pardon|bitte|entschuld|veuillez|discul|scus|descul|przepr)/i,
  )
  if (end !== '' && !APOLOGY.test(end)) return false
  const sentence = begin.replace(/[.!]$/, '').replace(/,/g, ' ')
  const lead = LEADS.exec(sentence)
  if (!lead || !THINGS.test(sentence)) return false
  if (!SENT.test(lead[0]) && !/outlook|yahoo|gmail|proton|gmx/i.test(sentence)) return false
  if (/^von /i.test(lead[0]) && !/ (?:gesendet|geschickt|versendet|verfasst)$/i.test(sentence)) return false
  return sentence
    .slice(/^outlook/i.test(lead[0]) ? 0 : lead[0].length)
    .toLowerCase()
    .split(/[\s()]+/)
    .every((word) => word === '' || WORDS.test(word))
}

const ONLY_LINK = new RegExp(`^(?:${APP_LINK.source})$`, 'iu')

/** Returns the lines without what a phone added at their end: known lines, with a link to a program below them. */
export function withoutPhone(lines: Line[]): Line[] {
  let end = findTextEnd(lines)
  for (;;) {
    let at = end - 1
    if (at < 0) return []
    if (ONLY_LINK.test((lines[at] as Line).text.trim())) {
      at--
      while (at >= 0 && isBlank(lines[at])) at--
    }
    if (at < 0 || !isPhoneLine((lines[at] as Line).text)) return lines.slice(0, end)
    end = findTextEnd(lines.slice(0, at))
  }
}

const CLOSING =
  /^(?:(?:with )?(?:(?:best|kind|warm|kindest|warmest)(?: (?:best|kind|warm))? )?regards|best(?: wishes)?|sincerely(?: yours)?|yours (?:sincerely|faithfully|truly)|cheers|(?:mit )?(?:(?:vielen|viele|liebe|beste|freundliche|freundlichen|schöne|herzliche|besten|herzlichen) )(?:grüße|grüßen|grüsse|grüssen|gruß|gruss)(?: aus .{1,30})?|mfg|lg|vg|(?:bien )?cordialement|(?:bien )?(?:à vous|à toi)|(?:meilleures )?salutations(?: distinguées)?|un saludo|saludos(?: cordiales)?|atentamente|cordiales saludos|(?:cordiali|distinti) saluti|cordialmente|saluti|met (?:vriendelijke|hartelijke) groet(?:en)?|(?:vriendelijke |hartelijke )?groet(?:en|jes)?|mvg|atenciosamente|(?:com os )?(?:melhores )?cumprimentos|abraços?|pozdrawiam|z poważaniem|(?:serdecznie )?pozdrawiamy?|med vänlig(?:a)? hälsning(?:ar)?|(?:med )?venlig hilsen|(?:med )?vennlig hilsen|mvh|terveisin|ystävällisin terveisin)[,.!]?$/iu
const CLOSING_LINES = 6
const CONTACT = /@|https?:|www\.|\d[\d\s()/.-]{5,}\d|[|•·]/
const PARTICLE =
  /^(?:of|the|and|for|in|de|del|della|di|da|do|dos|du|des|la|le|les|et|e|y|i|von|van|der|den|und|für|im|en|voor|w|ds|och|og|ja)$/i
/** Returns whether a line is a name, a title or an address: each word begins with a capital letter or a digit. */
const isNameLike = (line: string) =>
  CONTACT.test(line) ||
  line.split(/[\s,/&()-]+/).every((word) => word === '' || PARTICLE.test(word) || !/^\p{Ll}/u.test(word))

/** Returns the lines without a closing phrase and the name and the address below it, when nothing else follows. */
export function withoutClosing(lines: Line[]): Line[] {
  const end = findTextEnd(lines)
  let seen = 0
  for (let at = end - 1; at > 0 && seen <= CLOSING_LINES; at--) {
    const text = (lines[at] as Line).text.trim()
    if (text === '') continue
    if (seen > 0 && text.length <= 60 && CLOSING.test(text)) {
      const above = findTextEnd(lines.slice(0, at))
      return lines.slice(0, above === 0 ? end : above)
    }
    if (text.length > 60 || isSentence(text) || !isNameLike(text)) break
    seen++
  }
  return lines.slice(0, end)
}
