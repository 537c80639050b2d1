// Extracts the text of a PDF: decompresses streams and maps glyphs to text with the ToUnicode map of their font.
import { inflateSync } from 'node:zlib'

type Parsed = { dict: string; data: Buffer | undefined }

function objectsOf(pdf: Buffer): Map<number, Parsed> {
  const text = pdf.toString('latin1')
  const out = new Map<number, Parsed>()
  for (const m of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)(?:stream\n|endobj)/g)) {
    const dict = m[2] as string
    const length = /\/Length (\d+)/.exec(dict)?.[1]
    let data: Buffer | undefined
    if (m[0].endsWith('stream\n') && length) {
      const from = (m.index ?? 0) + m[0].length
      const raw = pdf.subarray(from, from + Number(length))
      data = /FlateDecode/.test(dict) ? inflateSync(raw) : raw
    }
    out.set(Number(m[1]), { dict, data })
  }
  return out
}

function unicodeOf(cmap: string): Map<number, string> {
  const out = new Map<number, string>()
  const chars = (hex: string) =>
    hex
      .trim()
      .split(/\s+/)
      .map((part) => Buffer.from(part, 'hex').swap16().toString('utf16le'))
      .join('')
  for (const [, from, , list] of cmap.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g))
    [...(list ?? '').matchAll(/<([^>]*)>/g)].forEach(([, hex], i) => {
      out.set(Number.parseInt(from as string, 16) + i, chars(hex as string))
    })
  return out
}

/** Returns the text of all pages, one line for each text operator. */
export function textOfPdf(pdf: Buffer): string {
  const objects = objectsOf(pdf)
  const fonts = new Map<string, Map<number, string>>()
  for (const { dict } of objects.values())
    for (const [, name, id] of dict.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(id))?.dict ?? '')?.[1]
      const data = map && objects.get(Number(map))?.data
      if (data) fonts.set(name as string, unicodeOf(data.toString('latin1')))
    }
  let out = ''
  for (const { data } of objects.values()) {
    const content = data?.toString('latin1') ?? ''
    if (!content.includes(' Tf')) continue
    let font: Map<number, string> | undefined
    for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name) font = fonts.get(name)
      else {
        for (const [, hex = ''] of (shown ?? '').matchAll(/<([0-9a-f]*)>/g))
          for (let i = 0; i < hex.length; i += 4) out += font?.get(Number.parseInt(hex.slice(i, i + 4), 16)) ?? '\ufffd'
        out += '\n'
      }
    }
  }
  return out
}

/** Returns the content streams of the pages, as PDF operators. */
export const streamsOf = (pdf: Buffer): string[] =>
  [...objectsOf(pdf).values()].flatMap(({ data }) => {
    const content = data?.toString('latin1') ?? ''
    return content.includes(' Tf') ? [content] : []
  })

/** Returns the files that are embedded in the PDF. */
export const filesOfPdf = (pdf: Buffer): Buffer[] =>
  [...objectsOf(pdf).values()].flatMap(({ dict, data }) => (/\/Type \/EmbeddedFile/.test(dict) && data ? [data] : []))
