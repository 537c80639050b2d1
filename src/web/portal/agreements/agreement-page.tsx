import { useParams } from 'react-router'
import { isId } from '../platform/data/is-id.ts'
import { handleOf, loadReads, type ScreenReads } from '../platform/data/screen-reads.ts'
import { agreementOptions } from './agreement-queries.ts'
import { AgreementScreen } from './agreement-screen.tsx'

// The screen sets the document title, which includes the agreement's name.
export const meta = () => [{ name: 'robots', content: 'noindex' }]

const reads: ScreenReads = ({ params: { id } }) => (id && isId(id) ? [agreementOptions(id)] : [])
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

/** `/agreements/:id`: one agreement, for staff. */
export default function AgreementPage() {
  const { id = '' } = useParams()
  return <AgreementScreen id={id} staff />
}
