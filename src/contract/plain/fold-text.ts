const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
}

/**
 * Returns text in the form that is searched: lowercase, without accents, and with the letters that people type where a
 * keyboard lacks one, such as "ss" for "ß". The database's `fold_text` does the same.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ßæœþøłđðı]/g, (letter) => LETTERS[letter] as string)
