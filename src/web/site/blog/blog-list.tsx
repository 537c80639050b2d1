import { formatLongDay } from '../../../contract/plain/dates.ts'
import type { Entry } from './blog-articles.server.ts'
import { BLOG, buildArticlePath, buildTagPath, formatTag } from './blog-file.ts'

/** A list of articles. */
export function ArticleList({ entries }: { entries: Entry[] }) {
  return (
    <ul className="entries">
      {entries.map((entry) => (
        <li key={entry.slug}>
          <p className="when">
            <Day date={entry.date} />
            <span>{entry.minutes} min read</span>
          </p>
          <div>
            <h2>
              <a href={buildArticlePath(entry)}>{entry.title}</a>
            </h2>
            <p>{entry.description}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** A date in long form, with a machine-readable value. */
export function Day({ date }: { date: string }) {
  return <time dateTime={date}>{formatLongDay(date)}</time>
}

/** Links to all tags. `current` is the tag of the current page. */
export function TagList({ tags, current }: { tags: string[]; current?: string }) {
  return (
    <nav aria-label="Topics">
      <ul className="tags">
        <li>
          <a href={BLOG} aria-current={current ? undefined : 'page'}>
            All
          </a>
        </li>
        {tags.map((tag) => (
          <li key={tag}>
            <a href={buildTagPath(tag)} aria-current={tag === current ? 'page' : undefined}>
              {formatTag(tag)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
