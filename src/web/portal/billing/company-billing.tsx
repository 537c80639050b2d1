import { useQuery } from '@tanstack/react-query'
import { Plus, Receipt } from 'lucide-react'
import { useMemo } from 'react'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { Button } from '../../ui/button.tsx'
import { StatusMark } from '../../ui/status.tsx'
import { formatCents } from '../../ui/text/money-text.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import { api } from '../platform/data/api.ts'
import { useDialog } from '../platform/forms/use-dialog.tsx'
import { useLive } from '../platform/live/use-live.ts'
import { useAddress } from '../platform/use-address.ts'
import { topUpOptions } from './billing-queries.ts'
import { BalanceDue } from './invoices/due.tsx'
import { companyInvoices, OPEN_INVOICE } from './invoices/lists.tsx'
import { useOpenInvoice } from './invoices/use-open-invoice.ts'
import { CompanyOrders } from './orders/company-orders.tsx'
import { formatCard } from './payments/card-text.ts'

const loadWriter = () => import('./invoices/write-invoice-dialog.tsx')

/** A company's billing, for administrators. */
export function CompanyBilling({ companyId }: { companyId: string }) {
  const fixed = useMemo(() => ({ company: companyId }), [companyId])
  const { id, close, Dialog } = useOpenInvoice()
  const [, set] = useAddress()
  const writing = useDialog(loadWriter, ({ WriteInvoiceDialog }, _: undefined, { open, onClose }) =>
    open ? (
      <WriteInvoiceDialog
        companyId={companyId}
        onClose={onClose}
        onMade={(made) => set({ [OPEN_INVOICE]: made }, false)}
      />
    ) : null,
  )
  return (
    <div className="flex flex-col gap-6">
      <BalanceDue companyId={companyId} />
      {writing.dialog}
      <ListScreen
        list={companyInvoices}
        embedded
        fixed={fixed}
        title="Invoices"
        actions={
          <Button
            icon={<Plus aria-hidden className="size-4" />}
            pending={writing.pending}
            onClick={() => writing.ask(undefined)}
          >
            New invoice
          </Button>
        }
        empty={{ icon: <Receipt />, title: 'No invoices yet', text: 'Invoices for this company appear here.' }}
      />
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <Payments companyId={companyId} />
        <div className="flex min-w-0 flex-col gap-6">
          <Rule companyId={companyId} />
          <CompanyOrders companyId={companyId} />
        </div>
      </div>
      {Dialog && <Dialog id={id} onClose={close} />}
    </div>
  )
}

const looks = {
  pending: { label: 'Pending', tone: 'info' },
  succeeded: { label: 'Received', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
} as const

function Payments({ companyId }: { companyId: string }) {
  const { data, refetch } = useQuery(api.billing.customer.queryOptions({ input: { companyId }, staleTime: 2_000 }))
  useLive(['billing'], () => void refetch())
  if (!data) return null
  return (
    <section>
      <h2 className="font-semibold">Payments</h2>
      {data.payments.length === 0 ? (
        <p className="mt-2 text-muted">No payments yet.</p>
      ) : (
        <ul className="mt-2">
          {data.payments.map((p) => (
            <li key={p.id} className="flex items-baseline justify-between gap-4 border-line border-t py-2.5">
              <span className="min-w-0">
                {p.card ? formatCard(p.card) : p.method === 'card' ? 'Card' : 'Bank transfer'}
                <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-muted text-xs">
                  <StatusMark tone={looks[p.status].tone}>{looks[p.status].label}</StatusMark>
                  <span className="min-w-0 [overflow-wrap:anywhere]">
                    {[p.invoice, p.reference].filter(Boolean).map((word) => `${word} · `)}
                    <RelativeTime iso={p.paidAt ?? p.createdAt} />
                  </span>
                  {p.failure && <span className="basis-full">{p.failure}</span>}
                </span>
              </span>
              <span className="tabular shrink-0 text-end">
                {formatCents(p.amountCents)}
                {p.refundedCents > 0 && (
                  <span className="block text-muted text-xs">{formatCents(p.refundedCents)} refunded</span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Rule({ companyId }: { companyId: string }) {
  const { data, refetch } = useQuery(topUpOptions(companyId))
  useLive(['billing'], () => void refetch())
  if (!data) return null
  const { rule } = data
  return (
    <section>
      <h2 className="font-semibold">Automatic top-up</h2>
      <p className="mt-2 text-muted">
        {rule?.enabled && rule.pack
          ? `When the balance falls below ${formatMinutes(rule.thresholdMinutes)}, the company buys ${rule.pack.name} by ${rule.method}, up to ${formatCents(rule.monthlyCapCents)} per month${rule.approver ? `, after approval by ${rule.approver.name}` : ''}. ${formatCents(data.spentCents)} bought this month.`
          : 'Off. Owners can turn it on in Settings → Billing.'}
      </p>
    </section>
  )
}
