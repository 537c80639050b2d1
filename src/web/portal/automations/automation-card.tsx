import { Anchor } from '../../ui/anchor.tsx'
import { AutomationStatus, LastRun, MainFigures } from './marks.tsx'
import { Method } from './method.tsx'
import {
  type AutomationRow,
  COST_METHOD,
  describeCost,
  describeSavings,
  describeValueAgainstCost,
  formatAutomationPrice,
} from './model.ts'

/** Returns the text shown while there are no figures. */
function waitsFor(a: AutomationRow): string {
  if (a.status === 'requested')
    return a.intakeOpen
      ? 'Setup starts after an owner answers the setup questions.'
      : 'An engineer will start setup soon.'
  if (a.status === 'provisioning') return 'We’re setting it up. Results appear here after the first run.'
  return a.lastRunAt ? 'No runs in the last 60 days.' : 'No runs yet.'
}

/** One automation: its status, its results in the last 30 days, and their value. */
export function AutomationCard({ of: a }: { of: AutomationRow }) {
  const { last30, before30, worth } = a
  const waits = last30.runs === 0 && before30.runs === 0
  return (
    <li className="relative flex min-w-0 flex-col gap-4 rounded-md border border-line bg-surface p-4 transition-colors hover:border-edge">
      <div className="flex flex-col gap-1">
        <h3 className="font-medium [overflow-wrap:anywhere]">
          <Anchor
            href={`/apps-automations/${a.id}`}
            className="rounded-sm after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-offset-2"
          >
            {a.name}
          </Anchor>
        </h3>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
          <AutomationStatus status={a.status} />
          {a.asked && <span className="text-warn">{a.asked === 'pause' ? 'Pause requested' : 'Resume requested'}</span>}
          {a.intakeOpen && <span className="text-warn">Setup questions unanswered</span>}
        </p>
      </div>
      {waits ? (
        <p className="text-muted text-sm">{waitsFor(a)}</p>
      ) : (
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
          <MainFigures
            last30={last30}
            before30={before30}
            savedCents={worth.savedCents}
            against={describeValueAgainstCost(worth)}
          />
        </dl>
      )}
      <div className="mt-auto flex flex-col gap-1 border-line border-t pt-3 text-xs">
        <p className="flex flex-wrap justify-between gap-x-3 text-muted">
          <span>
            {a.lastRunAt && 'Last run: '}
            <LastRun of={a} />
          </span>
          <span>{formatAutomationPrice(a)}</span>
        </p>
        {!waits && (
          <Method name={a.name}>
            <p>{describeSavings(last30.minutesSaved, worth)}</p>
            {worth.costCents !== null && (
              <p>
                {describeCost(worth, 'in the last 30 days')} {COST_METHOD}
              </p>
            )}
          </Method>
        )}
      </div>
    </li>
  )
}
