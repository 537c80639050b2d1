import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '../../../contract/plain/counts.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Button } from '../../ui/button.tsx'
import { StatusMark } from '../../ui/status.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { useDialog } from '../platform/forms/use-dialog.tsx'
import { describeExpiry } from './expiry.ts'
import { type Automation, connectionLooks, describeSchedule, formatAutomationPrice } from './model.ts'
import { AnswersList } from './setup/answers-list.tsx'

const loadClients = () => import('./clients-dialog.tsx')

/** An automation's settings: its clients, intake answers and connections. */
export function SettingsView({ of: a }: { of: Automation }) {
  const clients = useDialog(loadClients, ({ ClientsDialog }, what: Automation, { open, onClose }) =>
    open ? <ClientsDialog automation={what} onClose={onClose} /> : null,
  )
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Box
        title="Clients"
        action={
          a.can.setClients && (
            <Button
              size="sm"
              icon={<Pencil aria-hidden className="size-3.5" />}
              aria-haspopup="dialog"
              pending={clients.pending}
              onClick={() => clients.ask(a)}
            >
              Edit<span className="sr-only"> clients</span>
            </Button>
          )
        }
      >
        {a.clientList.length === 0 ? (
          <p className="text-muted">No clients. This automation runs for {a.company.name} itself.</p>
        ) : (
          <ul className="flex flex-col gap-1">
            {a.clientList.map((c) => (
              <li key={c.id}>
                <Anchor
                  href={`/clients/${c.id}`}
                  className="inline-block rounded-sm py-0.5 underline decoration-line underline-offset-3 hover:decoration-accent max-md:py-3"
                >
                  {c.name}
                </Anchor>
              </li>
            ))}
          </ul>
        )}
      </Box>
      <Box title="Connections">
        {a.connections.length === 0 ? (
          <p className="text-muted">No connections yet.</p>
        ) : (
          <ul className="flex flex-col gap-3">
            {a.connections.map((c) => {
              const { label, ...look } = connectionLooks[c.state]
              return (
                <li key={c.id}>
                  <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                    <span className="font-medium">{c.tool}</span>
                    <StatusMark {...look}>{label}</StatusMark>
                  </span>
                  <span className="block text-muted text-xs [overflow-wrap:anywhere]">
                    {c.label}
                    {c.expiresOn && `, ${describeExpiry(c.expiresOn)}`}
                  </span>
                  <span className="block text-muted text-xs [overflow-wrap:anywhere]">Stored in {c.reference}</span>
                </li>
              )
            })}
          </ul>
        )}
        <p className="mt-3 border-line border-t pt-3 text-muted text-xs">
          This page shows where each secret is stored, never the secret itself.
        </p>
      </Box>
      <Box title="Answers">
        {a.intake.length === 0 ? (
          <p className="text-muted">This automation has no setup questions.</p>
        ) : (
          <>
            <AnswersList automation={a} />
            {a.answeredAt && (
              <p className="mt-3 border-line border-t pt-3 text-muted text-xs">
                {a.answeredBy ? `${a.answeredBy.name}, ` : ''}
                <RelativeTime iso={a.answeredAt} />
              </p>
            )}
          </>
        )}
      </Box>
      <Box title="Calculation and alerts">
        <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3 gap-y-2.5">
          <Fact name="Price">{formatAutomationPrice(a)}</Fact>
          <Fact name="Time saved per run">
            {a.minutesPerRun} min{' '}
            <span className="text-muted">
              unless the run reports its own time. Failed and skipped runs count only what they report.
            </span>
          </Fact>
          <Fact name="Time zone">{a.timeZone.replaceAll('_', ' ')}</Fact>
          <Fact name="Expected schedule">
            {a.expectedMinutes === null ? 'No schedule' : describeSchedule(a.expectedMinutes)}
          </Fact>
          <Fact name="Alert when">
            At least {a.alertPercent}% of the last {formatCount(a.alertRuns, 'run')} failed
            {a.expectedMinutes !== null && ', or no run arrived on schedule'}
          </Fact>
          {a.order && (
            <Fact name="Order">
              <span className="tabular">#{a.order.number}</span>
            </Fact>
          )}
        </dl>
      </Box>
      {clients.dialog}
    </div>
  )
}

function Box({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-md border border-line bg-surface">
      <div className="flex min-h-12 items-center justify-between gap-3 border-line border-b px-4 py-1">
        <h2 className="font-medium">{title}</h2>
        {action}
      </div>
      <div className="p-4">{children}</div>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}
