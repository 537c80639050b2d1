import { type Actored, api } from '../platform/api.ts'
import { addFiles } from './add-files.ts'
import { addPhase } from './add-phase.ts'
import { addTask } from './add-task.ts'
import { comment } from './comment.ts'
import { completeTask } from './complete-task.ts'
import { create } from './create.ts'
import { edit } from './edit.ts'
import { editComment } from './edit-comment.ts'
import { editPhase } from './edit-phase.ts'
import { editTask } from './edit-task.ts'
import { editUpdate } from './edit-update.ts'
import { files } from './files.ts'
import { history } from './history.ts'
import { link, linkable, unlink } from './link.ts'
import { list } from './list.ts'
import { moveTask } from './move-task.ts'
import { people } from './people.ts'
import { postUpdate } from './post-update.ts'
import { get, plan, task } from './read.ts'
import { removePhase } from './remove-phase.ts'
import { removeTask } from './remove-task.ts'
import { setStatus } from './set-status.ts'
import { archiveTemplate, createTemplate, editTemplate, templates } from './templates.ts'
import { textVersions } from './text-versions.ts'
import { updates } from './updates.ts'
import { watch } from './watch.ts'

export const projects = {
  list: api.projects.list.handler(({ context, input }) => list(context as Actored, input)),
  get: api.projects.get.handler(({ context, input }) => get(context as Actored, input)),
  create: api.projects.create.handler(({ context, input }) => create(context as Actored, input)),
  edit: api.projects.edit.handler(({ context, input }) => edit(context as Actored, input)),
  setStatus: api.projects.setStatus.handler(({ context, input }) => setStatus(context as Actored, input)),
  history: api.projects.history.handler(({ context, input }) => history(context as Actored, input)),
  people: api.projects.people.handler(({ context, input }) => people(context as Actored, input)),
  watch: api.projects.watch.handler(({ context, input }) => watch(context as Actored, input)),
  plan: api.projects.plan.handler(({ context, input }) => plan(context as Actored, input)),
  addPhase: api.projects.addPhase.handler(({ context, input }) => addPhase(context as Actored, input)),
  editPhase: api.projects.editPhase.handler(({ context, input }) => editPhase(context as Actored, input)),
  removePhase: api.projects.removePhase.handler(({ context, input }) => removePhase(context as Actored, input)),
  task: api.projects.task.handler(({ context, input }) => task(context as Actored, input)),
  addTask: api.projects.addTask.handler(({ context, input }) => addTask(context as Actored, input)),
  editTask: api.projects.editTask.handler(({ context, input }) => editTask(context as Actored, input)),
  moveTask: api.projects.moveTask.handler(({ context, input }) => moveTask(context as Actored, input)),
  completeTask: api.projects.completeTask.handler(({ context, input }) => completeTask(context as Actored, input)),
  removeTask: api.projects.removeTask.handler(({ context, input }) => removeTask(context as Actored, input)),
  comment: api.projects.comment.handler(({ context, input }) => comment(context as Actored, input)),
  editComment: api.projects.editComment.handler(({ context, input }) => editComment(context as Actored, input)),
  updates: api.projects.updates.handler(({ context, input }) => updates(context as Actored, input)),
  postUpdate: api.projects.postUpdate.handler(({ context, input }) => postUpdate(context as Actored, input)),
  editUpdate: api.projects.editUpdate.handler(({ context, input }) => editUpdate(context as Actored, input)),
  textVersions: api.projects.textVersions.handler(({ context, input }) => textVersions(context as Actored, input)),
  files: api.projects.files.handler(({ context, input }) => files(context as Actored, input)),
  addFiles: api.projects.addFiles.handler(({ context, input }) => addFiles(context as Actored, input)),
  linkable: api.projects.linkable.handler(({ context, input }) => linkable(context as Actored, input)),
  link: api.projects.link.handler(({ context, input }) => link(context as Actored, input)),
  unlink: api.projects.unlink.handler(({ context, input }) => unlink(context as Actored, input)),
  templates: api.projects.templates.handler(({ context }) => templates(context as Actored)),
  createTemplate: api.projects.createTemplate.handler(({ context, input }) =>
    createTemplate(context as Actored, input),
  ),
  editTemplate: api.projects.editTemplate.handler(({ context, input }) => editTemplate(context as Actored, input)),
  archiveTemplate: api.projects.archiveTemplate.handler(({ context, input }) =>
    archiveTemplate(context as Actored, input),
  ),
}
