import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMark } from '../../ui/status.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { useLive } from '../platform/use-live.ts'
import { showCard, showExpiry } from './card-text.ts'
import { cardOptions, refreshMoney } from './stripe-queries.ts'

const ConfirmDialog = lazy(() => import('../../ui/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

/** The stored card in Settings → Billing: what is kept, who agreed, storing another, removing it. For owners. */
export function CardSection() {
  const { data: settings, error, refetch, isFetching } = useQuery(cardOptions())
  const returned = useReturned()
  useLive(['billing'], () => void refetch())
  return (
    <SettingsSection
      id="card"
      title="Card"
      description="Charged automatically when an invoice is due or hours are topped up. It is typed at Stripe and kept there; we only see its last four digits."
    >
      {returned}
      {settings ? (
        settings.available ? (
          <Stored settings={settings} onChange={() => void refetch()} />
        ) : (
          <p className="text-muted text-sm">
            Card payments are not set up here, so everything is paid by invoice. Nothing else is different.
          </p>
        )
      ) : error ? (
        <ErrorState
          message={failureOf(error)?.message ?? 'The card could not be loaded.'}
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
      toast({
        tone: 'destructive',
        title: 'The card page did not open',
        description: failureOf(e)?.message ?? 'Try again.',
      })
    }
  }
  return (
    <div className="flex flex-col gap-4">
      {card ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-line p-4">
          <CreditCard aria-hidden className="size-5 shrink-0 text-muted" />
          <div className="min-w-0 flex-1 basis-48">
            <p className="font-medium">{showCard(card)}</p>
            <p className="mt-0.5 text-muted text-sm">
              {card.expired ? (
                <StatusMark tone="bad">Expired {showExpiry(card)}</StatusMark>
              ) : (
                <>Good until {showExpiry(card)}</>
              )}
              {consent ? (
                <>
                  {' · '}
                  {consent.by ? `allowed by ${consent.by.name} ` : 'allowed '}
                  <RelativeTime iso={consent.at} />
                </>
              ) : (
                ' · not charged automatically'
              )}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            {settings.can.store && !wanted && <Button onClick={() => setWanted(true)}>Use another card</Button>}
            {settings.can.remove && (
              <Button variant="danger" onClick={() => setRemoving(true)}>
                Remove
              </Button>
            )}
          </div>
        </div>
      ) : (
        !wanted && (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line border-dashed p-4">
            <p className="text-muted text-sm">No card is stored.</p>
            {settings.can.store && (
              <Button icon={<CreditCard aria-hidden className="size-4" />} onClick={() => setWanted(true)}>
                Store a card
              </Button>
            )}
          </div>
        )
      )}
      {card && !consent && !wanted && (
        <Banner tone="warn">Nobody has allowed this card to be charged. Store it again to allow that.</Banner>
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
            {...(missing ? { error: 'Agree to it first.' } : {})}
          />
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" pending={pending} onClick={() => void store()}>
              Go on to Stripe
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
            title={card ? `Remove ${showCard(card)}?` : 'Remove the card?'}
            description="Nothing is charged automatically any more. Open invoices stay open; automatic top-ups by card stop."
            confirmLabel="Remove card"
            onConfirm={async () => {
              await client.billing.removeCard()
              await refreshMoney()
              toast({ tone: 'good', title: 'The card is removed' })
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Somebody who comes back from Stripe's page: what became of the card. */
function useReturned() {
  const [query, setQuery] = useSearchParams()
  const id = query.get('card')
  const [state, setState] = useState<'asking' | 'open' | 'cancelled' | 'unknown'>()
  useEffect(() => {
    if (!id) return
    let over = false
    const forget = () =>
      setQuery(
        (now) => {
          now.delete('card')
          return now
        },
        { preventScrollReset: true, replace: true },
      )
    setState('asking')
    client.billing
      .cardPage({ id })
      .then(async (page) => {
        if (over) return
        if (page.state === 'stored') {
          toast({ tone: 'good', title: 'The card is stored' })
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
  }, [id, setQuery])
  if (!state || state === 'asking') return null
  return (
    <div className="mb-4">
      <Banner tone={state === 'unknown' ? 'warn' : 'info'} onDismiss={() => setState(undefined)}>
        {state === 'unknown'
          ? 'Stripe does not say right now whether the card was stored. It shows here as soon as it is.'
          : 'No card was stored.'}
      </Banner>
    </div>
  )
}
