// What a model wrote, before anybody sees it: words, and nothing that can be followed, loaded, opened or addressed. Pure.

/** Characters that are not seen, or that turn the order of what is seen. */
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
} // prettier-ignore
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
/** Schemes that programs act on, even without slashes. */
const ACTS =
  /\b(?:https?|ftps?|sftp|file|ssh|smb|tel|sms|mailto|javascript|vbscript|data|blob|intent|ms-[a-z-]{1,40}|slack|msteams|webcal|magnet|ipfs|wss?)\s*:\s*(?:\/\/)?[^\s<>"'`)\]]+/gi

function once(text: string): string {
  return (
    decoded(text)
      .replace(UNSEEN, '')
      .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
      // What stands between these is no text for people.
      .replace(/<(script|style|iframe|object|svg|template|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
      .replace(/<\/?[a-z][^<>]*(?:>|$)/gi, '')
      .replace(/<(?:[a-z][a-z0-9+.-]*:|[^\s<>@]+@)[^<>]*>/gi, LINK_REMOVED)
      // Pictures, links and where they lead: what stands in the brackets stays as words.
      .replace(/^[ \t]{0,3}\[[^\]\n]+\]:[^\n]*$/gm, '')
      .replace(/!?\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '$1')
      .replace(/!?\[([^[\]]*)\]\[[^[\]]*\]/g, '$1')
      .replace(/!\[/g, '[')
      .replace(ACTS, LINK_REMOVED)
      .replace(/[a-z][a-z0-9+.-]{0,30}:\/\/[^\s<>"'`)\]]*/gi, LINK_REMOVED)
      .replace(/\bwww\s*\.\s*[^\s<>"'`)\]]+/gi, LINK_REMOVED)
      .replace(/(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, ADDRESS_REMOVED)
      // A host with a path is an address as well. As long as names of hosts can be: a word without end is looked at once.
      .replace(/\b(?:[\p{L}\p{N}-]{1,63}\.){1,9}\p{L}{2,63}(?::\d+)?\/[^\s<>"'`)\]]*/giu, LINK_REMOVED)
      // Nobody is called by it.
      .replace(/@(?=[\p{L}\p{N}[{(])/gu, '')
  )
}

/**
 * Text of a model as text: no HTML, links, pictures, addresses, mentions or invisible characters, at most `most` signs. What
 * is built so that taking a part out makes a new link is taken out again.
 */
export function clean(text: string, most: number): string {
  let out = text.slice(0, most * 4).replace(/\r\n?/g, '\n')
  for (let i = 0; i < 6; i++) {
    const next = once(out)
    if (next === out) break
    out = next
  }
  return (
    out
      // Whatever was too clever for the rules above is no link any more.
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

/** The same on one line. */
export const cleanLine = (text: string, most: number): string =>
  clean(text, most * 2)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most)

const COUNTS =
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  ) // prettier-ignore
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SPELLED = new Map<string, string>([
  ...COUNTS.map((word, i) => [word, String(i + 2)] as const),
  ...TENS.map((word, i) => [word, String((i + 2) * 10)] as const),
  ...['hundred', 'thousand', 'million', 'billion', 'dozen', 'double', 'twice', 'triple', 'half', 'percent'].map(
    (word) => [word, word] as const,
  ),
])
/** Numbers of a text, as they are compared: without separators and trailing zeros, those in words as well. */
function numbersIn(text: string): Set<string> {
  const plain = text.normalize('NFKC').toLowerCase()
  return new Set([
    ...[...plain.matchAll(/\p{N}[\p{N},.]*/gu)].map(([n]) => String(Number(n.replace(/,/g, '').replace(/\.$/, '')))),
    ...(plain.replaceAll('%', ' percent ').match(/[a-z]+/g) ?? []).flatMap((word) => SPELLED.get(word) ?? []),
  ])
}

/** Whether a text has no number that its facts do not have: words may be a model's, figures never are. */
export function onlyKnownNumbers(text: string, facts: string): boolean {
  const known = numbersIn(facts)
  return [...numbersIn(text)].every((n) => known.has(n))
}

const HOST = /(?<![\p{L}\p{N}-])(?:[\p{L}\p{N}-]{1,63}\.){1,9}\p{L}{2,63}/gu
/**
 * Why words that nobody reads before they go out may not: numbers that the facts do not have, or anything that leads
 * somewhere, also where `clean` has made it harmless. Undefined when they may.
 */
export function unfounded(text: string, facts: string): string | undefined {
  if (!onlyKnownNumbers(text, facts)) return 'It has a number that the facts do not have.'
  if (text.includes(LINK_REMOVED) || text.includes(ADDRESS_REMOVED)) return 'It has a link or an address.'
  // Programs that show mails make links of names alone.
  const known = facts.toLowerCase()
  if ((text.match(HOST) ?? []).some((name) => !known.includes(name.toLowerCase()))) return 'It names a website.'
  return undefined
}
