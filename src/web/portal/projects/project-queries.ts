// What the screens about projects ask the server for.
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'

const first: string | undefined = undefined

/** One project. */
export const projectOptions = (id: string) => api.projects.get.queryOptions({ input: { id } })
/** Its phases and tasks. */
export const planOptions = (id: string) => api.projects.plan.queryOptions({ input: { id } })
/** One task. */
export const taskOptions = (id: string) => api.projects.task.queryOptions({ input: { id } })
/** Who can be given a task. */
export const peopleOptions = (id: string) => api.projects.people.queryOptions({ input: { id } })
/** What was said about how it stands. */
export const updatesOptions = (id: string) =>
  infiniteQueryOptions(
    api.projects.updates.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, limit: 20, cursor }),
      initialPageParam: first,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
/** Its files. */
export const filesOptions = (id: string) =>
  infiniteQueryOptions(
    api.projects.files.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, limit: 50, cursor }),
      initialPageParam: first,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
/** Who did what in it. */
export const historyOptions = (id: string) =>
  infiniteQueryOptions(
    api.projects.history.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, limit: 30, cursor }),
      initialPageParam: first,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
/** What projects can begin with. */
export const templatesOptions = () => api.projects.templates.queryOptions({ input: {} })
/** Agreements that a project of a company can count for. */
export const agreementsOptions = (company: string) =>
  api.agreements.list.queryOptions({ input: { company, status: ['signed', 'active', 'sent'], limit: 100 } })
/** Engineers and administrators. */
export const staffOptions = () =>
  api.people.list.queryOptions({
    input: { role: ['engineer', 'admin'], status: ['active'], limit: 100 },
    select: (found) => found.items.map(({ id, name }) => ({ id, name: name ?? '' })),
  })

/** Asks again for everything about projects that is on the screen. */
export const refreshProjects = (): Promise<void> => queries.invalidateQueries({ queryKey: api.projects.key() })
