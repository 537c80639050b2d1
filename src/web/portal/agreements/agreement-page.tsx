import { useParams } from 'react-router'
import { isId } from '../platform/is-id.ts'
import { queries } from '../platform/queries.ts'
import { readSession } from '../platform/session.client.ts'
import { agreementOptions } from './agreement-queries.ts'
import { AgreementScreen } from './agreement-screen.tsx'

// The document's title names the agreement; it is set by the screen.
export const meta = () => [{ name: 'robots', content: 'noindex' }]

/** Begins to load the agreement. */
export async function clientLoader({ params }: { params: { id?: string } }): Promise<null> {
  if (params.id && isId(params.id) && readSession()) void queries.prefetchQuery(agreementOptions(params.id))
  return null
}

/** `/agreements/:id`: one agreement, for staff. */
export default function AgreementPage() {
  const { id = '' } = useParams()
  return <AgreementScreen id={id} staff />
}
