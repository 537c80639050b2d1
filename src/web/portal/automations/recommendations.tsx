import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Anchor } from '../../ui/anchor.tsx'
import { IconButton, LinkButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { guardUntilAnswered } from '../platform/forms/use-leave-guard.ts'
import { recommendationsOptions } from './automation-queries.ts'
import { formatAutomationPrice, type Recommendation } from './model.ts'

const didNotWork = (e: unknown) =>
  showToast({
    title: parseFailure(e)?.message ?? 'The recommendation was not changed. Try again.',
    tone: 'destructive',
  })
const again = () => queries.invalidateQueries({ queryKey: recommendationsOptions().queryKey })

async function dismiss({ product }: Recommendation) {
  const { queryKey } = recommendationsOptions()
  const before = queries.getQueryData(queryKey)
  queries.setQueryData(
    queryKey,
    (now) => now && { ...now, items: now.items.filter((i) => i.product.id !== product.id) },
  )
  try {
    await guardUntilAnswered(client.automations.dismiss({ productId: product.id }, { context: { keepalive: true } }))
  } catch (e) {
    queries.setQueryData(queryKey, before)
    return void didNotWork(e)
  }
  showToast({
    title: 'Recommendation dismissed',
    description: `We won’t recommend ${product.name} to anyone at your company.`,
    about: `recommendation ${product.id}`,
    action: {
      label: 'Undo',
      onClick: () => void client.automations.restore({ productId: product.id }).then(again, didNotWork),
    },
  })
  void again()
}

/** Recommended products, each with its reason. Renders nothing if there are none. */
export function Recommendations({ newcomer }: { newcomer: boolean }) {
  const { data, isPending } = useQuery(recommendationsOptions())
  const items = data?.items ?? []
  if (!isPending && items.length === 0 && !newcomer) return null
  return (
    <section aria-labelledby="recommended">
      <div className="mb-3">
        <h2 id="recommended" className="font-medium">
          Recommended for you
        </h2>
        <p className="mt-0.5 text-muted text-xs">
          Based on the tools you use, your recent tickets and what similar companies run.
          {items.some((i) => i.worded) && ' A language model wrote the reasons. It did not choose the products.'}
        </p>
      </div>
      {isPending ? (
        <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          <Skeleton className="h-36 rounded-md" />
          <Skeleton className="h-36 rounded-md max-md:hidden" />
          <Skeleton className="h-36 rounded-md max-xl:hidden" />
        </div>
      ) : items.length === 0 ? (
        <p className="flex flex-wrap items-center gap-3 rounded-md border border-line border-dashed p-4 text-muted">
          <span className="min-w-0 flex-1 basis-64">
            Tell us which tools you use, and we’ll recommend automations that work with them.
          </span>
          <LinkButton href="/settings/company">Add your tools</LinkButton>
        </p>
      ) : (
        <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {items.map((item) => (
            <RecommendationCard key={item.product.id} item={item} />
          ))}
        </ul>
      )}
    </section>
  )
}

function RecommendationCard({ item }: { item: Recommendation }) {
  const { product, reason } = item
  return (
    <li className="relative flex min-w-0 flex-col rounded-md border border-line bg-surface p-4 transition-colors hover:border-edge">
      <div className="flex items-start gap-2">
        <h3 className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">
          <Anchor
            href={`/marketplace/${product.slug}`}
            className="rounded-sm after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-offset-2"
          >
            {product.name}
          </Anchor>
        </h3>
        <IconButton
          size="sm"
          className="-mt-1 -mr-1.5 relative z-1 max-md:-mt-3 max-md:-mr-3"
          label={`Don’t recommend ${product.name}`}
          title="Don’t recommend this"
          icon={<X aria-hidden className="size-4" />}
          onClick={() => void dismiss(item)}
        />
      </div>
      <p className="mt-1 text-muted">{product.promise}</p>
      <p className="mt-3 border-accent border-l-2 pl-2.5 text-xs text-pretty">{reason}</p>
      <p className="mt-auto pt-3 text-muted text-xs">
        {product.category.name} · {formatAutomationPrice(product)}
      </p>
    </li>
  )
}
