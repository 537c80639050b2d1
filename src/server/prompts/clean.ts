// Cleans text from a model before anyone sees it, so that it contains no HTML, link, image, address or mention. Pure
// functions.

/** Characters that are invisible or change the reading direction. */
const UNSEEN = /[^\P{Cc}\n\t]|\p{Cf}/gu

const NAMED: Record<string, string> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  colon: ':',
  sol: '/',
  commat: '@',
  lpar: '(',
  rpar: ')',
  lsqb: '[',
  lbrack: '[',
  rsqb: ']',
  rbrack: ']',
  period: '.',
  excl: '!',
  tab: ' ',
  newline: '\n',
  nbsp: ' ',
}
const decoded = (text: string) =>
  text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi,
    (all, hex?: string, dec?: string, name?: string) => {
      if (name) return NAMED[name.toLowerCase()] ?? all
      const code = hex ? Number.parseInt(hex, 16) : Number(dec)
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ''
    },
  )

const LINK_REMOVED = '[link removed]'
const ADDRESS_REMOVED = '[address removed]'
/** URL schemes that programs act on, even without slashes. */
const ACTS =
  /\b(?:https?|ftps?|sftp|file|ssh|smb|tel|sms|mailto|javascript|vbscript|data|blob|intent|ms-[a-z-]{1,40}|slack|msteams|webcal|magnet|ipfs|wss?)\s*:\s*(?:\/\/)?[^\s<>"'`)\]]+/gi

function once(text: string): string {
  return (
    decoded(text)
      .replace(UNSEEN, '')
      .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
      // The content of these elements is not text for people.
      .replace(/<(script|style|iframe|object|svg|template|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
      .replace(/<\/?[a-z][^<>]*(?:>|$)/gi, '')
      .replace(/<(?:[a-z][a-z0-9+.-]*:|[^\s<>@]+@)[^<>]*>/gi, LINK_REMOVED)
      // Images, links and link definitions: the text in the brackets stays.
      .replace(/^[ \t]{0,3}\[[^\]\n]+\]:[^\n]*$/gm, '')
      .replace(/!?\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '$1')
      .replace(/!?\[([^[\]]*)\]\[[^[\]]*\]/g, '$1')
      .replace(/!\[/g, '[')
      .replace(ACTS, LINK_REMOVED)
      .replace(/[a-z][a-z0-9+.-]{0,30}:\/\/[^\s<>"'`)\]]*/gi, LINK_REMOVED)
      .replace(/\bwww\s*\.\s*[^\s<>"'`)\]]+/gi, LINK_REMOVED)
      .replace(/(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, ADDRESS_REMOVED)
      // A host with a path is a link too. The length is limited to that of host names, so that a very long word is
      // scanned only once.
      .replace(/\b(?:[\p{L}\p{N}-]{1,63}\.){1,9}\p{L}{2,63}(?::\d+)?\/[^\s<>"'`)\]]*/giu, LINK_REMOVED)
      // An @ must not notify anyone.
      .replace(/@(?=[\p{L}\p{N}[{(])/gu, '')
  )
}

/**
 * Returns a model's text without HTML, links, images, addresses, mentions or invisible characters, at most `most`
 * characters long. Repeats up to six times until nothing changes, because removing one part can form a new link.
 */
export function cleanAnswer(text: string, most: number): string {
  let out = text.slice(0, most * 4).replace(/\r\n?/g, '\n')
  for (let i = 0; i < 6; i++) {
    const next = once(out)
    if (next === out) break
    out = next
  }
  return (
    out
      // Breaks any link syntax that the rules above missed.
      .replace(/\](?=[([:])/g, '] ')
      .replace(/:\/\//g, ': ')
      .replace(/\bwww\./gi, 'www ')
      .replace(/<(?=[a-z/!?])/gi, '< ')
      .replace(/(?<![ \t])[ \t]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
      .slice(0, most)
      .toWellFormed()
  )
}

/** Returns the cleaned text on one line. */
export const cleanLine = (text: string, most: number): string =>
  cleanAnswer(text, most * 2)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most)

const COUNTS =
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SPELLED = new Map<string, string>([
  ...COUNTS.map((word, i) => [word, String(i + 2)] as const),
  ...TENS.map((word, i) => [word, String((i + 2) * 10)] as const),
  ...['hundred', 'thousand', 'million', 'billion', 'dozen', 'double', 'twice', 'triple', 'half', 'percent'].map(
    (word) => [word, word] as const,
  ),
])
/**
 * Returns the numbers of a text in a form that can be compared: without separators and trailing zeros, including
 * numbers in words.
 */
function numbersIn(text: string): Set<string> {
  const plain = text.normalize('NFKC').toLowerCase()
  return new Set([
    ...[...plain.matchAll(/\p{N}[\p{N},.]*/gu)].map(([n]) => String(Number(n.replace(/,/g, '').replace(/\.$/, '')))),
    ...(plain.replaceAll('%', ' percent ').match(/[a-z]+/g) ?? []).flatMap((word) => SPELLED.get(word) ?? []),
  ])
}

/**
 * Returns whether each number in a text also occurs in its facts, because a model must not invent figures.
 */
export function onlyKnownNumbers(text: string, facts: string): boolean {
  const known = numbersIn(facts)
  return [...numbersIn(text)].every((n) => known.has(n))
}

const HOST = /(?<![\p{L}\p{N}-])(?:[\p{L}\p{N}-]{1,63}\.){1,9}\p{L}{2,63}/gu
/**
 * Returns why text that no one reviews may not be published: it has numbers that the facts do not have, or a link or
 * address, even one that `cleanAnswer` made harmless. Undefined when it may be.
 */
export function whyUnfounded(text: string, facts: string): string | undefined {
  if (!onlyKnownNumbers(text, facts)) return 'The answer contains a number that is not in the facts.'
  if (text.includes(LINK_REMOVED) || text.includes(ADDRESS_REMOVED)) return 'The answer contains a link or an address.'
  // Mail programs turn host names into links.
  const known = facts.toLowerCase()
  if ((text.match(HOST) ?? []).some((name) => !known.includes(name.toLowerCase()))) return 'The answer names a website.'
  return undefined
}
