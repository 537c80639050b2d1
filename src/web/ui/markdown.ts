import { micromark, type Options } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

type Syntax = NonNullable<Options['extensions']>[number]
type Html = NonNullable<Options['htmlExtensions']>[number]
type Construct = Exclude<NonNullable<Syntax['text']>[string], undefined | unknown[]>
type Compiler = ThisParameterType<NonNullable<NonNullable<Html['exit']>['data']>>
type Code = number | null

/** A token of our own; micromark's list of types is closed, its machinery is not. */
const softBreak = 'softBreak' as 'lineEnding'
const isSpace = (code: Code) => code === -2 || code === -1 || code === 32

/** The end of a line within running text, with the indent of the next line. */
const lineBreak: Construct = {
  name: 'softBreak',
  tokenize(effects, ok) {
    const indent = (code: Code) => {
      if (isSpace(code)) {
        effects.consume(code)
        return indent
      }
      effects.exit('linePrefix')
      return ok(code)
    }
    const next = (code: Code) => {
      if (!isSpace(code)) return ok(code)
      effects.enter('linePrefix')
      return indent(code)
    }
    return (code) => {
      effects.enter(softBreak)
      effects.consume(code)
      effects.exit(softBreak)
      return next
    }
  },
}

const mentionToken = 'mention' as 'lineEndingBlank'
const PARTS = ['@[', '](mention:', ')'] as const
const ID_LENGTH = 36

/** A person who is named: `@[Full Name](mention:<id>)`. Anything a sign off is text and a link like any other. */
const mention: Construct = {
  name: 'mention',
  tokenize(effects, ok, nok) {
    let part = 0
    let at = 0
    let length = 0
    const literal = (code: Code): ReturnType<typeof ok> => {
      if (code !== PARTS[part]?.charCodeAt(at)) return nok(code)
      effects.consume(code)
      at++
      if (at < (PARTS[part]?.length ?? 0)) return literal
      at = 0
      length = 0
      part++
      if (part === 1) return name
      if (part === 2) return id
      effects.exit(mentionToken)
      return ok
    }
    const name = (code: Code): ReturnType<typeof ok> => {
      if (code === 93) return length === 0 ? nok(code) : literal(code)
      // A line's end, or more than a name is long.
      if (code === null || code < 0 || code === 91 || ++length > 120) return nok(code)
      effects.consume(code)
      return name
    }
    const id = (code: Code): ReturnType<typeof ok> => {
      if (length === ID_LENGTH) return literal(code)
      if (code === null || !/[0-9a-f-]/i.test(String.fromCharCode(code))) return nok(code)
      length++
      effects.consume(code)
      return id
    }
    return (code) => {
      effects.enter(mentionToken)
      return literal(code)
    }
  },
}

const syntax: Syntax = {
  // -5, -4 and -3 are micromark's codes for the three line endings.
  text: { [-5]: lineBreak, [-4]: lineBreak, [-3]: lineBreak, 64: mention },
  // HTML is text like any other, line by line. Pictures would tell strangers who reads when. Footnotes need ids, which
  // would meet those of other texts.
  disable: {
    null: [
      'htmlFlow',
      'htmlText',
      'labelStartImage',
      'gfmFootnoteCall',
      'gfmPotentialFootnoteCall',
      'gfmFootnoteDefinition',
    ],
  },
}

const html: Html = {
  exit: {
    // People who press Enter mean a new line.
    [softBreak](this: Compiler) {
      this.tag('<br />')
      this.raw('\n')
    },
    // Who is not known here is a name and nothing else, whatever the text claims.
    [mentionToken](this: Compiler, token: Parameters<Compiler['sliceSerialize']>[0]) {
      const [, said = '', id = ''] = /^@\[(.*)\]\(mention:(.*)\)$/s.exec(this.sliceSerialize(token)) ?? []
      const name = named?.get(id.toLowerCase())
      if (name === undefined) this.raw(`@${this.encode(said)}`)
      else {
        this.tag('<span data-mention="">')
        this.raw(`@${this.encode(name)}`)
        this.tag('</span>')
      }
    },
    // The break is the line's end itself.
    hardBreakEscape() {},
    // The language of a code block becomes a class, and a class can borrow any look of the page.
    codeFencedFenceInfo() {
      this.resume()
    },
  },
}

const options: Options = { extensions: [gfm(), syntax], htmlExtensions: [gfmHtml(), html] }

/** Who is known in the text that is rendered just now. */
let named: ReadonlyMap<string, string> | undefined

/** Addresses that a link may have: the web, mail, and paths of ours. */
const address = /^(?:https?:\/\/|mailto:|\/)/i
const elsewhere = /^(?:https?:)?\/\//i

// Micromark writes `<`, `>` and `"` of the text as entities, so what these expressions find is its own markup.
function link(_: string, href: string): string {
  if (!address.test(href)) return '<a'
  return `<a href="${href}" rel="noopener noreferrer nofollow"${elsewhere.test(href) ? ' target="_blank"' : ''}`
}

/** Where nothing is written above a column, there is no heading of it to read out. */
const nameless = /<th( align="\w+")?>\s*<\/th>/g

/** Quotes and lists within each other, more than anybody writes. */
const deep = /^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){9}/m
/** About a tenth of a second of work: each mark may look at all others of its paragraph. */
const mostWork = 1e7
const mostLines = 5000

/** Whether a text is made to keep the parser busy. */
function exhausting(text: string): boolean {
  if (deep.test(text) || text.split('\n').length > mostLines) return true
  let work = 0
  for (const paragraph of text.split(/\n[ \t]*\r?\n/)) {
    let marks = 0
    for (const character of paragraph) if ('*_~[('.includes(character)) marks++
    work += marks ** 2
  }
  return work > mostWork
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const plain = (text: string) =>
  `<p>${text.replace(/[&<>"]/g, (c) => entities[c] ?? '').replace(/\r\n?|\n/g, '<br />\n')}</p>`

/**
 * HTML of a text in Markdown (GitHub's), safe to set in a page: no raw HTML, no scripts, no pictures, no classes, no
 * ids. Single line endings are kept. Headings begin at `h4`, below those of the page around. `people` are those who may
 * be named with @, by id: they are marked, under their own name.
 */
export function renderMarkdown(text: string, people?: ReadonlyMap<string, string>): string {
  if (exhausting(text)) return plain(text)
  named = people
  return micromark(text, options)
    .replace(/<a href="([^"]*)"/g, link)
    .replace(nameless, '<td$1></td>')
    .replace(/<(\/?)h([1-6])>/g, (_, slash: string, rank: string) => `<${slash}h${Math.min(Number(rank) + 3, 6)}>`)
    .replace(
      /<input type="checkbox" disabled=""( checked="")? \/>/g,
      (_, checked?: string) =>
        `<input type="checkbox" disabled=""${checked ?? ''} aria-label="${checked ? 'Done' : 'To do'}" />`,
    )
}
