import { brand } from '../../../../brand.config.ts'

/** The path of the blog. */
export const BLOG = `/${brand.slug}-blog`

/** An article in `content/blog`. `text` is Markdown. */
export type Article = {
  slug: string
  title: string
  description: string
  /** The publication date, such as `2026-03-17`. */
  date: string
  /** The date of the last change of the text; the publication date if it has not changed. */
  updated: string
  tags: string[]
  author: string
  text: string
  /** Reading time in minutes. */
  minutes: number
}

const KEYS = ['title', 'description', 'date', 'tags', 'author'] as const
/** The optional line after the publication date. */
const UPDATED = /^updated: (\S.*)$/
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
/** Average reading speed on a screen. */
const WORDS_A_MINUTE = 220

/** Parses an article: five or six lines of front matter, then Markdown. Throws on anything unexpected. */
export function readArticle(slug: string, file: string): Article {
  const wrong = (what: string) => new Error(`content/blog/${slug}.md: ${what}`)
  const [, head = '', text = ''] = /^---\n+([\s\S]*?)\n+---\n+([\s\S]+)$/.exec(file) ?? []
  const all = head.split('\n')
  const changed = UPDATED.exec(all[3] ?? '')?.[1]
  const lines = all.toSpliced(3, changed ? 1 : 0).map((line) => /^(\w+): (\S.*)$/.exec(line) ?? [])
  if (lines.map(([, key]) => key).join() !== KEYS.join())
    throw wrong(`the front matter must be ${KEYS.join(', ')}, with an optional updated after the date`)
  const [title, description, date, tags, author] = lines.map(([, , value]) => value as string) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const updated = changed ?? date
  if (!isDay(date) || !isDay(updated)) throw wrong('dates must be days such as 2026-03-17')
  if (updated < date) throw wrong('it cannot be updated before it was published')
  if (!/^\[[a-z0-9-]+(, [a-z0-9-]+)*\]$/.test(tags)) throw wrong('tags must look like [one, another-one]')
  // Quotes would be YAML syntax, but this parser would keep them.
  if (/^['"]/m.test([title, description, author].join('\n'))) throw wrong('values must not be in quotes')
  const minutes = Math.max(1, Math.round(text.split(/\s+/).filter((word) => /\w/.test(word)).length / WORDS_A_MINUTE))
  return { slug, title, description, date, updated, tags: tags.slice(1, -1).split(', '), author, text, minutes }
}

/** Returns the path of an article. */
export const buildArticlePath = ({ slug }: Pick<Article, 'slug'>) => `${BLOG}/${slug}`

/** Returns the path of the articles with a tag. */
export const buildTagPath = (tag: string) => `${BLOG}/tag/${tag}`

/** Returns the label of a tag: `service-desk` becomes "Service desk". */
export const formatTag = (tag: string) =>
  tag === 'ai' ? 'AI' : tag.charAt(0).toUpperCase() + tag.slice(1).replaceAll('-', ' ')
