import { z } from 'zod'
import { everyone, Id, op } from './base.ts'

/** The lists that store preferences for a user. */
export const LISTS = [
  'tickets',
  'ticket-queue',
  'client-tickets',
  'users',
  'all-users',
  'contacts',
  'all-contacts',
  'client-contacts',
  'clients',
  'all-clients',
  'companies',
  'leads',
  'time',
  'stripe-customers',
  'agreements',
  'company-agreements',
  'own-agreements',
  'hours',
  'invoices',
  'company-invoices',
  'catalog',
  'installations',
  'company-automations',
  'automation-runs',
  'own-automations',
  'projects',
  'own-projects',
  'company-projects',
] as const
export const ListKey = z.enum(LISTS, 'This list doesn’t exist.')

/** Maximum number of views that a user can save for one list. */
export const VIEWS_MAX = 50

const Name = z
  .string('Enter a name for the view.')
  .trim()
  .min(1, 'Enter a name for the view.')
  .max(60, 'At most 60 characters.')
  .regex(/^[^\p{Cc}]*$/u, 'Use a single line.')

/** The query string of the list's URL. */
const Query = z
  .string('Enter the filters of the view.')
  .max(2_000, 'This view has too many filters to save.')
  .regex(/^[^\p{Cc}\s#?]*$/u, 'Enter the query string of the list’s URL.')

/** Keys of the visible columns, or null for the default columns. */
const Columns = z
  .array(z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,39}$/, 'This column doesn’t exist.'))
  .min(1, 'Show at least one column.')
  .max(50, 'At most 50 columns.')
  .refine((keys) => new Set(keys).size === keys.length, 'List each column only once.')
  .nullable()

/** A saved view: filters, order and columns of a list, under a name. Belongs to one user. */
export const SavedView = z.object({ id: Id, name: z.string(), query: z.string(), columns: Columns })

const taken = { NAME_TAKEN: { status: 409, message: 'You already have a view with this name. Choose another name.' } }
const own = z.object({ list: ListKey, id: Id })

export const lists = {
  get: op('GET', '/lists/{list}', {
    roles: everyone,
    tag: 'lists',
    summary: 'Get your saved views and visible columns of a list',
  })
    .input(z.object({ list: ListKey }))
    .output(z.object({ views: z.array(SavedView), columns: Columns })),
  saveView: op('POST', '/lists/{list}/views', {
    roles: everyone,
    tag: 'lists',
    summary: `Save the filters, sort order and columns of a list as a view; at most ${VIEWS_MAX} per list`,
    status: 201,
    creates: true,
  })
    .errors({
      ...taken,
      TOO_MANY_VIEWS: { status: 422, message: `You can save at most ${VIEWS_MAX} views per list. Delete one first.` },
    })
    .input(z.object({ list: ListKey, name: Name, query: Query, columns: Columns.default(null) }))
    .output(SavedView),
  changeView: op('PATCH', '/lists/{list}/views/{id}', {
    roles: everyone,
    tag: 'lists',
    summary: 'Rename a saved view, or change what it shows',
  })
    .errors(taken)
    .input(own.extend({ name: Name.optional(), query: Query.optional(), columns: Columns.optional() }))
    .output(SavedView),
  removeView: op('DELETE', '/lists/{list}/views/{id}', {
    roles: everyone,
    tag: 'lists',
    summary: 'Delete a saved view',
  })
    .input(own)
    .output(z.object({})),
  orderViews: op('PUT', '/lists/{list}/views', {
    roles: everyone,
    tag: 'lists',
    summary: 'Reorder your saved views of a list',
  })
    .input(z.object({ list: ListKey, ids: z.array(Id).max(VIEWS_MAX, `At most ${VIEWS_MAX} views.`) }))
    .output(z.object({ views: z.array(SavedView) })),
  setColumns: op('PUT', '/lists/{list}/columns', {
    roles: everyone,
    tag: 'lists',
    summary: 'Choose the visible columns of a list; null restores the default',
  })
    .input(z.object({ list: ListKey, columns: Columns }))
    .output(z.object({ columns: Columns })),
}
