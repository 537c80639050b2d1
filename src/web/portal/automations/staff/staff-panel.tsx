import { useInfiniteQuery } from '@tanstack/react-query'
import { KeyRound, type LucideIcon, Pencil, Plus } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { formatCount } from '../../../../contract/plain/counts.ts'
import { formatMinutes } from '../../../../contract/plain/durations.ts'
import { Anchor } from '../../../ui/anchor.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { getNow, getNowDate } from '../../../ui/clock.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Badge, StatusMark } from '../../../ui/status.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { api } from '../../platform/data/api.ts'
import { lazy } from '../../platform/loading/lazy.ts'
import { describeExpiry } from '../expiry.ts'
import { AutomationStatus } from '../marks.tsx'
import { type Automation, connectionLooks, describeSchedule, formatAutomationPrice, type Status } from '../model.ts'
import { useConnectionDialog, useKeyDialog, useSettingsDialog, useStatusDialog } from './staff-dialogs.tsx'
import { moveText } from './staff-text.ts'

const StaffHistory = lazy(() => import('./staff-history.tsx').then((m) => ({ default: m.StaffHistory })))

const DAY_MS = 86_400_000
const SOON_DAYS = 30

/** The Manage tab: status, limits, connections and API keys for runs. */
export function StaffPanel({ automation: a }: { automation: Automation }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-6">
        <Standing of={a} />
        <Connections of={a} />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <Settings of={a} />
        <Endpoint of={a} />
      </div>
      <section aria-labelledby="acts" className="lg:col-span-2">
        <h2 id="acts" className="mb-3 font-medium">
          History
        </h2>
        <Suspense fallback={<Skeleton className="h-40 rounded-md" />}>
          <StaffHistory id={a.id} version={a.version} />
        </Suspense>
      </section>
    </div>
  )
}

interface PartProps {
  id: string
  title: string
  /** The button that edits this part, if the reader can edit it. */
  act?: { label: string; icon: LucideIcon; pending: boolean; run: () => void } | false
  children: ReactNode
}

/** A part of the panel: title, edit button and content. */
function Part({ id, title, act, children }: PartProps) {
  return (
    <section aria-labelledby={id} className="rounded-md border border-line bg-surface p-4">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id={id} className="font-medium">
          {title}
        </h2>
        {act && (
          <Button
            size="sm"
            icon={<act.icon aria-hidden className="size-3.5" />}
            aria-haspopup="dialog"
            pending={act.pending}
            onClick={act.run}
          >
            {act.label}
          </Button>
        )}
      </div>
      {children}
    </section>
  )
}

function Standing({ of: a }: { of: Automation }) {
  const set = useStatusDialog(a)
  // The usual next status, or the one that the partner asked for.
  const next: Partial<Record<Status, Status>> = { requested: 'provisioning', provisioning: 'live', paused: 'live' }
  const wanted = a.asked === 'pause' ? 'paused' : next[a.status]
  return (
    <Part id="standing" title="Status">
      <p>
        <AutomationStatus status={a.status} />
        {a.liveAt && (
          <span className="ml-3 text-muted text-sm">
            live since <RelativeTime iso={a.liveAt} />
          </span>
        )}
      </p>
      {a.can.statuses.length > 0 ? (
        <div className="mt-4 flex flex-wrap gap-2">
          {a.can.statuses.map((to) => (
            <Button
              key={to}
              variant={to === 'retired' ? 'danger' : to === wanted ? 'primary' : 'secondary'}
              aria-haspopup="dialog"
              pending={set.pending}
              onClick={() => set.ask(to)}
            >
              {moveText(a.status, to)}
            </Button>
          ))}
        </div>
      ) : (
        <p className="mt-2 text-muted text-sm">
          This automation is retired. If the company wants it again, add a new automation.
        </p>
      )}
      {set.dialog}
    </Part>
  )
}

function Settings({ of: a }: { of: Automation }) {
  const edit = useSettingsDialog(a)
  const facts: [string, string][] = [
    ['Time saved per run', a.minutesPerRun === 0 ? 'Only what runs report' : formatMinutes(a.minutesPerRun)],
    ['Expected schedule', a.expectedMinutes === null ? 'No schedule' : describeSchedule(a.expectedMinutes)],
    ['Alert when', `At least ${a.alertPercent}% of the last ${formatCount(a.alertRuns, 'run')} failed`],
    ['Price', formatAutomationPrice(a)],
    ['Time zone', a.timeZone.replaceAll('_', ' ')],
  ]
  return (
    <Part
      id="limits"
      title="Settings"
      act={a.can.edit && { label: 'Edit', icon: Pencil, pending: edit.pending, run: () => edit.ask(undefined) }}
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {edit.dialog}
    </Part>
  )
}

const endsSoon = (day: string) => Date.parse(`${day}T00:00:00Z`) - getNow() < SOON_DAYS * DAY_MS

function Connections({ of: a }: { of: Automation }) {
  const edit = useConnectionDialog(a)
  return (
    <Part
      id="connections"
      title="Connections"
      act={a.can.edit && { label: 'Add', icon: Plus, pending: edit.pending, run: () => edit.ask(undefined) }}
    >
      {a.connections.length === 0 ? (
        <p className="text-muted text-sm">
          Add the accounts that the automation signs in with, and where their secrets are stored.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {a.connections.map((c) => {
            const { label, ...look } = connectionLooks[c.state]
            return (
              <li key={c.id} className="flex items-start justify-between gap-3 py-2.5 text-sm first:pt-0 last:pb-0">
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <span className="font-medium">{c.tool}</span>
                    <StatusMark {...look}>{label}</StatusMark>
                    {c.expiresOn && (
                      <Badge tone={endsSoon(c.expiresOn) ? 'warn' : 'neutral'}>{describeExpiry(c.expiresOn)}</Badge>
                    )}
                  </span>
                  <span className="block text-muted">{c.label}</span>
                  <span className="block text-muted text-xs">{c.reference}</span>
                </span>
                {a.can.edit && (
                  <IconButton
                    size="sm"
                    label={`Edit ${c.tool}: ${c.label}`}
                    icon={<Pencil aria-hidden className="size-4" />}
                    onClick={() => edit.ask(c)}
                  />
                )}
              </li>
            )
          })}
        </ul>
      )}
      {edit.dialog}
    </Part>
  )
}

function Endpoint({ of: a }: { of: Automation }) {
  const make = useKeyDialog(a)
  const now = getNowDate().toISOString().slice(0, 19)
  const curl = `curl -X POST "${location.origin}/api/v1/automations/${a.id}/runs" \\
  -H "x-api-key: $RUNS_KEY" -H "content-type: application/json" \\
  -d '{"externalId":"run-1","status":"succeeded",
       "startedAt":"${now}Z",
       "finishedAt":"${now}Z"}'`
  return (
    <Part
      id="endpoint"
      title="Sending runs"
      act={
        a.can.makeKey && { label: 'Create key', icon: KeyRound, pending: make.pending, run: () => make.ask(undefined) }
      }
    >
      <div className="flex items-start gap-1 rounded-sm border border-edge bg-ink py-1 pr-1 pl-3">
        <pre className="min-w-0 flex-1 select-all whitespace-pre-wrap py-1 font-mono text-xs leading-5 [overflow-wrap:anywhere]">
          {curl}
        </pre>
        <CopyButton text={curl} label="Copy command" />
      </div>
      {a.can.makeKey ? (
        <Keys companyId={a.company.id} />
      ) : (
        <p className="mt-3 text-muted text-sm">An administrator or an owner of the company can create the API key.</p>
      )}
      {make.dialog}
    </Part>
  )
}

const LIMIT = 50
const first: string | undefined = undefined
/** The company's active API keys that can send runs. */
function Keys({ companyId }: { companyId: string }) {
  const [input] = useState(() =>
    api.companies.keysOf.infiniteOptions({
      input: (cursor: string | undefined) => ({ id: companyId, limit: LIMIT, cursor }),
      initialPageParam: first,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
  const { data, isError } = useInfiniteQuery(input)
  if (isError) return <p className="mt-3 text-muted text-sm">Couldn’t load the company’s API keys. Reload the page.</p>
  if (!data) return <Skeleton className="mt-3 h-6" />
  const keys = data.pages
    .flatMap((page) => page.items)
    .filter((k) => k.state === 'live' && k.scopes.includes('runs:write'))
  if (keys.length === 0)
    return (
      <div className="mt-3">
        <Banner tone="warn">The company has no API key for sending runs. Create one, or ask an owner.</Banner>
      </div>
    )
  return (
    <ul className="mt-3 flex flex-col gap-1 text-sm">
      {keys.map((k) => (
        <li key={k.id} className="flex flex-wrap items-baseline gap-x-3">
          <bdi className="font-medium">{k.name}</bdi>
          <code className="text-muted text-xs">{k.prefix}…</code>
          <span className="text-muted text-xs">
            {k.lastUsedAt ? (
              <>
                last used <RelativeTime iso={k.lastUsedAt} />
              </>
            ) : (
              'never used'
            )}
          </span>
        </li>
      ))}
      <li>
        <Anchor
          href={`/companies/${companyId}?tab=keys`}
          className="text-muted text-xs underline underline-offset-2 max-md:inline-block max-md:py-3"
        >
          All company keys
        </Anchor>
      </li>
    </ul>
  )
}
