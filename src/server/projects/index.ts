// The public API of the module and its declaration.

import { defineModule } from '../platform/module.ts'
import { projectTaskActionItems } from './action-items.ts'
import { addFiles } from './add-files.ts'
import { addPhase } from './add-phase.ts'
import { projectsExport } from './company-export.ts'
import { createProject } from './create.ts'
import { editProject } from './edit.ts'
import { editPhase } from './edit-phase.ts'
import { exportProjects } from './export.ts'
import { listProjectFiles } from './files.ts'
import { listProjectHistory } from './history.ts'
import { linkToProject, listLinkable, unlinkFromProject } from './link.ts'
import { listProjects } from './list.ts'
import { projectNotifier } from './notices.ts'
import { listAssignable } from './people.ts'
import { getPlan, getProject, getTask } from './read.ts'
import { removePhase } from './remove-phase.ts'
import { findProjects } from './search-provider.ts'
import { setProjectStatus } from './set-status.ts'
import { addTask } from './tasks/add-task.ts'
import { completeTask } from './tasks/complete-task.ts'
import { editTask } from './tasks/edit-task.ts'
import { moveTask } from './tasks/move-task.ts'
import { removeTask } from './tasks/remove-task.ts'
import {
  archiveProjectTemplate,
  createProjectTemplate,
  editProjectTemplate,
  listProjectTemplates,
} from './templates.ts'
import { commentOnTask } from './updates/comment.ts'
import { editComment } from './updates/edit-comment.ts'
import { editUpdate } from './updates/edit-update.ts'
import { postUpdate } from './updates/post-update.ts'
import { textVersions } from './updates/text-versions.ts'
import { listUpdates } from './updates/updates.ts'
import { watchProject } from './watch.ts'

export { moveProjectLinks } from './link.ts'

export const projectsModule = defineModule({
  name: 'projects',
  actions: {
    list: listProjects,
    get: getProject,
    create: createProject,
    edit: editProject,
    setStatus: setProjectStatus,
    history: listProjectHistory,
    people: listAssignable,
    watch: watchProject,
    plan: getPlan,
    addPhase,
    editPhase,
    removePhase,
    task: getTask,
    addTask,
    editTask,
    moveTask,
    completeTask,
    removeTask,
    comment: commentOnTask,
    editComment,
    updates: listUpdates,
    postUpdate,
    editUpdate,
    textVersions,
    files: listProjectFiles,
    addFiles,
    linkable: listLinkable,
    link: linkToProject,
    unlink: unlinkFromProject,
    templates: listProjectTemplates,
    createTemplate: createProjectTemplate,
    editTemplate: editProjectTemplate,
    archiveTemplate: archiveProjectTemplate,
  },
  routes: [exportProjects],
  notifiers: [projectNotifier],
  search: [findProjects],
  actionItems: [projectTaskActionItems],
  companyExport: projectsExport,
})
