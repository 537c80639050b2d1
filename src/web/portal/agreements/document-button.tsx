import { Suspense } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { lazy } from '../platform/loading/lazy.ts'
import type { Agreement } from './model.ts'

const Pdf = lazy(() => import('../documents/index.ts').then((m) => ({ default: m.DocumentButton })))

/** Downloads the agreement as a PDF, including the signature record once it is signed. Not shown for drafts. */
export function AgreementDocumentButton({ agreement }: { agreement: Agreement }) {
  if (agreement.current.status === 'draft') return null
  return (
    <Suspense fallback={<Skeleton className="h-9 w-38 max-md:h-11" />}>
      <Pdf kind="agreement" subjectId={agreement.current.id} />
    </Suspense>
  )
}
