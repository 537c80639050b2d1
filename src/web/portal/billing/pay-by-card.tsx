import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { toast } from '../../ui/toast.tsx'
import { failureOf } from '../platform/api.ts'
import { cardOptions, payByCard } from './stripe-queries.ts'

type Paid = { orderId: string } | { invoiceId: string }

interface PayByCardProps {
  /** An order or an open invoice that is there. */
  pay?: Paid
  /** Or what has to be done first: what it gives is paid. Undefined: it failed, and that was said. */
  begin?: () => Promise<Paid | undefined>
  label?: string
  variant?: ComponentProps<typeof Button>['variant']
  size?: ComponentProps<typeof Button>['size']
  className?: string
  /** Offers to keep the card for later, where none is kept. */
  offerKeep?: boolean
  /** Where the person came from to buy, for the way on after it is paid. */
  back?: string | undefined
}

/** The button that leads to Stripe's page. Absent where the provider takes no cards; `CardSection` says why. */
export function PayByCard({
  pay,
  begin,
  label = 'Pay by card',
  variant = 'primary',
  size,
  className,
  offerKeep = false,
  back,
}: PayByCardProps) {
  const { data: settings } = useQuery(cardOptions())
  const [keep, setKeep] = useState(false)
  const [pending, setPending] = useState(false)
  // Back from Stripe's page by the browser's own button, the page comes out of its cache as it was left.
  useEffect(() => {
    const back = () => setPending(false)
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [])
  if (!settings?.available) return null
  const go = async () => {
    setPending(true)
    try {
      const what = pay ?? (await begin?.())
      if (what) await payByCard(what, keep, back)
      else setPending(false)
    } catch (e) {
      setPending(false)
      toast({
        tone: 'destructive',
        title: 'The payment page did not open',
        description: failureOf(e)?.message ?? 'Try again.',
      })
    }
  }
  return (
    <>
      {offerKeep && !settings.card && (
        <Checkbox
          checked={keep}
          onChange={(e) => setKeep(e.target.checked)}
          label="Keep this card for later"
          description={settings.sentence}
        />
      )}
      <Button
        variant={variant}
        size={size}
        className={className}
        pending={pending}
        icon={<CreditCard aria-hidden className="size-4" />}
        onClick={() => void go()}
      >
        {label}
      </Button>
    </>
  )
}
