import { CircleCheck, Send } from 'lucide-react'
import { useState } from 'react'
import { describePriceTerms } from '../../site/marketplace/words.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { formatCents } from '../../ui/text/money-text.ts'
import { client, parseFailure } from '../platform/data/api.ts'
import type { Offer } from './buy-queries.ts'

const names = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** Explains why members cannot buy, with a button that asks the owners. */
export function AskOwner({ offer }: { offer: Offer }) {
  const { product, owners, had } = offer
  const [asked, setAsked] = useState(offer.asked)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const who = owners.length > 0 ? `: ${names.format(owners)}` : ''
  const ask = async () => {
    setPending(true)
    setProblem(undefined)
    try {
      await client.marketplace.askOwner({ slug: product.slug })
      setAsked(true)
    } catch (e) {
      setProblem(parseFailure(e)?.message ?? 'Your request was not sent. Try again.')
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
        {formatCents(product.priceCents as number)}{' '}
        <span className="text-muted text-sm">{product.priceModel === 'monthly' ? 'a month' : 'one-time'}</span>
      </p>
      <p className="mt-1 text-muted">{describePriceTerms(product)}</p>
      <p className="mt-3 text-muted">
        {first
          ? `Your company already has this automation: ${first.name}.`
          : `Only an owner of your company can buy this automation${who}.`}
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
            Request sent to the owners of your company.
          </p>
        ) : (
          <Button
            variant="primary"
            pending={pending}
            icon={<Send aria-hidden className="size-4" />}
            onClick={() => void ask()}
            className="max-sm:h-11"
          >
            {owners.length > 1 ? 'Ask the owners' : 'Ask the owner'}
          </Button>
        )}
        {first && (
          <LinkButton href={`/apps-automations/${first.id}`} className="max-sm:h-11">
            View automation
          </LinkButton>
        )}
        <LinkButton href={`/marketplace/${product.slug}`} variant="ghost" className="max-sm:h-11">
          Back to product
        </LinkButton>
      </div>
    </section>
  )
}
