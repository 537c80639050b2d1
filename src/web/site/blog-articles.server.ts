import { type Article, readArticle } from './blog-file.ts'

const files = import.meta.glob<string>('../../../content/blog/*.md', { eager: true, query: '?raw', import: 'default' })

/** Every article, newest first. */
export const articles: Article[] = Object.entries(files)
  .map(([file, text]) => readArticle(file.slice(file.lastIndexOf('/') + 1, -3), text))
  .sort((a, b) => b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug))

const uses = Object.groupBy(
  articles.flatMap((article) => article.tags),
  (tag) => tag,
)
const count = (tag: string) => uses[tag]?.length ?? 0

/** Every tag, the most used first. */
export const tags = Object.keys(uses).sort((a, b) => count(b) - count(a) || a.localeCompare(b))

/** An article without its text, as lists show it. */
export type Entry = Omit<Article, 'text'>

/** What a list shows of an article. */
export const entry = ({ text: _, ...rest }: Article): Entry => rest
