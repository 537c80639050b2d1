import { makeInstallation } from '../factories/automations.ts'
import { makeProject, makeProjectComment, makeProjectUpdate } from '../factories/projects.ts'
import { makeTicket } from '../factories/tickets.ts'
import type { Samples } from './samples.ts'

export const projectSamples: Samples = {
  async ofProvider({ db, world }) {
    await db
      .insertInto('project_templates')
      .values({ company_id: world.provider.id, id: crypto.randomUUID(), name: 'Migration' })
      .execute()
  },
  async ofCompany({ db, world, of }) {
    const company_id = of.company.id
    const project = await makeProject(db, {
      company_id,
      by: world.engineer,
      tasks: [{ title: 'Change DNS', side: 'partner', status: 'waiting_on_partner' }],
    })
    const comment = await makeProjectComment(db, project, { by: of.owner })
    await makeProjectComment(db, project, { by: world.engineer, internal: true })
    await makeProjectUpdate(db, project, { by: world.engineer })
    await db
      .insertInto('project_text_versions')
      .values({
        company_id,
        id: crypto.randomUUID(),
        comment_id: comment.id,
        body: 'before',
        written_at: new Date().toISOString(),
      })
      .execute()
    const inProject = { company_id, project_id: project.id }
    const ticket = await makeTicket(db, { requester: of.owner })
    await db
      .insertInto('project_tickets')
      .values({ ...inProject, ticket_id: ticket.id })
      .execute()
    const automation = await makeInstallation(db, { companyId: company_id })
    await db
      .insertInto('project_installations')
      .values({ ...inProject, installation_id: automation.id })
      .execute()
    for (const staff_only of [false, true]) {
      const file_id = crypto.randomUUID()
      const file = { name: 'p', type: 'text/plain', size: 1, sha256: 'p', uploaded_by: of.owner.id }
      await db
        .insertInto('files')
        .values({ company_id, id: file_id, staff_only, ...file })
        .execute()
      await db
        .insertInto('project_files')
        .values({ ...inProject, id: crypto.randomUUID(), file_id, staff_only, added_by: of.owner.id })
        .execute()
    }
  },
}
