import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import { brand } from '../../../brand.config.ts'
import { EXPORT_DAYS } from '../../contract/companies/index.ts'
import { getPicture } from '../files/index.ts'
import { type Actor, isUnavailable, systemOf } from '../platform/database/db.ts'
import { publish } from '../platform/events/publish.ts'
import { forgetFile } from '../platform/files/clear-files.ts'
import type { ExportTable } from '../platform/files/company-export.ts'
import { NotStored } from '../platform/files/storage.ts'
import { csvRow } from '../platform/http/csv.ts'
import { cellsOf } from '../platform/http/export-column.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import type { Platform } from '../platform/platform.ts'
import { clearExports } from './clear-exports.ts'
import { getExportedCompany, LEFT_OUT_REASONS, listExportedFiles, tablesOf } from './compose-export.ts'
import { exportReady } from './mail.ts'
import type { ExportData } from './policy.ts'

/** How often progress is saved, in milliseconds. */
const PROGRESS_MS = 1_000
/** Interval of the heartbeat, in milliseconds. */
const BEAT_MS = 10_000
/** Share of the progress for the tables, in percent. The rest is for files, by bytes. */
const TABLES_PERCENT = 20

async function* csv({ columns, rows }: ExportTable): AsyncGenerator<string> {
  // The byte order mark makes Excel read the text as UTF-8.
  yield `\ufeff${csvRow(columns.map((c) => c.head))}`
  for await (const row of rows()) yield csvRow(cellsOf(columns, row))
}
async function* jsonLines({ columns, rows }: ExportTable): AsyncGenerator<string> {
  for await (const row of rows())
    yield `${JSON.stringify(Object.fromEntries(columns.map(({ key }) => [key, row[key] ?? null])))}\n`
}

const readme = (company: string, at: string, withFiles: boolean) =>
  [
    `All data of ${company} at ${brand.longName}, as of ${at} (UTC).`,
    '',
    'company.json      Company profile.',
    'tables/*.csv      One table per file, for spreadsheets. Labels as in the portal, amounts in dollars, times in ISO 8601 (UTC).',
    '                  Text that a spreadsheet would read as a formula starts with an apostrophe.',
    '                  tables/activity.csv uses API names for actions and changed fields.',
    'tables/*.jsonl    The same rows for programs, one JSON object per line. API codes, amounts in cents.',
    withFiles
      ? 'attachments/      Files of tickets and projects, listed in tables/attachments.csv and tables/project-files.csv.'
      : 'attachments       Not included. They are listed in tables/attachments.csv and tables/project-files.csv.',
    '',
    'Not included:',
    ...Object.values(LEFT_OUT_REASONS).map((reason) => `- ${reason}`),
    '',
    `Questions: ${brand.supportEmail}`,
    '',
  ].join('\r\n')

/** Returns whether to compress a type: compressed formats do not get smaller. */
const pressed = (type: string) =>
  !/^(image\/(png|jpeg|gif|webp)|video\/|audio\/|application\/(zip|gzip|pdf|x-7z))/.test(type)

/** Opens a stored file, or an empty stream if its bytes are gone, so that a lost file does not fail the export. */
async function bytesOf({ storage, log }: Platform, id: string): Promise<Readable> {
  try {
    return await storage.open(id)
  } catch (e) {
    if (!(e instanceof NotStored)) throw e
    log.error({ err: e, file: id }, 'a file of an export is missing from storage')
    return Readable.from([])
  }
}

async function build(
  platform: Platform,
  actor: Actor,
  id: string,
  withFiles: boolean,
  reportProgress: (percent: number) => Promise<void>,
): Promise<number> {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  // `put` reports errors of this stream. Without a listener, an error after `put` has failed would stop the process.
  out.on('error', () => {})
  zip.on('error', (e: Error) => out.destroy(e))
  let current: Readable | undefined
  const lazily = (path: string, compress: boolean, make: () => Promise<Readable>) =>
    zip.addReadStreamLazy(path, { compress }, (ready) => {
      make().then(
        (stream) => {
          if (out.destroyed) return stream.destroy()
          current = stream
          stream.on('error', (e) => out.destroy(e))
          ready(null, stream)
        },
        (e) => out.destroy(e as Error),
      )
    })

  const company = await getExportedCompany(platform, actor)
  const text = (content: string) => Buffer.from(content, 'utf8')
  zip.addBuffer(text(readme((company as { name: string }).name, new Date().toISOString(), withFiles)), 'README.txt')
  zip.addBuffer(text(`${JSON.stringify(company, null, 2)}\n`), 'company.json')
  const logo = await platform.db.askAs(actor, (db) => getPicture(db, actor.companyId))
  if (logo) zip.addBuffer(logo.bytes, `logo.${logo.type.split('/')[1]}`, { compress: false })

  const tables = tablesOf(platform, actor)
  const parts = tables.length * 2
  let done = 0
  for (const table of tables) {
    for (const [ending, lines] of [
      ['csv', csv],
      ['jsonl', jsonLines],
    ] as const) {
      lazily(`tables/${table.name}.${ending}`, true, async () => {
        await reportProgress(Math.floor((++done / parts) * (withFiles ? TABLES_PERCENT : 99)))
        return Readable.from(lines(table))
      })
    }
  }
  if (withFiles) {
    const files = []
    for await (const file of listExportedFiles(platform, actor)) files.push(file)
    const total = files.reduce((sum, f) => sum + Number(f.size), 0) || 1
    let through = 0
    for (const file of files) {
      lazily(file.path, pressed(file.type), async () => {
        await reportProgress(TABLES_PERCENT + Math.floor((through / total) * (99 - TABLES_PERCENT)))
        through += Number(file.size)
        return bytesOf(platform, file.id)
      })
    }
  }
  zip.end()
  try {
    return (await platform.storage.put(id, out, Number.MAX_SAFE_INTEGER)).size
  } catch (e) {
    // Otherwise the remaining tables would be read although the result is discarded.
    out.destroy()
    current?.destroy()
    throw e
  }
}

/**
 * Builds an export and mails the user who requested it. An interrupted build starts again. An error that a retry cannot
 * fix sets the export to `failed`, after which another one can be started. Throws while another process builds it, or
 * while the database or the storage is unavailable.
 */
export async function buildExport(platform: Platform, { companyId, exportId }: ExportData): Promise<void> {
  const staff = systemOf(companyId)
  const set = (
    change: { state?: string; progress?: number; size?: number },
    more: { finished?: boolean; expires?: boolean } = {},
  ) =>
    platform.db.asActor(staff, async (db) => {
      const row = await db
        .updateTable('exports')
        .set({
          ...change,
          updated_at: sql<string>`now()`,
          ...(more.finished ? { finished_at: sql<string>`now()` } : {}),
          ...(more.expires ? { expires_at: sql<string>`now() + make_interval(days => ${EXPORT_DAYS}::int)` } : {}),
        })
        .where('company_id', '=', companyId)
        .where('id', '=', exportId)
        .where('state', 'in', ['queued', 'running'])
        .returning(['requested_by', 'with_files', 'size', 'expires_at'])
        .executeTakeFirst()
      if (!row) return undefined
      await publish(db, staff, { companyId, topic: 'company', kind: 'export', subjectId: companyId })
      if (change.state === 'ready') {
        const to = await db
          .selectFrom('profiles')
          .select(['email', 'full_name'])
          .where('id', '=', row.requested_by)
          .where('deactivated_at', 'is', null)
          .executeTakeFirst()
        if (to)
          await queueMail(
            platform,
            db,
            companyId,
            exportReady({
              id: exportId,
              to: to.email,
              name: to.full_name,
              expiresAt: row.expires_at as string,
              publicUrl: platform.env.publicUrl,
            }),
          )
      }
      return row
    })

  const alive = await platform.db.askAs(staff, (db) =>
    db
      .selectFrom('exports')
      .select('id')
      .where('company_id', '=', companyId)
      .where('id', '=', exportId)
      .where('state', '=', 'running')
      .where('updated_at', '>', sql<string>`now() - make_interval(secs => ${3 * BEAT_MS} / 1000)`)
      .executeTakeFirst(),
  )
  // A long-running job can be started a second time. Two processes must not write the same file.
  if (alive) throw new Error('This export is being made by another process.')
  const begun = await set({ state: 'running', progress: 0 })
  // The export has finished, failed or been removed in the meantime.
  if (!begun) return
  // Read as an owner of the company, so that the row-level security policies decide what the export contains.
  const actor: Actor = { kind: 'tenant', companyId, userId: begun.requested_by, role: 'owner' }
  let now = 0
  let reportedAt = Date.now()
  const reportProgress = async (progress: number) => {
    now = progress
    if (Date.now() - reportedAt < PROGRESS_MS) return
    reportedAt = Date.now()
    await set({ progress })
  }
  const beat = setInterval(() => {
    set({ progress: now }).catch((e) =>
      platform.log.warn({ err: e, exportId }, 'could not record the progress of an export'),
    )
  }, BEAT_MS)
  try {
    const size = await build(platform, actor, exportId, begun.with_files, reportProgress)
    await set({ state: 'ready', progress: 100, size }, { finished: true, expires: true })
  } catch (e) {
    if (isUnavailable(e)) throw e
    platform.log.error({ err: e, exportId }, 'export failed')
    await forgetFile(platform, exportId)
    await set({ state: 'failed' }, { finished: true })
  } finally {
    clearInterval(beat)
  }
  // The hourly job tries again.
  await clearExports(platform, companyId).catch((e) =>
    platform.log.warn({ err: e, companyId }, 'could not delete replaced exports'),
  )
}
