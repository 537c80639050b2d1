import { micromark, type Options } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { boundedTables, renderBounded } from '../../../contract/markdown.ts'
import { withoutOverrides } from './reading-direction.ts'

type Syntax = NonNullable<Options['extensions']>[number]
type Html = NonNullable<Options['htmlExtensions']>[number]
type Construct = Exclude<NonNullable<Syntax['text']>[string], undefined | unknown[]>
type Compiler = ThisParameterType<NonNullable<NonNullable<Html['exit']>['data']>>
type Code = number | null

/** A custom token. The cast is needed because micromark's list of token types is closed. */
const softBreak = 'softBreak' as 'lineEnding'
const isSpace = (code: Code) => code === -2 || code === -1 || code === 32

/** A line ending within a paragraph, with the indent of the next line. */
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

/** A mention: `@[Full Name](mention:<id>)`. Anything that differs is parsed as normal text and links. */
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
      // Stop at a line ending, at `[`, or when the text is too long for a name.
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
  // HTML is shown as text. Images would let senders track when a text is read. Footnotes need ids, which could collide
  // with those of other texts.
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
    // People who press Enter expect a new line.
    [softBreak](this: Compiler) {
      this.tag('<br />')
      this.raw('\n')
    },
    // Highlight only people in `people`. An unknown id is shown as plain text.
    [mentionToken](this: Compiler, token: Parameters<Compiler['sliceSerialize']>[0]) {
      const [, label = '', id = ''] = /^@\[(.*)\]\(mention:(.*)\)$/s.exec(this.sliceSerialize(token)) ?? []
      const name = named?.get(id.toLowerCase())
      if (name === undefined) this.raw(`@${this.encode(label)}`)
      else {
        this.tag('<span data-mention="">')
        this.raw(`@${this.encode(name)}`)
        this.tag('</span>')
      }
    },
    // The line ending already produces the break.
    hardBreakEscape() {},
    // Drop the language of a code block. It would become a class, which could take any style of the page.
    codeFencedFenceInfo() {
      this.resume()
    },
  },
}

const options: Options = { extensions: [gfm(), syntax], htmlExtensions: [gfmHtml(), boundedTables() as Html, html] }

/** People who can be mentioned in the text that is being rendered. */
let named: ReadonlyMap<string, string> | undefined

/** Allowed link targets: web and mail addresses, and paths of this site. */
const address = /^(?:https?:\/\/|mailto:|\/)/i
const elsewhere = /^(?:https?:)?\/\//i

// Micromark escapes `<`, `>` and `"` in text, so these expressions match only its own markup.
function link(_: string, href: string): string {
  if (!address.test(href)) return '<a'
  return `<a href="${href}" rel="noopener noreferrer nofollow"${elsewhere.test(href) ? ' target="_blank"' : ''}`
}

/** Wraps a text in one paragraph without `<br>`, because thousands of breaks keep a browser busy for seconds. */
const asWritten = (html: string) => `<p data-plain="">${html}</p>`

/** Matches an empty header cell, which becomes a normal cell so that screen readers do not announce it. */
const nameless = /<th( align="\w+")?>\s*<\/th>/g

/**
 * Renders GitHub-flavored Markdown to HTML that is safe to insert in a page: no raw HTML, scripts, images, classes or
 * ids. Keeps single line breaks. Headings start at `h4`, below those of the page. Text that would take too long to
 * parse stays plain. `people` are those who can be mentioned, by id. Mentions are highlighted, with the name from
 * `people`.
 */
export function renderMarkdown(text: string, people?: ReadonlyMap<string, string>): string {
  named = people
  return renderBounded(withoutOverrides(text), (markdown) => micromark(markdown, options), asWritten)
    .replace(/<a href="([^"]*)"/g, link)
    .replace(nameless, '<td$1></td>')
    .replace(/<(\/?)h([1-6])>/g, (_, slash: string, rank: string) => `<${slash}h${Math.min(Number(rank) + 3, 6)}>`)
    .replace(
      /<input type="checkbox" disabled=""( checked="")? \/>/g,
      (_, checked?: string) =>
        `<input type="checkbox" disabled=""${checked ?? ''} aria-label="${checked ? 'Done' : 'To do'}" />`,
    )
}
