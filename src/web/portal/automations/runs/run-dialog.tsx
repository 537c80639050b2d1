import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatTimeToSecond } from '../../../../contract/plain/dates.ts'
import { formatMinutes } from '../../../../contract/plain/durations.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { parseFailure } from '../../platform/data/api.ts'
import { isId } from '../../platform/data/is-id.ts'
import { runOptions } from '../automation-queries.ts'
import { RunMark } from '../marks.tsx'
import { formatRunDuration, formatRunOutput, type Run } from '../model.ts'

interface RunDialogProps {
  automation: { id: string; name: string; timeZone: string }
  /** Undefined while the dialog closes. */
  runId: string | undefined
  onClose: () => void
  /** Opens the problem report for this run. Undefined if the reader cannot report problems. */
  onReport: ((run: Run) => void) | undefined
}

/** Shows one run with its message and output. Both are shown as plain text, whatever they contain. */
export function RunDialog({ automation: a, runId, onClose, onReport }: RunDialogProps) {
  const known = runId !== undefined && isId(runId)
  const { data, error, isFetching, refetch } = useQuery({ ...runOptions(a.id, runId ?? ''), enabled: known })
  const gone = parseFailure(error)?.status === 404 || (runId !== undefined && !known)
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
          title="Run not found"
          message="The link may be incomplete, or the run belongs to another automation."
        />
      ) : error ? (
        <ErrorState
          title="Couldn’t load the run"
          message={parseFailure(error)?.message ?? 'Check your connection and try again.'}
          requestId={parseFailure(error)?.data?.requestId}
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
  const exact = (iso: string) => formatTimeToSecond(iso, timeZone)
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2.5">
        <Fact name="Status">
          <RunMark status={run.status} />
        </Fact>
        <Fact name="Started">{exact(run.startedAt)}</Fact>
        <Fact name="Duration">{formatRunDuration(run.startedAt, run.finishedAt)}</Fact>
        <Fact name="Time saved">{formatMinutes(run.minutesSaved)}</Fact>
        {run.client && <Fact name="Client">{run.client.name}</Fact>}
        <Fact name="External ID">
          <span className="flex items-center gap-1">
            <code className="min-w-0 text-xs [overflow-wrap:anywhere]">{run.externalId}</code>
            <CopyButton text={run.externalId} label="Copy external ID" />
          </span>
        </Fact>
      </dl>
      <Sent name="Message" text={run.message} none="No message" />
      <Sent
        name="Output"
        text={run.output === null || run.output === undefined ? null : formatRunOutput(run.output)}
        none="No output"
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
        {text !== null && <CopyButton text={text} label={`Copy ${name.toLowerCase()}`} />}
      </h3>
      {text === null ? (
        <p className="text-muted">{none}</p>
      ) : (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
          tabIndex={0}
          className="scroll-thin max-h-80 overflow-auto whitespace-pre-wrap rounded-md border border-line bg-ink p-3 font-mono text-xs [overflow-wrap:anywhere]"
        >
          {text}
        </pre>
      )}
    </section>
  )
}
