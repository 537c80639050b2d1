import { contract } from '../../contract/index.ts'
import { Hit } from '../../contract/search.ts'
import { action } from '../platform/http/action.ts'

const OF_EACH = 5
const KINDS = Hit.shape.kind.options

/**
 * Returns the results of all search providers for these words, sorted by kind. Only what the reader may see is
 * searched. Throws TooMany.
 */
export const searchEverywhere = action(contract.search.everywhere, async ({ platform, actor }, { q }) => {
  const found = await platform.limits.search(actor.userId, () =>
    platform.db.asActor(actor, (db) =>
      Promise.all(platform.searchProviders.map((find) => find(db, actor, q, OF_EACH))),
    ),
  )
  // Show similar results only when there is no exact one.
  const exact = found.some((f) => f.items.length > 0 && !f.loose)
  const shown = exact ? found.filter((f) => !f.loose) : found
  return {
    items: shown.flatMap((f) => f.items).toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind)),
    instead: shown.map((f) => f.instead).find((words) => words != null) ?? null,
  }
})
