import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Connection } from '../../contract/automations/index.ts'
import { contract } from '../../contract/index.ts'
import type { Db } from '../platform/database/db.ts'
import { createOnce } from '../platform/database/once.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { secretIn } from './recommendations/secret-words.ts'
import { lockAutomationForStaff, recordAutomationAct, updateAutomationRow } from './staff-write.ts'
import { connectionDue } from './watching/trouble.ts'

type Shown = z.infer<typeof Connection>
type Fields = Omit<Shown, 'id' | 'version'>

const rows = (db: Db) =>
  db
    .selectFrom('connections as n')
    .select(['n.company_id', 'n.installation_id', 'n.id', 'n.tool', 'n.label', 'n.reference', 'n.state', 'n.version'])
    .select(sql<string | null>`n.expires_on::text`.as('expires_on'))
type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const present = (r: Row): Shown => ({
  id: r.id,
  tool: r.tool,
  label: r.label,
  reference: r.reference,
  state: r.state as Shown['state'],
  expiresOn: r.expires_on,
  version: r.version,
})

/**
 * Throws UNPROCESSABLE, with a message for the field, when a text looks like a secret: these fields are shown, printed
 * and exported.
 */
function withoutSecrets(fields: Partial<Fields>): void {
  const wrong = (['tool', 'label', 'reference'] as const).filter((name) => secretIn(fields[name] ?? ''))
  if (wrong.length === 0) return
  const words = 'This looks like a secret. Store it in the vault, and enter only where it is stored.'
  throw refuse('UNPROCESSABLE', { fields: Object.fromEntries(wrong.map((name) => [name, [words]])) })
}

async function lockConnection(db: Db, installationId: string, id: string): Promise<Row> {
  const row = await rows(db)
    .where('n.id', '=', id)
    .where('n.installation_id', '=', installationId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  return row
}

/**
 * Records what an automation signs in with and where the secret is kept. Throws NOT_FOUND, WRONG_STATUS when the
 * automation is retired, and UNPROCESSABLE for a text that looks like a secret.
 */
export const addConnection = action(contract.automations.addConnection, (context, input) =>
  createOnce(context, input, async (db) => {
    withoutSecrets(input)
    const { id: installationId, tool, label, reference, state, expiresOn } = input
    const row = await lockAutomationForStaff(db, context, installationId)
    if (row.status === 'retired') throw refuse('WRONG_STATUS')
    const id = uuid()
    await db
      .insertInto('connections')
      .values({
        company_id: row.company_id,
        id,
        installation_id: row.id,
        tool,
        label,
        reference,
        state,
        expires_on: expiresOn,
        position: sql<number>`(select coalesce(max(position), -1) + 1 from connections where company_id = ${row.company_id}::uuid and installation_id = ${row.id}::uuid)`,
      })
      .execute()
    await updateAutomationRow(db, row).execute()
    await recordAutomationAct(db, context, row, {
      kind: 'connection_added',
      after: { tool, label, reference, state, expiresOn },
    })
    return present(await rows(db).where('n.id', '=', id).executeTakeFirstOrThrow())
  }),
)

/**
 * Changes a connection. Throws NOT_FOUND, CONFLICT with its current state when it was changed in the meantime, and
 * UNPROCESSABLE for a text that looks like a secret.
 */
export const editConnection = action(contract.automations.editConnection, (context, input) => {
  const { id, connectionId, version, ...wanted } = input
  withoutSecrets(wanted as Partial<Fields>)
  return context.platform.db.asActor(context.actor, async (db) => {
    const row = await lockAutomationForStaff(db, context, id)
    const locked = await lockConnection(db, id, connectionId)
    const { id: _, version: current, ...before } = present(locked)
    if (current !== version) throw refuse('CONFLICT', { current: present(locked) })
    const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
    const after: Fields = { ...before, ...given }
    const changed = (Object.keys(after) as (keyof Fields)[]).filter((k) => !isDeepStrictEqual(before[k], after[k]))
    if (changed.length === 0) return present(locked)
    await db
      .updateTable('connections')
      .set({
        tool: after.tool,
        label: after.label,
        reference: after.reference,
        state: after.state,
        expires_on: after.expiresOn,
        version: version + 1,
        updated_at: sql<string>`now()`,
      })
      .where('company_id', '=', locked.company_id)
      .where('id', '=', connectionId)
      .execute()
    await updateAutomationRow(db, row).execute()
    const only = (of: Fields) => Object.fromEntries(changed.map((k) => [k, of[k]]))
    await recordAutomationAct(db, context, row, {
      kind: 'connection_edited',
      before: { label: before.label, ...only(before) },
      after: { label: after.label, ...only(after) },
    })
    return present(await rows(db).where('n.id', '=', connectionId).executeTakeFirstOrThrow())
  })
})

/** Deletes a connection. Throws NOT_FOUND. */
export const removeConnection = action(contract.automations.removeConnection, (context, { id, connectionId }) => {
  return context.platform.db.asActor(context.actor, async (db) => {
    const row = await lockAutomationForStaff(db, context, id)
    const locked = await lockConnection(db, id, connectionId)
    await db
      .deleteFrom('connections')
      .where('company_id', '=', locked.company_id)
      .where('id', '=', connectionId)
      .execute()
    await updateAutomationRow(db, row).execute()
    const { tool, label, reference } = locked
    await recordAutomationAct(db, context, row, { kind: 'connection_removed', before: { tool, label, reference } })
    return { id: connectionId }
  })
})

/** How many connections the screen shows above a list. */
const MOST = 50

/**
 * Returns the connections that are broken or whose credential has expired or expires soon, most urgent first. Leaves
 * out retired automations.
 */
export const dueConnections = action(contract.automations.dueConnections, ({ platform, actor }) => {
  return platform.db.askAs(actor, async (db) => {
    const found = await rows(db)
      .innerJoin('installations as i', (j) =>
        j.onRef('i.company_id', '=', 'n.company_id').onRef('i.id', '=', 'n.installation_id'),
      )
      .innerJoin('companies as c', 'c.id', 'n.company_id')
      .select(['i.name as installation', 'c.name as company'])
      .select(sql<number>`count(*) over ()::int`.as('all'))
      .where('i.status', '<>', 'retired')
      .where(connectionDue)
      .orderBy(sql`n.state = 'broken'`, 'desc')
      .orderBy('n.expires_on')
      .orderBy('n.id')
      .limit(MOST)
      .execute()
    return {
      items: found.map((r) => {
        const { version: _, ...shown } = present(r)
        return {
          ...shown,
          installation: { id: r.installation_id, name: r.installation },
          company: { id: r.company_id, name: r.company },
        }
      }),
      more: (found[0]?.all ?? 0) - found.length,
    }
  })
})
