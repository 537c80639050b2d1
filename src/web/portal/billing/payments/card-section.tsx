import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { SettingsSection } from '../../../ui/settings-section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusMark } from '../../../ui/status.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { client, parseFailure } from '../../platform/data/api.ts'
import { useLive } from '../../platform/live/use-live.ts'
import { lazy } from '../../platform/loading/lazy.ts'
import { useAddress } from '../../platform/use-address.ts'
import { cardOptions, refreshMoney } from '../stripe-queries.ts'
import { formatCardExpiry, formatCardName } from './card-text.ts'

const ConfirmDialog = lazy(() => import('../../../ui/overlays/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

/** The stored card in Settings → Billing, for owners: shows who agreed to store it, and stores or removes a card. */
export function CardSection() {
  const { data: settings, error, refetch, isFetching } = useQuery(cardOptions())
  const returned = useReturned()
  useLive(['billing'], () => void refetch())
  return (
    <SettingsSection
      id="card"
      title="Card"
      description="Charged automatically for monthly and overage invoices when they are issued, and for automatic top-ups by card. Stripe stores the card number. We only see the brand, last four digits and expiration date."
    >
      {returned}
      {settings ? (
        settings.available ? (
          <Stored settings={settings} onChange={() => void refetch()} />
        ) : (
          <p className="text-muted text-sm">Card payments aren’t set up, so you pay by invoice.</p>
        )
      ) : error ? (
        <ErrorState
          message={parseFailure(error)?.message ?? 'Couldn’t load the card.'}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Skeleton className="h-20" />
      )}
    </SettingsSection>
  )
}

type Settings = Awaited<ReturnType<typeof client.billing.card>>

function Stored({ settings, onChange }: { settings: Settings; onChange: () => void }) {
  const { card, consent } = settings
  const [agreed, setAgreed] = useState(false)
  const [wanted, setWanted] = useState(false)
  const [pending, setPending] = useState(false)
  const [removing, setRemoving] = useState(false)
  const [missing, setMissing] = useState(false)
  useEffect(() => {
    const back = () => setPending(false)
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [])

  const store = async () => {
    if (!agreed) return setMissing(true)
    setPending(true)
    try {
      const { url } = await client.billing.storeCard({ agreed: true })
      if (url) location.assign(url)
      else {
        setPending(false)
        onChange()
      }
    } catch (e) {
      setPending(false)
      showToast({
        tone: 'destructive',
        title: 'The Stripe page couldn’t be opened',
        description: parseFailure(e)?.message ?? 'Try again.',
      })
    }
  }
  return (
    <div className="flex flex-col gap-4">
      {card ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-line p-4">
          <CreditCard aria-hidden className="size-5 shrink-0 text-muted" />
          <div className="min-w-0 flex-1 basis-48">
            <p className="font-medium">{formatCardName(card)}</p>
            <p className="mt-0.5 text-muted text-sm">
              {card.expired ? (
                <StatusMark tone="bad">Expired {formatCardExpiry(card)}</StatusMark>
              ) : (
                <>Expires {formatCardExpiry(card)}</>
              )}
              {consent ? (
                <>
                  {' · '}
                  {consent.by ? `authorized by ${consent.by.name} ` : 'authorized '}
                  <RelativeTime iso={consent.at} />
                </>
              ) : (
                ' · not charged automatically'
              )}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            {settings.can.store && !wanted && <Button onClick={() => setWanted(true)}>Replace card</Button>}
            {settings.can.remove && (
              <Button variant="danger" onClick={() => setRemoving(true)}>
                Remove card
              </Button>
            )}
          </div>
        </div>
      ) : (
        !wanted && (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line border-dashed p-4">
            <p className="text-muted text-sm">No card yet.</p>
            {settings.can.store && (
              <Button icon={<CreditCard aria-hidden className="size-4" />} onClick={() => setWanted(true)}>
                Add card
              </Button>
            )}
          </div>
        )
      )}
      {card && !consent && !wanted && (
        <Banner tone="warn">
          This card isn’t authorized for automatic charges. Select Replace card and enter it again.
        </Banner>
      )}
      {wanted && (
        <div className="flex flex-col gap-4 rounded-md border border-line p-4">
          <Checkbox
            checked={agreed}
            onChange={(e) => {
              setAgreed(e.target.checked)
              setMissing(false)
            }}
            label={settings.sentence}
            {...(missing ? { error: 'Authorize automatic charges before you continue.' } : {})}
          />
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" pending={pending} onClick={() => void store()}>
              Continue to Stripe
            </Button>
            <Button variant="ghost" onClick={() => setWanted(false)}>
              Cancel
            </Button>
          </div>
        </div>
      )}
      {removing && (
        <Suspense>
          <ConfirmDialog
            open
            onOpenChange={() => setRemoving(false)}
            title={card ? `Remove ${formatCardName(card)}?` : 'Remove the card?'}
            description="We’ll no longer charge it automatically. Open invoices stay open, and automatic top-ups by card stop."
            confirmLabel="Remove card"
            onConfirm={async () => {
              await client.billing.removeCard()
              await refreshMoney()
              showToast({ tone: 'good', title: 'Card removed' })
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Shows whether a card was stored, when the user returns from Stripe's page. */
function useReturned() {
  const [query, set] = useAddress()
  const id = query.get('card')
  const [state, setState] = useState<'asking' | 'open' | 'canceled' | 'unknown'>()
  useEffect(() => {
    if (!id) return
    let over = false
    const forget = () => set({ card: undefined })
    setState('asking')
    client.billing
      .cardPage({ id })
      .then(async (page) => {
        if (over) return
        if (page.state === 'stored') {
          showToast({ tone: 'good', title: 'Card added' })
          setState(undefined)
          await refreshMoney()
        } else setState(page.state)
        forget()
      })
      .catch(() => {
        if (over) return
        setState('unknown')
        forget()
      })
    return () => {
      over = true
    }
  }, [id, set])
  if (!state || state === 'asking') return null
  return (
    <div className="mb-4">
      <Banner tone={state === 'unknown' ? 'warn' : 'info'} onDismiss={() => setState(undefined)}>
        {state === 'unknown'
          ? 'Stripe isn’t responding, so we don’t know yet whether the card was added. If it was, it will appear here.'
          : 'No card was added.'}
      </Banner>
    </div>
  )
}
