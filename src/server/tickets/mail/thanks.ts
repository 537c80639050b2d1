// Recognizes mails that only say thanks. Pure functions.

/** Words of a thank-you by language, without any negation or question. `thanks` is what makes it one. */
const LANGUAGES: { thanks: RegExp; others: RegExp }[] = [
  {
    thanks: /^(?:thanks|thank|thx|tnx|ty|cheers|appreciated|appreciate|obliged)$/u,
    others:
      /^(?:you|so|very|much|many|a|lot|again|for|the|your|help|support|quick|fast|prompt|great|perfect|excellent|awesome|nice|good|lovely|brilliant|wonderful|job|work|works|working|worked|it|now|fine|well|all|set|solved|fixed|resolved|done|got|everyone|team|both|guys|and|have|day|weekend|evening|best|kind|warm|regards|hi|hello|dear|really|i|we|response|reply|answer|ok|okay|yes)$/u,
  },
  {
    thanks: /^(?:danke|dank|dankeschön|merci)$/u,
    others:
      /^(?:vielen|besten|herzlichen|lieben|schönen|schön|sehr|für|die|den|das|schnelle|rasche|gute|tolle|hilfe|unterstützung|antwort|lösung|funktioniert|läuft|geht|klappt|jetzt|wieder|alles|klar|gut|super|perfekt|prima|toll|passt|erledigt|gelöst|ihnen|euch|dir|team|viele|liebe|beste|freundliche|freundlichen|mit|grüße|grüßen|gruß|gruss|grüsse|lg|vg|mfg|hallo|guten|morgen|tag|abend|wochenende|und|ok)$/u,
  },
  {
    thanks: /^(?:merci|remercie|remercions)$/u,
    others:
      /^(?:beaucoup|bien|mille|encore|à|vous|tous|pour|votre|ton|l|aide|réponse|rapide|soutien|parfait|super|génial|ça|cela|marche|fonctionne|maintenant|c|résolu|réglé|je|nous|bonjour|bonne|journée|soirée|cordialement|cdlt|salutations|et|l|équipe)$/u,
  },
  {
    thanks: /^(?:gracias|agradezco|agradecemos)$/u,
    others:
      /^(?:muchas|mil|por|la|el|su|tu|ayuda|apoyo|respuesta|rápida|perfecto|excelente|genial|funciona|ahora|todo|bien|resuelto|solucionado|listo|hola|buenos|buenas|días|tardes|saludos|cordiales|un|saludo|y|equipo)$/u,
  },
  {
    thanks: /^(?:grazie|ringrazio|ringraziamo)$/u,
    others:
      /^(?:mille|tante|molte|per|il|la|l|vostro|tuo|suo|aiuto|supporto|risposta|rapida|perfetto|ottimo|funziona|ora|adesso|tutto|bene|risolto|ciao|buongiorno|buona|giornata|serata|cordiali|saluti|e|team)$/u,
  },
  {
    thanks: /^(?:bedankt|dank|dankjewel|dankuwel)$/u,
    others:
      /^(?:je|u|jullie|wel|hartelijk|heel|erg|veel|voor|de|het|uw|hulp|ondersteuning|snelle|reactie|antwoord|perfect|top|super|werkt|nu|weer|alles|goed|opgelost|hallo|beste|dag|fijne|avond|weekend|met|vriendelijke|groet|groeten|mvg|en|team)$/u,
  },
  {
    thanks: /^(?:obrigado|obrigada|agradeço|agradecemos)$/u,
    others:
      /^(?:muito|pela|pelo|a|o|sua|ajuda|apoio|resposta|rápida|perfeito|excelente|ótimo|funciona|agora|tudo|bem|certo|resolvido|olá|bom|boa|dia|tarde|cumprimentos|atenciosamente|abraço|e|equipa|equipe)$/u,
  },
  {
    thanks: /^(?:dziękuję|dziękujemy|dzięki)$/u,
    others:
      /^(?:bardzo|serdecznie|wielkie|za|pomoc|wsparcie|szybką|odpowiedź|super|świetnie|działa|teraz|już|wszystko|dobrze|gra|rozwiązane|dzień|dobry|pozdrawiam|pozdrowienia|i|miłego|dnia)$/u,
  },
  {
    thanks: /^(?:tack|takk|tak|kiitos)$/u,
    others:
      /^(?:så|mycket|tusen|mange|för|for|din|deres|er|hjälpen|hjelpen|hjælpen|snabb|rask|hurtig|svar|super|perfekt|bra|fint|flott|fungerar|fungerer|virker|nu|nå|igen|igjen|allt|alt|hej|hei|mvh|hälsningar|hilsen|vänliga|vennlig|venlig|med|paljon|avusta|avusta|nopeasta|toimii|nyt|hienoa|terveisin)$/u,
  },
  {
    thanks: /^(?:спасибо|благодарю|благодарим|дякую|дякуємо)$/u,
    others:
      /^(?:большое|огромное|вам|всем|за|помощь|поддержку|быстрый|ответ|всё|все|теперь|работает|отлично|хорошо|здравствуйте|добрый|день|вечер|с|уважением|дуже|щиро|допомогу|працює|тепер|добре)$/u,
  },
  {
    thanks: /^(?:děkuji|děkujeme|díky|teşekkürler|teşekkür)$/u,
    others:
      /^(?:moc|mockrát|za|pomoc|rychlou|odpověď|super|funguje|už|teď|vše|je|v|pořádku|dobrý|den|s|pozdravem|ederim|ederiz|çok|yardımınız|için)$/u,
  },
]

/** Thanks in languages without spaces between words. */
const WHOLE =
  /^(?:(?:どうも|本当に|大変|ご対応)?(?:ありがとうございます|ありがとうございました|ありがとう|感謝します|助かりました)|お世話になっております|よろしくお願いいたします|(?:非常|多)?(?:感谢|感謝|谢谢|謝謝)(?:您|你|你们|您的帮助|帮助)?|(?:정말|대단히)?(?:감사합니다|감사드립니다|고맙습니다))$/u
const SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

const LETTERS = /[\p{L}\p{N}]+/gu
const lettersOf = (text: string) => text.toLowerCase().normalize('NFC').match(LETTERS) ?? []

/**
 * Returns whether a text says thanks and nothing else, so that it does not change the status of a ticket: no question,
 * no negation, and no word outside of a short list in one language. A thank-you may end with the sender's `names`.
 */
export function isThanks(text: string, names: readonly string[] = []): boolean {
  if (text.length > 300 || /[?？؟]/.test(text)) return false
  const own = new Set(names.flatMap(lettersOf))
  if (SCRIPT.test(text)) {
    const parts = text.split(/[\s、。，,.!！~〜]+/u).filter((part) => part !== '' && !own.has(part.toLowerCase()))
    return parts.length > 0 && parts.every((part) => WHOLE.test(part))
  }
  const wordsLeft = lettersOf(text).filter((word) => !own.has(word))
  return LANGUAGES.some(
    ({ thanks, others }) =>
      wordsLeft.some((word) => thanks.test(word)) && wordsLeft.every((word) => thanks.test(word) || others.test(word)),
  )
}
