import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Sparkles } from 'lucide-react'
import { brand } from '../../../../brand.config.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Badge } from '../../ui/status.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { parseFailure } from '../platform/data/api.ts'
import { handleOf, loadReads, type ScreenReads } from '../platform/data/screen-reads.ts'
import { FigureList } from './figure-list.tsx'
import { formatMicrodollars, formatVersion, type ModelStatus, type PromptRow } from './model.ts'
import { promptsOptions } from './prompt-queries.ts'
import { SetUp } from './set-up.tsx'

export const meta = () => [{ title: `Prompt manager · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]
const reads: ScreenReads = () => [promptsOptions()]
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

/** `/admin/prompt-manager`: the prompts of the language model and their results. */
export default function PromptsPage() {
  const { data, error, isError, isFetching, refetch } = useQuery(promptsOptions())
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Prompt manager"
        description="Versioned instructions for the language model. The model makes suggestions, and people decide."
      />
      {data ? (
        <div className="flex flex-col gap-6">
          {data.status.model ? <Status status={data.status} model={data.status.model} /> : <SetUp />}
          <ul className="divide-y divide-line rounded-md border border-line bg-surface" aria-label="Prompts">
            {data.items.map((row) => (
              <Row key={row.key} row={row} />
            ))}
          </ul>
          <p className="text-muted text-xs">
            Figures cover the live version in the last 30 days, without tests and replays.
          </p>
        </div>
      ) : isError ? (
        <ErrorState
          title="Couldn’t load the prompts"
          message={parseFailure(error)?.message ?? 'Check your connection and try again.'}
          requestId={parseFailure(error)?.data?.requestId}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <div className="flex flex-col gap-6" aria-busy>
          <Skeleton className="h-20 rounded-md" />
          <Skeleton className="h-96 rounded-md" />
        </div>
      )}
    </div>
  )
}

function Status({ status, model }: { status: ModelStatus; model: NonNullable<ModelStatus['model']> }) {
  const { priced, spentMicros, budgetMicros, companyBudgetMicros } = status
  const part = budgetMicros ? Math.min(100, Math.round((spentMicros / budgetMicros) * 100)) : 0
  return (
    <section
      aria-label="Language model"
      className="flex flex-wrap items-center gap-x-10 gap-y-4 rounded-md border border-line bg-surface px-5 py-4 text-sm"
    >
      <div className="flex min-w-0 items-center gap-3">
        <Sparkles aria-hidden className="size-5 shrink-0 text-accent" />
        <div className="min-w-0">
          <p className="font-medium [overflow-wrap:anywhere]">{model.name}</p>
          <p className="text-muted text-xs">{model.provider}</p>
        </div>
      </div>
      <div className="min-w-56 flex-1">
        {priced ? (
          <>
            <p>
              <span className="tabular font-medium">{formatMicrodollars(spentMicros)}</span>
              {budgetMicros !== null && <span className="text-muted"> of {formatMicrodollars(budgetMicros)}</span>}{' '}
              spent today
            </p>
            {budgetMicros !== null ? (
              <progress
                max={100}
                value={part}
                aria-label="Share of today’s budget spent"
                className="mt-2 h-1.5 w-full max-w-80 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
              />
            ) : (
              <p className="text-muted text-xs">
                No daily limit. To add one, set <code>AI_DAILY_BUDGET_CENTS</code>.
              </p>
            )}
            {companyBudgetMicros !== null && (
              <p className="mt-1 text-muted text-xs">
                Limit per company: {formatMicrodollars(companyBudgetMicros)} a day.
              </p>
            )}
          </>
        ) : (
          <p className="text-muted">
            The price of this model is unknown, so spending is not limited. Set <code>AI_PRICE_IN_CENTS</code> and{' '}
            <code>AI_PRICE_OUT_CENTS</code>.
          </p>
        )}
      </div>
    </section>
  )
}

function Row({ row }: { row: PromptRow }) {
  return (
    <li className="group relative flex flex-wrap items-center gap-x-8 gap-y-3 px-5 py-4 text-sm hover:bg-raised">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Anchor
            href={`/admin/prompt-manager/${row.key}`}
            className="font-medium after:absolute after:inset-0 after:content-['']"
          >
            {row.title}
          </Anchor>
          <Badge tone={row.live === 0 ? 'neutral' : 'accent'}>{formatVersion(row.live)}</Badge>
          {row.newest > row.live && (
            <span className="text-muted text-xs">{row.newest === 1 ? '1 version' : `${row.newest} versions`}</span>
          )}
        </p>
        <p className="mt-1 text-muted">{row.about}</p>
        {row.liveSince && (
          <p className="mt-1 text-muted text-xs">
            Live since <RelativeTime iso={row.liveSince} />
          </p>
        )}
      </div>
      <FigureList figures={row.figures} />
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted max-md:hidden" />
    </li>
  )
}
