import { micromark, type Options } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

const options: Options = {
  extensions: [
    gfm(),
    {
      disable: {
        null: [
          'htmlFlow',
          'htmlText',
          // A picture from elsewhere would tell strangers who reads when.
          'labelStartImage',
          'gfmFootnoteCall',
          'gfmPotentialFootnoteCall',
          'gfmFootnoteDefinition',
        ],
      },
    },
  ],
  htmlExtensions: [gfmHtml()],
}

/** Markdown as HTML for mails and documents: no raw HTML, no pictures, no footnotes. */
export const plainMarkdown = (text: string): string => micromark(text, options)
