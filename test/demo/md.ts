/**
 * Returns the Markdown of a template literal without the indentation of the source. Backslashes are kept, except before
 * a backtick or `${`, and at the end of a line, where a backslash joins it with the next line.
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
