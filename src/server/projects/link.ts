// Links of a project to tickets and automations of the same company.

import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import type { Db } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { readProject, requireProject } from './read.ts'
import { recordProjectAct } from './write.ts'

type Kind = 'ticket' | 'installation'
type Link = { id: string; kind: Kind; subjectId: string }
type Linkable = { id: string; name: string; status: string }
type Place = { company_id: string; id: string }

const cannotLink = (why: string) => refuse('UNPROCESSABLE', { fields: { subjectId: [why] } })

/** Returns the ticket or the automation of a link. Throws UNPROCESSABLE when it is not the company's. */
async function findSubject(db: Db, p: Place, { kind, subjectId }: Link): Promise<{ name: string; merged: boolean }> {
  const found =
    kind === 'ticket'
      ? await db
          .selectFrom('shared_tickets')
          .select([
            sql<string>`'T-' || number || ' ' || subject`.as('name'),
            sql<boolean>`merged_into is not null`.as('merged'),
          ])
          .where('company_id', '=', p.company_id)
          .where('id', '=', subjectId)
          .executeTakeFirst()
      : await db
          .selectFrom('shared_installations')
          .select(['name', sql<boolean>`false`.as('merged')])
          .where('company_id', '=', p.company_id)
          .where('id', '=', subjectId)
          .executeTakeFirst()
  if (!found) throw cannotLink('Choose one that belongs to this company.')
  return found
}

/**
 * Links a ticket or an automation to a project. Does nothing when it is linked already. Throws NOT_FOUND, and
 * UNPROCESSABLE at `subjectId` when it is not the company's or is a merged ticket.
 */
export const linkToProject = action(contract.projects.link, (context, input) =>
  context.platform.db.asActor(context.actor, async (db) => {
    const project = await requireProject(db, input.id)
    await findSubject(db, project, input)
    const own = { company_id: project.company_id, project_id: project.id }
    const made =
      input.kind === 'ticket'
        ? await db
            .insertInto('project_tickets')
            .values({ ...own, ticket_id: input.subjectId })
            .onConflict((c) => c.doNothing())
            .executeTakeFirst()
        : await db
            .insertInto('project_installations')
            .values({ ...own, installation_id: input.subjectId })
            .onConflict((c) => c.doNothing())
            .executeTakeFirst()
    // Read after the insert, which waits for a merge of the ticket: a merge moves only the links that it finds.
    const { name, merged } = await findSubject(db, project, input)
    if (merged) throw cannotLink('This ticket was merged into another one. Link that one.')
    if (made.numInsertedOrUpdatedRows)
      await recordProjectAct(db, context, project, { kind: 'linked', about: { id: input.subjectId, name } })
    return readProject(db, context.actor, project.id)
  }),
)

/** Removes a link. Does nothing when it does not exist. Throws NOT_FOUND when there is no such project. */
export const unlinkFromProject = action(contract.projects.unlink, (context, input) =>
  context.platform.db.asActor(context.actor, async (db) => {
    const project = await requireProject(db, input.id)
    const deleted =
      input.kind === 'ticket'
        ? await db
            .deleteFrom('project_tickets')
            .where('company_id', '=', project.company_id)
            .where('project_id', '=', project.id)
            .where('ticket_id', '=', input.subjectId)
            .executeTakeFirst()
        : await db
            .deleteFrom('project_installations')
            .where('company_id', '=', project.company_id)
            .where('project_id', '=', project.id)
            .where('installation_id', '=', input.subjectId)
            .executeTakeFirst()
    if (deleted.numDeletedRows)
      await recordProjectAct(db, context, project, {
        kind: 'unlinked',
        about: { id: input.subjectId, name: (await findSubject(db, project, input)).name },
      })
    return readProject(db, context.actor, project.id)
  }),
)

/**
 * Returns up to 20 tickets or automations that are not linked yet, newest first. Throws NOT_FOUND when there is no such
 * project.
 */
export const listLinkable = action(contract.projects.linkable, ({ platform, actor }, { id, kind, q }) =>
  platform.db.asActor(actor, async (db) => {
    const project = await requireProject(db, id)
    const like = `%${(q ?? '').replace(/[\\%_]/g, '\\$&')}%`
    const { rows } = await (kind === 'ticket'
      ? sql<Linkable>`select t.id, 'T-' || t.number || ' ' || t.subject as name, t.status from shared_tickets t
          where t.company_id = ${project.company_id} and t.merged_into is null and 'T-' || t.number || ' ' || t.subject ilike ${like}
            and not exists (select from project_tickets l where l.company_id = t.company_id and l.project_id = ${id} and l.ticket_id = t.id)
          order by t.number desc limit 20`
      : sql<Linkable>`select i.id, i.name, i.status from shared_installations i
          where i.company_id = ${project.company_id} and i.name ilike ${like}
            and not exists (select from project_installations l where l.company_id = i.company_id and l.project_id = ${id} and l.installation_id = i.id)
          order by i.created_at desc, i.id desc limit 20`
    ).execute(db)
    return { items: rows }
  }),
)

/** Replaces a ticket with another one in all its projects. A project that links both keeps only the other one. */
export async function moveProjectLinks(db: Db, companyId: string, from: string, to: string): Promise<void> {
  await sql`
    update project_tickets p set ticket_id = ${to} where p.company_id = ${companyId} and p.ticket_id = ${from}
      and not exists (select from project_tickets o where o.company_id = p.company_id and o.project_id = p.project_id and o.ticket_id = ${to})`.execute(
    db,
  )
  await db.deleteFrom('project_tickets').where('company_id', '=', companyId).where('ticket_id', '=', from).execute()
}
