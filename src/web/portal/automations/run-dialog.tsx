import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { showMinutes } from '../../ui/minutes-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { failureOf } from '../platform/api.ts'
import { isId } from '../platform/is-id.ts'
import { runOptions } from './automation-queries.ts'
import { RunMark } from './marks.tsx'
import { outputText, type Run, tookText } from './model.ts'

interface RunDialogProps {
  automation: { id: string; name: string; timeZone: string }
  /** Undefined while it closes. */
  runId: string | undefined
  onClose: () => void
  /** Leads to a ticket about it, for those who may. */
  onReport: ((run: Run) => void) | undefined
}

/** One run with what it said and gave, as it was sent: text, whatever stands in it. */
export function RunDialog({ automation: a, runId, onClose, onReport }: RunDialogProps) {
  const known = runId !== undefined && isId(runId)
  const { data, error, isFetching, refetch } = useQuery({ ...runOptions(a.id, runId ?? ''), enabled: known })
  const gone = failureOf(error)?.status === 404 || (runId !== undefined && !known)
  return (
    <Dialog
      open={runId !== undefined}
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      phone="full"
      title={`Run of ${a.name}`}
      footer={
        data &&
        onReport && (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button icon={<TriangleAlert aria-hidden className="size-4" />} onClick={() => onReport(data)}>
              Report a problem
            </Button>
          </>
        )
      }
    >
      {data ? (
        <Details run={data} timeZone={a.timeZone} />
      ) : gone ? (
        <ErrorState
          title="There is no such run"
          message="The address is not complete, or it belongs to something else."
        />
      ) : error ? (
        <ErrorState
          title="The run did not load"
          message={failureOf(error)?.message ?? 'Something went wrong on the way.'}
          requestId={failureOf(error)?.data?.requestId}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Skeleton className="h-64" />
      )}
    </Dialog>
  )
}

function Details({ run, timeZone }: { run: Run; timeZone: string }) {
  const exact = (iso: string) =>
    new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone }).format(new Date(iso))
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2.5">
        <Fact name="Status">
          <RunMark status={run.status} />
        </Fact>
        <Fact name="Started">{exact(run.startedAt)}</Fact>
        <Fact name="Took">{tookText(run.startedAt, run.finishedAt)}</Fact>
        <Fact name="Time saved">{showMinutes(run.minutesSaved)}</Fact>
        {run.client && <Fact name="Client">{run.client.name}</Fact>}
        <Fact name="Its own id">
          <span className="flex items-center gap-1">
            <code className="min-w-0 text-xs [overflow-wrap:anywhere]">{run.externalId}</code>
            <CopyButton text={run.externalId} label="Copy the id" />
          </span>
        </Fact>
      </dl>
      <Sent name="Message" text={run.message} none="It said nothing." />
      <Sent
        name="Output"
        text={run.output === null || run.output === undefined ? null : outputText(run.output)}
        none="It gave nothing."
      />
    </div>
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

function Sent({ name, text, none }: { name: string; text: string | null; none: string }) {
  return (
    <section aria-label={name}>
      <h3 className="mb-1.5 flex items-center gap-1 font-medium">
        {name}
        {text !== null && <CopyButton text={text} label={`Copy the ${name.toLowerCase()}`} />}
      </h3>
      {text === null ? (
        <p className="text-muted">{none}</p>
      ) : (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
          tabIndex={0}
          className="scroll-thin max-h-80 overflow-auto whitespace-pre-wrap rounded-md border border-line bg-ink p-3 font-mono text-xs [overflow-wrap:anywhere]"
        >
          {text}
        </pre>
      )}
    </section>
  )
}
