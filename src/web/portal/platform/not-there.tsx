import { FileQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { brand } from '../../../../brand.config.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { failureOf } from './api.ts'

interface NotThereProps {
  /** What it is: "project". */
  noun: string
  /** The list that it stands in. */
  back: { href: string; label: string }
  /** Nobody has it, or not this reader. */
  gone: boolean
  failure: ReturnType<typeof failureOf>
  failed: boolean
  onRetry: () => void
  retrying: boolean
  /** Why it may be gone. */
  children: ReactNode
}

/** What stands where one thing is to be shown, and is not there: it is loading, it is gone, or it did not load. */
export function NotThere({ noun, back, gone, failure, failed, onRetry, retrying, children }: NotThereProps) {
  const Noun = noun.charAt(0).toUpperCase() + noun.slice(1)
  if (gone)
    return (
      <>
        <title>{`${Noun} · ${brand.shortName}`}</title>
        <h1 className="sr-only">{Noun}</h1>
        <EmptyState
          icon={<FileQuestion />}
          title={`There is no such ${noun}`}
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
          title={`The ${noun} did not load`}
          message={failure?.message ?? 'Something went wrong on the way.'}
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
