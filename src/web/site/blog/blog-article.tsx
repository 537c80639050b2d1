import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { Line, marks } from '../icons.tsx'
import { buildBreadcrumbs } from '../machine/structured.ts'
import { articles, toEntry } from './blog-articles.server.ts'
import { type Article, BLOG, buildArticlePath, buildTagPath, formatTag } from './blog-file.ts'
import { renderArticle } from './blog-html.server.ts'
import { Day } from './blog-list.tsx'
import { feedLink, ORIGIN, pageMeta, pictureOf, publisher } from './blog-meta.ts'
import '../offer.css'
import '../blog.css'

export { SiteError as ErrorBoundary } from '../lost.tsx'

const linkTo = (article: Article | undefined) => article && { title: article.title, path: buildArticlePath(article) }

/** Loads an article as HTML, with its neighbors in the list. Throws a 404 if there is none. */
export function loader({ params }: LoaderFunctionArgs) {
  const at = articles.findIndex((article) => article.slug === params.slug)
  const article = articles[at]
  if (!article) throw data(null, { status: 404 })
  return {
    ...toEntry(article),
    ...renderArticle(article.text),
    previous: linkTo(articles[at - 1]),
    next: linkTo(articles[at + 1]),
  }
}

export const meta = ({ loaderData: article }: MetaArgs<typeof loader>) =>
  article
    ? [
        ...pageMeta({
          title: article.title,
          description: article.description,
          path: buildArticlePath(article),
          jsonLd: {
            '@graph': [
              {
                '@type': 'BlogPosting',
                headline: article.title,
                description: article.description,
                datePublished: article.date,
                dateModified: article.updated,
                author: { '@type': 'Organization', name: article.author },
                publisher,
                image: ORIGIN + pictureOf({ path: buildArticlePath(article) }),
                keywords: article.tags.map(formatTag).join(', '),
                mainEntityOfPage: ORIGIN + buildArticlePath(article),
              },
              buildBreadcrumbs(['Blog', BLOG], [article.title, buildArticlePath(article)]),
            ],
          },
          // An article has its own Open Graph type.
        }).map((tag) => ('property' in tag && tag.property === 'og:type' ? { ...tag, content: 'article' } : tag)),
        { property: 'article:published_time', content: article.date },
        { property: 'article:modified_time', content: article.updated },
        feedLink,
      ]
    : [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }]

/** A blog article. */
export default function BlogArticle() {
  const article = useLoaderData<typeof loader>()
  return (
    <div className="wrap page blog">
      <nav className="crumbs" aria-label="Breadcrumb">
        <ol>
          <li>
            <a href="/">Home</a>
          </li>
          <li>
            <a href={BLOG}>Blog</a>
          </li>
          <li aria-current="page">{article.title}</li>
        </ol>
      </nav>
      <article>
        <header>
          <h1>{article.title}</h1>
          <p className="lead">{article.description}</p>
          <p className="when">
            {/* The dates are last, because their width changes when the font loads and would shift what follows. */}
            <span>{article.author}</span>
            <span>{article.minutes} min read</span>
            <Day date={article.date} />
            {article.updated > article.date && (
              <span>
                Updated <Day date={article.updated} />
              </span>
            )}
          </p>
        </header>
        <nav className="toc" aria-labelledby="on-this-page">
          <h2 id="on-this-page">On this page</h2>
          <ul>
            {article.headings.map(({ id, title }) => (
              // Titles are HTML already, so entities in them must not be escaped again.
              // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file, and micromark escapes raw HTML
              <li key={id} dangerouslySetInnerHTML={{ __html: `<a href="#${id}">${title}</a>` }} />
            ))}
          </ul>
        </nav>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own file, and micromark escapes raw HTML */}
        <div className="text" dangerouslySetInnerHTML={{ __html: article.html }} />
        <footer>
          <ul className="tags" aria-label="Topics">
            {article.tags.map((tag) => (
              <li key={tag}>
                <a href={buildTagPath(tag)}>{formatTag(tag)}</a>
              </li>
            ))}
          </ul>
          <nav className="turn-to" aria-label="More articles">
            {article.previous && (
              <a href={article.previous.path} rel="prev">
                <span>Previous</span>
                {article.previous.title}
              </a>
            )}
            {article.next && (
              <a href={article.next.path} rel="next">
                <span>Next</span>
                {article.next.title}
              </a>
            )}
          </nav>
          <p className="ask-line">
            Does this task take up your team’s week?{' '}
            <a className="more" href="/contact">
              Talk to an engineer
              <Line d={marks.right} />
            </a>
          </p>
        </footer>
      </article>
    </div>
  )
}
