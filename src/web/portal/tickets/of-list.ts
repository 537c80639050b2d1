import { defineFilter } from '../lists/filter.ts'
import { defineList } from '../lists/list.ts'
import type { Side } from './facts/labels.ts'
import { listTicketCards, listTicketColumns } from './fields.tsx'
import { common, done, order, row, shared } from './lists.tsx'

const COLUMNS = ['ticket', 'status', 'priority', 'requester', 'company', 'updated']

const listOf = (side: Side, base: string) =>
  defineList({
    ...shared,
    key: 'client-tickets',
    filter: defineFilter({ ...order, fields: { status: common(side).status } }),
    // Columns that users can add to the full list are left out in a section of another page.
    columns: listTicketColumns(side).filter((c) => COLUMNS.includes(c.key)),
    cards: listTicketCards(side),
    row: row(base),
    views: [{ key: 'open', label: 'Open', set: {} }, ...done.filter((v) => v.key === 'all')],
  })

/** Tickets in a section of another page, which fixes whose tickets they are. */
export const ticketsOfList = listOf('partner', '/tickets')
export const ticketsOfListForStaff = listOf('staff', '/admin/tickets')
