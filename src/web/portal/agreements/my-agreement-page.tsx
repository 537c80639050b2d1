import { useParams } from 'react-router'
import { AgreementScreen } from './agreement-screen.tsx'

export { clientLoader, handle, meta } from './agreement-page.tsx'

/** `/my-agreements/:id`: one agreement, for the partner. */
export default function MyAgreementPage() {
  const { id = '' } = useParams()
  return <AgreementScreen id={id} staff={false} />
}
