// What an upload may be, and how it is served. Pure.

/** Types that a browser shows without running anything in them. Everything else is a download. */
const INLINE = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
/** Whether a file of this detected type may be shown inside a page. */
export const isInline = (type: string): boolean => INLINE.has(type)

// Extensions whose files say by their first bytes what they are, with the types those bytes may show.
const SIGNED: Record<string, RegExp> = {
  png: /^image\/png$/,
  jpg: /^image\/jpeg$/,
  jpeg: /^image\/jpeg$/,
  gif: /^image\/gif$/,
  webp: /^image\/webp$/,
  pdf: /^application\/pdf$/,
  zip: /^application\/zip$/,
  gz: /^application\/gzip$/,
  '7z': /^application\/x-7z-compressed$/,
  docx: /wordprocessingml|^application\/zip$/,
  xlsx: /spreadsheetml|^application\/zip$/,
  pptx: /presentationml|^application\/zip$/,
  mp3: /^audio\/mpeg$/,
  wav: /^audio\/(wav|vnd\.wave)$/,
  mp4: /^video\/mp4$|^audio\/x-m4a$|^video\/quicktime$/,
}
/** What Windows runs or opens to run on a double click: refused, so that a ticket never carries it. */
const REFUSED = new Set(
  'exe dll scr com pif msi msp cpl hta jar lnk url bat cmd vbs vbe js jse wsf wsh ps1 psm1 reg iso img vhd docm xlsm pptm dotm xltm xlam scf inf gadget application'.split(
    ' ',
  ),
)
const TEXT: Record<string, string> = {
  csv: 'text/csv',
  json: 'application/json',
  svg: 'image/svg+xml',
  html: 'text/html',
  htm: 'text/html',
  xml: 'application/xml',
}

const extensionOf = (name: string) => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Why a file is refused, or the type to keep. `detected` is what its first bytes say, if they say anything. */
export function judge(
  name: string,
  detected: string | undefined,
  isText: boolean,
): { type: string } | { refused: string } {
  const extension = extensionOf(name)
  if (REFUSED.has(extension) || detected === 'application/x-msdownload' || detected === 'application/x-elf') {
    return { refused: 'Programs cannot be attached. Put it into a zip file if we really need it.' }
  }
  const expected = SIGNED[extension]
  if (expected && !expected.test(detected ?? '')) {
    return { refused: `The name ends in .${extension} but the file is not one. Attach the original file.` }
  }
  if (detected) return { type: detected }
  return { type: isText ? (TEXT[extension] ?? 'text/plain') : 'application/octet-stream' }
}

/** A name that is safe in a header, a path and a page, and still the sender's: without folders, controls and bidirectional overrides. */
export function cleanName(name: string): string {
  const last = name.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const clean = last
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    // Windows drops them: `setup.hta.` would be a program again.
    .replace(/(?<=[^. ])[. ]+$/, '')
  const extension = /\.[^.]{1,8}$/.exec(clean)?.[0] ?? ''
  const short = clean.length > 200 ? clean.slice(0, 200 - extension.length) + extension : clean
  return short === '' || /^\.+$/.test(short) ? 'file' : short
}

/** A Content-Disposition after RFC 6266 and RFC 8187: a plain name for old programs, the true one for the rest. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
