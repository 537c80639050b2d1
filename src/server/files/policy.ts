// Which uploads are accepted, and how files are served. Pure.

/** Types that a browser shows without running anything in them. Everything else is sent as a download. */
const INLINE = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
/** Returns whether a file of this detected type may be shown inside a page. */
export const isInline = (type: string): boolean => INLINE.has(type)

// Extensions of formats that can be detected from their first bytes, with the accepted types.
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
/**
 * Extensions of programs, scripts, disk images and documents with macros. They are rejected, because opening them on
 * Windows can run code.
 */
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

/** Returns why a file is rejected, or the type to store. `detected` is the type found in its first bytes, if any. */
export function judgeFile(
  name: string,
  detected: string | undefined,
  isText: boolean,
): { type: string } | { refused: string } {
  const extension = extensionOf(name)
  if (REFUSED.has(extension) || detected === 'application/x-msdownload' || detected === 'application/x-elf') {
    return { refused: 'Files that can run code can’t be attached. If we need this file, put it in a ZIP file.' }
  }
  const expected = SIGNED[extension]
  if (expected && !expected.test(detected ?? '')) {
    return { refused: `This isn’t a valid .${extension} file. Attach the original file.` }
  }
  if (detected) return { type: detected }
  return { type: isText ? (TEXT[extension] ?? 'text/plain') : 'application/octet-stream' }
}

/**
 * Returns a file name that is safe in headers, paths and pages: removes folders, control characters and bidirectional
 * overrides, and limits it to 200 characters.
 */
export function cleanName(name: string): string {
  const last = name.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const clean = last
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    // Windows ignores trailing dots and spaces, so `setup.hta.` would be a program again.
    .replace(/(?<=[^. ])[. ]+$/, '')
  const extension = /\.[^.]{1,8}$/.exec(clean)?.[0] ?? ''
  const short = clean.length > 200 ? clean.slice(0, 200 - extension.length) + extension : clean
  return short === '' || /^\.+$/.test(short) ? 'file' : short
}

/**
 * Returns a Content-Disposition header (RFC 6266 and RFC 8187) with an ASCII name for old clients and the full name.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
