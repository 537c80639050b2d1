import { micromark, type Options } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { boundedTables, renderBounded } from '../../../contract/markdown.ts'

type HtmlExtension = NonNullable<Options['htmlExtensions']>[number]

const options: Options = {
  extensions: [
    gfm(),
    {
      disable: {
        null: [
          'htmlFlow',
          'htmlText',
          // An external image would tell its server who reads the text and when.
          'labelStartImage',
          'gfmFootnoteCall',
          'gfmPotentialFootnoteCall',
          'gfmFootnoteDefinition',
        ],
      },
    },
  ],
  htmlExtensions: [gfmHtml(), boundedTables() as HtmlExtension],
}

/**
 * Returns Markdown as HTML for mails and documents: no raw HTML, no images, no footnotes. Text that would take too long
 * to parse is kept as written.
 */
export const plainMarkdown = (text: string): string => renderBounded(text, (markdown) => micromark(markdown, options))
