import { StatusMark } from '../../ui/status.tsx'
import { productStatusLooks, type Status } from './model.ts'

/** Shows the status of a product in the catalog. */
export function ProductStatus({ status }: { status: Status }) {
  const { tone, shape, label } = productStatusLooks[status]
  return (
    <StatusMark tone={tone} {...(shape ? { shape } : {})}>
      {label}
    </StatusMark>
  )
}
