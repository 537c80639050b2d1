import { lazy, Suspense } from 'react'
import type { Agreement } from './model.ts'

const Pdf = lazy(() => import('../documents/index.ts').then((m) => ({ default: m.DocumentButton })))

/** The text as a PDF, with the evidence once it was signed. */
export function DocumentButton({ agreement }: { agreement: Agreement }) {
  if (agreement.current.status === 'draft') return null
  return (
    <Suspense>
      <Pdf kind="agreement" subjectId={agreement.current.id} />
    </Suspense>
  )
}
