// The import job. Each batch commits its contacts and the import's progress in one transaction, so that a crash leaves
// no partial batch and a resumed import repeats nothing.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Role } from '../../../contract/base.ts'
import { type Actor, type Db, systemOf } from '../../platform/database/db.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { gatesOf } from '../../platform/gates.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RunImportData } from '../policy.ts'
import { type Change, type Clients, clientsNamed, type Decision, matchRows, repeatsOf } from './import-match.ts'
import { importFileRows } from './import-queries.ts'
import { type Plan, type Read, readRow } from './import-rows.ts'

const BATCH = 500
const PAGE = 2_000
/** Imports of one company wait for each other here, so that only one of them holds a connection. */
const companyTurns = gatesOf(1, 1_000)

/**
 * Maps each row that repeats an earlier row to that row. Reads the full file, because a repeat can be in another batch.
 */
async function repeated(platform: Platform, { companyId, importId }: RunImportData, plan: Plan) {
  const repeat = repeatsOf(plan)
  const found = new Map<number, number>()
  for (let after = 0, first = true; ; first = false) {
    const page = await platform.db.askAs(systemOf(companyId), (db) =>
      importFileRows(db, companyId, importId, after, PAGE),
    )
    const last = page.at(-1)
    if (!last) return found
    after = last.row
    for (const r of page.slice(first && plan.header ? 1 : 0)) {
      const read = readRow(r, plan)
      const earlier = 'values' in read ? repeat(read.row, read.values) : undefined
      if (earlier !== undefined) found.set(read.row, earlier)
    }
  }
}

type Import = { company_id: string; id: string; file_name: string }

/** Creates the clients that rows name and that do not exist. Returns all clients and how many are new. */
async function withClients(db: Db, { company_id, id }: Import, known: Clients, decisions: Decision[]) {
  const wanted = new Map<string, string>()
  for (const d of decisions) {
    const { client } = d.values
    if (d.act !== 'skip' && client && !known.has(client.toLowerCase())) {
      wanted.set(client.toLowerCase(), wanted.get(client.toLowerCase()) ?? client)
    }
  }
  if (wanted.size === 0) return { clients: known, made: 0 }
  const made = await db
    .insertInto('clients')
    .values([...wanted.values()].map((name) => ({ company_id, id: uuid(), name, import_id: id })))
    // Another user may create one of them at the same moment.
    .onConflict((c) => c.doNothing())
    .returning('id')
    .execute()
  const all = await clientsNamed(db, company_id, wanted.values())
  return { clients: new Map([...known, ...all]), made: made.length }
}

async function createContacts(db: Db, of: Import, rows: Decision[], clients: Clients): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('contacts')
    .values(
      rows.map(({ values }) => ({
        company_id: of.company_id,
        id: uuid(),
        full_name: values.fullName,
        email: values.email,
        phone: values.phone,
        title: values.title,
        notes: values.notes,
        client_id: values.client ? (clients.get(values.client.toLowerCase()) ?? null) : null,
        source: 'import',
        import_id: of.id,
      })),
    )
    .execute()
}

async function updateContact(
  db: Db,
  by: Actor,
  of: Import,
  { contact, change }: Extract<Decision, { act: 'update' }>,
  clients: Clients,
): Promise<void> {
  const { client, ...fields } = change
  const clientId = client ? clients.get(client.toLowerCase()) : undefined
  const after: Omit<Change, 'client'> = { ...fields, ...(clientId ? { client_id: clientId } : {}) }
  const before = Object.fromEntries(Object.keys(after).map((key) => [key, contact[key as keyof typeof after]]))
  await Promise.all([
    db
      .updateTable('contacts')
      .set((e) => ({ ...after, version: e('version', '+', 1), updated_at: sql<string>`now()` }))
      .where('company_id', '=', of.company_id)
      .where('id', '=', contact.id)
      .execute(),
    recordAudit(
      db,
      { actor: by },
      {
        companyId: of.company_id,
        action: 'contact.edit',
        subjectType: 'contact',
        subjectId: contact.id,
        before,
        after,
        reason: `Import of ${of.file_name}`,
      },
    ),
  ])
}

/** Imports the next batch of rows. Returns false when there is nothing left to do. */
async function batch(platform: Platform, data: RunImportData, repeats: Map<number, number>): Promise<boolean> {
  const { companyId, importId } = data
  const system = systemOf(companyId)
  const importRows = async (db: Db) => {
    const found = await db
      .selectFrom('contact_imports')
      .select(['company_id', 'id', 'file_name', 'state', 'plan', 'done_to', 'created_by', 'created_role'])
      .where('company_id', '=', companyId)
      .where('id', '=', importId)
      .forUpdate()
      .executeTakeFirst()
    if (found?.state !== 'running') return false
    // Run batches of one company one at a time, also those of other processes. Parallel ones would not see each other's
    // new contacts and create duplicates.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`contact import ${companyId}`}, 0))`.execute(db)
    const plan = found.plan as Plan
    const by: Actor = { kind: 'staff', companyId, userId: found.created_by, role: found.created_role as Role }
    const rows = await importFileRows(db, companyId, importId, found.done_to, BATCH)
    const last = rows.at(-1)
    const save = (set: object) =>
      db
        .updateTable('contact_imports')
        .set({ ...set, progressed_at: sql<string>`now()` })
        .where('company_id', '=', companyId)
        .where('id', '=', importId)
        .returning(['created', 'updated', 'unchanged', 'skipped', 'refused', 'clients_created'])
        .executeTakeFirstOrThrow()

    if (!last) {
      const counts = await save({ state: 'done', finished_at: sql<string>`now()` })
      // Keep only the rejected rows and the first row, which has the column names.
      await sql`delete from contact_import_rows where company_id = ${companyId}::uuid and import_id = ${importId}::uuid and problems is null
        and row > (select min(row) from contact_import_rows where company_id = ${companyId}::uuid and import_id = ${importId}::uuid)`.execute(
        db,
      )
      await recordAudit(
        db,
        { actor: by },
        {
          companyId,
          action: 'contact-import.done',
          subjectType: 'contact-import',
          subjectId: importId,
          after: counts,
        },
      )
      await publish(db, system, { companyId, topic: 'contact_import', kind: 'done', subjectId: importId })
      await publish(db, system, { companyId, topic: 'contact', kind: 'imported', subjectId: importId })
      if (counts.clients_created > 0)
        await publish(db, system, { companyId, topic: 'client', kind: 'imported', subjectId: importId })
      return false
    }

    const read: Read[] = rows.slice(plan.header && found.done_to === 0 ? 1 : 0).map((r) => readRow(r, plan))
    const refused = read.flatMap((r) => ('problems' in r ? [r] : []))
    const good = read.flatMap((r) => ('values' in r ? [{ ...r, sameAs: repeats.get(r.row) }] : []))
    const decided = await matchRows(db, companyId, good, plan, importId)
    const { decisions } = decided
    const { clients, made } =
      plan.clients === 'create'
        ? await withClients(db, found, decided.clients, decisions)
        : { clients: decided.clients, made: 0 }
    const of = <A extends Decision['act']>(act: A) =>
      decisions.filter((d): d is Extract<Decision, { act: A }> => d.act === act)
    await createContacts(db, found, of('create'), clients)
    await Promise.all(of('update').map((d) => updateContact(db, by, found, d, clients)))
    if (refused.length > 0) {
      const problems = JSON.stringify(refused.map(({ row, problems }) => ({ row, problems })))
      await sql`update contact_import_rows t set problems = r.problems
        from jsonb_to_recordset(${problems}::jsonb) as r (row integer, problems jsonb)
        where t.company_id = ${companyId}::uuid and t.import_id = ${importId}::uuid and t.row = r.row`.execute(db)
    }
    await save({
      done_to: last.row,
      created: sql`created + ${of('create').length}`,
      updated: sql`updated + ${of('update').length}`,
      unchanged: sql`unchanged + ${of('unchanged').length}`,
      skipped: sql`skipped + ${of('skip').length}`,
      refused: sql`refused + ${refused.length}`,
      clients_created: sql`clients_created + ${made}`,
    })
    await publish(db, system, { companyId, topic: 'contact_import', kind: 'progress', subjectId: importId })
    return true
  }
  return companyTurns.run(companyId, () => platform.db.asActor(system, importRows))
}

/** Runs a started import to its end. After an interruption, it continues where it stopped. */
export async function importWork(platform: Platform, data: RunImportData): Promise<void> {
  const found = await platform.db.askAs(systemOf(data.companyId), (db) =>
    db
      .selectFrom('contact_imports')
      .select(['state', 'plan'])
      .where('company_id', '=', data.companyId)
      .where('id', '=', data.importId)
      .executeTakeFirst(),
  )
  if (found?.state !== 'running') return
  const repeats = await repeated(platform, data, found.plan as Plan)
  while (await batch(platform, data, repeats));
}
