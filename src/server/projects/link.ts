// Tickets and automations that belong to a project, all of one company.
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Project } from '../../contract/projects.ts'
import { type Actored, refuse } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'
import { placeOf, read } from './read.ts'
import { keep } from './write.ts'

type Kind = 'ticket' | 'installation'
type Link = { id: string; kind: Kind; subjectId: string }
type Linkable = { id: string; name: string; status: string }
type Place = { company_id: string; id: string }

const nameOf = async (db: Db, p: Place, { kind, subjectId }: Link): Promise<string> => {
  const found =
    kind === 'ticket'
      ? await db
          .selectFrom('tickets')
          .select(sql<string>`'T-' || number || ' ' || subject`.as('name'))
          .where('company_id', '=', p.company_id)
          .where('id', '=', subjectId)
          .executeTakeFirst()
      : await db
          .selectFrom('installations')
          .select('name')
          .where('company_id', '=', p.company_id)
          .where('id', '=', subjectId)
          .executeTakeFirst()
  if (!found) throw refuse('UNPROCESSABLE', { fields: { subjectId: ['Choose one of this company.'] } })
  return found.name
}

/** Links a ticket or an automation; one that is linked stays. NOT_FOUND; UNPROCESSABLE beside one of another company. */
export const link = (context: Actored, input: Link): Promise<z.infer<typeof Project>> =>
  context.platform.db.asActor(context.actor, async (db) => {
    const project = await placeOf(db, input.id)
    const name = await nameOf(db, project, input)
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
    if (made.numInsertedOrUpdatedRows)
      await keep(db, context, project, { kind: 'linked', about: { id: input.subjectId, name } })
    return read(db, context.actor, project.id)
  })

/** Takes a link away; one that is not there stays away. NOT_FOUND without the project. */
export const unlink = (context: Actored, input: Link): Promise<z.infer<typeof Project>> =>
  context.platform.db.asActor(context.actor, async (db) => {
    const project = await placeOf(db, input.id)
    const gone =
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
    if (gone.numDeletedRows)
      await keep(db, context, project, {
        kind: 'unlinked',
        about: { id: input.subjectId, name: await nameOf(db, project, input) },
      })
    return read(db, context.actor, project.id)
  })

/** Tickets or automations of the company that are not linked yet, newest first. NOT_FOUND. */
export const linkable = (
  { platform, actor }: Actored,
  { id, kind, q }: { id: string; kind: Kind; q?: string | undefined },
): Promise<{ items: Linkable[] }> =>
  platform.db.asActor(actor, async (db) => {
    const project = await placeOf(db, id)
    const like = `%${(q ?? '').replace(/[\\%_]/g, '\\$&')}%`
    const { rows } = await (kind === 'ticket'
      ? sql<Linkable>`select t.id, 'T-' || t.number || ' ' || t.subject as name, t.status from tickets t
          where t.company_id = ${project.company_id} and t.merged_into is null and 'T-' || t.number || ' ' || t.subject ilike ${like}
            and not exists (select from project_tickets l where l.company_id = t.company_id and l.project_id = ${id} and l.ticket_id = t.id)
          order by t.number desc limit 20`
      : sql<Linkable>`select i.id, i.name, i.status from installations i
          where i.company_id = ${project.company_id} and i.name ilike ${like}
            and not exists (select from project_installations l where l.company_id = i.company_id and l.project_id = ${id} and l.installation_id = i.id)
          order by i.created_at desc, i.id desc limit 20`
    ).execute(db)
    return { items: rows }
  })
