import { sql } from 'kysely'
import { type Db, systemOf } from '../platform/db.ts'
import type { Platform } from '../platform/platform.ts'
import { publish } from '../platform/publish.ts'
import { type Book, bookOf, freshBook, reckon, settled, warn } from '../sla/index.ts'
import { clocksOf, keep, slaColumns } from './sla.ts'

/** Tickets in one transaction: little enough to hold up nobody who wants to change one of them. */
const BATCH = 100
/** Ticket clocks that were never reckoned (from before, or put in past the verbs) make no noise about what is longer ago. */
const NEWS_MS = 10 * 60_000
// Nobody's: the rows are those of all companies.
const actor = systemOf('00000000-0000-0000-0000-000000000000')

const timed = (db: Db) =>
  db
    .selectFrom('tickets')
    .select(['company_id', 'id', 'agreement_id', 'priority', 'status', sql<string>`now()`.as('now'), ...slaColumns])
    .where('status', 'not in', sql<string>`('resolved', 'closed')`)
    .limit(BATCH)
    // Several processes share the work: what one has taken, another leaves alone.
    .forUpdate()
    .skipLocked()
type Row = Awaited<ReturnType<ReturnType<typeof timed>['execute']>>[number]

async function look(db: Db, row: Row, book: Book): Promise<void> {
  const now = Date.parse(row.now)
  const level = book.level(row, row.priority)
  const reckoned = reckon(clocksOf(row), level, now)
  const { clocks, warnings } = warn(row.sla_revision === 0 ? settled(reckoned, now - NEWS_MS) : reckoned, now)
  await db
    .updateTable('tickets')
    .set({ sla_revision: book.revision, ...keep(clocks, level) })
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .execute()
  for (const data of warnings)
    await publish(db, actor, {
      companyId: row.company_id,
      topic: 'ticket',
      kind: 'sla',
      subjectId: row.id,
      staffOnly: true,
      data,
    })
}

/** Works through what a query finds, batch by batch, each in one transaction: killed in between, nothing is half done. */
async function through(platform: Platform, book: Book, which: (db: Db) => ReturnType<typeof timed>): Promise<number> {
  let done = 0
  for (;;) {
    const found = await platform.db.asActor(actor, async (db) => {
      const rows = await which(db).execute()
      for (const row of rows) await look(db, row, book)
      return rows.length
    })
    done += found
    if (found < BATCH) return done
  }
}

/** Reckons again what was reckoned with what is not promised any more. Gives how many tickets that were. */
export async function reckonAgain(platform: Platform): Promise<number> {
  const book = await freshBook(platform)
  return through(platform, book, (db) =>
    timed(db).where('sla_revision', '<', book.revision).orderBy('sla_revision').orderBy('id'),
  )
}

/** Gives the warnings that have come due, whenever it was last looked. Gives how many tickets were looked at. */
export async function checkClocks(platform: Platform): Promise<number> {
  const stale = await reckonAgain(platform)
  const book = await bookOf(platform)
  return (
    stale +
    (await through(platform, book, (db) =>
      timed(db).where('next_sla_check_at', '<=', sql<string>`now()`).orderBy('next_sla_check_at'),
    ))
  )
}
