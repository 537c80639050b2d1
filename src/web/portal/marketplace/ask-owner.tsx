import { CircleCheck, Send } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { showCents } from '../../ui/money-text.ts'
import { client, failureOf } from '../platform/api.ts'
import type { Offer } from './buy-queries.ts'

const names = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** Members do not buy: they see why, and ask those who do with one click. */
export function AskOwner({ offer }: { offer: Offer }) {
  const { product, owners, had } = offer
  const [asked, setAsked] = useState(offer.asked)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const who = owners.length > 0 ? names.format(owners) : 'an owner of your company'
  const ask = async () => {
    setPending(true)
    setProblem(undefined)
    try {
      await client.marketplace.askOwner({ slug: product.slug })
      setAsked(true)
    } catch (e) {
      setProblem(failureOf(e)?.message ?? 'Nobody was asked. Try again.')
    } finally {
      setPending(false)
    }
  }
  const [first] = had
  return (
    <section aria-labelledby="ask" className="mx-auto max-w-xl rounded-lg border border-line bg-surface p-5 sm:p-7">
      <p className="text-muted">{product.category.name}</p>
      <h1 id="ask" className="mt-1 text-balance font-semibold text-2xl">
        {product.name}
      </h1>
      <p className="mt-1.5 text-muted">{product.promise}</p>
      <p className="tabular mt-5 border-line border-t pt-5 text-lg">
        {showCents(product.priceCents as number)}{' '}
        <span className="text-muted text-sm">{product.priceModel === 'monthly' ? 'a month' : 'one-time'}</span>
      </p>
      <p className="mt-3 text-muted">
        {first
          ? `Your company has it already: ${first.name}.`
          : `Buying costs your company money, so it is up to its owners: ${who} can.`}
      </p>
      {problem && (
        <div className="mt-4">
          <Banner tone="bad">{problem}</Banner>
        </div>
      )}
      <div className="mt-6 flex flex-wrap items-center gap-2.5 max-sm:flex-col max-sm:items-stretch">
        {asked ? (
          <p role="status" className="flex items-center gap-2 font-medium">
            <CircleCheck aria-hidden className="size-4 text-good" />
            Asked. Your owners have a message.
          </p>
        ) : (
          <Button
            variant="primary"
            pending={pending}
            icon={<Send aria-hidden className="size-4" />}
            onClick={() => void ask()}
            className="max-sm:h-11"
          >
            {owners.length > 1 ? 'Ask your owners' : 'Ask your owner'}
          </Button>
        )}
        {first && (
          <LinkButton href={`/apps-automations/${first.id}`} className="max-sm:h-11">
            Open it
          </LinkButton>
        )}
        <LinkButton href={`/marketplace/${product.slug}`} variant="ghost" className="max-sm:h-11">
          Back to the product
        </LinkButton>
      </div>
    </section>
  )
}
