import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { articlePath, BLOG, readArticle, tagPath } from './blog-file.ts'

/** Every address of the blog, for the list of pages that are rendered at build time. `folder` holds the articles. */
export function blogPaths(folder: string): string[] {
  const articles = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readArticle(name.slice(0, -3), readFileSync(path.join(folder, name), 'utf8')))
  const tags = new Set(articles.flatMap((article) => article.tags))
  return [BLOG, `${BLOG}/feed.xml`, ...articles.map(articlePath), ...[...tags].map(tagPath)]
}
