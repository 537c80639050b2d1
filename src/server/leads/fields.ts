// All fields of a lead, in the order of its CSV: how each is selected, shown, filtered, sorted, exported and changed,
// and whether the history records it. Other parts of a lead (submissions, leads from the same address) are read in
// queries.ts. Rules for several fields (a lead has an address or a phone number, a date needs an action) are in
// create.ts and edit.ts.
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { LeadFilter, LeadRow } from '../../contract/leads/index.ts'
import type { Leads } from '../platform/database/db.types.ts'
import { type Condition, defineFields, fieldOf, isAnyOf, refersTo } from '../platform/fields.ts'
import { FORMER } from '../platform/words.ts'
import { ownerName } from './owner.ts'
import { LEAD_SOURCE_NAMES, LEAD_STATUS_NAMES, STAGE_NAMES } from './words.ts'

type Row = z.infer<typeof LeadRow>
type Filter = z.infer<typeof LeadFilter>
const field = fieldOf<Selectable<Leads>, Filter>()

/** Conditions of the filter by due date. `next_action_order` is the due date, or infinity when there is none. */
const DUE: Record<NonNullable<Filter['due']>, ReturnType<typeof sql<boolean>>> = {
  overdue: sql<boolean>`l.next_action_order < now()`,
  week: sql<boolean>`l.next_action_order < now() + interval '7 days'`,
  none: sql<boolean>`l.next_action is null`,
}
// A single value is compared with `=`, because only that uses the indexes on open leads.
const hasStatus: Condition<Row['status'][]> = (values, actor) =>
  values.length === 1 ? sql<boolean>`l.status = ${sql.lit(values[0])}` : isAnyOf('l.status')(values, actor)

const ofCompany = (column: 'name' | 'slug') =>
  sql<string | null>`(select ${sql.ref(`c.${column}`)} from companies as c where c.id = l.converted_company_id)`

// Text columns with a check constraint are cast to the contract's unions here.
/** The fields of a lead. */
export const leadFields = defineFields('l', {
  name: field({
    label: 'Name',
    columns: ['name', 'name_order'],
    present: (r) => r.name,
    sort: { name: { by: sql.ref('l.name_order'), kind: 'text', of: (r) => r.name_order } },
    export: {},
    write: { by: 'staff', column: 'name' },
    history: {},
  }),
  organization: field({
    label: 'Company',
    columns: ['organization'],
    present: (r) => r.organization,
    export: {},
    write: { by: 'staff', column: 'organization' },
    history: {},
  }),
  email: field({
    label: 'Email',
    columns: ['email'],
    present: (r) => r.email,
    export: {},
    write: { by: 'staff', column: 'email' },
    history: {},
  }),
  phone: field({
    label: 'Phone',
    columns: ['phone'],
    present: (r) => r.phone,
    export: {},
    write: { by: 'staff', column: 'phone' },
    history: {},
  }),
  source: field({
    label: 'Source',
    columns: ['source'],
    present: (r) => r.source as Row['source'],
    names: LEAD_SOURCE_NAMES,
    filter: { source: isAnyOf('l.source') },
    export: {},
  }),
  stage: field({
    label: 'Stage',
    columns: ['stage'],
    present: (r) => r.stage as Row['stage'],
    names: STAGE_NAMES,
    filter: { stage: isAnyOf('l.stage') },
    export: {},
  }),
  status: field({
    label: 'Status',
    columns: ['status'],
    present: (r) => r.status as Row['status'],
    names: LEAD_STATUS_NAMES,
    filter: { status: hasStatus },
    export: {},
  }),
  owner: field({
    label: 'Owner',
    columns: ['owner_id'],
    computed: { owner: sql<string | null>`(select p.full_name from people as p where p.id = l.owner_id)` },
    present: (r) => (r.owner_id ? { id: r.owner_id, name: r.owner ?? FORMER } : null),
    filter: { owner: refersTo('l.owner_id') },
    export: { value: (owner) => owner?.name ?? null },
    write: {
      by: 'staff',
      column: 'owner_id',
      input: 'ownerId',
      reference: {
        choose: async (db, _, id) => (id ? { id, name: await ownerName(db, id) } : undefined),
        nameOf: async (db, _, id) =>
          (await db.selectFrom('people').select('full_name').where('id', '=', id).executeTakeFirst())?.full_name ??
          undefined,
      },
    },
    history: {},
  }),
  nextAction: field({
    label: 'Next action',
    columns: ['next_action'],
    present: (r) => r.next_action,
    export: {},
    write: { by: 'staff', column: 'next_action' },
    history: {},
  }),
  nextActionAt: field({
    label: 'Due',
    columns: ['next_action_at', 'next_action_order'],
    present: (r) => r.next_action_at,
    filter: { due: (when) => DUE[when] },
    sort: {
      next_action: { by: sql.ref('l.next_action_order'), kind: 'instant', of: (r) => r.next_action_order },
    },
    export: {},
    // The history shows the date with the action.
    write: { by: 'staff', column: 'next_action_at' },
  }),
  tags: field({
    label: 'Tags',
    columns: ['tags'],
    present: (r) => r.tags,
    filter: { tag: (tag) => sql<boolean>`${tag} = any(l.tags)` },
    export: { value: (tags) => tags.join(', ') },
    write: { by: 'staff', column: 'tags' },
    history: {},
  }),
  createdAt: field({
    label: 'Received',
    columns: ['created_at'],
    present: (r) => r.created_at,
    sort: { created: { by: sql.ref('l.created_at'), kind: 'instant', of: (r) => r.created_at } },
    export: {},
  }),
  updatedAt: field({
    label: 'Updated',
    columns: ['updated_at'],
    present: (r) => r.updated_at,
    sort: { updated: { by: sql.ref('l.updated_at'), kind: 'instant', of: (r) => r.updated_at } },
    export: {},
  }),
  // Exports have the columns of the list. How a lead ended is on its page.
  lostReason: field({
    label: 'Lost reason',
    shown: 'record',
    columns: ['lost_reason'],
    present: (r) => r.lost_reason,
    export: false,
  }),
  convertedTo: field({
    label: 'Converted to',
    shown: 'record',
    columns: ['converted_company_id'],
    computed: { converted_name: ofCompany('name'), converted_slug: ofCompany('slug') },
    present: (r) =>
      r.converted_company_id
        ? { id: r.converted_company_id, name: r.converted_name ?? '', slug: r.converted_slug ?? '' }
        : null,
    export: false,
  }),
  convertedAt: field({
    label: 'Converted',
    shown: 'record',
    columns: ['converted_at'],
    present: (r) => r.converted_at,
    export: false,
  }),
  // Version and ID are not useful in a CSV file.
  version: field({ label: 'Version', columns: ['version'], present: (r) => r.version, export: false }),
  id: field({ label: 'ID', columns: ['id'], present: (r) => r.id, export: false }),
})
