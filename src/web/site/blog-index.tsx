import { type MetaArgs, useLoaderData } from 'react-router'
import { brand } from '../../../brand.config.ts'
import { articles, entry, tags } from './blog-articles.server.ts'
import { articlePath, BLOG } from './blog-file.ts'
import { ArticleList, TagList } from './blog-list.tsx'
import { feedLink, ORIGIN, organization, pageMeta } from './blog-meta.ts'
import { breadcrumbs } from './structured.ts'
import './blog.css'

export { SiteError as ErrorBoundary } from './lost.tsx'

export const loader = () => ({ entries: articles.map(entry), tags })

export const meta = ({ loaderData }: MetaArgs<typeof loader>) => [
  ...pageMeta({
    title: 'Blog',
    description:
      'Long articles for MSPs about automation that holds: tickets, licenses, alerts, offboarding, phone calls and hours, with queries and scripts to use.',
    path: BLOG,
    jsonLd: {
      '@graph': [
        {
          '@type': 'Blog',
          name: `${brand.shortName} Blog`,
          url: ORIGIN + BLOG,
          publisher: organization,
          blogPost: loaderData?.entries.map((article) => ({
            '@type': 'BlogPosting',
            headline: article.title,
            datePublished: article.date,
            url: ORIGIN + articlePath(article),
          })),
        },
        breadcrumbs(['Blog', BLOG]),
      ],
    },
  }),
  feedLink,
]

/** Every article, newest first. */
export default function BlogIndex() {
  const { entries, tags } = useLoaderData<typeof loader>()
  return (
    <div className="wrap page blog">
      <header>
        <p className="eyebrow">Blog</p>
        <h1>Notes from the engine room</h1>
        <p className="lead">
          How we would build it, what goes wrong, and what to measure. Each article has a method you can use without us.
        </p>
        <TagList tags={tags} />
      </header>
      <ArticleList entries={entries} />
      <p className="feed">
        For your reader: <a href={`${BLOG}/feed.xml`}>every article as a feed</a>
      </p>
    </div>
  )
}
