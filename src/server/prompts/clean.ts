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
  /\b(?:https?|ftps?|sftp|file|ssh|smb|tel|sms|mailto|javascript|vbscript|data|blob|intent|ms-[a-z-]+|slack|msteams|webcal|magnet|ipfs|wss?)\s*:\s*(?:\/\/)?[^\s<>"'`)\]]+/gi

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
      .replace(/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, ADDRESS_REMOVED)
      // A host with a path is an address as well.
      .replace(/\b(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?\/[^\s<>"'`)\]]*/giu, LINK_REMOVED)
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
      .replace(/[ \t]+$/gm, '')
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

/** Numbers of a text, as they are compared: without separators and trailing zeros. */
const numbersIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/\d[\d,.]*/g)].map(([n]) => String(Number(n.replace(/,/g, '').replace(/\.$/, '')))))

/** Whether a text has no number that its facts do not have: words may be a model's, figures never are. */
export function onlyKnownNumbers(text: string, facts: string): boolean {
  const known = numbersIn(facts)
  return [...numbersIn(text)].every((n) => known.has(n))
}
