import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Banner } from '../../ui/banner.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { api } from '../platform/data/api.ts'
import { useDebounced } from '../platform/data/use-debounced.ts'
import { parseTerms, type Typed, toTypedTerms } from './form-model.ts'
import type { Type } from './model.ts'
import { TextView } from './text-view.tsx'

interface PreviewProps {
  id?: string
  companyId: string | null
  type: Type
  name: string
  typed: Typed
  source: string
}

/** Previews the text with all variables filled in. Updates while the user types. */
export function AgreementPreview({ id, companyId, type, name, typed, source }: PreviewProps) {
  const read = parseTerms(type, typed)
  const fallback = parseTerms(type, toTypedTerms({})) as { terms: never }
  const input = useDebounced(
    {
      ...(id ? { id } : {}),
      companyId,
      type,
      name: name.trim() || 'Agreement',
      terms: 'terms' in read ? read.terms : fallback.terms,
      source,
    },
    350,
  )
  const { data, isError } = useQuery({
    ...api.agreements.preview.queryOptions({ input }),
    enabled: input.source.trim() !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (source.trim() === '') return <p className="text-muted text-sm">The text appears here as you write it.</p>
  return (
    <div className="flex flex-col gap-3">
      {companyId === null && <p className="text-muted text-xs">Shown with a sample partner.</p>}
      {data?.problem && (
        <Banner tone="warn" title="Not ready to send">
          {data.problem}
        </Banner>
      )}
      {isError && !data && <p className="text-muted text-sm">Fix the highlighted fields to see the preview.</p>}
      {data
        ? data.body !== null && <TextView body={data.body} />
        : !isError && <Skeleton className="h-96 rounded-md" />}
    </div>
  )
}
