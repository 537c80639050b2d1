import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Button, LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field, Select, TextArea } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Badge } from '../../ui/status.tsx'
import { type DiffLine, diffTexts, type Piece } from '../../ui/text/diff.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { useSending } from '../platform/data/use-sending.ts'
import { ActFrame } from '../platform/forms/act-frame.tsx'
import { useAddress } from '../platform/use-address.ts'
import { FigureList } from './figure-list.tsx'
import { formatVersion, type Prompt } from './model.ts'
import { refreshPrompts, versionOptions } from './prompt-queries.ts'

/** Lists all versions with their figures, compares two of them, and makes one live. */
export function Versions({ prompt }: { prompt: Prompt }) {
  const [search, , open] = useAddress()
  const has = (name: string) => {
    const text = search.get(name)
    const number = Number(text)
    return text !== null && prompt.versions.some((v) => v.number === number) ? number : undefined
  }
  const [after, before, making] = [has('compare'), has('with'), has('live')]
  const show = (more: Record<string, string>) => open({ tab: 'versions', ...more })
  return (
    <div className="flex flex-col gap-6">
      {after !== undefined && (
        <Compare
          prompt={prompt}
          after={after}
          before={before ?? prompt.live}
          onChoose={(a, b) => show({ compare: String(a), with: String(b) })}
          onClose={() => show({})}
        />
      )}
      <ul className="divide-y divide-line rounded-md border border-line bg-surface text-sm" aria-label="Versions">
        {prompt.versions.map((v) => (
          <li key={v.number} className="flex flex-wrap items-start gap-x-8 gap-y-3 px-5 py-4">
            <div className="min-w-0 flex-1 basis-64">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-medium">{formatVersion(v.number)}</span>
                {v.number === prompt.live && <Badge tone="accent">Live</Badge>}
              </p>
              <p className="mt-1 [overflow-wrap:anywhere]">{v.note}</p>
              {v.createdAt && (
                <p className="mt-1 text-muted text-xs">
                  {v.createdBy?.name ?? 'Someone'}, <RelativeTime iso={v.createdAt} />, based on{' '}
                  {v.basedOn === 0 ? 'the built-in text' : `version ${v.basedOn}`}
                </p>
              )}
            </div>
            <FigureList figures={v.figures} />
            <div className="flex w-76 flex-wrap gap-2 max-md:w-full md:justify-end">
              {v.number !== prompt.live && (
                <Button size="sm" onClick={() => show({ compare: String(v.number), with: String(prompt.live) })}>
                  Compare<span className="sr-only"> {formatVersion(v.number)} with the live version</span>
                </Button>
              )}
              <LinkButton size="sm" href={`?from=${v.number}`}>
                New version<span className="sr-only"> based on {formatVersion(v.number)}</span>
              </LinkButton>
              {prompt.can.makeLive && v.number !== prompt.live && (
                <Button
                  size="sm"
                  onClick={() =>
                    show({
                      ...(after === undefined ? {} : { compare: String(after), with: String(before ?? prompt.live) }),
                      live: String(v.number),
                    })
                  }
                >
                  Make live<span className="sr-only"> {formatVersion(v.number)}</span>
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {making !== undefined && prompt.can.makeLive && making !== prompt.live && (
        <MakeLive prompt={prompt} number={making} onClose={() => show({})} />
      )}
    </div>
  )
}

interface CompareProps {
  prompt: Prompt
  after: number
  before: number
  onChoose: (after: number, before: number) => void
  onClose: () => void
}

function Compare({ prompt, after, before, onChoose, onClose }: CompareProps) {
  const a = useQuery(versionOptions(prompt.key, before))
  const b = useQuery(versionOptions(prompt.key, after))
  const lines = useMemo(() => (a.data && b.data ? diffTexts(a.data.body, b.data.body) : undefined), [a.data, b.data])
  const failed = a.isError ? a : b.isError ? b : undefined
  const choose = (label: string, value: number, onChange: (n: number) => void) => (
    <Field label={label}>
      <Select value={value} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {prompt.versions.map((v) => (
          <option key={v.number} value={v.number}>
            {formatVersion(v.number)}
            {v.number === prompt.live ? ' (live)' : ''}
          </option>
        ))}
      </Select>
    </Field>
  )
  return (
    <section aria-label="Comparison" className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-4">
        {choose('Before', before, (n) => onChoose(after, n))}
        {choose('After', after, (n) => onChoose(n, before))}
      </div>
      {failed ? (
        <ErrorState
          title="Couldn’t load the texts"
          message={parseFailure(failed.error)?.message ?? 'Check your connection and try again.'}
          onRetry={() => void failed.refetch()}
          retrying={failed.isFetching}
        />
      ) : lines ? (
        lines.every((l) => l.kind === 'same') ? (
          <p className="text-muted text-sm">The two texts are the same.</p>
        ) : (
          <SideBySide lines={lines} />
        )
      ) : (
        <Skeleton className="h-64 rounded-md" />
      )}
      <div>
        <Button size="sm" onClick={onClose}>
          Close comparison
        </Button>
      </div>
    </section>
  )
}

/** Shows two texts side by side with a row per line: removed text on the left, added text on the right. */
function SideBySide({ lines }: { lines: readonly DiffLine[] }) {
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 rounded-md border border-line bg-surface font-mono text-xs leading-relaxed">
      <caption className="sr-only">The two texts, line by line</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and do not move
          <tr key={index} className="max-md:block max-md:[tr+&]:mt-1">
            <Side
              pieces={line.kind === 'new' ? [] : line.pieces.filter((p) => p.kind !== 'new')}
              same={line.kind === 'same'}
              // On narrow screens removed lines are above added ones, and unchanged lines are shown once.
              once={line.kind === 'same' || line.kind === 'new'}
            />
            <Side
              pieces={line.kind === 'gone' ? [] : line.pieces.filter((p) => p.kind !== 'gone')}
              same={line.kind === 'same'}
              once={line.kind === 'gone'}
              right
            />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface SideProps {
  pieces: readonly Piece[]
  same: boolean
  /** Hidden on narrow screens, where the two sides are above each other. */
  once: boolean
  right?: boolean
}

function Side({ pieces, same, once, right }: SideProps) {
  return (
    <td
      className={cx(
        'h-6 whitespace-pre-wrap px-3 py-0.5 align-top [overflow-wrap:anywhere] max-md:h-auto max-md:min-h-6',
        right && 'border-line md:border-l',
        once ? 'max-md:hidden' : 'max-md:block',
        same && 'text-muted',
      )}
    >
      {pieces.map((piece, at) =>
        piece.kind === 'gone' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no id and do not move
          <del key={at} className="rounded-[3px] bg-bad/12 text-bad decoration-bad/60">
            {piece.text}
          </del>
        ) : piece.kind === 'new' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no id and do not move
          <ins key={at} className="rounded-[3px] bg-good/12 text-good no-underline">
            {piece.text}
          </ins>
        ) : (
          piece.text
        ),
      )}
    </td>
  )
}

function MakeLive({ prompt, number, onClose }: { prompt: Prompt; number: number; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const { pending, errors, problem, theirs, send, setErrors } = useSending<Prompt>()
  async function go() {
    if (!reason.trim()) return setErrors({ reason: 'Enter a reason.' })
    const done = await send(() => client.prompts.makeLive({ key: prompt.key, number, reason, version: prompt.version }))
    await refreshPrompts()
    if (!done) return
    showToast({ title: `${formatVersion(number)} is live`, tone: 'good' })
    onClose()
  }
  return (
    <ActFrame
      title={`Make ${number === 0 ? 'the built-in text' : `version ${number}`} live?`}
      description={`All new requests use it instead of ${prompt.live === 0 ? 'the built-in text' : `version ${prompt.live}`}. You can switch back at any time.`}
      confirm="Make live"
      pending={pending}
      problem={
        problem ??
        (theirs &&
          `${theirs.live ? `Version ${theirs.live}` : 'The built-in text'} was made live while you were editing. “Make live” replaces it. “Cancel” keeps it.`)
      }
      onSubmit={() => void go()}
      onClose={onClose}
    >
      <Field label="Reason" required error={errors.reason}>
        <TextArea rows={3} maxLength={2000} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
    </ActFrame>
  )
}
