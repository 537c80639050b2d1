// Templates for projects.

import { z } from 'zod'
import { current, Id, Instant, op, staff, versioned } from '../base.ts'
import { projectFields, requiredLine, Side, text } from './fields.ts'
import { PHASES_MAX, taskFields } from './tasks.ts'

const DayOffset = z.int('Enter a whole number.').min(0, 'Enter 0 to 1,000 days.').max(1_000, 'Enter 0 to 1,000 days.')
const TemplateTask = z.object({
  title: taskFields.title,
  body: taskFields.body.default(''),
  side: Side.default('provider'),
  /** Days after the first day of the project. */
  startDay: DayOffset.nullable().default(null),
  dueDay: DayOffset.nullable().default(null),
  estimateMinutes: taskFields.estimateMinutes.default(null),
})
export const TemplatePhases = z
  .array(
    z.object({
      name: requiredLine(100, 'Enter a phase name.'),
      tasks: z.array(TemplateTask).max(100, 'At most 100 tasks in a phase.').default([]),
    }),
  )
  .min(1, 'Add at least one phase.')
  .max(PHASES_MAX, `At most ${PHASES_MAX} phases.`)
export const NewProjectTemplate = z.object({
  name: requiredLine(100, 'Enter a name.'),
  description: text(20_000).default(''),
  budgetMinutes: projectFields.budgetMinutes.default(null),
  phases: TemplatePhases,
})
export const ProjectTemplate = NewProjectTemplate.extend({
  id: Id,
  version: z.number().int(),
  updatedAt: Instant,
})
const templateChanged = {
  CONFLICT: {
    status: 409,
    message: 'Someone else changed this template. Review their changes and try again.',
    data: current(ProjectTemplate),
  },
}
const taken = {
  NAME_TAKEN: { status: 422, message: 'Another template has this name. Choose a different one.', data: z.any() },
}

export const projectTemplateOperations = {
  templates: op('GET', '/project-templates', {
    roles: staff,
    tag: 'projects',
    summary: 'List project templates by name',
  })
    .input(z.object({}))
    .output(z.object({ items: z.array(ProjectTemplate) })),
  createTemplate: op('POST', '/project-templates', {
    roles: staff,
    tag: 'projects',
    summary: 'Create a project template',
    status: 201,
    creates: true,
  })
    .errors(taken)
    .input(NewProjectTemplate)
    .output(ProjectTemplate),
  editTemplate: op('PATCH', '/project-templates/{id}', {
    roles: staff,
    tag: 'projects',
    summary: 'Change a project template; existing projects don’t change',
  })
    .errors({ ...templateChanged, ...taken })
    .input(
      z
        .object({
          name: NewProjectTemplate.shape.name,
          description: text(20_000),
          budgetMinutes: projectFields.budgetMinutes,
          phases: TemplatePhases,
        })
        .partial()
        .extend(versioned),
    )
    .output(ProjectTemplate),
  archiveTemplate: op('DELETE', '/project-templates/{id}', {
    roles: staff,
    tag: 'projects',
    summary: 'Archive a project template',
  })
    .errors(templateChanged)
    .input(z.object(versioned))
    .output(ProjectTemplate),
}
