import { z } from 'zod'
import { everyone, Id, Instant, manyOf, op, page, pageOf, staff } from './base.ts'
import { Person } from './companies.ts'
import { FileIds, FileInfo } from './files.ts'
import { hoursExhausted } from './hours.ts'
import { EDIT_MINUTES } from './tickets.ts'

export const PROJECT_STATUSES = ['planned', 'active', 'waiting_on_partner', 'on_hold', 'done', 'cancelled'] as const
export const TASK_STATUSES = ['todo', 'doing', 'waiting_on_partner', 'done'] as const
/** How a project stands: in an update somebody says it, on the project it is reckoned. */
export const PROJECT_HEALTHS = ['on_track', 'at_risk', 'delayed'] as const
export const SIDES = ['provider', 'partner'] as const
export const PROJECT_SORTS = ['updated', 'number', 'name', 'due'] as const
/** Most phases of one project, and most tasks. */
export const PHASES_MAX = 30
export const TASKS_MAX = 500

export const ProjectStatus = z.enum(PROJECT_STATUSES, 'Choose a status.')
export const TaskStatus = z.enum(TASK_STATUSES, 'Choose a status.')
export const ProjectHealth = z.enum(PROJECT_HEALTHS, 'Choose how it stands.')
export const Side = z.enum(SIDES, 'Choose whose task it is.')
const PhaseStatus = z.enum(['todo', 'doing', 'done'])

const line = (max: number, words: string) =>
  z
    .string(words)
    .trim()
    .min(1, words)
    .max(max, `At most ${max} characters.`)
    .regex(/^[^\p{Cc}]*$/u, 'One line only.')
const text = (max: number) =>
  z
    .string('Write it as text.')
    .trim()
    .max(max, `At most ${max.toLocaleString('en-US')} characters.`)
const said = (words: string) => text(10_000).min(1, words)
const Day = z.iso
  .date('Choose a day.')
  .refine((day) => day >= '2000-01-01' && day < '2100-01-01', 'A day from 2000 to 2099.')
const minutes = (max: number, words: string) =>
  z
    .int(words)
    .min(1, words)
    .max(max, `At most ${(max / 60).toLocaleString('en-US')} hours.`)
const Ref = z.object({ id: Id, name: z.string() })
const NumberedRef = Ref.extend({ number: z.number().int() })

const projectFields = {
  name: line(200, 'Give it a name.'),
  /** Markdown; the partner reads it. */
  description: text(20_000),
  /** What its work counts for; null: the company's default. */
  agreementId: Id.nullable(),
  /** An engineer or administrator of the provider. */
  leadId: Id,
  startsOn: Day.nullable(),
  dueOn: Day.nullable(),
  budgetMinutes: minutes(600_000, 'How many hours?').nullable(),
}
export const NewProject = z.object({
  companyId: Id,
  ...projectFields,
  description: projectFields.description.default(''),
  agreementId: projectFields.agreementId.default(null),
  startsOn: projectFields.startsOn.default(null),
  dueOn: projectFields.dueOn.default(null),
  budgetMinutes: projectFields.budgetMinutes.default(null),
  /** Phases and tasks come from it, their days counted from `startsOn`. */
  templateId: Id.nullable().default(null),
})

const PersonOfSide = Person.extend({ side: Side })
export const ProjectRow = z.object({
  id: Id,
  /** Screens write `P-1001`. */
  number: z.number().int(),
  name: z.string(),
  status: ProjectStatus,
  /** Null when nobody works on it any more or not yet. */
  health: ProjectHealth.nullable(),
  company: Ref,
  lead: Person,
  startsOn: z.string().nullable(),
  dueOn: z.string().nullable(),
  tasksDone: z.number().int(),
  tasksTotal: z.number().int(),
  /** Tasks that wait for the reader's side: of a partner for the reader or the company. */
  waiting: z.number().int(),
  budgetMinutes: z.number().int().nullable(),
  /** Minutes that were worked on its tasks. */
  usedMinutes: z.number().int(),
  updatedAt: Instant,
})

/** Of words that whoever wrote them may put right for some minutes. */
const puttingRight = {
  editedAt: Instant.nullable(),
  /** Until when the reader may put it right; null for what is not theirs, or too old. */
  editableUntil: Instant.nullable(),
  version: z.number().int(),
}
export const ProjectUpdate = z.object({
  id: Id,
  author: Person,
  health: ProjectHealth,
  body: z.string(),
  /** As they were on that day. */
  tasksDone: z.number().int(),
  tasksTotal: z.number().int(),
  files: z.array(FileInfo),
  createdAt: Instant,
  ...puttingRight,
})

export const Project = ProjectRow.extend({
  version: z.number().int(),
  description: z.string(),
  /** Why its health is what it is, in plain words; empty when there is nothing to say. */
  healthReasons: z.array(z.string()),
  agreement: NumberedRef.extend({
    /** Its price is billed when the work is done, and was not yet. */
    billsOnCompletion: z.boolean(),
  }).nullable(),
  /** Of `usedMinutes`: what was charged against hours, after multiplier and rounding. */
  chargedMinutes: z.number().int(),
  statusAt: Instant,
  completedAt: Instant.nullable(),
  createdAt: Instant,
  tickets: z.array(z.object({ id: Id, number: z.number().int(), subject: z.string(), status: z.string() })),
  installations: z.array(z.object({ id: Id, name: z.string(), status: z.string() })),
  watching: z.boolean(),
  watchers: z.array(PersonOfSide),
  lastUpdate: ProjectUpdate.nullable(),
  can: z.object({
    edit: z.boolean(),
    /** The statuses that it can be given now. */
    statuses: z.array(ProjectStatus),
    /** Post updates, write tasks and phases, book time, link. */
    work: z.boolean(),
    comment: z.boolean(),
    addFiles: z.boolean(),
  }),
})

export const Phase = z.object({
  id: Id,
  name: z.string(),
  position: z.number().int(),
  /** From its tasks. */
  status: PhaseStatus,
  tasksDone: z.number().int(),
  tasksTotal: z.number().int(),
  startsOn: z.string().nullable(),
  dueOn: z.string().nullable(),
})
const taskFields = {
  phaseId: Id,
  title: line(200, 'Say what is to be done.'),
  /** Markdown. */
  body: text(20_000),
  side: Side,
  /** Somebody of that side; null: anybody of it. */
  assigneeId: Id.nullable(),
  startsOn: Day.nullable(),
  dueOn: Day.nullable(),
  estimateMinutes: minutes(60_000, 'How many hours?').nullable(),
}
export const TaskRow = z.object({
  id: Id,
  phaseId: Id,
  /** One order for all tasks of a project. */
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
    /** Say that it is done. */
    complete: z.boolean(),
    /** Take that back. */
    reopen: z.boolean(),
  }),
})
export const TaskComment = z.object({
  id: Id,
  author: PersonOfSide,
  body: z.string(),
  /** Only staff see it. */
  internal: z.boolean(),
  files: z.array(FileInfo),
  createdAt: Instant,
  ...puttingRight,
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

export const ProjectFile = FileInfo.extend({
  by: z.string(),
  internal: z.boolean(),
  task: z.object({ id: Id, title: z.string() }).nullable(),
  /** It came with an update. */
  updateId: Id.nullable(),
})

export const ProjectFilter = z.object({
  q: z.string().trim().max(200, 'At most 200 characters.').optional(),
  status: manyOf(ProjectStatus),
  company: Id.optional(),
  /** `me` or a person's id. */
  lead: z.union([z.enum(['me']), Id]).optional(),
  /** Only those with a task that waits for the partner. */
  waiting: z.enum(['yes'], 'This can only be "yes".').optional(),
  /** Those that a ticket or an installation is linked to. */
  ticket: Id.optional(),
  installation: Id.optional(),
  sort: z.enum(PROJECT_SORTS).default('updated'),
  order: z.enum(['asc', 'desc']).default('desc'),
})

export const ProjectAct = z.object({
  id: z.string(),
  at: Instant,
  actor: Person.nullable(),
  action: z.string(),
  /** The task or phase that it was about. */
  about: z.string().nullable(),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})

const DayOffset = z.int('A day as a number.').min(0, 'From 0 to 1,000 days.').max(1_000, 'From 0 to 1,000 days.')
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
      name: line(100, 'Give the phase a name.'),
      tasks: z.array(TemplateTask).max(100, 'At most 100 tasks in a phase.').default([]),
    }),
  )
  .min(1, 'It needs a phase.')
  .max(PHASES_MAX, `At most ${PHASES_MAX} phases.`)
export const NewProjectTemplate = z.object({
  name: line(100, 'Give it a name.'),
  description: text(20_000).default(''),
  budgetMinutes: projectFields.budgetMinutes.default(null),
  phases: TemplatePhases,
})
export const ProjectTemplate = NewProjectTemplate.extend({
  id: Id,
  version: z.number().int(),
  updatedAt: Instant,
})

const LINKS = ['ticket', 'installation'] as const
const LinkKind = z.enum(LINKS, 'Choose a ticket or an automation.')

const current = (What: z.ZodType) => z.object({ current: What.optional() }).optional()
const changed = {
  CONFLICT: { status: 409, message: 'Somebody else changed this project meanwhile.', data: current(Project) },
}
const taskChanged = {
  CONFLICT: { status: 409, message: 'Somebody else changed this task meanwhile.', data: current(Task) },
}
const templateChanged = {
  CONFLICT: { status: 409, message: 'Somebody else changed this template meanwhile.', data: current(ProjectTemplate) },
}
const saidAgain = {
  CONFLICT: { status: 409, message: 'You changed this meanwhile, in another window.', data: current(z.unknown()) },
  EDIT_OVER: {
    status: 409,
    message: `What you wrote can be put right for ${EDIT_MINUTES} minutes. Write another one instead.`,
  },
}
const taken = { NAME_TAKEN: { status: 422, message: 'Another one has this name already.', data: z.any() } }
const over = { PROJECT_OVER: { status: 409, message: 'This project is over. Take it up again first.', data: z.any() } }
const gone = { ATTACHMENT_GONE: { status: 422, message: 'An attachment is not there any more.', data: z.any() } }
const versioned = { id: Id, version: z.coerce.number().int() }
const byId = z.object({ id: Id })

export const Plan = z.object({ phases: z.array(Phase), tasks: z.array(TaskRow) })

export const projects = {
  list: op('GET', '/projects', {
    roles: everyone,
    tag: 'projects',
    summary: 'Projects; partners: those of their own company',
  })
    .input(ProjectFilter.extend(page))
    .output(pageOf(ProjectRow)),
  get: op('GET', '/projects/{id}', {
    roles: everyone,
    tag: 'projects',
    summary: 'One project: how it stands, budget, links, and what the reader may do',
  })
    .input(byId)
    .output(Project),
  create: op('POST', '/projects', {
    roles: staff,
    tag: 'projects',
    summary: 'Plan a project, alone or from a template',
    status: 201,
    creates: true,
  })
    .input(NewProject)
    .output(Project),
  edit: op('PATCH', '/projects/{id}', {
    roles: staff,
    tag: 'projects',
    summary: 'Change name, description, agreement, lead, days and budget',
  })
    .errors({ ...changed, ...hoursExhausted })
    .input(z.object(projectFields).partial().extend(versioned))
    .output(Project),
  setStatus: op('POST', '/projects/{id}/status', {
    roles: staff,
    tag: 'projects',
    summary: 'Say where it stands; done bills a fixed price that is due on completion, once',
  })
    .errors(changed)
    .input(
      z.object({
        ...versioned,
        status: ProjectStatus,
        /** For the partner: needed to put it on hold or to cancel it. */
        reason: text(1_000).default(''),
      }),
    )
    .output(Project),
  history: op('GET', '/projects/{id}/history', {
    roles: staff,
    tag: 'projects',
    summary: 'Who did what in a project, when and why; newest first',
  })
    .input(z.object({ id: Id, ...page }))
    .output(pageOf(ProjectAct)),
  people: op('GET', '/projects/{id}/people', {
    roles: staff,
    tag: 'projects',
    summary: 'Who can be given a task: both sides',
  })
    .input(byId)
    .output(z.object({ items: z.array(PersonOfSide) })),
  watch: op('PUT', '/projects/{id}/watch', {
    roles: everyone,
    tag: 'projects',
    summary: 'Be told of updates and of the end, or not any more',
  })
    .input(z.object({ id: Id, watching: z.boolean('Say yes or no.') }))
    .output(Project),

  // ---- plan
  plan: op('GET', '/projects/{id}/plan', {
    roles: everyone,
    tag: 'projects',
    summary: 'All phases and tasks of a project, in their order',
  })
    .input(byId)
    .output(Plan),
  addPhase: op('POST', '/projects/{id}/phases', {
    roles: staff,
    tag: 'projects',
    summary: 'Add a phase at the end',
    status: 201,
    creates: true,
  })
    .errors(over)
    .input(z.object({ id: Id, name: line(100, 'Give the phase a name.') }))
    .output(Plan),
  editPhase: op('PATCH', '/project-phases/{id}', {
    roles: staff,
    tag: 'projects',
    summary: 'Rename a phase, or put it after another',
  })
    .errors(over)
    .input(
      z.object({
        id: Id,
        name: line(100, 'Give the phase a name.').optional(),
        /** Null: to the beginning. */
        afterId: Id.nullable().optional(),
      }),
    )
    .output(Plan),
  removePhase: op('DELETE', '/project-phases/{id}', {
    roles: staff,
    tag: 'projects',
    summary: 'Remove a phase without tasks',
  })
    .errors({
      ...over,
      PHASE_NOT_EMPTY: { status: 409, message: 'Tasks are in this phase. Move or remove them first.', data: z.any() },
    })
    .input(byId)
    .output(Plan),
  task: op('GET', '/project-tasks/{id}', {
    roles: everyone,
    tag: 'projects',
    summary: 'One task with its text, files and comments',
  })
    .input(byId)
    .output(Task),
  addTask: op('POST', '/projects/{id}/tasks', {
    roles: staff,
    tag: 'projects',
    summary: 'Add a task at the end of its phase',
    status: 201,
    creates: true,
  })
    .errors({ ...over, ...gone })
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
    summary: 'Change what a task is, whose and until when',
  })
    .errors({ ...taskChanged, ...over, ...gone })
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
    summary: 'Give a task another status, phase or place; whatever is left out stays',
  })
    .errors({ ...taskChanged, ...over })
    .input(
      z.object({
        id: Id,
        status: TaskStatus.optional(),
        phaseId: Id.optional(),
        /** The task that it comes after in the order of the project; null: it is the first. */
        afterId: Id.nullable().optional(),
        /** The status that was on the screen; another one now is a conflict. */
        expected: TaskStatus.optional(),
      }),
    )
    .output(Task),
  completeTask: op('POST', '/project-tasks/{id}/complete', {
    roles: everyone,
    tag: 'projects',
    summary: 'Say that a task is done, or take that back; partners: tasks that wait for them',
  })
    .errors({
      ...over,
      NOT_WAITING: { status: 409, message: 'This task does not wait for you.', data: current(Task) },
    })
    .input(z.object({ id: Id, done: z.boolean('Say yes or no.') }))
    .output(Task),
  removeTask: op('DELETE', '/project-tasks/{id}', {
    roles: staff,
    tag: 'projects',
    summary: 'Remove a task on which nothing was booked or said',
  })
    .errors({
      ...over,
      ...taskChanged,
      TASK_IN_USE: {
        status: 409,
        message: 'Time was booked or is running, files were added or something was said here: set it to done instead.',
        data: z.any(),
      },
    })
    .input(z.object(versioned))
    .output(Plan),
  comment: op('POST', '/project-tasks/{id}/comments', {
    roles: everyone,
    tag: 'projects',
    summary: 'Say something about a task; staff: also among themselves',
    status: 201,
    creates: true,
  })
    .errors(gone)
    .input(
      z.object({
        id: Id,
        body: said('Write something first.'),
        internal: z.boolean('Say yes or no.').default(false),
        fileIds: FileIds,
      }),
    )
    .output(Task),

  editComment: op('PATCH', '/project-comments/{id}', {
    roles: everyone,
    tag: 'projects',
    summary: `Put an own comment or note right, within ${EDIT_MINUTES} minutes`,
  })
    .errors(saidAgain)
    .input(z.object({ ...versioned, body: said('Write something first.') }))
    .output(Task),

  // ---- updates, files, links
  updates: op('GET', '/projects/{id}/updates', {
    roles: everyone,
    tag: 'projects',
    summary: 'What was said about how it stands, newest first',
  })
    .input(z.object({ id: Id, ...page }))
    .output(pageOf(ProjectUpdate)),
  postUpdate: op('POST', '/projects/{id}/updates', {
    roles: staff,
    tag: 'projects',
    summary: 'Say in plain language how it stands; everybody who watches is told',
    status: 201,
    creates: true,
  })
    .errors(gone)
    .input(z.object({ id: Id, health: ProjectHealth, body: said('Say how it stands.'), fileIds: FileIds }))
    .output(ProjectUpdate),
  editUpdate: op('PATCH', '/project-updates/{id}', {
    roles: staff,
    tag: 'projects',
    summary: `Put an own update right, within ${EDIT_MINUTES} minutes`,
  })
    .errors(saidAgain)
    .input(z.object({ ...versioned, health: ProjectHealth.optional(), body: said('Say how it stands.') }))
    .output(ProjectUpdate),
  textVersions: op('GET', '/project-texts/{id}/versions', {
    roles: staff,
    tag: 'projects',
    summary: 'What a comment or an update said before it was put right, oldest first',
  })
    .input(byId)
    .output(z.object({ items: z.array(z.object({ body: z.string(), writtenAt: Instant, replacedAt: Instant })) })),
  files: op('GET', '/projects/{id}/files', {
    roles: everyone,
    tag: 'projects',
    summary: 'All files of a project, newest first',
  })
    .input(z.object({ id: Id, ...page }))
    .output(pageOf(ProjectFile)),
  addFiles: op('POST', '/projects/{id}/files', {
    roles: everyone,
    tag: 'projects',
    summary: 'Put uploaded files into a project; staff: also for themselves only',
    status: 201,
    creates: true,
  })
    .errors(gone)
    .input(
      z.object({
        id: Id,
        fileIds: FileIds.unwrap().min(1, 'Choose a file.'),
        internal: z.boolean('Say yes or no.').default(false),
      }),
    )
    .output(pageOf(ProjectFile)),
  linkable: op('GET', '/projects/{id}/linkable', {
    roles: staff,
    tag: 'projects',
    summary: 'Tickets or automations of the company that can be linked, newest first',
  })
    .input(z.object({ id: Id, kind: LinkKind, q: z.string().trim().max(200).optional() }))
    .output(z.object({ items: z.array(z.object({ id: Id, name: z.string(), status: z.string() })) })),
  link: op('POST', '/projects/{id}/links', {
    roles: staff,
    tag: 'projects',
    summary: 'Link a ticket or an automation of the same company',
  })
    .input(z.object({ id: Id, kind: LinkKind, subjectId: Id }))
    .output(Project),
  unlink: op('DELETE', '/projects/{id}/links', { roles: staff, tag: 'projects', summary: 'Take a link away' })
    .input(z.object({ id: Id, kind: LinkKind, subjectId: Id }))
    .output(Project),

  // ---- templates
  templates: op('GET', '/project-templates', {
    roles: staff,
    tag: 'projects',
    summary: 'What projects can begin with, by name',
  })
    .input(z.object({}))
    .output(z.object({ items: z.array(ProjectTemplate) })),
  createTemplate: op('POST', '/project-templates', {
    roles: staff,
    tag: 'projects',
    summary: 'Write a template',
    status: 201,
    creates: true,
  })
    .errors(taken)
    .input(NewProjectTemplate)
    .output(ProjectTemplate),
  editTemplate: op('PATCH', '/project-templates/{id}', {
    roles: staff,
    tag: 'projects',
    summary: 'Change a template; projects that were made of it stay',
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
    summary: 'Offer a template no more',
  })
    .errors(templateChanged)
    .input(z.object(versioned))
    .output(ProjectTemplate),
}
