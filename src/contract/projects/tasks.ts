// Phases and tasks of a project, and comments on tasks.

import { z } from 'zod'
import { current, Day, everyone, Id, Instant, op, staff, versioned } from '../base.ts'
import { Person } from '../companies/index.ts'
import { FileIds, FileInfo } from '../files.ts'
import { EDIT_MINUTES } from '../tickets/index.ts'
import {
  attachmentGone,
  byId,
  editErrors,
  editState,
  minutes,
  NumberedRef,
  PersonOfSide,
  ProjectStatus,
  Ref,
  requiredLine,
  requiredText,
  Side,
  text,
} from './fields.ts'

const TASK_STATUSES = ['todo', 'doing', 'waiting_on_partner', 'done'] as const
/** Maximum number of phases of a project, and of tasks that can be added to it. A template may create more tasks. */
export const PHASES_MAX = 30
export const TASKS_MAX = 500
export const TaskStatus = z.enum(TASK_STATUSES, 'Choose a status.')
const PhaseStatus = z.enum(['todo', 'doing', 'done'])
export const Phase = z.object({
  id: Id,
  name: z.string(),
  position: z.number().int(),
  /** Derived from its tasks. */
  status: PhaseStatus,
  tasksDone: z.number().int(),
  tasksTotal: z.number().int(),
  startsOn: z.string().nullable(),
  dueOn: z.string().nullable(),
})
export const taskFields = {
  phaseId: Id,
  title: requiredLine(200, 'Enter a title.'),
  /** Markdown. */
  body: text(20_000),
  side: Side,
  /** A person of that side, or null for anyone of it. */
  assigneeId: Id.nullable(),
  startsOn: Day.nullable(),
  dueOn: Day.nullable(),
  estimateMinutes: minutes(60_000, 'Enter the number of hours.').nullable(),
}
export const TaskRow = z.object({
  id: Id,
  phaseId: Id,
  /** Position in one order across all phases of the project. */
  position: z.number().int(),
  title: z.string(),
  status: TaskStatus,
  side: Side,
  assignee: Person.nullable(),
  startsOn: z.string().nullable(),
  dueOn: z.string().nullable(),
  overdue: z.boolean(),
  estimateMinutes: z.number().int().nullable(),
  usedMinutes: z.number().int(),
  /** Comments that the reader may see. */
  comments: z.number().int(),
  files: z.number().int(),
  hasBody: z.boolean(),
  completedAt: Instant.nullable(),
  version: z.number().int(),
  can: z.object({
    /** Mark it as done. */
    complete: z.boolean(),
    /** Mark it as not done. */
    reopen: z.boolean(),
  }),
})
export const TaskComment = z.object({
  id: Id,
  author: PersonOfSide,
  body: z.string(),
  /** Visible to staff only. */
  internal: z.boolean(),
  files: z.array(FileInfo),
  createdAt: Instant,
  ...editState,
})
export const Task = TaskRow.extend({
  project: NumberedRef.extend({ status: ProjectStatus }),
  company: Ref,
  phase: Ref,
  body: z.string(),
  completedBy: Person.nullable(),
  attachments: z.array(FileInfo),
  thread: z.array(TaskComment),
  createdAt: Instant,
  updatedAt: Instant,
  can: TaskRow.shape.can.extend({
    edit: z.boolean(),
    remove: z.boolean(),
    comment: z.boolean(),
    book: z.boolean(),
  }),
})
const taskChanged = {
  CONFLICT: {
    status: 409,
    message: 'Someone else changed this task. Review their changes and try again.',
    data: current(Task),
  },
}
const over = { PROJECT_OVER: { status: 409, message: 'This project has ended. Reopen it first.', data: z.any() } }
export const Plan = z.object({ phases: z.array(Phase), tasks: z.array(TaskRow) })

export const taskOperations = {
  plan: op('GET', '/projects/{id}/plan', {
    roles: everyone,
    tag: 'projects',
    summary: 'List the phases and tasks of a project in order',
  })
    .input(byId)
    .output(Plan),
  addPhase: op('POST', '/projects/{id}/phases', {
    roles: staff,
    tag: 'projects',
    summary: 'Add a phase to the end of a project',
    status: 201,
    creates: true,
  })
    .errors(over)
    .input(z.object({ id: Id, name: requiredLine(100, 'Enter a phase name.') }))
    .output(Plan),
  editPhase: op('PATCH', '/project-phases/{id}', {
    roles: staff,
    tag: 'projects',
    summary: 'Rename or move a phase',
  })
    .errors(over)
    .input(
      z.object({
        id: Id,
        name: requiredLine(100, 'Enter a phase name.').optional(),
        /** Null to move it to the start. */
        afterId: Id.nullable().optional(),
      }),
    )
    .output(Plan),
  removePhase: op('DELETE', '/project-phases/{id}', {
    roles: staff,
    tag: 'projects',
    summary: 'Remove an empty phase',
  })
    .errors({
      ...over,
      PHASE_NOT_EMPTY: { status: 409, message: 'This phase has tasks. Move or remove them first.', data: z.any() },
    })
    .input(byId)
    .output(Plan),
  task: op('GET', '/project-tasks/{id}', {
    roles: everyone,
    tag: 'projects',
    summary: 'Get a task with its description, files and comments',
  })
    .input(byId)
    .output(Task),
  addTask: op('POST', '/projects/{id}/tasks', {
    roles: staff,
    tag: 'projects',
    summary: 'Add a task to the end of a phase',
    status: 201,
    creates: true,
  })
    .errors({ ...over, ...attachmentGone })
    .input(
      z.object({
        id: Id,
        ...taskFields,
        body: taskFields.body.default(''),
        status: TaskStatus.exclude(['done'], 'Choose a status.').default('todo'),
        side: Side.default('provider'),
        assigneeId: taskFields.assigneeId.default(null),
        startsOn: taskFields.startsOn.default(null),
        dueOn: taskFields.dueOn.default(null),
        estimateMinutes: taskFields.estimateMinutes.default(null),
        fileIds: FileIds,
      }),
    )
    .output(Task),
  editTask: op('PATCH', '/project-tasks/{id}', {
    roles: staff,
    tag: 'projects',
    summary: 'Change the details, assignee or dates of a task',
  })
    .errors({ ...taskChanged, ...over, ...attachmentGone })
    .input(
      z
        .object(taskFields)
        .partial()
        .extend({ ...versioned, fileIds: FileIds }),
    )
    .output(Task),
  moveTask: op('POST', '/project-tasks/{id}/move', {
    roles: staff,
    tag: 'projects',
    summary: 'Change the status, phase or position of a task',
  })
    .errors({ ...taskChanged, ...over })
    .input(
      z.object({
        id: Id,
        status: TaskStatus.optional(),
        phaseId: Id.optional(),
        /** The task that it comes after in the order of the project, or null to move it to the start. */
        afterId: Id.nullable().optional(),
        /** The status that was on the screen. If it has changed, the answer is a conflict. */
        expected: TaskStatus.optional(),
      }),
    )
    .output(Task),
  completeTask: op('POST', '/project-tasks/{id}/complete', {
    roles: everyone,
    tag: 'projects',
    summary: 'Mark a task as done or reopen it; partners can do this for tasks waiting on them',
  })
    .errors({
      ...over,
      NOT_WAITING: {
        status: 409,
        message: 'You can only complete tasks that are waiting on you, and only reopen tasks that you completed.',
        data: current(Task),
      },
    })
    .input(z.object({ id: Id, done: z.boolean('Choose yes or no.') }))
    .output(Task),
  removeTask: op('DELETE', '/project-tasks/{id}', {
    roles: staff,
    tag: 'projects',
    summary: 'Remove a task that has no time entries, files or comments',
  })
    .errors({
      ...over,
      ...taskChanged,
      TASK_IN_USE: {
        status: 409,
        message: 'This task has time entries, a running timer, files or comments. Mark it as done instead.',
        data: z.any(),
      },
    })
    .input(z.object(versioned))
    .output(Plan),
  comment: op('POST', '/project-tasks/{id}/comments', {
    roles: everyone,
    tag: 'projects',
    summary: 'Comment on a task; staff can write internal notes',
    status: 201,
    creates: true,
  })
    .errors(attachmentGone)
    .input(
      z.object({
        id: Id,
        body: requiredText('Enter a comment.'),
        internal: z.boolean('Choose yes or no.').default(false),
        fileIds: FileIds,
      }),
    )
    .output(Task),
  editComment: op('PATCH', '/project-comments/{id}', {
    roles: everyone,
    tag: 'projects',
    summary: `Edit your own comment or note within ${EDIT_MINUTES} minutes`,
  })
    .errors(editErrors)
    .input(z.object({ ...versioned, body: requiredText('Enter a comment.') }))
    .output(Task),
}
