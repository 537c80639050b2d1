import { brand } from '../../../../brand.config.ts'
import { escapeXml } from '../machine/xml.ts'
import { ORIGIN } from '../meta.ts'
import { articles } from './blog-articles.server.ts'
import { BLOG, buildArticlePath, formatTag } from './blog-file.ts'
import { renderFeedArticle } from './blog-html.server.ts'

const latest = articles
  .map(({ updated }) => updated)
  .sort()
  .at(-1) as string

// Articles have a date, but a feed needs a time.
const moment = (date: string) => `${date}T12:00:00Z`

/** The Atom feed of all articles with their full text. */
export function loader() {
  const entries = articles.map(
    (article) => `
  <entry>
    <id>${ORIGIN}${buildArticlePath(article)}</id>
    <title>${escapeXml(article.title)}</title>
    <link href="${ORIGIN}${buildArticlePath(article)}"/>
    <published>${moment(article.date)}</published>
    <updated>${moment(article.updated)}</updated>
    <author><name>${escapeXml(article.author)}</name></author>
${article.tags.map((tag) => `    <category term="${tag}" label="${escapeXml(formatTag(tag))}"/>\n`).join('')}    <summary>${escapeXml(article.description)}</summary>
    <content type="html">${escapeXml(renderFeedArticle(article.text, ORIGIN))}</content>
  </entry>`,
  )
  const feed = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${ORIGIN}${BLOG}</id>
  <title>${escapeXml(brand.shortName)} Blog</title>
  <subtitle>Automation guides for managed service providers</subtitle>
  <link href="${ORIGIN}${BLOG}"/>
  <link rel="self" type="application/atom+xml" href="${ORIGIN}${BLOG}/feed.xml"/>
  <updated>${moment(latest)}</updated>
  <icon>${ORIGIN}/icon.svg</icon>${entries.join('')}
</feed>
`
  return new Response(feed, { headers: { 'content-type': 'application/atom+xml; charset=utf-8' } })
}
