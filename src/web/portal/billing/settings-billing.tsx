import { Receipt } from 'lucide-react'
import { brand } from '../../../../brand.config.ts'
import { LinkButton } from '../../ui/button.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import { CardSection } from './card-section.tsx'
import { Due } from './due.tsx'
import { ownInvoices } from './lists.tsx'
import { TopUpSection } from './top-up-section.tsx'
import { useOpenInvoice } from './use-open-invoice.ts'

export const meta = () => [{ title: `Billing · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** `/settings/billing`: what is due, every invoice, the card, hours that come by themselves. For owners. */
export default function SettingsBilling() {
  const { id, close, Dialog } = useOpenInvoice()
  return (
    <div>
      <SettingsSection
        wide
        title="Invoices"
        description="What your company bought, what is due, and what was paid."
        action={
          <LinkButton variant="primary" href="/buy-block-time">
            Buy hours
          </LinkButton>
        }
      >
        <div className="flex flex-col gap-5">
          <Due />
          <ListScreen
            list={ownInvoices}
            embedded
            title="Invoices"
            empty={{
              icon: <Receipt />,
              title: 'No invoices yet',
              text: 'What your company buys stands here, with a PDF of each invoice.',
            }}
          />
        </div>
      </SettingsSection>
      <CardSection />
      <TopUpSection />
      <SettingsSection
        title="Billing address"
        description="New invoices are made out to your company as its profile says."
      >
        <LinkButton href="/settings/company">Edit company profile</LinkButton>
      </SettingsSection>
      {Dialog && <Dialog id={id} onClose={close} />}
    </div>
  )
}
