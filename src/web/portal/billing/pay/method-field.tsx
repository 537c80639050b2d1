import { Anchor } from '../../../ui/anchor.tsx'
import { ChoiceCard } from '../../../ui/choice-card.tsx'

/** How something that is bought can be paid. */
export type Method = 'card' | 'invoice'

interface MethodFieldProps {
  /** What is offered: by card only where that is set up. */
  methods: readonly Method[]
  value: Method
  onChange: (method: Method) => void
  /** What follows from each. */
  card: string
  invoice: string
}

/** Card or invoice. */
export function MethodField({ methods, value, onChange, card, invoice }: MethodFieldProps) {
  return (
    <fieldset>
      <legend className="mb-3 font-medium">How to pay</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {methods.includes('card') && (
          <ChoiceCard name="method" checked={value === 'card'} onChoose={() => onChange('card')} title="Card">
            {card} You pay at Stripe.
          </ChoiceCard>
        )}
        <ChoiceCard name="method" checked={value === 'invoice'} onChoose={() => onChange('invoice')} title="Invoice">
          {invoice}
        </ChoiceCard>
      </div>
      {!methods.includes('card') && (
        <p className="mt-2 text-muted text-xs">
          Cards are not set up here.{' '}
          <Anchor href="/settings/billing#card" className="underline underline-offset-3">
            Why
          </Anchor>
        </p>
      )}
    </fieldset>
  )
}
