import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { buildBreadcrumbs } from '../machine/structured.ts'
import { articles, tags, toEntry } from './blog-articles.server.ts'
import { BLOG, buildTagPath, formatTag } from './blog-file.ts'
import { ArticleList, TagList } from './blog-list.tsx'
import { feedLink, pageMeta } from './blog-meta.ts'
import '../blog.css'

export { SiteError as ErrorBoundary } from '../lost.tsx'

/** Loads the articles with the tag in the address. Throws a 404 if there are none. */
export function loader({ params }: LoaderFunctionArgs) {
  const tag = params.tag ?? ''
  const entries = articles.filter((article) => article.tags.includes(tag)).map(toEntry)
  if (entries.length === 0) throw data(null, { status: 404 })
  return { tag, entries, tags }
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  loaderData
    ? [
        ...pageMeta({
          title: `${formatTag(loaderData.tag)} articles for MSPs`,
          description: `${formatTag(loaderData.tag)} articles for MSPs: ${loaderData.entries
            .slice(0, 2)
            .map((article) => article.title)
            .join('. ')}.`,
          path: buildTagPath(loaderData.tag),
          jsonLd: buildBreadcrumbs(['Blog', BLOG], [formatTag(loaderData.tag), buildTagPath(loaderData.tag)]),
        }),
        feedLink,
      ]
    : [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }]

/** The articles about one topic. */
export default function BlogTag() {
  const { tag, entries, tags } = useLoaderData<typeof loader>()
  return (
    <div className="wrap page blog">
      <header>
        <p className="eyebrow">Blog</p>
        <h1>{formatTag(tag)}</h1>
        <p className="lead">{entries.length === 1 ? '1 article' : `${entries.length} articles`}</p>
        <TagList tags={tags} current={tag} />
      </header>
      <ArticleList entries={entries} />
    </div>
  )
}
