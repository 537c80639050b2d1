import { useParams } from 'react-router'
import { isId } from '../platform/data/is-id.ts'
import { queries } from '../platform/data/queries.ts'
import { readSession } from '../platform/session/session.client.ts'
import { agreementOptions } from './agreement-queries.ts'
import { AgreementScreen } from './agreement-screen.tsx'

// The screen sets the document title, which includes the agreement's name.
export const meta = () => [{ name: 'robots', content: 'noindex' }]

/** Starts loading the agreement. */
export async function clientLoader({ params }: { params: { id?: string } }): Promise<null> {
  if (params.id && isId(params.id) && readSession()) void queries.prefetchQuery(agreementOptions(params.id))
  return null
}

/** `/agreements/:id`: one agreement, for staff. */
export default function AgreementPage() {
  const { id = '' } = useParams()
  return <AgreementScreen id={id} staff />
}
