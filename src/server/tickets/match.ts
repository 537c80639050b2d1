import { type RawBuilder, sql } from 'kysely'
import { patternOf, wantedIn } from '../platform/highlight.ts'
import type { Typed } from './typed.ts'

/** A regular expression for words that stand one after the other, whatever stands between them. */
const inARow = (phrase: string) =>
  `(^|[^[:alnum:]])${wantedIn(phrase)
    .map(({ word }) => patternOf(word))
    .join('[^[:alnum:]]+')}([^[:alnum:]]|$)`

/** What stands in quotes has to stand so in one of the texts. Asked with the reader's own login: notes stay hidden. */
export function says(phrases: readonly string[], t: string): RawBuilder<boolean> {
  const id = sql.ref(`${t}.id`)
  const company = sql.ref(`${t}.company_id`)
  const each = phrases.map(inARow).map(
    (pattern) => sql<boolean>`(
      exists (select from tickets s where s.company_id = ${company} and s.id = ${id}
        and (s.subject ~* ${pattern} or s.description ~* ${pattern}))
      or exists (select from messages s where s.company_id = ${company} and s.ticket_id = ${id} and s.kind <> 'event'
        and s.body ~* ${pattern}))`,
  )
  return each.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(each, sql` and `)})`
}

/** Whether a ticket is among all that have what was typed: for exports, which read them all anyway. */
export function everyMatch(typed: Typed, company: string | undefined): RawBuilder<boolean> {
  const { named, number, words, phrases } = typed
  if (named !== undefined) return sql<boolean>`t.number = ${named}`
  const found = sql<boolean>`(t.id in (select find_tickets((select search_query(${words})), ${company ?? null}::uuid)) and ${says(phrases, 't')})`
  return number === undefined ? found : sql<boolean>`(t.number = ${number} or ${found})`
}
