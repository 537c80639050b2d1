/**
 * Markdown in a template literal: backslashes stay as they are, a backslash at the end of a line joins it with the
 * next one, and the indentation of the source is taken off.
 */
export function md(text: TemplateStringsArray): string {
  const lines = (text.raw[0] ?? '')
    .replaceAll('\\`', '`')
    .replaceAll('\\${', '${')
    .replace(/\\\n */g, '')
    .split('\n')
  const indents = lines.filter((line) => line.trim()).map((line) => line.search(/\S/))
  const indent = Math.min(...indents)
  return lines
    .map((line) => line.slice(indent).trimEnd())
    .join('\n')
    .trim()
}
