import { type Article, readArticle } from './blog-file.ts'

const files = import.meta.glob<string>('../../../../content/blog/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** All articles, newest first. Articles of the same day are in the order of their titles. */
export const articles: Article[] = Object.entries(files)
  .map(([file, text]) => readArticle(file.slice(file.lastIndexOf('/') + 1, -3), text))
  .sort((a, b) => b.date.localeCompare(a.date) || a.title.localeCompare(b.title))

const uses = Object.groupBy(
  articles.flatMap((article) => article.tags),
  (tag) => tag,
)
const count = (tag: string) => uses[tag]?.length ?? 0

/** All tags, most used first. */
export const tags = Object.keys(uses).sort((a, b) => count(b) - count(a) || a.localeCompare(b))

/** An article without its text, for lists. */
export type Entry = Omit<Article, 'text'>

/** Returns an article without its text. */
export const toEntry = ({ text: _, ...rest }: Article): Entry => rest
