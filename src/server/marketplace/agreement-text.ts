// The text that is signed with a monthly automation: made of the product and the company, with nothing in it that is not known
// before it is signed, so that what the buyer reads is word by word what is kept. Pure.
import { CARD_MIN_CENTS } from '../../contract/rates.ts'
import { showCents } from '../platform/words.ts'

/** Days of notice, and days until an invoice is due. */
export const NOTICE_DAYS = 30
export const PAYMENT_DAYS = 15

type About = {
  provider: { name: string; email: string }
  company: { name: string; address: string | null }
  product: {
    name: string
    promise: string
    price_cents: number
    steps: string[]
    needs: string[]
    included: string[]
    limits: string[]
    setup_days: number
  }
}

const line = (text: string) => text.replace(/\s+/g, ' ').trim()
// A name is a name, whatever is written in it.
const plain = (text: string) => line(text).replace(/[\\`*_{}[\]<>#|~]/g, '\\$&')
const list = (items: string[]) => items.map((item) => `- ${line(item)}`).join('\n')

/** The agreement as Markdown. */
export function agreementText({ provider, company, product }: About): string {
  const price = showCents(product.price_cents)
  const address = company.address ? `, ${plain(company.address)}` : ''
  return `# Managed automation: ${line(product.name)}

This agreement is between ${provider.name} (“we”) and ${plain(company.name)}${address} (“you”). It is made of this text, your order and our [Terms of Service](/legal/terms). Where they differ, this agreement applies.

## What you receive

**${line(product.name)}.** ${line(product.promise)} We set it up, host it, watch every run and repair it, for **${price} a month**.

It does this, in this order:

${product.steps.map((step, i) => `${i + 1}. ${line(step)}`).join('\n')}

Included in the price:

${list(product.included)}

Our time for setting up, watching and repairing it is included and draws on no hours. New automations and larger changes are estimated first, and need your approval.

## Where it stops

${list(product.limits)}

Licenses and usage fees of other vendors are not included.

## What it needs

${list(product.needs)}

You answer our questions and give us the access that it needs. ${product.setup_days === 1 ? 'One working day' : `${product.setup_days} working days`} after that we plan its first run; delay on your side moves that day by as much. You never send us a password: we connect the tools together in a call.

## Price and payment

${price} for each calendar month, in US dollars, without taxes. The first month is charged by the day, with the order; where that comes to less than ${showCents(CARD_MIN_CENTS)}, the month after it is charged with the order too. After that each month is invoiced in advance, on its first day, due within ${PAYMENT_DAYS} days; where you allowed us to charge a stored card, it is charged to that. The last month is charged by the day.

Ordered by invoice, this agreement begins on the day you sign it. Ordered by card, it begins when the first payment has come in; if it is not paid, there is no agreement and nothing is owed.

## Term and notice

It runs until one of us ends it with **${NOTICE_DAYS} days’ notice**, in a ticket or by email to ${provider.email}. When it ends, the automation stops on the last day; we export its settings and logs for you on request, for 30 days.

## Your data

Your data stays yours; we use it only to provide the service. Each of us protects what is clearly meant to be confidential with reasonable care. Output of language models can be wrong: check it before you rely on it for a decision that matters.

## Limit of liability

As far as the law permits, neither of us is liable for indirect or consequential damages, or for lost profits, revenue or data. Our total liability arising out of this agreement is limited to **the amount you paid us in the 12 months before the event** that gave rise to the claim. These limits do not apply to your duty to pay.

## Signature

An owner of ${plain(company.name)} signs by typing their name with the order. We both agree that this has the effect of a signature on paper.
`
}
