import { FileQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { brand } from '../../../../../brand.config.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { parseFailure } from '../data/api.ts'

interface NotThereProps {
  /** The noun for the record: "project". */
  noun: string
  /** The list that it belongs to. */
  back: { href: string; label: string }
  /** It does not exist, or this reader may not see it. */
  gone: boolean
  failure: ReturnType<typeof parseFailure>
  failed: boolean
  onRetry: () => void
  retrying: boolean
  /** Why it may be gone. */
  children: ReactNode
}

/** Shown instead of a record that is loading, does not exist, or could not be loaded. */
export function NotThere({ noun, back, gone, failure, failed, onRetry, retrying, children }: NotThereProps) {
  const Noun = noun.charAt(0).toUpperCase() + noun.slice(1)
  if (gone)
    return (
      <>
        <title>{`${Noun} · ${brand.shortName}`}</title>
        <h1 className="sr-only">{Noun}</h1>
        <EmptyState
          icon={<FileQuestion />}
          title={`${Noun} not found`}
          action={<LinkButton href={back.href}>{`Back to ${back.label.toLowerCase()}`}</LinkButton>}
        >
          {children}
        </EmptyState>
      </>
    )
  if (failed)
    return (
      <>
        <h1 className="sr-only">{Noun}</h1>
        <ErrorState
          title={`Couldn’t load the ${noun}`}
          message={failure?.message ?? 'Check your connection and try again.'}
          requestId={failure?.data?.requestId}
          onRetry={onRetry}
          retrying={retrying}
        />
      </>
    )
  return (
    <div aria-busy>
      <PageHeader
        back={back}
        title={
          <>
            <span className="sr-only">{`Loading the ${noun}`}</span>
            <Skeleton className="h-7 w-80 max-w-full" />
          </>
        }
      />
      <div className="mt-8 grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton className="h-[32rem] rounded-md" />
        <Skeleton className="h-80 rounded-md" />
      </div>
    </div>
  )
}
