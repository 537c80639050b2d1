/** Returns the initials of the first and last word, such as "AR" for "Ana de la Ruiz". Ignores an email's domain. */
export function getInitials(name: string): string {
  const words = name
    .replace(/@.*$/, '')
    .split(/[\s._-]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked.map((word) => word?.match(/[\p{L}\p{N}]/u)?.[0].toUpperCase()).join('')
}

/** Returns a number below `count` that is always the same for the same text. */
export function hashToIndex(text: string, count: number): number {
  let hash = 0
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return hash % count
}
