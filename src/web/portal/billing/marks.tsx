import { StatusMark } from '../../ui/status.tsx'
import { type InvoiceStatus, invoiceStatusLooks } from './model.ts'

/** Shows the status of an invoice. */
export function InvoiceMark({ status, overdue = false }: { status: InvoiceStatus; overdue?: boolean }) {
  if (overdue) return <StatusMark tone="bad">Overdue</StatusMark>
  const { tone, label } = invoiceStatusLooks[status]
  return (
    <StatusMark tone={tone} {...(status === 'void' ? { shape: 'dash' as const } : {})}>
      {label}
    </StatusMark>
  )
}
