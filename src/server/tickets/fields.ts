// All fields of a ticket, in the order of a CSV: how each is selected, shown, filtered, sorted, exported and changed,
// and what the history says of it. Lists, CSV, company export, edits and notifications use these. What follows from
// several fields (priority from impact and urgency, service level targets, hours under another agreement) is in
// facts/edit.ts.
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { SLA_STATES, TicketFilter, TicketReview, TicketRow, Watcher } from '../../contract/tickets/index.ts'
import { agreementOf } from '../agreements/index.ts'
import { clientOf, contactOf } from '../contacts/index.ts'
import { describeFile, type FileRow } from '../files/index.ts'
import type { Tickets } from '../platform/database/db.types.ts'
import { formatInstant } from '../platform/database/instant.ts'
import { type Condition, defineFields, equals, fieldOf, isAnyOf, lookUpName, refersTo } from '../platform/fields.ts'
import { FORMER } from '../platform/words.ts'
import { minutesOn } from '../time/index.ts'
import { watchersColumn } from './conversation/watchers.ts'
import { estimatesOn, presentEstimates, usedOn } from './estimates/estimates.ts'
import { installationOf } from './facts/check-references.ts'
import { linksOfTicket, targetOfTicket } from './facts/relations.ts'
import { changeableUntil } from './policy.ts'
import { calculatedSla, dueOrNever, NEVER_DUE, presentSla, slaOfRow } from './sla/sla.ts'
import {
  IMPACT_NAMES,
  PRIORITY_NAMES,
  TICKET_CATEGORY_NAMES,
  TICKET_SOURCE_NAMES,
  TICKET_STATUS_NAMES,
  URGENCY_NAMES,
} from './words.ts'

type Row = z.infer<typeof TicketRow>
type Filter = z.infer<typeof TicketFilter>
const field = fieldOf<Selectable<Tickets>, Filter>()

/** The name of a person. */
const personName = (by: 'requester_id' | 'assignee_id' | 'rated_by') =>
  lookUpName('t', { from: 'people', column: 'full_name', by })

const agreementName = (a: { number: number; name: string }) => `A-${a.number} ${a.name}`

// Filters by overdue or due soon use the indexes `tickets_due` and `tickets_soon`.
const SLA: Record<(typeof SLA_STATES)[number], ReturnType<typeof sql<boolean>>> = {
  breached: sql<boolean>`t.sla_due_at <= now()`,
  due_soon: sql<boolean>`(t.sla_soon_at <= now() and t.sla_due_at > now())`,
  paused: sql<boolean>`t.status in ('waiting_on_partner', 'waiting_on_third_party')`,
}
const inSlaState: Condition<(keyof typeof SLA)[]> = (states) => {
  const either = sql.join(
    states.map((state) => SLA[state]),
    sql` or `,
  )
  return states.length === 1 ? sql<boolean>`${either}` : sql<boolean>`(${either})`
}

/** The files attached to a ticket's description, in the order they were attached. */
const filesOfTicket = sql<FileRow[]>`(
  select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size,
    'created_at', ${formatInstant('f.created_at')}) order by a.created_at, a.id), '[]')
  from attachments a join shared_files f on f.company_id = a.company_id and f.id = a.file_id
  where a.company_id = t.company_id and a.ticket_id = t.id and a.message_id is null)`

// Text columns with a check constraint are cast to the contract's unions here.
/** The fields of a ticket. */
export const ticketFields = defineFields('t', {
  number: field({
    label: 'Number',
    columns: ['number'],
    present: (r) => r.number,
    sort: { number: { by: sql.ref('t.number'), kind: 'number', of: (r) => String(r.number) } },
    export: { value: (number) => `T-${number}` },
  }),
  subject: field({
    label: 'Subject',
    columns: ['subject'],
    present: (r) => r.subject,
    export: {},
    write: { by: 'everyone', column: 'subject' },
    history: {},
  }),
  status: field({
    label: 'Status',
    columns: ['status'],
    present: (r) => r.status as Row['status'],
    names: TICKET_STATUS_NAMES,
    filter: { status: isAnyOf('t.status') },
    export: {},
  }),
  priority: field({
    label: 'Priority',
    columns: ['priority'],
    present: (r) => r.priority as Row['priority'],
    names: PRIORITY_NAMES,
    filter: { priority: isAnyOf('t.priority') },
    sort: { priority: { by: sql.ref('t.priority'), kind: 'text', of: (r) => r.priority } },
    export: {},
    write: { by: 'staff', column: 'priority' },
    history: {},
  }),
  priorityReason: field({
    label: 'Priority reason',
    shown: 'record',
    columns: ['priority_reason'],
    present: (r) => r.priority_reason,
    // The reason is shown only on the ticket page.
    export: false,
    write: { by: 'staff', column: 'priority_reason' },
  }),
  category: field({
    label: 'Category',
    columns: ['category'],
    present: (r) => r.category as Row['category'],
    names: TICKET_CATEGORY_NAMES,
    filter: { category: isAnyOf('t.category') },
    export: {},
    write: { by: 'everyone', column: 'category' },
    history: {},
  }),
  impact: field({
    label: 'Impact',
    columns: ['impact'],
    present: (r) => r.impact as Row['impact'],
    names: IMPACT_NAMES,
    export: {},
    write: { by: 'everyone', column: 'impact' },
  }),
  urgency: field({
    label: 'Urgency',
    columns: ['urgency'],
    present: (r) => r.urgency as Row['urgency'],
    names: URGENCY_NAMES,
    export: {},
    write: { by: 'everyone', column: 'urgency' },
  }),
  company: field({
    label: 'Company',
    columns: ['company_id'],
    computed: { company: lookUpName('t', { from: 'companies', column: 'name', by: 'company_id' }) },
    present: (r) => ({ id: r.company_id, name: r.company ?? '' }),
    filter: { company: equals('t.company_id') },
    export: { value: (company) => company.name },
  }),
  requester: field({
    label: 'Requester',
    columns: ['requester_id'],
    computed: { requester: personName('requester_id') },
    present: (r) => ({ id: r.requester_id, name: r.requester ?? FORMER }),
    filter: { requester: refersTo('t.requester_id') },
    export: { value: (requester) => requester.name },
  }),
  assignee: field({
    label: 'Assignee',
    columns: ['assignee_id'],
    computed: { assignee: personName('assignee_id') },
    present: (r) => (r.assignee_id ? { id: r.assignee_id, name: r.assignee ?? FORMER } : null),
    filter: { assignee: refersTo('t.assignee_id') },
    export: { value: (assignee) => assignee?.name ?? null },
  }),
  client: field({
    label: 'Client',
    columns: ['client_id'],
    computed: { client: lookUpName('t', { from: 'shared_clients', column: 'name', by: 'client_id' }) },
    present: (r) => (r.client_id ? { id: r.client_id, name: r.client ?? '' } : null),
    filter: { client: refersTo('t.client_id') },
    export: { value: (client) => client?.name ?? null },
    write: {
      by: 'everyone',
      column: 'client_id',
      input: 'clientId',
      reference: {
        choose: clientOf,
        nameOf: async (db, _, id) =>
          (await db.selectFrom('shared_clients').select('name').where('id', '=', id).executeTakeFirst())?.name,
      },
    },
    history: {},
  }),
  contact: field({
    label: 'Contact',
    columns: ['contact_id'],
    computed: { contact: lookUpName('t', { from: 'shared_contacts', column: 'full_name', by: 'contact_id' }) },
    present: (r) => (r.contact_id ? { id: r.contact_id, name: r.contact ?? '' } : null),
    filter: { contact: equals('t.contact_id') },
    export: { value: (contact) => contact?.name ?? null },
    write: {
      by: 'everyone',
      column: 'contact_id',
      input: 'contactId',
      reference: {
        choose: async (db, companyId, id) => {
          const contact = id ? await contactOf(db, companyId, id) : undefined
          return contact && { id: contact.id, name: contact.full_name }
        },
        nameOf: async (db, _, id) =>
          (await db.selectFrom('shared_contacts').select('full_name').where('id', '=', id).executeTakeFirst())
            ?.full_name,
      },
    },
    history: {},
  }),
  agreement: field({
    label: 'Agreement',
    columns: ['agreement_id'],
    computed: {
      agreement: sql<{
        number: number
        name: string
      } | null>`(select jsonb_build_object('number', a.number, 'name', a.name)
        from shared_agreements a where a.company_id = t.company_id and a.id = t.agreement_id)`,
    },
    present: (r) => (r.agreement_id && r.agreement ? { id: r.agreement_id, ...r.agreement } : null),
    filter: { agreement: refersTo('t.agreement_id') },
    export: { value: (agreement) => agreement && agreementName(agreement) },
    write: {
      by: 'staff',
      column: 'agreement_id',
      input: 'agreementId',
      reference: {
        choose: async (db, companyId, id) => {
          const agreement = id ? await agreementOf(db, companyId, id) : undefined
          return agreement && { id: agreement.id, name: agreementName(agreement) }
        },
        nameOf: async (db, _, id) => {
          const was = await db
            .selectFrom('shared_agreements')
            .select(['number', 'name'])
            .where('id', '=', id)
            .executeTakeFirst()
          return was && agreementName(was)
        },
      },
    },
    history: {},
  }),
  installation: field({
    label: 'Automation',
    columns: ['installation_id'],
    computed: {
      installation: sql<
        string | null
      >`(select s.name from shared_installations s where s.company_id = t.company_id and s.id = t.installation_id)`,
    },
    present: (r) => (r.installation_id ? { id: r.installation_id, name: r.installation ?? '' } : null),
    filter: { installation: refersTo('t.installation_id') },
    export: { key: 'automation', value: (installation) => installation?.name ?? null },
    write: {
      by: 'staff',
      column: 'installation_id',
      input: 'installationId',
      reference: {
        choose: installationOf,
        nameOf: async (db, companyId, id) => (await installationOf(db, companyId, id))?.name,
      },
    },
    history: {},
  }),
  tags: field({
    label: 'Tags',
    columns: ['tags'],
    present: (r) => r.tags,
    filter: {
      tag: (tags) =>
        sql<boolean>`"t"."id" in (select "g"."ticket_id" from "ticket_tags" as "g" where "g"."tag" in (${sql.join(tags)}))`,
    },
    export: {},
    write: { by: 'everyone', column: 'tags' },
  }),
  source: field({
    label: 'Source',
    columns: ['source'],
    present: (r) => r.source as Row['source'],
    names: TICKET_SOURCE_NAMES,
    filter: { source: isAnyOf('t.source') },
    export: {},
  }),
  rating: field({
    label: 'Rating',
    columns: ['rating'],
    present: (r) => r.rating,
    filter: { rating: isAnyOf('t.rating') },
    export: {},
  }),
  ratingComment: field({
    label: 'Rating comment',
    // In the API the comment is part of the review.
    shown: 'export',
    columns: ['rating_comment'],
    present: (r) => r.rating_comment,
    export: {},
  }),
  review: field({
    label: 'Review',
    shown: 'record',
    columns: ['rating', 'rating_comment', 'rated_by', 'rated_at', 'requester_id'],
    computed: { rater: personName('rated_by') },
    present: (r): z.infer<typeof TicketReview> | null =>
      r.rating !== null && r.rated_at !== null
        ? {
            rating: r.rating,
            comment: r.rating_comment,
            by: { id: r.rated_by ?? r.requester_id, name: r.rater ?? FORMER },
            at: r.rated_at,
            changeableUntil: new Date(changeableUntil(r.rated_at)).toISOString(),
          }
        : null,
    // Exports have the rating and its comment as two columns.
    export: false,
  }),
  sla: field({
    label: 'Due',
    columns: ['status', ...slaOfRow],
    computed: calculatedSla,
    present: presentSla,
    filter: { sla: inSlaState },
    sort: { due: { by: dueOrNever, kind: 'instant', of: (r) => r.sla_due_at ?? NEVER_DUE } },
    export: [
      { key: 'responseDueAt', head: 'First response due', value: (sla) => sla.response.dueAt },
      { key: 'firstResponseAt', head: 'First response', value: (sla) => sla.response.metAt },
      { key: 'responseLate', head: 'First response overdue', value: (sla) => sla.response.breached },
      { key: 'resolutionDueAt', head: 'Resolution due', value: (sla) => sla.resolution.dueAt },
      { key: 'resolvedAt', head: 'Resolved', value: (sla) => sla.resolution.metAt },
      { key: 'resolutionLate', head: 'Resolution overdue', value: (sla) => sla.resolution.breached },
      { key: 'pausedSince', head: 'Paused since', value: (sla) => sla.paused?.since ?? null },
    ],
  }),
  firstResponseAt: field({
    label: 'First response',
    shown: 'record',
    columns: ['first_response_at'],
    present: (r) => r.first_response_at,
    // In exports this time is one of the columns of `sla`.
    export: false,
  }),
  resolvedAt: field({
    label: 'Resolved',
    shown: 'record',
    columns: ['resolved_at'],
    present: (r) => r.resolved_at,
    // In exports this time is one of the columns of `sla`.
    export: false,
  }),
  minutes: field({
    label: 'Time logged',
    computed: { minutes: minutesOn('t.id') },
    present: (r) => r.minutes,
    // Exports have the time entries themselves.
    export: false,
  }),
  createdAt: field({
    label: 'Opened',
    columns: ['created_at'],
    present: (r) => r.created_at,
    sort: { created: { by: sql.ref('t.created_at'), kind: 'instant', of: (r) => r.created_at } },
    export: {},
  }),
  updatedAt: field({
    label: 'Updated',
    columns: ['updated_at'],
    present: (r) => r.updated_at,
    sort: { updated: { by: sql.ref('t.updated_at'), kind: 'instant', of: (r) => r.updated_at } },
    export: {},
  }),
  closedAt: field({
    label: 'Closed',
    shown: 'record',
    columns: ['closed_at'],
    present: (r) => r.closed_at,
    export: {},
  }),
  mergedNumber: field({
    label: 'Merged into',
    shown: 'export',
    computed: {
      merged_into_number: sql<string | null>`(select 'T-' || m.number from tickets m where m.id = t.merged_into)`,
    },
    present: (r) => r.merged_into_number,
    export: { key: 'mergedInto' },
  }),
  mergedInto: field({
    label: 'Merged into',
    shown: 'record',
    columns: ['merged_into'],
    computed: { target: targetOfTicket },
    present: (r) => r.target,
    // Exports have the number of the other ticket.
    export: false,
  }),
  description: field({
    label: 'Description',
    shown: 'record',
    columns: ['description'],
    present: (r) => r.description,
    export: {},
  }),
  descriptionFormat: field({
    label: 'Format of the description',
    shown: 'record',
    columns: ['description_format'],
    present: (r) => r.description_format as 'markdown' | 'plain',
    export: false,
  }),
  folded: field({
    label: 'Rest of the email',
    shown: 'record',
    columns: ['folded'],
    present: (r) => r.folded,
    // This part probably holds quoted earlier messages and signatures.
    export: false,
  }),
  mail: field({
    label: 'Email',
    shown: 'record',
    columns: ['inbound_id'],
    present: (r) => r.inbound_id,
    // Only staff can open the mail with this id.
    export: false,
  }),
  attachments: field({
    label: 'Attachments',
    shown: 'record',
    computed: { files: filesOfTicket },
    present: (r) => r.files.map(describeFile),
    // The company export has a table of files.
    export: false,
  }),
  links: field({
    label: 'Links',
    shown: 'record',
    computed: { links: linksOfTicket },
    present: (r) => r.links,
    // The company export has a table of links.
    export: false,
  }),
  estimates: field({
    label: 'Estimates',
    shown: 'record',
    computed: { estimates: estimatesOn, used: usedOn },
    present: (r) => presentEstimates(r.estimates, r.used, Date.now()).estimates,
    // The company export has a table of estimates.
    export: false,
  }),
  budget: field({
    label: 'Budget',
    shown: 'record',
    computed: { estimates: estimatesOn, used: usedOn },
    present: (r) => presentEstimates(r.estimates, r.used, Date.now()).budget,
    // The budget is calculated from the estimates and the time entries.
    export: false,
  }),
  watchers: field({
    label: 'Watchers',
    shown: 'record',
    computed: { watchers: watchersColumn },
    present: (r) => r.watchers as z.infer<typeof Watcher>[],
    // The company export has a table of watchers.
    export: false,
  }),
  version: field({
    label: 'Version',
    columns: ['version'],
    present: (r) => r.version,
    // The version only serves to detect conflicting edits.
    export: false,
  }),
  id: field({ label: 'ID', columns: ['id'], present: (r) => r.id, export: {} }),
})
