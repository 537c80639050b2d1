import { StatusMark } from '../../ui/status.tsx'
import { type Status, statusLooks } from './model.ts'

/** How a product stands in the catalogue. */
export function ProductStatus({ status }: { status: Status }) {
  const { tone, shape, label } = statusLooks[status]
  return (
    <StatusMark tone={tone} {...(shape ? { shape } : {})}>
      {label}
    </StatusMark>
  )
}
