import { brand } from '../../../brand.config.ts'

/** Where the blog stands. */
export const BLOG = `/${brand.slug}-blog`

/** One article of `content/blog`; `text` is Markdown. */
export type Article = {
  slug: string
  title: string
  description: string
  /** The day it was published, `2026-03-17`. */
  date: string
  tags: string[]
  author: string
  text: string
  /** Minutes that reading it takes. */
  minutes: number
}

const KEYS = ['title', 'description', 'date', 'tags', 'author'] as const
/** How fast people read on a screen; code is read no faster. */
const WORDS_A_MINUTE = 220

/** Reads an article's file: five lines of front matter, then Markdown. Throws on anything it does not know. */
export function readArticle(slug: string, file: string): Article {
  const wrong = (what: string) => new Error(`content/blog/${slug}.md: ${what}`)
  const [, head = '', text = ''] = /^---\n+([\s\S]*?)\n+---\n+([\s\S]+)$/.exec(file) ?? []
  const lines = head.split('\n').map((line) => /^(\w+): (\S.*)$/.exec(line) ?? [])
  if (lines.map(([, key]) => key).join() !== KEYS.join()) throw wrong(`the front matter must say ${KEYS.join(', ')}`)
  const [title, description, date, tags, author] = lines.map(([, , value]) => value as string) as [
    string,
    string,
    string,
    string,
    string,
  ]
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date))) throw wrong('the date is not a day')
  if (!/^\[[a-z0-9-]+(, [a-z0-9-]+)*\]$/.test(tags)) throw wrong('tags are written [one, another-one]')
  // Quotes mean something in YAML and nothing here.
  if (/^['"]/m.test([title, description, author].join('\n'))) throw wrong('values stand without quotes')
  const minutes = Math.max(1, Math.round(text.split(/\s+/).filter((word) => /\w/.test(word)).length / WORDS_A_MINUTE))
  return { slug, title, description, date, tags: tags.slice(1, -1).split(', '), author, text, minutes }
}

/** The address of an article. */
export const articlePath = ({ slug }: Pick<Article, 'slug'>) => `${BLOG}/${slug}`

/** The address of the articles with a tag. */
export const tagPath = (tag: string) => `${BLOG}/tag/${tag}`

/** A tag as people write it: `service-desk` is "Service desk". */
export const tagName = (tag: string) =>
  tag === 'ai' ? 'AI' : tag.charAt(0).toUpperCase() + tag.slice(1).replaceAll('-', ' ')

/** A day in words. */
export const dayInWords = (date: string) =>
  new Date(date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
