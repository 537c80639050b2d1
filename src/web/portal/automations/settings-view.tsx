import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Anchor } from '../../ui/anchor.tsx'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusMark } from '../../ui/status.tsx'
import { useDialog } from '../platform/use-dialog.tsx'
import { AnswersList } from './answers-list.tsx'
import { type Automation, connectionLooks, dayText, expectedText, priceText } from './model.ts'

const loadClients = () => import('./clients-dialog.tsx')

/** How an automation is set: whom it works for, what was answered, what it is connected with. */
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
              className="max-md:!h-11"
              icon={<Pencil aria-hidden className="size-3.5" />}
              aria-haspopup="dialog"
              pending={clients.pending}
              onClick={() => clients.ask(a)}
            >
              Change<span className="sr-only"> the clients</span>
            </Button>
          )
        }
      >
        {a.clientList.length === 0 ? (
          <p className="text-muted">It works for {a.company.name} itself.</p>
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
          <p className="text-muted">None are named yet.</p>
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
                    {c.expiresOn && `, good until ${dayText(c.expiresOn)}`}
                  </span>
                  <span className="block text-muted text-xs [overflow-wrap:anywhere]">Kept in {c.reference}</span>
                </li>
              )
            })}
          </ul>
        )}
        <p className="mt-3 border-line border-t pt-3 text-muted text-xs">
          Only where a secret is kept stands here, never the secret.
        </p>
      </Box>
      <Box title="Answers">
        {a.intake.length === 0 ? (
          <p className="text-muted">Nothing was asked for this one.</p>
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
      <Box title="How it counts">
        <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3 gap-y-2.5">
          <Fact name="Price">{priceText(a)}</Fact>
          <Fact name="A run saves">
            {a.minutesPerRun} min{' '}
            <span className="text-muted">where it does not say itself; nothing when it failed or was skipped</span>
          </Fact>
          <Fact name="Days of">{a.timeZone.replaceAll('_', ' ')}</Fact>
          <Fact name="Expected">
            {a.expectedMinutes === null ? 'At no fixed time' : `A run ${expectedText(a.expectedMinutes)}`}
          </Fact>
          <Fact name="Alert when">
            {a.alertPercent}% of the last {a.alertRuns} runs failed
            {a.expectedMinutes !== null && ', or none came in time'}
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
