// Operations on projects.
import { projectOperations } from './projects.ts'
import { taskOperations } from './tasks.ts'
import { projectTemplateOperations } from './templates.ts'
import { updateOperations } from './updates.ts'

export { ProjectHealth, ProjectStatus, Side } from './fields.ts'
export { Project, ProjectAct, ProjectFile, ProjectFilter, ProjectRow } from './projects.ts'
export { PHASES_MAX, Phase, Plan, TASKS_MAX, Task, TaskComment, TaskRow, TaskStatus } from './tasks.ts'
export { NewProjectTemplate, ProjectTemplate, TemplatePhases } from './templates.ts'
export { ProjectUpdate } from './updates.ts'

export const projects = {
  ...projectOperations,
  ...taskOperations,
  ...updateOperations,
  ...projectTemplateOperations,
}
