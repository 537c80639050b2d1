import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Lock, PackageOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ChoiceCard } from '../../ui/choice-card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { showMinutes } from '../../ui/minutes-text.ts'
import { shortCents } from '../../ui/money-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DocumentButton } from '../documents/index.ts'
import { client, failureOf } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { BarePage } from '../platform/bare-page.tsx'
import { onceKeys } from '../platform/once.ts'
import { AFTER_SIGN_IN, safeRedirect } from '../platform/redirect.ts'
import { useLive } from '../platform/use-live.ts'
import { balanceOptions, orderOptions, packsOptions } from './billing-queries.ts'
import { dayText, hourCents, type Order, type Pack, packFor, savingOf } from './model.ts'
import { type Method, MethodField } from './pay/method-field.tsx'
import { PayByCard } from './pay-by-card.tsx'
import { refreshMoney } from './stripe-queries.ts'

export const meta = () => [{ title: `Buy hours · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** `/buy-block-time`: hours to choose, what they make of the balance, and paying them. Outside the frame of the portal. */
export default function BuyPage() {
  const { session, ready, role, isInternalUser } = useAuth()
  const [query] = useSearchParams()
  const wish = query.get('return')
  // Where nobody is signed in yet there is no browser to ask either: the server draws this page too.
  const back = wish && session ? safeRedirect(wish) : AFTER_SIGN_IN
  const order = query.get('order')
  return (
    <BarePage back={{ href: back, label: wish && back !== AFTER_SIGN_IN ? 'Back' : 'Overview' }}>
      {!ready ? (
        <Loading />
      ) : role !== 'owner' ? (
        <NotYours staff={isInternalUser} back={back} />
      ) : order ? (
        <Ordered id={order} back={back} returns={Boolean(wish)} />
      ) : (
        <Choose back={wish ? back : undefined} />
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
        title={staff ? 'Partners buy their hours here' : 'Only owners of your company buy hours'}
        action={
          staff ? (
            <LinkButton href="/companies" variant="primary">
              All companies
            </LinkButton>
          ) : (
            <>
              <LinkButton href={back} variant="primary">
                Go back
              </LinkButton>
              <LinkButton href="/my-agreements?tab=hours">See your hours</LinkButton>
            </>
          )
        }
      >
        {staff
          ? 'To give a company hours, open it and choose Hours.'
          : 'Buying costs your company money, so it is up to its owners. Ask one of them; Users shows who they are.'}
      </EmptyState>
    </>
  )
}

function Choose({ back }: { back: string | undefined }) {
  const [query, setQuery] = useSearchParams()
  const sold = useQuery(packsOptions())
  const { data: balance } = useQuery(balanceOptions())
  const [chosen, setChosen] = useState<string>()
  const [wish, setWish] = useState<Method>()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<ReactNode>()
  const [keys] = useState(onceKeys)
  useLive(['billing', 'hours'], (event) => {
    if (event === 'resumed' || event.topic === 'billing') void sold.refetch()
  })
  if (!sold.data)
    return sold.isError ? (
      <ErrorState
        title="The packs did not load"
        message={failureOf(sold.error)?.message ?? 'Something went wrong on the way.'}
        onRetry={() => void sold.refetch()}
        retrying={sold.isFetching}
      />
    ) : (
      <Loading />
    )
  const { items: packs, methods } = sold.data
  if (packs.length === 0)
    return (
      <>
        <h1 className="sr-only">Buy hours</h1>
        <EmptyState
          icon={<PackageOpen />}
          title="No hours are sold right now"
          action={
            <LinkButton href="/tickets/new" variant="primary">
              Ask in a ticket
            </LinkButton>
          }
        >
          Tell us how much you need, and we make you an offer.
        </EmptyState>
      </>
    )
  const wanted = Number(query.get('minutes'))
  const pack =
    packs.find((p) => p.id === chosen) ?? (wanted > 0 ? packFor(wanted, packs) : undefined) ?? (packs[0] as Pack)
  const method: Method = wish && methods.includes(wish) ? wish : (methods[0] as Method)
  const now = balance?.balance ?? 0

  /** Orders what is on the screen. Undefined: it was refused, and that was said. */
  async function order(how: Method): Promise<Order | undefined> {
    setProblem(undefined)
    const input = { packId: pack.id, method: how, expectedCents: pack.priceCents }
    try {
      return await client.billing.order(input, { context: { idempotencyKey: keys.keyFor(input) } })
    } catch (e) {
      const failure = failureOf(e)
      const current = failure?.data?.current as Pack | undefined
      if (failure?.code === 'PRICE_CHANGED' || failure?.code === 'PACK_GONE' || failure?.code === 'CARD_UNAVAILABLE') {
        keys.done()
        await sold.refetch()
      }
      setProblem(
        failure?.code === 'PRICE_CHANGED' && current ? (
          <>
            {current.name} cost {shortCents(current.priceCents)} now instead of {shortCents(pack.priceCents)}. Nothing
            was ordered. Look again, then decide.
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
    setQuery((was) => {
      was.set('order', made.id)
      return was
    })
  }

  return (
    <>
      <h1 className="font-semibold text-2xl">Buy hours</h1>
      <p className="mt-1.5 text-base text-muted">
        For projects, changes and tickets. {validText(packs)}
        {balance &&
          balance.pending > 0 &&
          ` ${showMinutes(balance.pending).replaceAll(' ', '\u00a0')} already wait for payment.`}
      </p>
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="flex flex-col gap-8">
          <fieldset>
            <legend className="mb-3 font-medium">How many hours</legend>
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
            onChange={setWish}
            card="Usable as soon as it is paid."
            invoice="Due in 15 days. The hours become usable when it is paid."
          />
        </div>
        <aside aria-label="Your order" className="rounded-lg border border-line bg-surface p-5 lg:sticky lg:top-8">
          <h2 className="font-semibold text-base">Your order</h2>
          <dl className="mt-4 grid grid-cols-[1fr_auto] gap-y-2">
            <dt className="text-muted">{pack.name}</dt>
            <dd className="tabular text-end">{shortCents(pack.priceCents)}</dd>
            <dt className="border-line border-t pt-2 font-semibold">Total</dt>
            <dd className="tabular border-line border-t pt-2 text-end font-semibold">{shortCents(pack.priceCents)}</dd>
          </dl>
          <dl className="mt-5 grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 border-line border-t pt-4">
            <dt className="text-muted">Balance now</dt>
            <dd className="tabular text-end">{balance ? showMinutes(now) : <Skeleton className="h-4 w-14" />}</dd>
            <dt className="text-muted">Once it is paid</dt>
            <dd className="tabular text-end font-medium text-good">
              {balance ? showMinutes(now + pack.minutes) : <Skeleton className="h-4 w-14" />}
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
                label={`Pay ${shortCents(pack.priceCents)}`}
                begin={async () => {
                  const made = await order('card')
                  return made && { orderId: made.id }
                }}
              />
            ) : (
              <Button variant="primary" size="lg" pending={pending} onClick={() => void byInvoice()}>
                Order for {shortCents(pack.priceCents)}
              </Button>
            )}
            {back && (
              <LinkButton variant="ghost" href={back}>
                Not now
              </LinkButton>
            )}
          </div>
          <p className="mt-4 text-muted text-xs">
            US dollars, without taxes. With your order you agree to the{' '}
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
    ? `They are valid ${only} ${only === 1 ? 'month' : 'months'} from the day they become usable.`
    : 'Each pack says how long it is valid.'
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
  const { cents, percent } = savingOf(pack, packs)
  const months = new Set(packs.map((p) => p.validMonths)).size > 1
  return (
    <ChoiceCard
      name="pack"
      checked={checked}
      onChoose={onChoose}
      title={
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span>{pack.name}</span>
          <span className="tabular text-base">{shortCents(pack.priceCents)}</span>
        </span>
      }
    >
      <span className="tabular flex flex-wrap justify-between gap-x-3">
        <span>
          {shortCents(hourCents(pack))} an hour
          {months && `, valid ${pack.validMonths} months`}
        </span>
        {cents > 0 && (
          <span className="text-good">
            Saves {shortCents(cents)}
            {percent > 0 && ` (${percent}%)`}
          </span>
        )}
      </span>
    </ChoiceCard>
  )
}

/** What was ordered by invoice, and what happens next. */
function Ordered({ id, back, returns }: { id: string; back: string; returns: boolean }) {
  const { data: order, error, refetch, isFetching } = useQuery(orderOptions(id))
  useLive(['billing', 'hours'], () => void refetch())
  const failure = failureOf(error)
  if (!order)
    return error ? (
      <ErrorState
        title={failure?.status === 404 ? 'There is no such order' : 'The order did not load'}
        message={
          failure?.status === 404
            ? 'The address may be cut off.'
            : (failure?.message ?? 'Something went wrong on the way.')
        }
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Loading />
    )
  const { invoice } = order
  const minutes = order.hours.reduce((sum, h) => sum + h.minutes, 0)
  const usable = order.hours.length > 0 && order.hours.every((h) => h.state === 'active')
  return (
    <section aria-labelledby="ordered" className="mx-auto max-w-xl rounded-lg border border-line bg-surface p-5 sm:p-7">
      <CircleCheck aria-hidden className="size-8 text-good" />
      <h1 id="ordered" className="mt-4 font-semibold text-2xl" aria-live="polite">
        {order.status === 'paid' ? 'Paid' : order.status === 'open' ? 'Ordered' : 'This order is over'}
      </h1>
      <p className="mt-1.5 text-muted">{nextWords(order, minutes, usable)}</p>
      <dl className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2.5 border-line border-t pt-5">
        <dt className="text-muted">For</dt>
        <dd className="text-end">{order.title}</dd>
        <dt className="text-muted">Total</dt>
        <dd className="tabular text-end font-medium">{shortCents(order.totalCents)}</dd>
        {invoice && (
          <>
            <dt className="text-muted">Invoice</dt>
            <dd className="tabular text-end">{invoice.number}</dd>
            <dt className="text-muted">Due</dt>
            <dd className="text-end">{dayText(invoice.dueOn)}</dd>
          </>
        )}
      </dl>
      <div className="mt-6 flex flex-wrap gap-2.5 max-sm:flex-col">
        <LinkButton variant="primary" href={returns ? back : '/my-agreements?tab=hours'}>
          {returns ? 'Go back' : 'See your hours'}
        </LinkButton>
        {invoice && <LinkButton href={`/settings/billing?invoice=${invoice.id}`}>Open the invoice</LinkButton>}
        {invoice && <DocumentButton kind="invoice" subjectId={invoice.id} />}
      </div>
    </section>
  )
}

function nextWords(order: Order, minutes: number, usable: boolean): string {
  const hours = showMinutes(minutes)
  if (order.status === 'paid') return `${hours} can be used now.`
  if (order.status !== 'open') return 'Nothing is owed on it any more.'
  if (usable) return `${hours} can be used already. Please pay the invoice until its due day.`
  return order.invoice
    ? `We sent the invoice by email. Once it is paid, ${hours} are yours to use, and you hear of it.`
    : `Once it is paid, ${hours} are yours to use.`
}
