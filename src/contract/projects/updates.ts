// Updates that staff post about a project.

import { z } from 'zod'
import { everyone, Id, Instant, op, page, pageOf, staff, versioned } from '../base.ts'
import { Person } from '../companies/index.ts'
import { FileIds, FileInfo } from '../files.ts'
import { EDIT_MINUTES } from '../tickets/index.ts'
import { attachmentGone, byId, editErrors, editState, ProjectHealth, requiredText } from './fields.ts'

export const ProjectUpdate = z.object({
  id: Id,
  author: Person,
  health: ProjectHealth,
  body: z.string(),
  /** Counts at the time of the update. */
  tasksDone: z.number().int(),
  tasksTotal: z.number().int(),
  files: z.array(FileInfo),
  createdAt: Instant,
  ...editState,
})

export const updateOperations = {
  updates: op('GET', '/projects/{id}/updates', {
    roles: everyone,
    tag: 'projects',
    summary: 'List the updates of a project, newest first',
  })
    .input(z.object({ id: Id, ...page }))
    .output(pageOf(ProjectUpdate)),
  postUpdate: op('POST', '/projects/{id}/updates', {
    roles: staff,
    tag: 'projects',
    summary: 'Post an update; everyone who watches the project is notified',
    status: 201,
    creates: true,
  })
    .errors(attachmentGone)
    .input(z.object({ id: Id, health: ProjectHealth, body: requiredText('Enter an update.'), fileIds: FileIds }))
    .output(ProjectUpdate),
  editUpdate: op('PATCH', '/project-updates/{id}', {
    roles: staff,
    tag: 'projects',
    summary: `Edit your own update within ${EDIT_MINUTES} minutes`,
  })
    .errors(editErrors)
    .input(z.object({ ...versioned, health: ProjectHealth.optional(), body: requiredText('Enter an update.') }))
    .output(ProjectUpdate),
  textVersions: op('GET', '/project-texts/{id}/versions', {
    roles: staff,
    tag: 'projects',
    summary: 'List the earlier versions of an edited comment or update, oldest first',
  })
    .input(byId)
    .output(z.object({ items: z.array(z.object({ body: z.string(), writtenAt: Instant, replacedAt: Instant })) })),
}
