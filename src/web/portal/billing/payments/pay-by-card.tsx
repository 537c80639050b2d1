import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { parseFailure } from '../../platform/data/api.ts'
import { cardOptions, payByCard } from '../stripe-queries.ts'

type Paid = { orderId: string } | { invoiceId: string }

interface PayByCardProps {
  /** An existing order or open invoice. */
  pay?: Paid
  /** Or creates what is to be paid. Returns undefined if that failed, after showing the error. */
  begin?: () => Promise<Paid | undefined>
  label?: string
  variant?: ComponentProps<typeof Button>['variant']
  size?: ComponentProps<typeof Button>['size']
  className?: string
  /** Offers to store the card if none is stored. */
  offerKeep?: boolean
  /** The page to return to after paying. */
  back?: string | undefined
}

/**
 * The button that opens Stripe's payment page. Renders nothing if card payments are not set up.
 */
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
  // The browser's Back button restores this page from its cache with the button still pending.
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
      showToast({
        tone: 'destructive',
        title: 'The payment page couldn’t be opened',
        description: parseFailure(e)?.message ?? 'Try again.',
      })
    }
  }
  return (
    <>
      {offerKeep && !settings.card && (
        <Checkbox
          checked={keep}
          onChange={(e) => setKeep(e.target.checked)}
          label="Save this card for future payments"
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
