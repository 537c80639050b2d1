// Projects: list, details, links, files and status.

import { z } from 'zod'
import { current, everyone, Id, Instant, manyOf, op, page, pageOf, staff, versioned } from '../base.ts'
import { Person } from '../companies/index.ts'
import { FileIds, FileInfo } from '../files.ts'
import { hoursExhausted } from '../hours.ts'
import {
  attachmentGone,
  byId,
  NumberedRef,
  PersonOfSide,
  ProjectHealth,
  ProjectStatus,
  projectFields,
  Ref,
  text,
} from './fields.ts'
import { ProjectUpdate } from './updates.ts'

const PROJECT_SORTS = ['updated', 'number', 'name', 'due'] as const
const NewProject = z.object({
  companyId: Id,
  ...projectFields,
  description: projectFields.description.default(''),
  agreementId: projectFields.agreementId.default(null),
  startsOn: projectFields.startsOn.default(null),
  dueOn: projectFields.dueOn.default(null),
  budgetMinutes: projectFields.budgetMinutes.default(null),
  /** The template to copy phases and tasks from. Their days are counted from `startsOn`. */
  templateId: Id.nullable().default(null),
})
export const ProjectRow = z.object({
  id: Id,
  /** Shown as `P-1001`. */
  number: z.number().int(),
  name: z.string(),
  status: ProjectStatus,
  /** Null unless the project is active or waits for the partner. */
  health: ProjectHealth.nullable(),
  company: Ref,
  lead: Person,
  startsOn: z.string().nullable(),
  dueOn: z.string().nullable(),
  tasksDone: z.number().int(),
  tasksTotal: z.number().int(),
  /** Tasks that wait for the partner. For a partner's user, only those assigned to that user or to nobody. */
  waiting: z.number().int(),
  budgetMinutes: z.number().int().nullable(),
  /** Minutes worked on its tasks. */
  usedMinutes: z.number().int(),
  updatedAt: Instant,
})
export const Project = ProjectRow.extend({
  version: z.number().int(),
  description: z.string(),
  /** The reasons for its health, as sentences. Empty when there are none. */
  healthReasons: z.array(z.string()),
  agreement: NumberedRef.extend({
    /** Whether its price is billed on completion and has not been billed yet. */
    billsOnCompletion: z.boolean(),
  }).nullable(),
  /** The charged minutes for `usedMinutes`, after multiplier and rounding. */
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
    /** Statuses that it can be changed to now. */
    statuses: z.array(ProjectStatus),
    /** Change phases and tasks. The API also accepts updates, links and time after the end of the project. */
    work: z.boolean(),
    comment: z.boolean(),
    addFiles: z.boolean(),
  }),
})
export const ProjectFile = FileInfo.extend({
  by: z.string(),
  internal: z.boolean(),
  task: z.object({ id: Id, title: z.string() }).nullable(),
  /** The update that it was posted with. */
  updateId: Id.nullable(),
})
export const ProjectFilter = z.object({
  q: z.string().trim().max(200, 'At most 200 characters.').optional(),
  status: manyOf(ProjectStatus),
  company: Id.optional(),
  /** `me` or a user's id. */
  lead: z.union([z.enum(['me']), Id]).optional(),
  /**
   * Only projects with a task that waits for the partner. For a partner's user, only tasks assigned to that user or to
   * nobody count.
   */
  waiting: z.enum(['yes'], 'Use “yes”, or leave it out.').optional(),
  /** Only projects that are linked to this ticket or this installation. */
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
  /** The task or phase that changed, or the ticket or automation that was linked. */
  about: z.string().nullable(),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
const LINKS = ['ticket', 'installation'] as const
const LinkKind = z.enum(LINKS, 'Choose a ticket or an automation.')
const changed = {
  CONFLICT: {
    status: 409,
    message: 'Someone else changed this project. Review their changes and try again.',
    data: current(Project),
  },
}

export const projectOperations = {
  list: op('GET', '/projects', {
    roles: everyone,
    tag: 'projects',
    summary: 'List projects; partners see those of their company',
  })
    .input(ProjectFilter.extend(page))
    .output(pageOf(ProjectRow)),
  get: op('GET', '/projects/{id}', {
    roles: everyone,
    tag: 'projects',
    summary: 'Get a project with its health, budget, links and the actions you may take',
  })
    .input(byId)
    .output(Project),
  create: op('POST', '/projects', {
    roles: staff,
    tag: 'projects',
    summary: 'Create a project, optionally from a template',
    status: 201,
    creates: true,
  })
    .input(NewProject)
    .output(Project),
  edit: op('PATCH', '/projects/{id}', {
    roles: staff,
    tag: 'projects',
    summary: 'Change the name, description, agreement, lead, dates or budget of a project',
  })
    .errors({ ...changed, ...hoursExhausted })
    .input(z.object(projectFields).partial().extend(versioned))
    .output(Project),
  setStatus: op('POST', '/projects/{id}/status', {
    roles: staff,
    tag: 'projects',
    summary:
      'Change the status; completing the last open project of an agreement invoices its fixed price if it is due on completion',
  })
    .errors(changed)
    .input(
      z.object({
        ...versioned,
        status: ProjectStatus,
        /** Visible to the partner. Required to put the project on hold or to cancel it. */
        reason: text(1_000).default(''),
      }),
    )
    .output(Project),
  history: op('GET', '/projects/{id}/history', {
    roles: staff,
    tag: 'projects',
    summary: 'List the activity of a project, newest first',
  })
    .input(z.object({ id: Id, ...page }))
    .output(pageOf(ProjectAct)),
  people: op('GET', '/projects/{id}/people', {
    roles: staff,
    tag: 'projects',
    summary: 'List people who can be assigned a task, on both sides',
  })
    .input(byId)
    .output(z.object({ items: z.array(PersonOfSide) })),
  watch: op('PUT', '/projects/{id}/watch', {
    roles: everyone,
    tag: 'projects',
    summary: 'Watch or stop watching a project; watchers are notified of updates and completion',
  })
    .input(z.object({ id: Id, watching: z.boolean('Choose yes or no.') }))
    .output(Project),
  files: op('GET', '/projects/{id}/files', {
    roles: everyone,
    tag: 'projects',
    summary: 'List the files of a project, newest first',
  })
    .input(z.object({ id: Id, ...page }))
    .output(pageOf(ProjectFile)),
  addFiles: op('POST', '/projects/{id}/files', {
    roles: everyone,
    tag: 'projects',
    summary: 'Add uploaded files to a project; staff can add internal files',
    status: 201,
    creates: true,
  })
    .errors(attachmentGone)
    .input(
      z.object({
        id: Id,
        fileIds: FileIds.unwrap().min(1, 'Choose a file.'),
        internal: z.boolean('Choose yes or no.').default(false),
      }),
    )
    .output(pageOf(ProjectFile)),
  linkable: op('GET', '/projects/{id}/linkable', {
    roles: staff,
    tag: 'projects',
    summary: 'List the company’s tickets or automations that can be linked, newest first',
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
  unlink: op('DELETE', '/projects/{id}/links', { roles: staff, tag: 'projects', summary: 'Remove a link' })
    .input(z.object({ id: Id, kind: LinkKind, subjectId: Id }))
    .output(Project),
}
