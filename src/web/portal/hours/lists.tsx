// The ledger as a list: for the partner, and for staff of one company.
import { Anchor } from '../../ui/anchor.tsx'
import { cx } from '../../ui/cx.ts'
import { showMinutes, signedMinutes } from '../../ui/minutes-text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusMark, type Tone } from '../../ui/status.tsx'
import { defineFilter, manyOf, pick, rare } from '../lists/filter.ts'
import { defineList, type ListColumn } from '../lists/list.ts'
import { api } from '../platform/api.ts'
import type { LedgerKind, LedgerLine } from './model.ts'
import { kindLabels, kinds, lineText } from './words.ts'

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
    {kindLabels[kind]}
  </StatusMark>
)

/** What a line is about, in a few words. */
const titleOf = ({ entry, block, kind }: LedgerLine): string =>
  entry?.ticket
    ? `T-${entry.ticket.number} ${entry.ticket.subject}`
    : entry?.task
      ? `P-${entry.task.project.number} ${entry.task.project.name}: ${entry.task.title}`
      : (block?.name ?? kindLabels[kind])

/** Minutes as they move: what is billed beyond the balance is said as such. */
function Minutes({ line }: { line: LedgerLine }) {
  if (line.minutes === 0 && line.overage !== 0)
    return (
      <span className="tabular text-warn" title="Billed at the agreed rate; the balance stays">
        {showMinutes(line.overage)}
      </span>
    )
  return <span className={cx('tabular', line.minutes > 0 && 'text-good')}>{signedMinutes(line.minutes)}</span>
}

const columnsOf = (tickets: string): ListColumn<LedgerLine>[] => [
  {
    key: 'what',
    header: 'What',
    cell: (line) => {
      const about = lineText(line)
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
  { key: 'kind', header: 'Kind', width: 'w-38', cell: (line) => <Kind kind={line.kind} /> },
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
    header: 'Change',
    width: 'w-28',
    align: 'end',
    cell: (line) => <Minutes line={line} />,
    card: (line) => (
      <span className="text-text">
        <Minutes line={line} />
      </span>
    ),
  },
  {
    key: 'balance',
    header: 'Balance',
    width: 'w-28',
    align: 'end',
    cell: (line) => <span className="tabular">{showMinutes(line.balanceAfter)}</span>,
    card: (line) => `${showMinutes(line.balanceAfter)} left then`,
  },
  {
    key: 'at',
    header: 'Booked',
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
    noun: ['line', 'lines'],
    csv: '/hours/ledger.csv',
    topics: ['hours'],
    filter: defineFilter({
      sorts: ['at'],
      sort: 'at',
      order: 'desc',
      fields: {
        kind: manyOf<LedgerKind>(
          'Kind',
          kinds.map((value) => ({ value, label: kindLabels[value] })),
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
      label: (line: LedgerLine) => `${kindLabels[line.kind]}: ${titleOf(line)}, ${signedMinutes(line.minutes)}`,
    },
    views: [
      { key: 'all', label: 'All', set: {} },
      { key: 'in', label: 'Came in', set: { kind: ['purchase' as const, 'grant' as const, 'rollover' as const] } },
      {
        key: 'worked',
        label: 'Worked',
        set: { kind: ['consumption' as const, 'overage' as const, 'reversal' as const] },
      },
      { key: 'lost', label: 'Expired, adjusted', set: { kind: ['expiry' as const, 'adjustment' as const] } },
    ],
  })

/** Every movement of minutes, as the partner reads it. */
export const ledger = ledgerOf('/tickets')
/** The same of one company, for staff. Hold it still. */
export const ledgerOfCompany = (company: string) => ledgerOf('/admin/tickets', company)
