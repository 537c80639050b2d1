import { useQuery } from '@tanstack/react-query'
import { Plus, Receipt } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '../../ui/button.tsx'
import { showMinutes } from '../../ui/minutes-text.ts'
import { showCents } from '../../ui/money-text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusMark } from '../../ui/status.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import { api } from '../platform/api.ts'
import { useAddress } from '../platform/use-address.ts'
import { useDialog } from '../platform/use-dialog.tsx'
import { useLive } from '../platform/use-live.ts'
import { topUpOptions } from './billing-queries.ts'
import { shortCard } from './card-text.ts'
import { CompanyOrders } from './company-orders.tsx'
import { Due } from './due.tsx'
import { companyInvoices, OPEN_INVOICE } from './lists.tsx'
import { useOpenInvoice } from './use-open-invoice.ts'

const loadWriter = () => import('./write-invoice-dialog.tsx')

/** What a company bought, owes and paid, for administrators. */
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
      <Due companyId={companyId} />
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
        empty={{ icon: <Receipt />, title: 'No invoices yet', text: 'What this company buys stands here.' }}
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
  pending: { label: 'On its way', tone: 'info' },
  succeeded: { label: 'Came in', tone: 'good' },
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
        <p className="mt-2 text-muted">None yet.</p>
      ) : (
        <ul className="mt-2">
          {data.payments.map((p) => (
            <li key={p.id} className="flex items-baseline justify-between gap-4 border-line border-t py-2.5">
              <span className="min-w-0">
                {p.card ? shortCard(p.card) : p.method === 'card' ? 'Card' : 'Transfer'}
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
                {showCents(p.amountCents)}
                {p.refundedCents > 0 && (
                  <span className="block text-muted text-xs">{showCents(p.refundedCents)} went back</span>
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
          ? `Below ${showMinutes(rule.thresholdMinutes)} the company buys ${rule.pack.name} by ${rule.method}, at most ${showCents(rule.monthlyCapCents)} a month${rule.approver ? `, after ${rule.approver.name} approved` : ''}. ${showCents(data.spentCents)} this month so far.`
          : 'Off. Owners set it in Settings, Billing.'}
      </p>
    </section>
  )
}
