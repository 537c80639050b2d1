// How a person is named in a text: `@[Full Name](mention:<user id>)`. Pure.

const MENTION = /@\[([^\]\n]{1,120})\]\(mention:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/gi
/** Code is shown as it was typed: what looks like a mention in it is none. */
const CODE = /^(`{3,}|~{3,})[\s\S]*?(?:^\1|$(?![\s\S]))|(`+)[^`][\s\S]*?\2/gm
/** More than anybody names in one message; the rest stays text. */
const AT_MOST = 20

/** The ids of those who are named in a text, each once. */
export function mentionedIn(text: string): string[] {
  const ids = new Set<string>()
  for (const [, , id = ''] of text.replace(CODE, '').matchAll(MENTION)) {
    ids.add(id.toLowerCase())
    if (ids.size === AT_MOST) break
  }
  return [...ids]
}

/** A text as people read it where mentions are not drawn, such as in a mail: `@Full Name`. */
export const plainMentions = (text: string): string => text.replace(MENTION, (_, name: string) => `@${name}`)
