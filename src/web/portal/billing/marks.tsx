import { StatusMark } from '../../ui/status.tsx'
import { type InvoiceStatus, statusLooks } from './model.ts'

/** How an invoice stands, in words with a mark. */
export function InvoiceMark({ status, overdue = false }: { status: InvoiceStatus; overdue?: boolean }) {
  if (overdue) return <StatusMark tone="bad">Overdue</StatusMark>
  const { tone, label } = statusLooks[status]
  return (
    <StatusMark tone={tone} {...(status === 'void' ? { shape: 'dash' as const } : {})}>
      {label}
    </StatusMark>
  )
}
