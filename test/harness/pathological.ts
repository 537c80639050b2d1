// Texts that overload a naive renderer: each repeats a construct whose cost or output is not linear in its length.

/** Returns the unit repeated to exactly this many characters. */
export const repeated = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Returns a table with a wide header and many short rows. Naive renderers pad each row to the header's width. */
export const tableBomb = (length: number): string =>
  `|${'a|'.repeat(length / 8)}\n|${'-|'.repeat(length / 8)}\n${repeated('|b\n', length / 2 - 4)}`

/** Units to repeat, by the construct that each one stresses. */
export const UNITS: Record<string, string> = {
  emphasis: '*_',
  'emphasis that never closes': '*a_ ',
  'strikethrough and emphasis': '~~a*',
  'open brackets': '[',
  links: '[a](b)',
  'links with a title that never ends': '[a](b (c ',
  references: '[a][b] ',
  definitions: '[a]: b\n',
  lines: 'a\n',
  paragraphs: 'a\n\n',
  'empty lines': '\n',
  quotes: '> a\n\n',
  'quotes within quotes': '> ',
  'quotes and lists': '> - ',
  lists: '- a\n',
  'lists within lists': '- ',
  'numbered lists': '1. a\n\n',
  rulers: '* ',
  tasks: '- [ ] a\n',
  headings: '# a\n',
  'underlined headings': 'a\n=\n',
  'indented code': '    a\n\n',
  'code spans': '`a`',
  backticks: '`',
  fences: '~~~\n',
  escapes: '\\*',
  entities: '&amp;',
  ampersands: '&',
  quotationMarks: '"',
  'angle brackets': '<a:',
  tags: '<b>',
  'addresses in brackets': '<http://a.b>',
  addresses: ' http://a.b/c',
  'mail addresses': 'a@a.aa ',
  'at signs': '@',
  'mentions that never end': '@[a](mention:',
  pipes: '|a',
  'delimiter rows': '|-|\n',
  'short rows': '|\n',
  'line ends with spaces': 'a  \n',
  tabs: '\t',
  'zero bytes': '\0',
  spaces: ' ',
  letters: 'a',
  emoji: '👩‍👩‍👧',
  'old line ends': 'a\r',
  'windows line ends': 'a\r\n',
  'combining marks': 'a\u0301\u0302\u0303',
  'right to left': 'א ',
}

/** Returns texts of at most this many characters, by the construct that each one stresses. */
export function pathological(length: number): Record<string, string> {
  const half = Math.floor(length / 2)
  let ticks = ''
  for (let i = 1; ticks.length + i < length; i++) ticks += `${'`'.repeat(i)} `
  let nested = ''
  for (let i = 0; nested.length + 2 * i < half - 10; i++) nested += `${' '.repeat(2 * i)}- a\n`
  const all: Record<string, string> = {
    'table, wide head and short rows': tableBomb(length),
    'table with rows of one word': `${'a|'.repeat(length / 8)}\n${'-|'.repeat(length / 8)}\n${repeated('b\n', half - 4)}`,
    'table in one row': `|${'a|'.repeat(length / 5)}\n|${'-|'.repeat(length / 5)}\n`,
    'backticks of every length': ticks,
    'lists nested by indentation': nested + '\n'.repeat(half),
    'empty lines in nested lists': `- - - - - - - a\n${'\n'.repeat(length - 20)}`,
    'a long address used many times': `[a]: /${repeated('b', half - 10)}\n\n${repeated('[a] ', half)}`,
    'a long address used in many paragraphs': `[a]: /${repeated('b', half - 10)}\n\n${repeated('[a]\n\n', half)}`,
    'punctuation after an address': `http://a${repeated(',', length - 8)}`,
    'punctuation after a short address': `www.a.b${repeated(',.', length - 8)}`,
    'entities after an address': `http://a${repeated('&amp;', length - 8)}`,
    'addresses in an open bracket': `[${repeated(' http://a', length - 1)}`,
    'words in an open bracket': `[${repeated('a!', length - 1)}`,
    'words in a bracket that only seems closed': `[\\]${repeated('@a', length - 3)}`,
    'letters between digits in an open bracket': `[${repeated('1h', length - 1)}`,
    'brackets within brackets': repeated('[', half) + repeated(']', half),
    'emphasis within emphasis': repeated('*a ', half) + repeated('a* ', half),
    'a quote that goes on without its mark': `> a\n${repeated('a\n', length - 4)}`,
    'empty lines after code': `    a\n${repeated('\n', length - 6)}`,
    'spaces between letters': `a${repeated(' ', length - 2)}b`,
    'a fence in a quote': `> \`\`\`\n${repeated('> a\n', length - 6)}`,
    'marks in a fence': `\`\`\`\n${repeated('[*_a\n', length - 4)}`,
  }
  for (const [name, unit] of Object.entries(UNITS)) all[name] = repeated(unit, length)
  return Object.fromEntries(Object.entries(all).map(([name, text]) => [name, text.slice(0, length)]))
}
