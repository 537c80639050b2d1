import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { articles, entry, tags } from './blog-articles.server.ts'
import { BLOG, tagName, tagPath } from './blog-file.ts'
import { ArticleList, TagList } from './blog-list.tsx'
import { feedLink, pageMeta } from './blog-meta.ts'
import { breadcrumbs } from './structured.ts'
import './blog.css'

export { SiteError as ErrorBoundary } from './lost.tsx'

/** The articles with the tag in the address. */
export function loader({ params }: LoaderFunctionArgs) {
  const tag = params.tag ?? ''
  const entries = articles.filter((article) => article.tags.includes(tag)).map(entry)
  if (entries.length === 0) throw data(null, { status: 404 })
  return { tag, entries, tags }
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  loaderData
    ? [
        ...pageMeta({
          title: `${tagName(loaderData.tag)}: articles`,
          description: `Articles for MSPs about ${tagName(loaderData.tag)}: ${loaderData.entries
            .slice(0, 2)
            .map((article) => article.title)
            .join('. ')}.`,
          path: tagPath(loaderData.tag),
          jsonLd: breadcrumbs(['Blog', BLOG], [tagName(loaderData.tag), tagPath(loaderData.tag)]),
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
        <h1>{tagName(tag)}</h1>
        <p className="lead">{entries.length === 1 ? 'One article.' : `${entries.length} articles, newest first.`}</p>
        <TagList tags={tags} current={tag} />
      </header>
      <ArticleList entries={entries} />
    </div>
  )
}
