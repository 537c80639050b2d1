import { ChoiceCard } from '../../../ui/forms/choice-card.tsx'

/** The payment methods. */
export type Method = 'card' | 'invoice'

interface MethodFieldProps {
  /** The available methods. Includes card only if card payments are set up. */
  methods: readonly Method[]
  value: Method
  onChange: (method: Method) => void
  /** Explains what happens with each method. */
  card: string
  invoice: string
}

/** Chooses between card and invoice. */
export function MethodField({ methods, value, onChange, card, invoice }: MethodFieldProps) {
  return (
    <fieldset>
      <legend className="mb-3 font-medium">Payment method</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {methods.includes('card') && (
          <ChoiceCard name="method" checked={value === 'card'} onChoose={() => onChange('card')} title="Card">
            {card} You pay on a Stripe page.
          </ChoiceCard>
        )}
        <ChoiceCard name="method" checked={value === 'invoice'} onChoose={() => onChange('invoice')} title="Invoice">
          {invoice}
        </ChoiceCard>
      </div>
      {!methods.includes('card') && (
        <p className="mt-2 text-muted text-xs">Card payments aren’t set up, so you pay by invoice.</p>
      )}
    </fieldset>
  )
}
