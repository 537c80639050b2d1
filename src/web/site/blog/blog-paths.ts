import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { BLOG, buildArticlePath, buildTagPath, readArticle } from './blog-file.ts'

/** Returns all blog addresses, for prerendering. `folder` contains the articles. */
export function listBlogPaths(folder: string): string[] {
  const articles = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readArticle(name.slice(0, -3), readFileSync(path.join(folder, name), 'utf8')))
  const tags = new Set(articles.flatMap((article) => article.tags))
  return [BLOG, `${BLOG}/feed.xml`, ...articles.map(buildArticlePath), ...[...tags].map(buildTagPath)]
}
