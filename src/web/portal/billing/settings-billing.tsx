import { Receipt } from 'lucide-react'
import { brand } from '../../../../brand.config.ts'
import { LinkButton } from '../../ui/button.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import { BalanceDue } from './invoices/due.tsx'
import { ownInvoices } from './invoices/lists.tsx'
import { useOpenInvoice } from './invoices/use-open-invoice.ts'
import { CardSection } from './payments/card-section.tsx'
import { TopUpSection } from './top-up/top-up-section.tsx'

export const meta = () => [{ title: `Billing · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** `/settings/billing`: amount due, invoices, card and automatic top-up. For owners. */
export default function SettingsBilling() {
  const { id, close, Dialog } = useOpenInvoice()
  return (
    <div>
      <SettingsSection
        wide
        title="Invoices"
        description="Your company’s invoices, with the amounts due and paid."
        action={
          <LinkButton variant="primary" href="/buy-block-time">
            Buy hours
          </LinkButton>
        }
      >
        <div className="flex flex-col gap-5">
          <BalanceDue />
          <ListScreen
            list={ownInvoices}
            embedded
            title="Invoices"
            empty={{
              icon: <Receipt />,
              title: 'No invoices yet',
              text: 'Your company’s invoices appear here, each with a PDF.',
            }}
          />
        </div>
      </SettingsSection>
      <CardSection />
      <TopUpSection />
      <SettingsSection title="Billing address" description="New invoices use the details in your company profile.">
        <LinkButton href="/settings/company">Edit company profile</LinkButton>
      </SettingsSection>
      {Dialog && <Dialog id={id} onClose={close} />}
    </div>
  )
}
