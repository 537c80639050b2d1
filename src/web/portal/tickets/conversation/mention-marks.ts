// Converts mentions between their stored form and the form in the editor. Pure functions.

/** A mentioned person. */
export type Named = { id: string; name: string }

const MARK = /@\[([^\]\n]{1,120})\]\(mention:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/gi
const plainName = (name: string) => name.replace(/[[\]\r\n]/g, ' ').trim()

/** Returns the text to store: `@Ana Ruiz` becomes `@[Ana Ruiz](mention:<id>)`. */
export function addMarks(text: string, people: readonly Named[]): string {
  if (people.length === 0) return text
  // Longer names first, so that "Ana" does not match the start of "Ana Ruiz".
  const byName = new Map(
    people.toSorted((a, b) => b.name.length - a.name.length).map((p) => [plainName(p.name), p.id] as const),
  )
  const any = [...byName.keys()].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}\\\\])@(${any})(?![\\p{L}\\p{N}])`, 'gu'),
    (_, name: string) => `@[${name}](mention:${byName.get(name)})`,
  )
}

/** Returns the text for the editor from the stored text, and the people mentioned in it. */
export function removeMarks(text: string): { text: string; people: Named[] } {
  const people = new Map<string, Named>()
  const taken = new Map<string, string>()
  const shown = text.replace(MARK, (whole, name: string, id: string) => {
    // Two people have the same name: the second stays in its stored form.
    if ((taken.get(name) ?? id) !== id) return whole
    taken.set(name, id)
    people.set(id, { id, name })
    return `@${name}`
  })
  return { text: shown, people: [...people.values()] }
}

/** Returns what the editor inserts for a person. A second person with the same name gets the stored form. */
export function buildInsertion(person: Named, people: readonly Named[]): string {
  const name = plainName(person.name)
  const other = people.some((p) => plainName(p.name) === name && p.id !== person.id)
  return other ? `@[${name}](mention:${person.id}) ` : `@${name} `
}

/** The search at the cursor: a person after `@`, or a canned reply after `/` at the beginning of a line. */
export type CursorSearch = { for: 'person' | 'canned'; words: string; from: number }

/**
 * Finds the search in the text before the cursor. Undefined if there is none. A person who is already mentioned,
 * followed by a space, is not searched again.
 */
export function findTrigger(before: string, canned: boolean, people: readonly Named[] = []): CursorSearch | undefined {
  const person = /(?:^|[\s(])@((?:[\p{L}\p{N}.'’-]+ ?){0,3})$/u.exec(before)
  if (person) {
    const words = person[1] ?? ''
    const done = people.some((p) => words.startsWith(`${plainName(p.name)} `))
    if (done) return undefined
    if (words.length <= 60) return { for: 'person', words, from: before.length - words.length - 1 }
  }
  const reply = canned ? /(?:^|\n)\/([\p{L}\p{N}-]{0,30})$/u.exec(before) : null
  if (reply) return { for: 'canned', words: reply[1] ?? '', from: before.length - (reply[1] ?? '').length - 1 }
  return undefined
}
