import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { cx } from '../../ui/cx.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type DiffLine, diffTexts } from '../../ui/text/diff.ts'
import { parseFailure } from '../platform/data/api.ts'
import { revisionOptions } from './agreement-queries.ts'
import type { Revision } from './model.ts'

/** Compares two revisions of an agreement: the changed terms, then the text. */
export function Compare({ id, from, to }: { id: string; from: string; to: string }) {
  const before = useQuery(revisionOptions(id, from))
  const after = useQuery(revisionOptions(id, to))
  const failed = before.isError ? before : after.isError ? after : undefined
  if (failed)
    return (
      <ErrorState
        title="Couldn’t load the revisions"
        message={parseFailure(failed.error)?.message ?? 'Check your connection and try again.'}
        onRetry={() => void failed.refetch()}
        retrying={failed.isFetching}
      />
    )
  if (!before.data || !after.data) return <Skeleton className="h-64 rounded-md" />
  return <Difference before={before.data} after={after.data} />
}

function Difference({ before, after }: { before: Revision; after: Revision }) {
  const lines = useMemo(() => folded(diffTexts(plain(before.body), plain(after.body))), [before.body, after.body])
  const findText = (of: Revision, label: string) => of.words.find((w) => w.label === label)?.text
  const terms = [...new Set([...before.words, ...after.words].map((w) => w.label))]
    .map((label) => ({ label, was: findText(before, label), is: findText(after, label) }))
    .filter((t) => t.was !== t.is)
  const same = lines.every((l) => l.kind === 'same' || l.kind === 'skipped')
  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted text-sm">
        Revision {after.revision} compared with revision {before.revision}.{' '}
        {terms.length === 0 && same && 'They are identical.'}
      </p>
      {terms.length > 0 && (
        <dl className="divide-y divide-line rounded-md border border-line bg-surface text-sm">
          {terms.map(({ label, was, is }) => (
            <div key={label} className="px-4 py-3">
              <dt className="text-muted text-xs">{label}</dt>
              <dd className="mt-1 flex flex-col gap-1">
                {was && <Marked kind="gone">{was}</Marked>}
                {is && <Marked kind="new">{is}</Marked>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {!same && (
        <div className="rounded-md border border-line bg-surface px-4 py-4 text-sm leading-relaxed md:px-6">
          {lines.map((line, index) =>
            line.kind === 'skipped' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and do not move
              <p key={index} className="my-3 border-line border-y border-dashed py-1 text-center text-muted text-xs">
                {line.count === 1 ? '1 unchanged line' : `${line.count} unchanged lines`}
              </p>
            ) : (
              <p
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and do not move
                key={index}
                className={cx(
                  'min-h-3 whitespace-pre-wrap [overflow-wrap:anywhere]',
                  line.kind === 'same' && 'text-muted',
                )}
              >
                {line.pieces.map((piece, at) =>
                  piece.kind === 'same' ? (
                    piece.text
                  ) : (
                    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no id and do not move
                    <Marked key={at} kind={piece.kind}>
                      {piece.text}
                    </Marked>
                  ),
                )}
              </p>
            ),
          )}
        </div>
      )}
    </div>
  )
}

function Marked({ kind, children }: { kind: 'gone' | 'new'; children: string }) {
  return kind === 'gone' ? (
    <del className="rounded-[3px] bg-bad/12 text-bad decoration-bad/60">
      <span className="sr-only">Removed: </span>
      {children}
    </del>
  ) : (
    <ins className="rounded-[3px] bg-good/12 text-good no-underline">
      <span className="sr-only">Added: </span>
      {children}
    </ins>
  )
}

/** Returns the text without Markdown for bold text and headings, which would show up as differences. */
const plain = (body: string) => body.replaceAll('**', '').replace(/^#{1,6} /gm, '')

type Shown = DiffLine | { kind: 'skipped'; count: number }
/** Collapses long unchanged stretches, but keeps two lines around each change. */
function folded(lines: DiffLine[]): Shown[] {
  const near = (at: number) => lines.slice(Math.max(0, at - 2), at + 3).some((l) => l.kind !== 'same')
  const out: Shown[] = []
  for (const [at, line] of lines.entries()) {
    const last = out.at(-1)
    if (near(at)) out.push(line)
    else if (last?.kind === 'skipped') last.count++
    else out.push({ kind: 'skipped', count: 1 })
  }
  return out
}
