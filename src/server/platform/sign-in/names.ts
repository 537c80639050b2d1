// Checks names of people and companies. They appear in our mails, so they must not imitate the provider's name or
// contain a link.
import { brand } from '../../../../brand.config.ts'
import { refuse } from '../http/api.ts'
import { CONFUSABLE_LETTERS } from './confusable-letters.ts'

/** Letters of other alphabets that look like Latin ones, in lower case and without accents. */
const LOOKALIKES: Record<string, string> = {
  а: 'a',
  ɑ: 'a',
  α: 'a',
  в: 'b',
  ь: 'b',
  β: 'b',
  с: 'c',
  ϲ: 'c',
  ԁ: 'd',
  е: 'e',
  ҽ: 'e',
  ε: 'e',
  є: 'e',
  ғ: 'f',
  ƒ: 'f',
  ɡ: 'g',
  ց: 'g',
  һ: 'h',
  н: 'h',
  η: 'n',
  і: 'i',
  ɩ: 'i',
  ı: 'i',
  ι: 'i',
  ӏ: 'i',
  ј: 'j',
  к: 'k',
  κ: 'k',
  ⅼ: 'i',
  ӷ: 'r',
  м: 'm',
  μ: 'm',
  ո: 'n',
  п: 'n',
  о: 'o',
  ο: 'o',
  օ: 'o',
  σ: 'o',
  ө: 'o',
  р: 'p',
  ρ: 'p',
  ԛ: 'q',
  г: 'r',
  ѕ: 's',
  ʂ: 's',
  т: 't',
  τ: 't',
  υ: 'u',
  ս: 'u',
  ц: 'u',
  ν: 'v',
  ѵ: 'v',
  ԝ: 'w',
  ѡ: 'w',
  ʍ: 'm',
  ш: 'w',
  щ: 'w',
  ω: 'w',
  х: 'x',
  χ: 'x',
  у: 'y',
  γ: 'y',
  ү: 'y',
  ø: 'o',
  ł: 'i',
  đ: 'd',
  ħ: 'h',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}
const SIGNS: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  6: 'g',
  7: 't',
  8: 'b',
  9: 'g',
  $: 's',
  '@': 'a',
  '!': 'i',
  '|': 'i',
  '€': 'e',
  '+': 't',
  '†': 't',
  '¡': 'i',
  l: 'i',
  q: 'g',
}

/** Alphabets whose letters look like Latin capitals: phonetic small capitals, Lisu and Cherokee. */
for (const [alike, latin] of [
  ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijkimnopqrstuvwyz'],
  ['ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ', 'abcdefghijkimnoprstuvwxyz'],
  ['ꭺᏼꮯꭰꭼꮐꮋꭵꭻꮶꮮꮇꮲꭱꮢꮪꭲꮩꮃꮓ', 'abcdeghijkimprrstvwz'],
] as const)
  for (const [i, letter] of [...alike].entries()) LOOKALIKES[letter] = latin[i] as string

for (const [latin, characters] of Object.entries(CONFUSABLE_LETTERS))
  for (const alike of characters) LOOKALIKES[alike] ??= latin

/** Letters drawn with strokes. The longer drawings come first. */
const DRAWN: [drawing: string, letter: string][] = [
  ['\\/\\/', 'w'],
  ['/\\/\\', 'm'],
  ['|\\/|', 'm'],
  ['|-|', 'h'],
  ['\\/', 'v'],
]

/**
 * Returns the letter of a symbol that shows it in a disc, a box or as half of a flag; undefined for other characters.
 */
function letterInSign(c: string): string | undefined {
  const code = c.codePointAt(0) ?? 0
  const first = [0x1f150, 0x1f170, 0x1f1e6].find((start) => code >= start && code < start + 26)
  return first === undefined ? undefined : String.fromCharCode(97 + code - first)
}

/**
 * Returns a text in a form that is equal for names that look alike: letters only, without accents, spaces or
 * lookalikes.
 */
const nameSkeleton = (text: string): string =>
  [
    ...DRAWN.reduce((t, [drawing, letter]) => t.replaceAll(drawing, letter), text)
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD'),
  ]
    .map((c) => LOOKALIKES[c] ?? SIGNS[c] ?? letterInSign(c) ?? c)
    .join('')
    .normalize('NFKD')
    .toLowerCase()
    // Some letters are invisible, such as the Hangul filler, or look like an apostrophe or a dash.
    .replace(/[^\p{L}]|[\p{Lm}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/q/g, 'g')
    .replace(/l/g, 'i')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/(.)\1+/gu, '$1')

/** Minimum length of the provider's names in that form. Shorter ones would occur in many other words. */
const SHORTEST = 4
const names = [brand.shortName, brand.longName, brand.slug].map(nameSkeleton).filter((n) => n.length >= SHORTEST)

/** Returns whether a text can be mistaken for a name of the provider. */
export const namesProvider = (text: string): boolean => {
  const bare = nameSkeleton(text)
  return names.some((name) => bare.includes(name))
}

const LINK =
  /:\/\/|\bwww\.|@[\p{L}\p{N}-]+\.|(?<![\p{L}\p{N}.])[\p{L}\p{N}-]{2,}(?:\.[\p{L}\p{N}-]+)*\.[\p{L}]{2,}(?![\p{L}\p{N}])|[\p{L}\p{N}]\.[\p{L}]{2,}\/|(?<![\p{L}\p{N}.])[\p{L}\p{N}]\.(?:com?|net|org|io|me|ly|gd|to|ai|app|dev|xyz|link)(?![\p{L}\p{N}])/iu
// Titles that people write without a space after them.
const TITLE = /(?<![\p{L}\p{N}.])(?:dr|mr|mrs|ms|prof|st|jr|sr|ing|dipl)\.(?=\p{L})/giu
/** Returns whether mail programs would turn a part of the text into a link. */
export const hasLink = (text: string): boolean =>
  LINK.test(text.normalize('NFKC').replace(INVISIBLE, '').replace(TITLE, ''))

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const PHONE = /\p{Nd}(?:[\s().+/-]{0,3}\p{Nd}){6,}/u
/** Returns whether a text contains what can be a phone number, which a stranger could want the reader to call. */
const hasPhone = (text: string): boolean => PHONE.test(text.normalize('NFKC').replace(INVISIBLE, ''))

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/**
 * Returns what is wrong with a name that a partner chose, as a message for the field; undefined when it is valid. Only
 * names of end clients may look like web addresses, because companies such as Booking.com have such names.
 */
export function nameProblem(name: string, of?: 'client'): string | undefined {
  if (name.search(HIDDEN) >= 0) return 'Use one line of visible characters only.'
  if (of !== 'client' && hasLink(name)) return 'The name can’t contain web or email addresses.'
  if (namesProvider(name)) return `The name can’t contain “${brand.shortName}”. Choose another name.`
  return undefined
}

/** Refuses a name that a partner may not have, with a message for the field: UNPROCESSABLE. */
export function demandName(name: string, field: string, of?: 'client'): void {
  const problem = nameProblem(name, of)
  if (problem) throw refuse('UNPROCESSABLE', { fields: { [field]: [problem] } })
}

const NAME_SHOWN = 80
/**
 * Returns a name for mail to a person without an account. Returns `otherwise` for one with a phone number, and for an
 * invalid one that was chosen before names were checked.
 */
export function nameForMail(name: string, otherwise = 'a company'): string {
  const bare = name.normalize('NFKC').replace(HIDDEN, ' ').replace(/\s+/g, ' ').trim()
  if (bare === '' || hasLink(bare) || hasPhone(bare) || namesProvider(bare)) return otherwise
  return bare.length > NAME_SHOWN
    ? `${bare
        .slice(0, NAME_SHOWN - 1)
        .toWellFormed()
        .trimEnd()}…`
    : bare
}

/**
 * Returns a name that a partner chose as a quotation, for mail to a person without an account. Returns `otherwise`
 * without quotation marks for a name that may not be sent.
 */
export function quotedName(name: string, otherwise = 'a company'): string {
  const safe = nameForMail(name, '')
  return safe === '' ? otherwise : `“${safe}”`
}
