import { StatusMark } from '../../ui/status.tsx'
import { type Status, statusLooks } from './model.ts'

/** Shows the status of a product in the catalog. */
export function ProductStatus({ status }: { status: Status }) {
  const { tone, shape, label } = statusLooks[status]
  return (
    <StatusMark tone={tone} {...(shape ? { shape } : {})}>
      {label}
    </StatusMark>
  )
}
