// Query options for the project screens.
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { isSending } from '../platform/data/send-in-turn.ts'

const first: string | undefined = undefined

/** Returns query options for one project. */
export const projectOptions = (id: string) => api.projects.get.queryOptions({ input: { id } })
/** Returns query options for a project's phases and tasks. */
export const planOptions = (id: string) => api.projects.plan.queryOptions({ input: { id } })
/** Returns query options for one task. */
export const taskOptions = (id: string) => api.projects.task.queryOptions({ input: { id } })
/** Returns query options for the people who can be assigned tasks. */
export const projectPeopleOptions = (id: string) => api.projects.people.queryOptions({ input: { id } })
/** Returns query options for a project's status updates. */
export const updatesOptions = (id: string) =>
  infiniteQueryOptions(
    api.projects.updates.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, limit: 20, cursor }),
      initialPageParam: first,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
/** Returns query options for a project's files. */
export const filesOptions = (id: string) =>
  infiniteQueryOptions(
    api.projects.files.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, limit: 50, cursor }),
      initialPageParam: first,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
/** Returns query options for a project's activity. */
export const projectHistoryOptions = (id: string) =>
  infiniteQueryOptions(
    api.projects.history.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, limit: 30, cursor }),
      initialPageParam: first,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
/** Returns query options for project templates. */
export const projectTemplatesOptions = () => api.projects.templates.queryOptions({ input: {} })
/** Returns query options for agreements that a company's project can belong to. */
export const agreementsOptions = (company: string) =>
  api.agreements.list.queryOptions({ input: { company, status: ['signed', 'active', 'sent'], limit: 100 } })
/** Returns query options for active engineers and administrators. */
export const projectStaffOptions = () =>
  api.people.list.queryOptions({
    input: { role: ['engineer', 'admin'], status: ['active'], limit: 100 },
    select: (found) => found.items.map(({ id, name }) => ({ id, name: name ?? '' })),
  })

/** Returns the name of the line in which the changes of a project's plan are sent. */
export const planLine = (projectId: string): string => `plan ${projectId}`
type PlanKey = readonly [path?: unknown, options?: { input?: { id?: string } }]
/** Returns whether a plan has pending changes. */
const isPlanSending = ([path, { input } = {}]: PlanKey): boolean =>
  String(path) === String(api.projects.plan.key()[0]) && isSending(planLine(input?.id ?? ''))

/**
 * Refetches everything about projects that is on the screen. A plan with pending changes is left out, because the
 * response could be older than they are.
 */
export const refreshProjects = (): Promise<void> =>
  queries.invalidateQueries({
    queryKey: api.projects.key(),
    predicate: ({ queryKey }) => !isPlanSending(queryKey as PlanKey),
  })
