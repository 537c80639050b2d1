// The ledger as a list, for partners and for staff.

import {
  formatHoursMinutes,
  formatMinutes,
  formatSignedHoursMinutes,
  formatSignedMinutes,
  nameHoursColumn,
} from '../../../contract/plain/durations.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { cx } from '../../ui/cx.ts'
import { StatusMark, type Tone } from '../../ui/status.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { defineFilter, manyOf, pick, rare } from '../lists/filter.ts'
import { defineList, type ListColumn } from '../lists/list.ts'
import { api } from '../platform/data/api.ts'
import type { LedgerKind, LedgerLine } from './model.ts'
import { describeLine, ledgerKindLabels, ledgerKinds } from './words.ts'

const CHOICES = 20
const MOST_BLOCKS = 100
const FRESH_MS = 10_000

const tones: Record<LedgerKind, Tone> = {
  purchase: 'good',
  grant: 'good',
  rollover: 'info',
  consumption: 'accent',
  overage: 'warn',
  adjustment: 'info',
  expiry: 'bad',
  reversal: 'neutral',
}
const Kind = ({ kind }: { kind: LedgerKind }) => (
  <StatusMark tone={tones[kind]} {...(kind === 'expiry' ? { shape: 'dash' as const } : {})}>
    {ledgerKindLabels[kind]}
  </StatusMark>
)

/** Returns the title of a line. */
const titleOf = ({ entry, block, kind }: LedgerLine): string =>
  entry?.ticket
    ? `T-${entry.ticket.number} ${entry.ticket.subject}`
    : entry?.task
      ? `P-${entry.task.project.number} ${entry.task.project.name}: ${entry.task.title}`
      : (block?.name ?? ledgerKindLabels[kind])

/**
 * Shows a line's minutes, in a column or in text. Overage is marked, because it is billed and does not change the
 * balance.
 */
function Minutes({ line, column = false }: { line: LedgerLine; column?: boolean }) {
  if (line.minutes === 0 && line.overage !== 0)
    return (
      <span className="tabular text-warn" title="Billed at the agreed rate, not deducted from the balance">
        {(column ? formatHoursMinutes : formatMinutes)(line.overage)}
      </span>
    )
  return (
    <span className={cx('tabular', line.minutes > 0 && 'text-good')}>
      {(column ? formatSignedHoursMinutes : formatSignedMinutes)(line.minutes)}
    </span>
  )
}

const columnsOf = (tickets: string): ListColumn<LedgerLine>[] => [
  {
    key: 'what',
    header: 'Entry',
    cell: (line) => {
      const about = describeLine(line)
      return (
        <span className="block md:py-1.5 max-md:-mb-4">
          <span className="block truncate font-medium max-md:whitespace-normal" title={titleOf(line)}>
            {line.entry?.ticket ? (
              <Anchor
                href={`${tickets}/${line.entry.ticket.id}`}
                className="rounded-[4px] underline decoration-line underline-offset-3 hover:decoration-accent"
              >
                <span className="tabular text-muted">T-{line.entry.ticket.number}</span> {line.entry.ticket.subject}
              </Anchor>
            ) : line.entry?.task ? (
              <Anchor
                href={`/my-projects/${line.entry.task.project.id}?task=${line.entry.task.id}`}
                className="rounded-[4px] underline decoration-line underline-offset-3 hover:decoration-accent"
              >
                <span className="tabular text-muted">P-{line.entry.task.project.number}</span> {line.entry.task.title}
              </Anchor>
            ) : (
              titleOf(line)
            )}
          </span>
          {about && (
            <span
              className="block truncate font-normal text-muted text-xs max-md:mt-0.5 max-md:whitespace-normal max-md:text-pretty"
              title={about}
            >
              {about}
            </span>
          )}
        </span>
      )
    },
  },
  { key: 'kind', header: 'Type', width: 'w-38', cell: (line) => <Kind kind={line.kind} /> },
  {
    key: 'block',
    header: 'Block',
    width: 'w-44',
    priority: 'wide',
    cell: (line) =>
      line.block ? (
        <span className="block truncate text-muted" title={line.block.name}>
          {line.block.name}
        </span>
      ) : (
        <span className="text-muted">{line.overage === 0 ? 'Below zero' : '–'}</span>
      ),
  },
  {
    key: 'agreement',
    header: 'Agreement',
    width: 'w-44',
    optional: true,
    cell: (line) =>
      line.agreement ? (
        <span className="block truncate text-muted">{`A-${line.agreement.number} ${line.agreement.name}`}</span>
      ) : (
        <span className="text-muted">Standard terms</span>
      ),
    card: (line) => (line.agreement ? `A-${line.agreement.number}` : 'Standard terms'),
  },
  {
    key: 'minutes',
    header: nameHoursColumn('Change'),
    width: 'w-28',
    align: 'end',
    cell: (line) => <Minutes line={line} column />,
    card: (line) => (
      <span className="text-text">
        <Minutes line={line} />
      </span>
    ),
  },
  {
    key: 'balance',
    header: nameHoursColumn('Balance'),
    width: 'w-28',
    align: 'end',
    cell: (line) => <span className="tabular">{formatHoursMinutes(line.balanceAfter)}</span>,
    card: (line) => `balance ${formatMinutes(line.balanceAfter)}`,
  },
  {
    key: 'at',
    header: 'Date',
    width: 'w-28',
    align: 'end',
    cell: (line) => <RelativeTime iso={line.at} className="text-muted" />,
  },
]

type Found = { id: string; name: string }
const ticketFound = (t: { id: string; number: number; subject: string }): Found => ({
  id: t.id,
  name: `T-${t.number} ${t.subject}`,
})

const agreementFound = (a: { id: string; number: number; name: string }): Found => ({
  id: a.id,
  name: `A-${a.number} ${a.name}`,
})

const ledgerOf = (tickets: string, company?: string) =>
  defineList({
    key: 'hours',
    operation: api.hours.ledger,
    noun: ['entry', 'entries'],
    csv: '/hours/ledger.csv',
    topics: ['hours'],
    filter: defineFilter({
      sorts: ['at'],
      sort: 'at',
      order: 'desc',
      fields: {
        kind: manyOf<LedgerKind>(
          'Type',
          ledgerKinds.map((value) => ({ value, label: ledgerKindLabels[value] })),
        ),
        ticket: pick(
          'Ticket',
          {
            find: (q) =>
              api.tickets.list.queryOptions({
                input: { q: q || undefined, limit: CHOICES, ...(company ? { company } : {}) },
                staleTime: FRESH_MS,
                select: (found) => found.items.map(ticketFound),
              }),
            one: (id) => api.tickets.get.queryOptions({ input: { id }, select: ticketFound }),
          },
          {
            none: 'All tickets',
            ofRow: (line: LedgerLine) => (line.entry?.ticket ? ticketFound(line.entry.ticket) : null),
          },
        ),
        block: pick(
          'Block',
          {
            whole: true,
            find: () =>
              api.hours.blocks.queryOptions({
                input: { limit: MOST_BLOCKS, ...(company ? { company } : {}) },
                staleTime: FRESH_MS,
                select: (found) => found.items.map(({ id, name }): Found => ({ id, name })),
              }),
          },
          { none: 'All blocks', ofRow: (line: LedgerLine) => line.block },
        ),
        agreement: rare(
          pick(
            'Agreement',
            {
              find: (q) =>
                api.agreements.list.queryOptions({
                  input: { q: q || undefined, limit: CHOICES, ...(company ? { company } : {}) },
                  staleTime: FRESH_MS,
                  select: (found) => found.items.map(agreementFound),
                }),
              one: (id) => api.agreements.get.queryOptions({ input: { id }, select: agreementFound }),
            },
            {
              none: 'All agreements',
              ofRow: (line: LedgerLine) => line.agreement && agreementFound(line.agreement),
            },
          ),
        ),
      },
    }),
    columns: columnsOf(tickets),
    cards: ['what', 'kind', 'minutes', 'balance', 'at'],
    row: {
      key: (line: LedgerLine) => String(line.id),
      label: (line: LedgerLine) =>
        `${ledgerKindLabels[line.kind]}: ${titleOf(line)}, ${formatSignedMinutes(line.minutes)}`,
    },
    views: [
      { key: 'all', label: 'All', set: {} },
      { key: 'in', label: 'Added', set: { kind: ['purchase' as const, 'grant' as const, 'rollover' as const] } },
      {
        key: 'worked',
        label: 'Used',
        set: { kind: ['consumption' as const, 'overage' as const, 'reversal' as const] },
      },
      { key: 'lost', label: 'Expired or adjusted', set: { kind: ['expiry' as const, 'adjustment' as const] } },
    ],
  })

/** The ledger as partners see it. */
export const ledger = ledgerOf('/tickets')
/** Returns the ledger of one company, for staff. Memoize the result. */
export const defineCompanyLedger = (company: string) => ledgerOf('/admin/tickets', company)
