import { describe, expect, test } from 'vitest'
import { renderMarkdown } from './markdown.ts'

/** Every tag that may be in the output, with its attributes and their allowed values. */
const allowed: Record<string, Record<string, RegExp>> = {
  a: {
    href: /^(https?:\/\/|mailto:|\/)/i,
    rel: /^noopener noreferrer nofollow$/,
    target: /^_blank$/,
    title: /^/,
  },
  input: { type: /^checkbox$/, disabled: /^$/, checked: /^$/, 'aria-label': /^(Done|To do)$/ },
  ol: { start: /^\d+$/ },
  p: { 'data-plain': /^$/ },
  span: { 'data-mention': /^$/ },
  td: { align: /^(left|right|center)$/ },
  th: { align: /^(left|right|center)$/ },
}
for (const tag of 'br h4 h5 h6 ul li blockquote pre code em strong del hr table thead tbody tr'.split(' ')) {
  allowed[tag] = {}
}

const entity: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const decode = (text: string) => text.replace(/&(\w+);/g, (whole, name: string) => entity[name] ?? whole)

/**
 * Parses HTML more strictly than any browser. Fails on anything except the allowed tags in their exact form, and text
 * without `<`, `>` and loose `&`. Returns the tags with attributes, and the text.
 */
function readStrictly(html: string) {
  const tags: { name: string; attributes: Record<string, string> }[] = []
  const open: string[] = []
  let text = ''
  const piece = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)( \/)?>|([^<>]+)/gy
  let at = 0
  while (at < html.length) {
    piece.lastIndex = at
    const found = piece.exec(html)
    if (!found) throw new Error(`Not a tag and not text: ${html.slice(at, at + 60)}`)
    at = piece.lastIndex
    const [, closing, name = '', written = '', alone, content] = found
    if (content !== undefined) {
      expect(content, 'text must not hold loose ampersands').not.toMatch(/&(?!amp;|lt;|gt;|quot;)/)
      text += decode(content)
      continue
    }
    const rules = allowed[name]
    if (!rules) throw new Error(`Tag not allowed: ${name}`)
    if (closing) {
      expect(open.pop(), 'tags close in order').toBe(name)
      continue
    }
    if (!alone) open.push(name)
    const attributes: Record<string, string> = {}
    for (const [, key = '', value = ''] of written.matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
      const rule = rules[key]
      if (!rule) throw new Error(`Attribute not allowed: ${name} ${key}`)
      expect(decode(value)).toMatch(rule)
      attributes[key] = decode(value)
    }
    tags.push({ name, attributes })
  }
  expect(open, 'every tag is closed').toEqual([])
  return { tags, text }
}

const attacks = [
  '<script>alert(1)</script>',
  '<ScRiPt src="https://evil.example/x.js"></sCrIpT>',
  '<script\n>alert(1)</script\n>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)" />',
  '<img/src=x/onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<details open ontoggle=alert(1)>',
  '<body onload=alert(1)>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>@import "https://evil.example/x.css"</style>',
  '<input autofocus onfocus=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--<img src="--><img src=x onerror=alert(1)>">',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><x onclick=alert(1)>',
  '<div\tonclick\t=\talert(1)>x</div>',
  '<x\u0000y onclick=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](<java\tscript:alert(1)>)',
  '[x]( javascript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](&#x6A;&#x61;vascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](java&Tab;script:alert(1))',
  '[x](java&NewLine;script:alert(1))',
  '[x](&#1;javascript:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](\u00a0javascript:alert(1))',
  '[x](javascript\u003aalert(1))',
  '[x](javascript%3Aalert(1))',
  '[x](jav\u0430script:alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](data:image/svg+xml,<svg onload=alert(1)>)',
  '[x](blob:https://evil.example/1)',
  '[x](file:///etc/passwd)',
  '[x](about:blank)',
  '[x](feed:javascript:alert(1))',
  '[x](view-source:javascript:alert(1))',
  '[x](intent://evil#Intent;scheme=javascript;end)',
  '[x](irc://evil.example)',
  '[x](x:/%0ajavascript:alert(1))',
  '[x][y]\n\n[y]: javascript:alert(1)',
  '[y]\n\n[y]: <javascript:alert(1)> "title"',
  '<javascript:alert(1)>',
  '<data:text/html,x>',
  '<vbscript:msgbox(1)>',
  '<xmpp:a@evil.example>',
  '<https://evil.example/"onmouseover="alert(1)>',
  'https://evil.example/"onmouseover=alert(1)',
  'www.evil.example/<img src=x onerror=alert(1)>',
  '[x](https://evil.example "\\" onmouseover=\\"alert(1)")',
  '[x](https://evil.example \'" onmouseover="alert(1)\')',
  '[x](https://evil.example "&quot; onmouseover=&quot;alert(1)")',
  '[x](https://evil.example/"onmouseover="alert(1))',
  '[<img src=x onerror=alert(1)>](https://evil.example)',
  '[`<img src=x onerror=alert(1)>`](https://evil.example)',
  '![x](https://evil.example/pixel.png)',
  '![x](x"onerror="alert(1))',
  '![x"onerror="alert(1)](x)',
  '![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)',
  '![x][y]\n\n[y]: https://evil.example/pixel.png',
  '[![x](https://evil.example/pixel.png)](javascript:alert(1))',
  '`<script>alert(1)</script>`',
  '```\n</code></pre><script>alert(1)</script>\n```',
  '```"onclick="alert(1)\nx\n```',
  '```js&#32;fixed&#32;inset-0\nx\n```',
  '~~~ <img/src=x>\nx\n~~~',
  '    </code></pre><script>alert(1)</script>',
  '| <script> | b |\n|---|---|\n| "onclick="alert(1) | <img src=x onerror=alert(1)> |',
  '- [ ] <img src=x onerror=alert(1)>\n- [x] [x](javascript:alert(1))',
  '[^1]\n\n[^1]: <script>alert(1)</script>',
  '# <script>alert(1)</script>',
  '> <script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '\\<script\\>alert(1)\\</script\\>',
  '\uff1cscript\uff1ealert(1)\uff1c/script\uff1e',
  '\u202e<script>alert(1)</script>\u202c',
  '<\u200bscript>alert(1)</script>',
  '\ud800<script>alert(1)</script>',
  '\ufeff<script>alert(1)</script>',
  '\u2028<script>alert(1)</script>',
  '__proto__ [x][__proto__] [constructor]\n\n[__proto__]: javascript:alert(1)',
  'a\r<script>alert(1)</script>\r\nb',
  '@[<img src=x onerror=alert(1)>](mention:018f3b2e-7c11-7aaa-8bbb-0123456789ab)',
  '@["onmouseover="alert(1)](mention:018f3b2e-7c11-7aaa-8bbb-0123456789ab)',
  '@[x](mention:018f3b2e-7c11-7aaa-8bbb-0123456789ff)',
  '@[x](mention:javascript:alert(1)))))))))))))))))))))',
  '@[x](javascript:alert(1))',
  '@[x](mention:018f3b2e-7c11-7aaa-8bbb-0123456789ab"onclick="alert(1))',
  '@[[x](javascript:alert(1))](mention:018f3b2e-7c11-7aaa-8bbb-0123456789ab)',
  '@[a\nb](mention:018f3b2e-7c11-7aaa-8bbb-0123456789ab)',
  '@['.repeat(2000),
  `${'> '.repeat(40)}<script>alert(1)</script>`,
  `${'*_'.repeat(9000)}<img src=x onerror=alert(1)>`,
]

/** A person whose name is itself an attack. */
const hostilePeople = new Map([['018f3b2e-7c11-7aaa-8bbb-0123456789ab', '<img src=x onerror="alert(1)">']])

describe('mentions', () => {
  const id = '018f3b2e-7c11-7aaa-8bbb-0123456789ab'
  const people = new Map([[id, 'Ana Ruiz']])
  test('highlights a known person, with the stored name instead of the typed one', () => {
    expect(renderMarkdown(`Ask @[Ana Ruiz](mention:${id}) please`, people)).toBe(
      '<p>Ask <span data-mention="">@Ana Ruiz</span> please</p>',
    )
    expect(renderMarkdown(`**@[The Boss](mention:${id.toUpperCase()})**`, people)).toBe(
      '<p><strong><span data-mention="">@Ana Ruiz</span></strong></p>',
    )
  })
  test('shows an unknown person as plain text', () => {
    const other = '018f3b2e-7c11-7aaa-8bbb-0123456789ff'
    expect(renderMarkdown(`@[Ana & Bo](mention:${other})`, people)).toBe('<p>@Ana &amp; Bo</p>')
    expect(renderMarkdown(`@[Ana Ruiz](mention:${id})`)).toBe('<p>@Ana Ruiz</p>')
  })
  test('does not highlight mentions in code or in email addresses', () => {
    expect(renderMarkdown(`\`@[Ana Ruiz](mention:${id})\``, people)).toBe(
      `<p><code>@[Ana Ruiz](mention:${id})</code></p>`,
    )
    expect(renderMarkdown('ana@northgate.example', people)).toContain('href="mailto:ana@northgate.example"')
  })
})

describe('hostile text', () => {
  test.each(attacks)('%s', (attack) => {
    for (const text of [attack, `> ${attack}`, `- a\n  ${attack}`, `**${attack}**`, `[${attack}](/tickets)`]) {
      const { tags } = readStrictly(renderMarkdown(text, hostilePeople))
      for (const { name, attributes } of tags) {
        if (name !== 'a') continue
        expect(attributes.href ?? '').not.toMatch(/^\s*\w*script|^\s*data/i)
        // External links open in a new tab and never expose the opener.
        if (/^(https?:)?\/\//.test(attributes.href ?? '')) expect(attributes.target).toBe('_blank')
        if (attributes.href !== undefined) expect(attributes.rel).toContain('noopener')
      }
    }
  })

  test('the strict parser rejects everything that a browser would execute', () => {
    for (const html of ['<script>', '<p onclick="x">', '<a href="javascript:x">', '<b>', '<p>', 'a < b', '&nbsp;']) {
      expect(() => readStrictly(html)).toThrow()
    }
  })

  test('text that is expensive to parse stays plain text', () => {
    const heavy = [
      '>'.repeat(50_000),
      '1. '.repeat(16_000),
      '*_'.repeat(25_000),
      '~~a'.repeat(16_000),
      'a\n'.repeat(25_000),
    ]
    for (const text of heavy) {
      expect(renderMarkdown(text)).toBe(`<p data-plain="">${text.replaceAll('>', '&gt;')}</p>`)
    }
  })
})

describe('common texts', () => {
  test('keeps line breaks of every kind', () => {
    for (const text of ['a\nb', 'a\r\nb', 'a\\\nb']) expect(renderMarkdown(text)).toBe('<p>a<br />\nb</p>')
    expect(readStrictly(renderMarkdown('a  \nb')).tags.filter((t) => t.name === 'br')).toHaveLength(1)
    expect(renderMarkdown('- a\n  b')).toContain('<li>a<br />\nb</li>')
    expect(renderMarkdown('a `b\nc`')).toBe('<p>a <code>b c</code></p>')
    expect(renderMarkdown('a\n\nb')).toBe('<p>a</p>\n<p>b</p>')
  })

  test('keeps pasted HTML and XML readable, line by line', () => {
    const { text, tags } = readStrictly(renderMarkdown('<config>\n  <key a="1">v</key>\n</config>'))
    expect(text).toContain('<key a="1">v</key>')
    expect(tags.filter((t) => t.name === 'br')).toHaveLength(2)
  })

  test('opens external links in a new tab and internal links in the same one', () => {
    const link = (text: string) => readStrictly(renderMarkdown(text)).tags.find((t) => t.name === 'a')?.attributes
    const rel = 'noopener noreferrer nofollow'
    expect(link('[x](https://a.example/b)')).toEqual({ href: 'https://a.example/b', rel, target: '_blank' })
    expect(link('see www.a.example now')).toEqual({ href: 'http://www.a.example', rel, target: '_blank' })
    expect(link('[x](//a.example)')).toEqual({ href: '//a.example', rel, target: '_blank' })
    expect(link('[x](/tickets/1)')).toEqual({ href: '/tickets/1', rel })
    expect(link('ana@a.example')).toEqual({ href: 'mailto:ana@a.example', rel })
    expect(link('[x](javascript:alert(1))')).toEqual({})
  })

  test('turns images into links, so that nothing is loaded', () => {
    const { tags, text } = readStrictly(renderMarkdown('![The error](https://a.example/e.png)'))
    expect(tags.map((t) => t.name)).toEqual(['p', 'a'])
    expect(text).toContain('The error')
  })

  test('starts headings below those of the page', () => {
    expect(renderMarkdown('# a\n## b\n### c\n###### d')).toBe('<h4>a</h4>\n<h5>b</h5>\n<h6>c</h6>\n<h6>d</h6>')
  })

  test('renders tables, tasks, strikethrough and code', () => {
    expect(renderMarkdown('| a |\n|:-:|\n| 1 |')).toContain('<td align="center">1</td>')
    // A column without a name gets no header cell, which a screen reader would read as empty.
    expect(renderMarkdown('| | a |&nbsp;|\n|-|-|:-:|\n| 1 | 2 | 3 |')).toContain(
      '<tr>\n<td></td>\n<th>a</th>\n<td align="center"></td>\n</tr>\n</thead>',
    )
    expect(renderMarkdown('- [x] a\n- [ ] b')).toContain(
      '<input type="checkbox" disabled="" checked="" aria-label="Done" /> a',
    )
    expect(renderMarkdown('~~a~~')).toBe('<p><del>a</del></p>')
    expect(renderMarkdown('```ps1\n$x -lt 1\n```')).toBe('<pre><code>$x -lt 1\n</code></pre>')
  })
})
