// Parses mentions of people in a text: `@[Full Name](mention:<user id>)`. Pure functions.

const MENTION = /@\[([^\]\n]{1,120})\]\(mention:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/gi
/** A fenced code block. An unclosed one extends to the end of the text. */
const FENCE = /^(`{3,}|~{3,})[\s\S]*?(?:^\1|$(?![\s\S]))/gm
/** The most mentions per message. Further ones stay plain text. */
const AT_MOST = 20

/** Returns the text without its code, because what looks like a mention in code is not one. Runs in linear time. */
function withoutCode(text: string): string {
  const prose = text.replace(FENCE, '')
  const runs = [...prose.matchAll(/`+/g)].map((m) => ({ at: m.index, end: m.index + m[0].length, length: m[0].length }))
  // The positions of the backtick runs by their length: a code span ends at the next run of the same length.
  const byLength = new Map<number, number[]>()
  runs.forEach((run, i) => {
    const all = byLength.get(run.length)
    if (all) all.push(i)
    else byLength.set(run.length, [i])
  })
  let out = ''
  let from = 0
  for (let i = 0; i < runs.length; i++) {
    const open = runs[i] as (typeof runs)[number]
    const all = byLength.get(open.length) as number[]
    while ((all[0] as number) < i) all.shift()
    const close = all[1] === undefined ? undefined : runs[all[1]]
    if (!close) continue
    out += prose.slice(from, open.at)
    from = close.end
    i = all[1] as number
  }
  return out + prose.slice(from)
}

/** Returns the ids of the people mentioned in a text, each once. */
export function mentionedIn(text: string): string[] {
  const ids = new Set<string>()
  for (const [, , id = ''] of withoutCode(text).matchAll(MENTION)) {
    ids.add(id.toLowerCase())
    if (ids.size === AT_MOST) break
  }
  return [...ids]
}

/** Returns a text with its mentions as `@Full Name`, for places that do not draw them, such as mail. */
export const plainMentions = (text: string): string => text.replace(MENTION, (_, name: string) => `@${name}`)
