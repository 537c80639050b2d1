import type { ReactNode } from 'react'
import { formatDay } from '../../../contract/plain/dates.ts'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Progress } from '../../ui/progress.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { useDialog } from '../platform/forms/use-dialog.tsx'
import { ProjectHealthMark } from './marks.tsx'
import { automationStatusLabels, type Project } from './model.ts'

const loadLinks = () => import('./link-dialog.tsx')

/** The key figures in one row, for screens where the facts are below the plan or not shown. */
export function ProjectSummary({ project: p, always }: { project: Project; always: boolean }) {
  const over = p.budgetMinutes !== null && p.usedMinutes > p.budgetMinutes
  return (
    <dl
      className={cx(
        'grid grid-cols-2 gap-x-6 gap-y-3 rounded-md border border-line bg-surface px-4 py-3 text-sm sm:grid-cols-4',
        !always && 'lg:hidden',
      )}
    >
      <Short label="Tasks done">
        {p.tasksDone} of {p.tasksTotal}
      </Short>
      <Short label="Time used">
        <span className={cx(over && 'text-bad')}>{formatMinutes(p.usedMinutes)}</span>
        {p.budgetMinutes !== null && ` of ${formatMinutes(p.budgetMinutes)}`}
      </Short>
      <Short label={p.completedAt ? 'Done' : 'Due'}>
        {p.completedAt ? <RelativeTime iso={p.completedAt} /> : p.dueOn ? formatDay(p.dueOn) : 'No due date'}
      </Short>
      <Short label="Lead">{p.lead.name}</Short>
    </dl>
  )
}

function Short({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="tabular mt-0.5 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

interface ProjectFactsProps {
  project: Project
  staff: boolean
  /** Whether the height of the plan is known, which is above the facts on narrow screens. */
  planned: boolean
}

/** Progress, time used, people and linked records of a project. */
export function ProjectFacts({ project: p, staff, planned }: ProjectFactsProps) {
  const links = useDialog(
    loadLinks,
    (m, project: Project, rest) => rest.open && <m.LinkDialog project={project} onClose={rest.onClose} />,
  )
  const budget = p.budgetMinutes
  return (
    <aside aria-label="About the project" className={cx('flex flex-col gap-6 text-sm', !planned && 'max-lg:hidden')}>
      <section className="flex flex-col gap-4">
        {/* On narrow screens the summary above the plan shows these. */}
        <div className="flex flex-col gap-4 max-lg:hidden">
          <Progress
            label="Tasks done"
            value={p.tasksDone}
            max={Math.max(1, p.tasksTotal)}
            valueText={`${p.tasksDone} of ${p.tasksTotal}`}
          />
          {budget === null ? (
            <p className="flex justify-between gap-3">
              <span>Time used</span>
              <span className="tabular text-muted">{formatMinutes(p.usedMinutes)}</span>
            </p>
          ) : (
            <Progress
              label="Time vs. budget"
              value={Math.min(p.usedMinutes, budget)}
              max={budget}
              valueText={`${formatMinutes(p.usedMinutes)} of ${formatMinutes(budget)}`}
              tone={p.usedMinutes > budget ? 'bad' : p.usedMinutes > budget * 0.8 ? 'warn' : 'accent'}
            />
          )}
        </div>
        {p.usedMinutes > 0 && (
          <p className="text-muted text-xs lg:-mt-2">
            {p.chargedMinutes > 0
              ? `${formatMinutes(p.chargedMinutes)} deducted from ${staff ? 'their' : 'your'} hours`
              : 'No hours used'}
            {staff && p.agreement ? ` · A-${p.agreement.number}` : ''}
          </p>
        )}
      </section>
      <dl className="border-line border-t pt-3">
        <Line label="Lead">{p.lead.name}</Line>
        {p.startsOn && <Line label="Starts">{formatDay(p.startsOn)}</Line>}
        {p.dueOn && <Line label="Due">{formatDay(p.dueOn)}</Line>}
        {p.completedAt && (
          <Line label="Done">
            <RelativeTime iso={p.completedAt} />
          </Line>
        )}
        {p.agreement && (
          <Line label="Agreement">
            <Link href={`${staff ? '/agreements' : '/my-agreements'}/${p.agreement.id}`}>A-{p.agreement.number}</Link>
          </Line>
        )}
      </dl>
      {p.lastUpdate && (
        <section aria-labelledby="last-update" className="border-line border-t pt-4">
          <h2 id="last-update" className="mb-2 font-semibold">
            Last update
          </h2>
          <p className="flex flex-wrap items-center gap-x-3 text-muted text-xs">
            <span className="text-text">
              <ProjectHealthMark health={p.lastUpdate.health} />
            </span>
            <span>
              {p.lastUpdate.author.name}, <RelativeTime iso={p.lastUpdate.createdAt} />
            </span>
          </p>
          <p className="mt-2 line-clamp-4 whitespace-pre-wrap [overflow-wrap:anywhere]">{p.lastUpdate.body}</p>
          <p className="mt-2">
            <Link href="?tab=updates">All updates</Link>
          </p>
        </section>
      )}
      {(p.tickets.length > 0 || p.installations.length > 0 || p.can.work) && (
        <section aria-labelledby="project-links" className="border-line border-t pt-4">
          <div className="mb-2 flex items-center justify-between gap-3">
            <h2 id="project-links" className="font-semibold">
              Links
            </h2>
            {p.can.work && (
              <Button size="sm" pending={links.pending} onClick={() => links.ask(p)}>
                Change links
              </Button>
            )}
          </div>
          {p.tickets.length + p.installations.length === 0 ? (
            <p className="text-muted">No tickets or automations yet.</p>
          ) : (
            <ul className="flex flex-col gap-1.5">
              {p.tickets.map((t) => (
                <li key={t.id} className="truncate">
                  <Link href={`${staff ? '/admin/tickets' : '/tickets'}/${t.id}`}>
                    <span className="tabular text-muted">T-{t.number}</span> {t.subject}
                  </Link>
                </li>
              ))}
              {p.installations.map((i) => (
                <li key={i.id} className="truncate">
                  <Link href={`/apps-automations/${i.id}`}>{i.name}</Link>{' '}
                  <span className="text-muted text-xs">{automationStatusLabels[i.status] ?? i.status}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      <section aria-labelledby="project-watchers" className="border-line border-t pt-4">
        <h2 id="project-watchers" className="mb-2 font-semibold">
          Watchers
        </h2>
        {p.watchers.length === 0 ? (
          <p className="text-muted">No one is watching this project.</p>
        ) : (
          <ul className="flex flex-col gap-2">
            {p.watchers.map((w) => (
              <li key={w.id} className="flex min-w-0 items-center gap-2">
                <Avatar name={w.name} size="sm" />
                <span className="truncate">{w.name}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      {links.dialog}
    </aside>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-1.5">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  )
}

function Link({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor
      href={href}
      className="rounded-[4px] underline decoration-line underline-offset-3 transition-colors hover:decoration-accent"
    >
      {children}
    </Anchor>
  )
}
