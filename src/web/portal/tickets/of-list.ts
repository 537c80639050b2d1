import { defineFilter } from '../lists/filter.ts'
import { defineList } from '../lists/list.ts'
import type { Side } from './labels.ts'
import { cardsOf, columnsOf } from './list-columns.tsx'
import { common, done, order, row, shared } from './lists.tsx'

const COLUMNS = ['ticket', 'status', 'priority', 'requester', 'company', 'updated']

const listOf = (side: Side, base: string) =>
  defineList({
    ...shared,
    key: 'client-tickets',
    filter: defineFilter({ ...order, fields: { status: common(side).status } }),
    // What people add to the whole list has no place in a part of a page.
    columns: columnsOf(side).filter((c) => COLUMNS.includes(c.key)),
    cards: cardsOf(side),
    row: row(base),
    views: [{ key: 'open', label: 'Open', set: {} }, ...done.filter((v) => v.key === 'all')],
  })

/** Tickets inside another page: what is fixed there says whose. */
export const ticketsOfList = listOf('partner', '/tickets')
export const ticketsOfListForStaff = listOf('staff', '/admin/tickets')
