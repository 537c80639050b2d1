// Texts that mails, documents and API responses share.

/** Shown instead of the name of a person who has left and whose name the reader may no longer see. */
export const FORMER = 'Former user'

/** Returns a text shortened to at most `most` characters, ending in an ellipsis. */
export const cutText = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text
/**
 * Returns Markdown as one line of plain text with at most `most` characters, for notifications. Keeps underscores
 * within names such as `client_id`.
 */
export const unmarkedLine = (text: string, most: number): string =>
  cutText(
    cutText(text, 2_000)
      .replace(/^\s*(?:```.*|[-*+]|\d+[.)]|#{1,6}|>)(?=\s|$)/gm, '')
      .replace(/!?\[([^\]\n]*)\]\([^)\s]*\)/g, '$1')
      .replace(/(\*\*|__|~~|`+)(?=\S)(.*?\S)\1/g, '$2')
      .replace(/(?<![\w*])([*_])(?=\S)([^*_\n]*?\S)\1(?![\w*])/g, '$2')
      .replace(/\s+/g, ' ')
      .trim(),
    most,
  )
