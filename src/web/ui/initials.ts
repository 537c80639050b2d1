/** First letters of first and last word: "Ana de la Ruiz" gives "AR". Of an address, the part before the @ counts. */
export function initials(name: string): string {
  const words = name
    .replace(/@.*$/, '')
    .split(/[\s._-]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked.map((word) => word?.match(/[\p{L}\p{N}]/u)?.[0].toUpperCase()).join('')
}

/** A number below `count` that is the same for the same text every time. */
export function stableIndex(text: string, count: number): number {
  let hash = 0
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return hash % count
}
