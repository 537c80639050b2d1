// No line of a mail is lost, whatever mail program wrote it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../../../test/harness/property-seed.ts'
import { inLane } from '../../../../test/harness/lane.ts'
import { readHtml } from './mail-html.ts'
import { splitFirst, splitText } from './mail-text.ts'

// Words that occur in no quotation, introduction or signature below.
const words = fc.constantFrom(
  'It',
  'was',
  'REP-02',
  'yes',
  'no',
  'thanks',
  'server',
  'rebooted',
  'twice',
  'at',
  'five',
  'log',
  'ünï',
  '再起動',
)
const line = fc.array(words, { minLength: 1, maxLength: 8 }).map((w) => w.join(' '))
/** Generates text that a person writes: distinct lines, some of them empty. */
const ownLines = (mark: string) =>
  fc
    .array(fc.oneof({ weight: 4, arbitrary: line }, { weight: 1, arbitrary: fc.constant('') }), {
      minLength: 1,
      maxLength: 6,
    })
    .filter((lines) => lines.some((l) => l !== ''))
    .map((lines) => lines.map((l, i) => (l === '' ? '' : `${l} ${mark}${i}`)))
const original = fc
  .array(
    fc.constantFrom(
      'Which server was it?',
      'When did it last run?',
      '',
      'Open T-1001:',
      'https://portal.example/tickets/1',
    ),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((lines) => ['--- Reply above this line ---', ...lines])
const introductions = fc.constantFrom<string[]>(
  [],
  ['On Fri, Nov 20, 2026 at 9:14 AM Erin Engineer <support@millwright.example> wrote:'],
  ['On Fri, Nov 20, 2026 at 9:14 AM Erin', '<support@millwright.example>', 'wrote:'],
  ['Am 20.11.2026 um 09:14 schrieb Erin Engineer:'],
  ['Ar Gwe, 20 Tach 2026 am 09:14, ysgrifennodd Erin:'],
  ['Erin skribis:'],
  [
    '-----Original Message-----',
    'From: Erin',
    'Sent: Friday, November 20, 2026 9:14 AM',
    'Subject: [T-1001] Report',
    '',
  ],
  ['Oddi wrth: Erin <support@millwright.example>', 'Anfonwyd: 20 Tachwedd 2026 09:14', 'Pwnc: [T-1001] Report', ''],
)
const marks = fc.constantFrom('> ', '>', '>> ', '')
const signatures = fc.constantFrom<string[]>(
  [],
  ['-- ', 'Dana Owner', 'Northgate IT'],
  ['Sent from my iPhone'],
  ['Best regards', 'Dana'],
)
const gap = fc.constantFrom<string[]>([], [''], ['', ''])

/** A mail: the lines that the sender wrote, and the complete mail with the quotation. */
const mails = fc
  .record({
    above: fc.option(ownLines('a'), { nil: [] as string[] }),
    below: fc.option(ownLines('b'), { nil: [] as string[] }),
    inside: fc.array(ownLines('c'), { maxLength: 3 }),
    original,
    introduction: introductions,
    mark: marks,
    signature: signatures,
    signatureOnTop: fc.boolean(),
    gaps: fc.tuple(gap, gap, gap),
  })
  .map((m) => {
    const quote = m.original.flatMap((l, i) => [`${m.mark}${l}`, ...(i > 0 ? (m.inside[i - 1] ?? []) : [])])
    const inside = m.original.slice(1).flatMap((_, i) => m.inside[i] ?? [])
    const whole = [
      ...m.above,
      ...(m.signatureOnTop ? ['', ...m.signature] : []),
      ...m.gaps[0],
      ...m.introduction,
      ...m.gaps[1],
      ...quote,
      ...m.gaps[2],
      ...m.below,
      ...(m.signatureOnTop ? [] : ['', ...m.signature]),
    ]
    const written = [...m.above, ...inside, ...m.below].filter((l) => l !== '')
    return { whole, written, above: m.above.filter((l) => l !== ''), signature: m.signature }
  })
const flat = (text: string) => text.replace(/[\s>|*]+/g, ' ')
const RUNS = { numRuns: inLane(2_000, 100_000) }

test('every line that the sender wrote is in the message, shown or collapsed, and an email with text is never empty', () => {
  fc.assert(
    fc.property(mails, ({ whole, written }) => {
      const { newText: shown, folded } = splitText(whole.join('\n'))
      const kept = flat(`${shown}\n${folded}`)
      for (const l of written) expect(kept).toContain(flat(l))
      // The sender may have written into any line, including quoted ones.
      for (const l of whole) if (!/Reply above this line/.test(l)) expect(kept).toContain(flat(l).trim())
      expect(kept.trim()).not.toBe('')
      // The shown text may be empty only if the sender wrote nothing.
      if (written.length > 0) expect(shown.trim()).not.toBe('')
    }),
    RUNS,
  )
})

test('in an answer, every line above the quotation is shown', () => {
  fc.assert(
    fc.property(mails, ({ whole, above }) => {
      const shown = flat(splitText(whole.join('\n')).newText)
      for (const l of above) expect(shown).toContain(flat(l))
    }),
    RUNS,
  )
})

test('in a first mail, every line is shown, except for a last signature', () => {
  fc.assert(
    fc.property(mails, ({ whole, signature }) => {
      const { newText: shown, folded } = splitFirst(whole.join('\n'))
      for (const l of whole) if (!signature.includes(l)) expect(flat(shown)).toContain(flat(l).trim())
      for (const l of folded.split('\n')) expect(['', '--', ...signature]).toContain(l)
    }),
    RUNS,
  )
})

test('no line of an HTML-only email with blockquotes is lost', () => {
  const asHtml = (l: string) => l.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  fc.assert(
    fc.property(
      mails,
      fc.constantFrom('gmail_quote', 'yahoo_quoted', ''),
      fc.boolean(),
      ({ whole, written }, name, all) => {
        const html = whole
          .map((l) =>
            l.startsWith('>')
              ? `<blockquote>${asHtml(l.replace(/^>+ ?/, ''))}</blockquote>`
              : `<div>${asHtml(l) || '<br>'}</div>`,
          )
          .join('')
        const framed = name ? `<div>${html.slice(0, 0)}<div class="${name}">${html}</div></div>` : html
        const { newText: shown, folded } = readHtml(
          all ? `<blockquote type="cite">${framed}</blockquote>` : framed,
        ).answer
        const kept = flat(`${shown}\n${folded}`)
        for (const l of written) expect(kept).toContain(flat(l))
        expect(kept.trim()).not.toBe('')
        if (written.length > 0) expect(shown.trim()).not.toBe('')
      },
    ),
    { numRuns: inLane(500, 20_000) },
  )
})
