// The banners above an agreement.

import { Suspense } from 'react'
import { formatDay } from '../../../contract/plain/dates.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { getScrollBehavior } from '../../ui/use-media.ts'
import { lazy } from '../platform/loading/lazy.ts'
import type { Agreement } from './model.ts'

const RefundFailed = lazy(() => import('../billing/payments/index.ts').then((m) => ({ default: m.RefundFailed })))

/** Scrolls to the signature form and focuses its first field. */
export function scrollToSignature() {
  document.getElementById('sign-here')?.scrollIntoView({ behavior: getScrollBehavior() })
  document.querySelector<HTMLElement>('#sign-here input')?.focus({ preventScroll: true })
}

/** Banners that the reader must see before the agreement itself. */
export function AgreementNotices({ agreement: a, staff }: { agreement: Agreement; staff: boolean }) {
  const { open, current } = a
  return (
    <>
      {a.can.sign && (
        <Banner
          title={
            open?.amendment ? 'An amendment is awaiting your signature' : 'This agreement is awaiting your signature'
          }
          action={
            <Button size="sm" className="md:hidden" onClick={scrollToSignature}>
              Go to signature
            </Button>
          }
        >
          {current.summary ?? 'Read the text and the terms, then sign below or request changes.'}
        </Banner>
      )}
      {!staff && open?.status === 'sent' && !a.can.sign && (
        <Banner title="Awaiting signature by an owner">Only owners of your company can sign it.</Banner>
      )}
      {open?.status === 'returned' && current.comment && (
        <Banner
          tone={staff ? 'warn' : 'info'}
          title={staff ? `${a.company.name} requested changes` : 'Your company requested changes'}
        >
          <span className="whitespace-pre-wrap">{current.comment}</span>
          {!staff && (
            <span className="mt-1 block">We’re preparing a new version. We’ll let you know when it’s ready.</span>
          )}
        </Banner>
      )}
      {staff && open?.status === 'sent' && current.summary && (
        <Banner title="Amendment awaiting signature">{current.summary}</Banner>
      )}
      {staff && open?.status === 'draft' && a.revision !== null && (
        <Banner title={`Amendment in draft, revision ${open.revision}`}>
          The signed terms apply until this amendment is signed.
        </Banner>
      )}
      {staff && current.problem && open?.status === 'draft' && (
        <Banner tone="warn" title="Not ready to send">
          {current.problem}
        </Banner>
      )}
      {a.ending && a.endsOn && (
        <Banner tone="warn" title={`Canceled: its last day is ${formatDay(a.endsOn)}`}>
          {a.cancelReason}
        </Banner>
      )}
      {a.status === 'canceled' && a.cancelReason && <Banner title="Canceled">{a.cancelReason}</Banner>}
      {a.refundFailed && (
        <Suspense>
          <RefundFailed staff={staff} />
        </Suspense>
      )}
    </>
  )
}
