import { z } from 'zod'
import { everyone, Id, op } from './base.ts'

/** The lists that remember something for a person. */
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
  'catalogue',
  'installations',
  'company-automations',
  'automation-runs',
  'own-automations',
  'projects',
  'own-projects',
  'company-projects',
] as const
export const ListKey = z.enum(LISTS, 'There is no such list.')

/** How many views a person can keep of one list. */
export const VIEWS_MAX = 50

const Name = z
  .string('Give the view a name.')
  .trim()
  .min(1, 'Give the view a name.')
  .max(60, 'At most 60 characters.')
  .regex(/^[^\p{Cc}]*$/u, 'Letters only, in one line.')

/** What stands behind the question mark of the list's address. */
const Query = z
  .string('Say what the view shows.')
  .max(2_000, 'This view has too many filters to be kept.')
  .regex(/^[^\p{Cc}\s#?]*$/u, 'This is not the query of an address.')

/** Keys of the columns that are shown; null: those that are usual. */
const Columns = z
  .array(z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,39}$/, 'This is not a column.'))
  .min(1, 'Show at least one column.')
  .max(50, 'At most 50 columns.')
  .refine((keys) => new Set(keys).size === keys.length, 'A column is named twice.')
  .nullable()

/** Filters, order and columns of a list under a name. Belongs to one person. */
export const SavedView = z.object({ id: Id, name: z.string(), query: z.string(), columns: Columns })

const taken = { NAME_TAKEN: { status: 409, message: 'You have a view of this name already. Choose another name.' } }
const own = z.object({ list: ListKey, id: Id })

export const lists = {
  get: op('GET', '/lists/{list}', {
    roles: everyone,
    tag: 'lists',
    summary: 'What you keep about a list: saved views in their order, and which columns are shown',
  })
    .input(z.object({ list: ListKey }))
    .output(z.object({ views: z.array(SavedView), columns: Columns })),
  saveView: op('POST', '/lists/{list}/views', {
    roles: everyone,
    tag: 'lists',
    summary: `Keep filters, order and columns of a list under a name; at most ${VIEWS_MAX} a list`,
    status: 201,
    creates: true,
  })
    .errors({
      ...taken,
      TOO_MANY_VIEWS: { status: 422, message: `A list keeps at most ${VIEWS_MAX} views. Delete one first.` },
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
    summary: 'Put your saved views of a list in this order',
  })
    .input(z.object({ list: ListKey, ids: z.array(Id).max(VIEWS_MAX, `At most ${VIEWS_MAX} views.`) }))
    .output(z.object({ views: z.array(SavedView) })),
  setColumns: op('PUT', '/lists/{list}/columns', {
    roles: everyone,
    tag: 'lists',
    summary: 'Choose which columns of a list you see; null goes back to the usual ones',
  })
    .input(z.object({ list: ListKey, columns: Columns }))
    .output(z.object({ columns: Columns })),
}
