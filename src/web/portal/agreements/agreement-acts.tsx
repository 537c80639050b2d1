// The actions of an agreement.

import { Ban, FilePen, Pencil, PenLine, Send, Trash2, Undo2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatDateRange } from '../../../contract/plain/date-ranges.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { getNowDate } from '../../ui/clock.ts'
import { showToast } from '../../ui/overlays/toast.tsx'
import { formatCents } from '../../ui/text/money-text.ts'
import { client, parseFailure } from '../platform/data/api.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { scrollToSignature } from './agreement-notices.tsx'
import { refreshAgreements } from './agreement-queries.ts'
import { AgreementDocumentButton } from './document-button.tsx'
import { type Agreement, formatAgreementNumber } from './model.ts'

const CancelDialog = lazy(() => import('./cancel-dialog.tsx').then((m) => ({ default: m.CancelDialog })))

const ReasonDialog = lazy(() =>
  import('../platform/forms/reason-dialog.tsx').then((m) => ({ default: m.ReasonDialog })),
)

const ConfirmDialog = lazy(() => import('../../ui/overlays/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

/** Describes what has to be credited by hand when an agreement is canceled within a billed period. */
function billedWords({ billed }: Agreement) {
  if (!billed) return null
  const { from, to, cents, invoice } = billed
  const whole = `${invoice.number ?? 'An invoice'} bills ${formatCents(cents)} for ${formatDateRange(from, to)}.`
  const credit =
    invoice.status === 'open'
      ? 'Nothing is credited automatically. Void the invoice, or refund part of it once it is paid.'
      : 'Nothing is credited automatically. Refund part of the invoice manually and enter a reason.'
  return { to, words: `${whole} ${credit}` }
}

type Asking = 'send' | 'withdraw' | 'discard' | 'cancel'

const icon = (Icon: typeof Send) => <Icon aria-hidden className="size-4" />

/** The buttons for what the user may do with an agreement, with their dialogs. */
export function Acts({ agreement: a, staff }: { agreement: Agreement; staff: boolean }) {
  const { id, version, can } = a
  const navigate = useNavigate()
  const [asking, setAsking] = useState<Asking>()
  const [revising, setRevising] = useState(false)
  const close = () => setAsking(undefined)
  const edit = `/agreements/${id}/edit`
  async function revise() {
    setRevising(true)
    try {
      await client.agreements.revise({ id, version })
      void refreshAgreements()
      void navigate(edit)
    } catch (e) {
      showToast({
        title: parseFailure(e)?.message ?? 'The draft was not created. Try again.',
        tone: 'destructive',
      })
      void refreshAgreements()
    } finally {
      setRevising(false)
    }
  }
  const today = getNowDate().toLocaleDateString('en-CA')
  return (
    <>
      <AgreementDocumentButton agreement={a} />
      {can.cancel && (
        <Button icon={icon(Ban)} onClick={() => setAsking('cancel')}>
          Cancel agreement
        </Button>
      )}
      {can.discard && (
        <Button icon={icon(Trash2)} onClick={() => setAsking('discard')}>
          Discard draft
        </Button>
      )}
      {can.withdraw && (
        <Button icon={icon(Undo2)} onClick={() => setAsking('withdraw')}>
          {a.revision === null ? 'Recall agreement' : 'Recall amendment'}
        </Button>
      )}
      {can.revise && (
        <Button
          variant={a.status === 'returned' ? 'primary' : 'secondary'}
          icon={icon(FilePen)}
          pending={revising}
          onClick={() => void revise()}
        >
          {a.revision === null ? 'Revise' : 'Amend'}
        </Button>
      )}
      {can.edit && (
        <LinkButton href={edit} icon={icon(Pencil)}>
          Edit
        </LinkButton>
      )}
      {can.send && (
        <Button variant="primary" icon={icon(Send)} onClick={() => setAsking('send')}>
          Send for signature
        </Button>
      )}
      {!staff && can.sign && (
        <Button variant="primary" icon={icon(PenLine)} className="max-md:hidden" onClick={scrollToSignature}>
          Sign
        </Button>
      )}
      <Suspense>
        {asking === 'send' && (
          <ConfirmDialog
            open
            onOpenChange={(open) => !open && close()}
            title={`Send ${formatAgreementNumber(a.number)} to ${a.company.name}?`}
            description="Its owners get an email and can sign. The text can’t change once it is sent, but you can recall it until it is signed."
            confirmLabel="Send for signature"
            tone="primary"
            onConfirm={async () => {
              try {
                await client.agreements.send({ id, version })
              } catch (e) {
                const [words] = Object.values(parseFailure(e)?.data?.fields ?? {})
                void refreshAgreements()
                throw words?.[0] ? new Error(words[0]) : e
              }
              void refreshAgreements()
              showToast({ title: `Sent to ${a.company.name}`, tone: 'good' })
            }}
          />
        )}
        {asking === 'discard' && (
          <ConfirmDialog
            open
            onOpenChange={(open) => !open && close()}
            title="Discard this draft?"
            description="The draft is deleted. Anything sent or signed before is kept."
            confirmLabel="Discard draft"
            onConfirm={async () => {
              await client.agreements.discard({ id, version })
              void refreshAgreements()
            }}
          />
        )}
        {asking === 'withdraw' && (
          <ReasonDialog
            title={`Recall ${formatAgreementNumber(a.number)}?`}
            description="It can no longer be signed. A copy is saved as a draft for you to change."
            label="Reason"
            max={2_000}
            confirm={a.revision === null ? 'Recall agreement' : 'Recall amendment'}
            done={a.revision === null ? 'Agreement recalled' : 'Amendment recalled'}
            act={(reason) => client.agreements.withdraw({ id, version, reason })}
            refresh={refreshAgreements}
            onClose={close}
          />
        )}
        {asking === 'cancel' && (
          <CancelDialog
            title={`Cancel ${formatAgreementNumber(a.number)} ${a.name}?`}
            description={
              a.sentAt === null
                ? 'The partner never saw this agreement and is not notified.'
                : 'The partner’s owners are notified and see this reason. Invoices already issued don’t change.'
            }
            lastDay={a.status === 'active' ? { today, latest: a.endsOn, billed: billedWords(a) } : undefined}
            act={(reason, lastDay) => client.agreements.cancel({ id, version, reason, lastDay })}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
