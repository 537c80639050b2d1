import { useQuery } from '@tanstack/react-query'
import { PackageX, Store } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { formatDay } from '../../../contract/plain/dates.ts'
import { CARD_MIN_CENTS } from '../../../contract/plain/rates.ts'
import { signerProblem } from '../../../contract/plain/signer-name.ts'
import { describePriceTerms } from '../../site/marketplace/words.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Checkbox } from '../../ui/forms/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MarkdownText } from '../../ui/text/markdown-text.tsx'
import { formatCents } from '../../ui/text/money-text.ts'
import { SignFields, useConfirmCommitment } from '../agreements/signing/index.ts'
import { type Method, MethodField, PayByCard } from '../billing/payments/index.ts'
import { client, parseFailure } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { queries } from '../platform/data/queries.ts'
import { useFocusWrong } from '../platform/forms/use-focus-wrong.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { BarePage } from '../platform/session/bare-page.tsx'
import { AFTER_SIGN_IN } from '../platform/session/redirect.ts'
import { AskOwner } from './ask-owner.tsx'
import { type Offer, offerOptions, type Purchase, refreshPurchases } from './buy-queries.ts'
import { describeRefusal, formatFirstPeriod } from './buy-text.ts'

export const meta = () => [{ title: `Buy an automation · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/**
 * `/marketplace/:slug/buy`: price, payment method and agreement. Rendered outside the portal frame, because it is
 * reached from a public page.
 */
export default function BuyPage() {
  const { ready } = useAuth()
  const { slug = '' } = useParams()
  return (
    <BarePage back={{ href: `/marketplace/${slug}`, label: 'Back' }}>
      {ready ? <Offered slug={slug} /> : <Loading />}
    </BarePage>
  )
}

const Loading = () => (
  <div aria-busy>
    <h1 className="sr-only">Buy an automation</h1>
    <Skeleton className="h-9 w-80 max-w-full" />
    <Skeleton className="mt-3 h-5 w-full max-w-xl" />
    <div className="mt-8 grid gap-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <Skeleton className="h-64" />
      <Skeleton className="h-64" />
    </div>
  </div>
)

function Offered({ slug }: { slug: string }) {
  const { isInternalUser } = useAuth()
  const { data: offer, error, refetch, isFetching } = useQuery(offerOptions(slug))
  const failure = parseFailure(error)
  if (failure?.status === 404 || failure?.status === 400)
    return (
      <>
        <h1 className="sr-only">Buy an automation</h1>
        <EmptyState
          icon={<PackageX />}
          title="This automation is no longer sold"
          action={
            <LinkButton href="/marketplace" variant="primary">
              Browse automations
            </LinkButton>
          }
        >
          Automations that your company already bought keep running.
        </EmptyState>
      </>
    )
  if (!offer)
    return error ? (
      <ErrorState
        title="Couldn’t load the price"
        message={failure?.message ?? 'Check your connection and try again.'}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Loading />
    )
  const { product, can } = offer
  if (product.priceModel === 'quote' || product.priceCents === null)
    return (
      <>
        <Head offer={offer} />
        <EmptyState
          icon={<Store />}
          title="This automation has no fixed price"
          action={
            <LinkButton href={`/contact?about=/marketplace/${slug}`} variant="primary">
              Request a quote
            </LinkButton>
          }
        >
          Tell us about your setup, and an engineer will reply with a price.
        </EmptyState>
      </>
    )
  if (can.buy) return <Choose offer={offer} slug={slug} />
  if (can.ask) return <AskOwner offer={offer} />
  return (
    <>
      <Head offer={offer} />
      <EmptyState
        icon={<Store />}
        title="Only partners can buy automations"
        action={
          <LinkButton href={isInternalUser ? '/admin/apps-automations' : AFTER_SIGN_IN} variant="primary">
            {isInternalUser ? 'Go to the catalog' : 'Go to automations'}
          </LinkButton>
        }
      >
        You work for {brand.shortName}. To add an automation for a company, open that company’s page.
      </EmptyState>
    </>
  )
}

/** The product that is being bought. */
export function Head({ offer: { product } }: { offer: Offer }) {
  return (
    <>
      <p className="text-muted">{product.category.name}</p>
      <h1 className="mt-1 max-w-3xl text-balance font-semibold text-2xl">{product.name}</h1>
      <p className="mt-1.5 max-w-2xl text-base text-muted">{product.promise}</p>
    </>
  )
}

function Choose({ offer, slug }: { offer: Offer; slug: string }) {
  const navigate = useNavigate()
  const { product, agreement, methods, monthly, todayCents } = offer
  const price = product.priceCents as number
  const [choice, setChoice] = useState<Method>()
  const [agreed, setAgreed] = useState(false)
  const [another, setAnother] = useState(false)
  const [name, setName] = useState('')
  const [legalName, setLegalName] = useState(false)
  const { profile } = useAuth()
  const accountName = profile?.full_name ?? ''
  const confirmation = useConfirmCommitment()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<ReactNode>()
  const [pending, setPending] = useState(false)
  const [keys] = useState(createOnceKeys)
  const form = useRef<HTMLDivElement>(null)
  const method: Method = choice && methods.includes(choice) ? choice : (methods[0] as Method)
  const there = offer.had.length > 0 || offer.unpaid.length > 0
  const focusWrong = useFocusWrong(form)

  /** Places the order that is on the screen. Returns undefined if it was rejected, after showing the error. */
  async function order(how: Method): Promise<Purchase | undefined> {
    setProblem(undefined)
    const nameProblem =
      [...name.trim()].length < 2 ? 'Enter your full name.' : signerProblem(name, legalName, accountName)
    const wrong = {
      ...(there && !another ? { another: 'Confirm that you want another one, or open the existing one.' } : {}),
      ...(agreed ? {} : agreement ? { consent: 'Check the box to sign.' } : { terms: 'Accept the terms to order.' }),
      ...(agreement && nameProblem ? { name: nameProblem } : {}),
    }
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) {
      focusWrong()
      return undefined
    }
    if (
      agreement &&
      !(await confirmation.ask({
        company: profile?.company.name ?? 'your company',
        commitment: agreement.commitment,
        label: how === 'card' ? 'Sign and pay' : 'Sign and order',
      }))
    )
      return undefined
    const input = {
      slug,
      method: how,
      expectedCents: price,
      expectedTodayCents: todayCents,
      terms: true as const,
      another,
      ...(agreement ? { signature: { name, legalName, consent: agreement.consent, sha256: agreement.sha256 } } : {}),
    }
    try {
      return await client.marketplace.order(input, { context: { idempotencyKey: keys.keyFor(input) } })
    } catch (e) {
      const failure = parseFailure(e)
      const current = failure?.data?.current as Offer | undefined
      if (failure?.status && failure.status < 500) keys.done()
      if (current) queries.setQueryData(offerOptions(slug).queryKey, current)
      else if (failure?.code === 'PRODUCT_GONE' || failure?.code === 'CARD_UNAVAILABLE')
        await queries.invalidateQueries({ queryKey: offerOptions(slug).queryKey })
      const fields = failure?.data?.fields ?? {}
      const fieldErrors = {
        ...(fields['signature.name'] ? { name: fields['signature.name'][0] as string } : {}),
        ...(fields['signature.consent'] ? { consent: fields['signature.consent'][0] as string } : {}),
        ...(fields.terms ? { terms: fields.terms[0] as string } : {}),
      }
      setErrors(fieldErrors)
      if (failure?.code === 'TEXT_CHANGED' || failure?.code === 'PRICE_CHANGED') setAgreed(false)
      if (Object.keys(fieldErrors).length > 0) focusWrong()
      else setProblem(describeRefusal(failure?.code, failure?.message, { price, todayCents }, current))
      return undefined
    }
  }
  async function byInvoice() {
    setPending(true)
    const made = await order('invoice')
    setPending(false)
    if (!made) return
    keys.done()
    void refreshPurchases()
    navigate(`/marketplace/purchase-complete?purchase=${made.orderId}`)
  }

  return (
    <>
      <Head offer={offer} />
      {confirmation.dialog}
      <div ref={form} className="mt-8 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="flex min-w-0 flex-col gap-8">
          {there && (
            <Banner
              tone="warn"
              title={offer.had.length > 0 ? 'Your company already has this automation' : 'Ordered but not paid yet'}
            >
              <span className="mt-1 flex flex-col gap-1.5">
                {offer.had.map((one) => (
                  <Anchor
                    key={one.id}
                    href={`/apps-automations/${one.id}`}
                    className="self-start text-text underline underline-offset-3 max-md:py-2.5"
                  >
                    View {one.name}
                  </Anchor>
                ))}
                {offer.unpaid.map((one) => (
                  <Anchor
                    key={one.orderId}
                    href={`/marketplace/purchase-complete?purchase=${one.orderId}`}
                    className="self-start text-text underline underline-offset-3 max-md:py-2.5"
                  >
                    Pay order {one.number}, or cancel it
                  </Anchor>
                ))}
                <span className="mt-1.5 text-text">
                  <Checkbox
                    label="I want another one"
                    checked={another}
                    error={errors.another}
                    onChange={(e) => setAnother(e.currentTarget.checked)}
                  />
                </span>
              </span>
            </Banner>
          )}
          <MethodField
            methods={methods}
            value={method}
            onChange={setChoice}
            card="Setup can start when we receive your payment."
            invoice={`Due in ${offer.paymentDays} days. Setup can start before you pay.`}
          />
          {agreement && (
            <section aria-labelledby="agreement">
              <h2 id="agreement" className="mb-3 font-medium">
                Agreement to sign
              </h2>
              <section
                aria-label="The agreement"
                // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
                tabIndex={0}
                className="scroll-thin max-h-96 overflow-y-auto rounded-md border border-line bg-surface px-5 py-5 md:px-7"
              >
                {/* Headings in the text are nested below this one. */}
                <h3 className="sr-only">Text of the agreement</h3>
                <MarkdownText
                  text={agreement.body}
                  className="leading-relaxed [&_h4]:text-[1.43em]/[1.3] [&_h5]:text-[1.14em]"
                />
              </section>
              <div className="mt-5 flex flex-col gap-5">
                <SignFields
                  consent={agreement.consent}
                  agreed={agreed}
                  onAgreed={setAgreed}
                  name={name}
                  onName={setName}
                  accountName={accountName}
                  legalName={legalName}
                  onLegalName={setLegalName}
                  errors={errors}
                />
              </div>
            </section>
          )}
          {!agreement && (
            <Checkbox
              label={
                <>
                  I accept the{' '}
                  <a href="/legal/terms" target="_blank" rel="noreferrer" className="underline underline-offset-3">
                    Terms of Service
                  </a>
                  .
                </>
              }
              checked={agreed}
              error={errors.terms}
              onChange={(e) => setAgreed(e.currentTarget.checked)}
            />
          )}
        </div>
        <aside aria-label="Your order" className="rounded-lg border border-line bg-surface p-5 lg:sticky lg:top-8">
          <h2 className="font-semibold text-base">Your order</h2>
          <dl className="mt-4 grid grid-cols-[1fr_auto] gap-y-2 [&>dd]:pl-4">
            <dt className="min-w-0 text-muted">
              {product.name}
              {offer.period && <span className="block text-xs">{formatFirstPeriod(offer.period)}</span>}
            </dt>
            <dd className="tabular text-end">{formatCents(todayCents)}</dd>
            <dt className="border-line border-t pt-2 font-semibold">
              {method === 'invoice' ? `Due in ${offer.paymentDays} days` : 'Due today'}
            </dt>
            <dd className="tabular border-line border-t pt-2 text-end font-semibold">{formatCents(todayCents)}</dd>
          </dl>
          {monthly && (
            <p className="mt-4 border-line border-t pt-4 text-muted">
              {offer.period?.wholeFrom &&
                `The amount for the rest of this month is below the card minimum of ${formatCents(CARD_MIN_CENTS)}, so today’s payment includes the following month. `}
              From {formatDay(monthly.on)},{' '}
              <span className="tabular font-medium text-text">{formatCents(monthly.cents)}</span> per month.
            </p>
          )}
          <p className="mt-4 border-line border-t pt-4 text-muted">{describePriceTerms(product)}</p>
          <p className="mt-4 border-line border-t pt-4 text-muted">
            Next, you’ll answer a few setup questions. After that, setup usually takes {product.setupDays}{' '}
            {product.setupDays === 1 ? 'business day' : 'business days'}.
          </p>
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
                label={`${agreement ? 'Sign and pay' : 'Pay'} ${formatCents(todayCents)}`}
                begin={async () => {
                  const made = await order('card')
                  return made && { orderId: made.orderId }
                }}
              />
            ) : (
              <Button variant="primary" size="lg" pending={pending} onClick={() => void byInvoice()}>
                {agreement ? 'Sign and order' : 'Place order'} for {formatCents(todayCents)}
              </Button>
            )}
          </div>
          <p className="mt-4 text-muted text-xs">In US dollars. Taxes are not included.</p>
        </aside>
      </div>
    </>
  )
}
