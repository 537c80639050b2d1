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
  tags: string[]
  author: string
  text: string
  /** Reading time in minutes. */
  minutes: number
}

const KEYS = ['title', 'description', 'date', 'tags', 'author'] as const
/** Average reading speed on a screen. */
const WORDS_A_MINUTE = 220

/** Parses an article: five lines of front matter, then Markdown. Throws on anything unexpected. */
export function readArticle(slug: string, file: string): Article {
  const wrong = (what: string) => new Error(`content/blog/${slug}.md: ${what}`)
  const [, head = '', text = ''] = /^---\n+([\s\S]*?)\n+---\n+([\s\S]+)$/.exec(file) ?? []
  const lines = head.split('\n').map((line) => /^(\w+): (\S.*)$/.exec(line) ?? [])
  if (lines.map(([, key]) => key).join() !== KEYS.join()) throw wrong(`the front matter must be ${KEYS.join(', ')}`)
  const [title, description, date, tags, author] = lines.map(([, , value]) => value as string) as [
    string,
    string,
    string,
    string,
    string,
  ]
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date))) throw wrong('the date is not valid')
  if (!/^\[[a-z0-9-]+(, [a-z0-9-]+)*\]$/.test(tags)) throw wrong('tags must look like [one, another-one]')
  // Quotes would be YAML syntax, but this parser would keep them.
  if (/^['"]/m.test([title, description, author].join('\n'))) throw wrong('values must not be in quotes')
  const minutes = Math.max(1, Math.round(text.split(/\s+/).filter((word) => /\w/.test(word)).length / WORDS_A_MINUTE))
  return { slug, title, description, date, tags: tags.slice(1, -1).split(', '), author, text, minutes }
}

/** Returns the path of an article. */
export const buildArticlePath = ({ slug }: Pick<Article, 'slug'>) => `${BLOG}/${slug}`

/** Returns the path of the articles with a tag. */
export const buildTagPath = (tag: string) => `${BLOG}/tag/${tag}`

/** Returns the label of a tag: `service-desk` becomes "Service desk". */
export const formatTag = (tag: string) =>
  tag === 'ai' ? 'AI' : tag.charAt(0).toUpperCase() + tag.slice(1).replaceAll('-', ' ')
