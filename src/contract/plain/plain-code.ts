// Keyboards for Japanese type wide digits, and a long vowel mark for the dash; those for Arabic have digits of their
// own; mail and word processors turn hyphens into other dashes.
const IGNORED = /[\s\p{Pd}\p{Cf}\u2212\u30fc]/gu
const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g

/** Returns a one-time or recovery code as it is compared: lowercase, without spaces and dashes, with the digits 0–9. */
export const plainCode = (code: string): string =>
  code
    .normalize('NFKC')
    .toLowerCase()
    .replace(IGNORED, '')
    .replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) & 15))
