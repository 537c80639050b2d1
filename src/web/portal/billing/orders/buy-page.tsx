import { useQuery } from '@tanstack/react-query'
import { Lock, PackageOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { brand } from '../../../../../brand.config.ts'
import { formatMinutes } from '../../../../contract/plain/durations.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { ChoiceCard } from '../../../ui/forms/choice-card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { formatCentsShort } from '../../../ui/text/money-text.ts'
import { client, parseFailure } from '../../platform/data/api.ts'
import { createOnceKeys } from '../../platform/data/once.ts'
import { useLive } from '../../platform/live/use-live.ts'
import { useAuth } from '../../platform/session/auth.tsx'
import { BarePage } from '../../platform/session/bare-page.tsx'
import { AFTER_SIGN_IN, toSafeRedirect } from '../../platform/session/redirect.ts'
import { useAddressQuery } from '../../platform/use-address.ts'
import { ownBalanceOptions, packsOptions } from '../billing-queries.ts'
import { calculateHourlyRate, calculateSaving, choosePack, type Order, type Pack } from '../model.ts'
import { type Method, MethodField } from '../payments/method-field.tsx'
import { PayByCard } from '../payments/pay-by-card.tsx'
import { cardOptions, refreshMoney } from '../stripe-queries.ts'
import { PlacedOrder } from './placed-order.tsx'

export const meta = () => [{ title: `Buy hours · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/**
 * `/buy-block-time`: chooses an hour pack, shows the resulting balance, and pays for it. Rendered outside the portal
 * frame.
 */
export default function BuyPage() {
  const { session, ready, role, isInternalUser } = useAuth()
  const [query] = useAddressQuery()
  const requested = query.get('return')
  // The server also renders this page, without a session and without the `location` that `toSafeRedirect` needs.
  const back = requested && session ? toSafeRedirect(requested) : AFTER_SIGN_IN
  const order = query.get('order')
  return (
    <BarePage
      back={{
        href: back,
        label: requested && back !== AFTER_SIGN_IN ? 'Back' : isInternalUser ? 'Overview' : 'Automations',
      }}
    >
      {!ready ? (
        <Loading />
      ) : role !== 'owner' ? (
        <NotYours staff={isInternalUser} back={back} />
      ) : order ? (
        <PlacedOrder id={order} back={back} returns={Boolean(requested)} loading={<Loading />} />
      ) : (
        <Choose back={requested ? back : undefined} />
      )}
    </BarePage>
  )
}

const Loading = () => (
  <div aria-busy>
    <h1 className="sr-only">Buy hours</h1>
    <Skeleton className="h-9 w-56" />
    <div className="mt-8 grid gap-3 sm:grid-cols-2">
      {[1, 2, 3, 4].map((n) => (
        <Skeleton key={n} className="h-32" />
      ))}
    </div>
  </div>
)

function NotYours({ staff, back }: { staff: boolean; back: string }) {
  return (
    <>
      <h1 className="sr-only">Buy hours</h1>
      <EmptyState
        icon={<Lock />}
        title={staff ? 'Only partners can buy hours' : 'Only owners of your company can buy hours'}
        action={
          staff ? (
            <LinkButton href="/companies" variant="primary">
              View companies
            </LinkButton>
          ) : (
            <>
              <LinkButton href={back} variant="primary">
                Go back
              </LinkButton>
              <LinkButton href="/my-agreements?tab=hours">View your hours</LinkButton>
            </>
          )
        }
      >
        {staff
          ? 'To add hours for a company, open it and go to Hours.'
          : 'Ask an owner of your company. The Users page shows who they are.'}
      </EmptyState>
    </>
  )
}

function Choose({ back }: { back: string | undefined }) {
  const [query, go] = useAddressQuery()
  const sold = useQuery(packsOptions())
  const { data: balance, isLoading: balanceLoading } = useQuery(ownBalanceOptions())
  // For the payment button, so that it does not move what is below it when it appears.
  const { isLoading: cardLoading } = useQuery(cardOptions())
  const [chosen, setChosen] = useState<string>()
  const [choice, setChoice] = useState<Method>()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<ReactNode>()
  const [keys] = useState(createOnceKeys)
  useLive(['billing', 'hours'], (event) => {
    if (event === 'resumed' || event.topic === 'billing') void sold.refetch()
  })
  if (!sold.data)
    return sold.isError ? (
      <ErrorState
        title="Couldn’t load the hour packs"
        message={parseFailure(sold.error)?.message ?? 'Check your connection and try again.'}
        onRetry={() => void sold.refetch()}
        retrying={sold.isFetching}
      />
    ) : (
      <Loading />
    )
  if (balanceLoading || cardLoading) return <Loading />
  const { items: packs, methods } = sold.data
  if (packs.length === 0)
    return (
      <>
        <h1 className="sr-only">Buy hours</h1>
        <EmptyState
          icon={<PackageOpen />}
          title="No hour packs are available right now"
          action={
            <LinkButton href="/tickets/new" variant="primary">
              Open a ticket
            </LinkButton>
          }
        >
          Tell us how many hours you need, and we’ll reply with a price.
        </EmptyState>
      </>
    )
  const wanted = Number(query.get('minutes'))
  const pack =
    packs.find((p) => p.id === chosen) ?? (wanted > 0 ? choosePack(wanted, packs) : undefined) ?? (packs[0] as Pack)
  const method: Method = choice && methods.includes(choice) ? choice : (methods[0] as Method)
  const now = balance?.balance ?? 0

  /** Places the order that is on the screen. Returns undefined if it was rejected, after showing the error. */
  async function order(how: Method): Promise<Order | undefined> {
    setProblem(undefined)
    const input = { packId: pack.id, method: how, expectedCents: pack.priceCents }
    try {
      return await client.billing.order(input, { context: { idempotencyKey: keys.keyFor(input) } })
    } catch (e) {
      const failure = parseFailure(e)
      const current = failure?.data?.current as Pack | undefined
      if (failure?.code === 'PRICE_CHANGED' || failure?.code === 'PACK_GONE' || failure?.code === 'CARD_UNAVAILABLE') {
        keys.done()
        await sold.refetch()
      }
      setProblem(
        failure?.code === 'PRICE_CHANGED' && current ? (
          <>
            The price of {current.name} changed from {formatCentsShort(pack.priceCents)} to{' '}
            {formatCentsShort(current.priceCents)}. Nothing was ordered. Review the new price and order again.
          </>
        ) : (
          (failure?.message ?? 'Nothing was ordered. Try again.')
        ),
      )
      return undefined
    }
  }
  async function byInvoice() {
    setPending(true)
    const made = await order('invoice')
    setPending(false)
    if (!made) return
    keys.done()
    void refreshMoney()
    go((now) => new URLSearchParams([...now, ['order', made.id]]), { stay: false })
  }

  return (
    <>
      <h1 className="font-semibold text-2xl">Buy hours</h1>
      <p className="mt-1.5 text-base text-muted">
        Use hours for projects, changes and tickets. {validText(packs)}
        {balance &&
          balance.pending > 0 &&
          ` You have ${formatMinutes(balance.pending).replaceAll(' ', '\u00a0')} awaiting payment.`}
      </p>
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="flex flex-col gap-8">
          <fieldset>
            <legend className="mb-3 font-medium">Hour pack</legend>
            <div className="grid gap-3 sm:grid-cols-2">
              {packs.map((p) => (
                <PackCard
                  key={p.id}
                  pack={p}
                  packs={packs}
                  checked={p.id === pack.id}
                  onChoose={() => setChosen(p.id)}
                />
              ))}
            </div>
          </fieldset>
          <MethodField
            methods={methods}
            value={method}
            onChange={setChoice}
            card="Hours are available as soon as you pay."
            invoice="Due in 15 days. Hours are available once the invoice is paid."
          />
        </div>
        <aside aria-label="Your order" className="rounded-lg border border-line bg-surface p-5 lg:sticky lg:top-8">
          <h2 className="font-semibold text-base">Your order</h2>
          <dl className="mt-4 grid grid-cols-[1fr_auto] gap-y-2">
            <dt className="text-muted">{pack.name}</dt>
            <dd className="tabular text-end">{formatCentsShort(pack.priceCents)}</dd>
            <dt className="border-line border-t pt-2 font-semibold">Total</dt>
            <dd className="tabular border-line border-t pt-2 text-end font-semibold">
              {formatCentsShort(pack.priceCents)}
            </dd>
          </dl>
          <dl className="mt-5 grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 border-line border-t pt-4">
            <dt className="text-muted">Hours left</dt>
            <dd className="tabular text-end">{balance ? formatMinutes(now) : 'Unknown'}</dd>
            {balance && balance.reserved > 0 && (
              <>
                <dt className="text-muted">Available</dt>
                <dd className="tabular text-end">{formatMinutes(balance.available)}</dd>
              </>
            )}
            <dt className="text-muted">Hours left after payment</dt>
            <dd className="tabular text-end font-medium text-good">
              {balance ? formatMinutes(now + pack.minutes) : 'Unknown'}
            </dd>
          </dl>
          {problem && (
            <div className="mt-4">
              <Banner tone="warn">{problem}</Banner>
            </div>
          )}
          <div className="mt-5 flex flex-col gap-3">
            {method === 'card' ? (
              <PayByCard
                size="lg"
                offerKeep
                back={back}
                label={`Pay ${formatCentsShort(pack.priceCents)}`}
                begin={async () => {
                  const made = await order('card')
                  return made && { orderId: made.id }
                }}
              />
            ) : (
              <Button variant="primary" size="lg" pending={pending} onClick={() => void byInvoice()}>
                Place order for {formatCentsShort(pack.priceCents)}
              </Button>
            )}
            {back && (
              <LinkButton variant="ghost" href={back}>
                Cancel
              </LinkButton>
            )}
          </div>
          <p className="mt-4 text-muted text-xs">
            Prices are in US dollars, before taxes. By ordering, you agree to the{' '}
            <a href="/legal/terms" className="underline underline-offset-3">
              terms
            </a>
            .
          </p>
        </aside>
      </div>
    </>
  )
}

function validText(packs: readonly Pack[]): string {
  const months = new Set(packs.map((p) => p.validMonths))
  const [only] = months
  return months.size === 1 && only
    ? `They are valid for ${only} ${only === 1 ? 'month' : 'months'} from the day they become available.`
    : 'Each pack shows how long its hours are valid.'
}

function PackCard({
  pack,
  packs,
  checked,
  onChoose,
}: {
  pack: Pack
  packs: readonly Pack[]
  checked: boolean
  onChoose: () => void
}) {
  const { cents, percent } = calculateSaving(pack, packs)
  const months = new Set(packs.map((p) => p.validMonths)).size > 1
  return (
    <ChoiceCard
      name="pack"
      checked={checked}
      onChoose={onChoose}
      title={
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span>{pack.name}</span>
          <span className="tabular text-base">{formatCentsShort(pack.priceCents)}</span>
        </span>
      }
    >
      <span className="tabular flex flex-wrap justify-between gap-x-3">
        <span>
          {formatCentsShort(calculateHourlyRate(pack))} an hour
          {months && `, valid for ${pack.validMonths} ${pack.validMonths === 1 ? 'month' : 'months'}`}
        </span>
        {cents > 0 && (
          <span className="text-good">
            Save {formatCentsShort(cents)}
            {percent > 0 && ` (${percent}%)`}
          </span>
        )}
      </span>
    </ChoiceCard>
  )
}
