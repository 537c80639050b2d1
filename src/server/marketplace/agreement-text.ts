// The agreement that is signed for a monthly automation, made from the product and the company. It contains nothing
// that is unknown before the signature, so the buyer reads exactly the text that is stored. Pure.

import { formatCents } from '../../contract/plain/money.ts'
import { CARD_MIN_CENTS, NOTICE_DAYS, PAYMENT_DAYS } from '../../contract/plain/rates.ts'

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
// Escapes Markdown in names.
const plain = (text: string) => line(text).replace(/[\\`*_{}[\]<>#|~]/g, '\\$&')
const list = (items: string[]) => items.map((item) => `- ${line(item)}`).join('\n')

/** Returns the agreement as Markdown. */
export function agreementText({ provider, company, product }: About): string {
  const price = formatCents(product.price_cents)
  const address = company.address ? `, ${plain(company.address)}` : ''
  return `# Managed automation: ${line(product.name)}

This agreement is between ${provider.name} (“we”) and ${plain(company.name)}${address} (“you”). It consists of this text, your order and our [Terms of Service](/legal/terms). Where they differ, this agreement applies.

## What you receive

**${line(product.name)}.** ${line(product.promise)} We set it up, host it, monitor every run and repair it, for **${price} a month**. The price includes hosting, monitoring and repair as long as this agreement runs and is paid.

It performs these steps, in this order:

${product.steps.map((step, i) => `${i + 1}. ${line(step)}`).join('\n')}

Included in the price:

${list(product.included)}

Our time for setup, monitoring and repairs is included and uses no hours. We estimate new automations and larger changes first, and they need your approval.

## Limits

${list(product.limits)}

Licenses and usage fees of other vendors are not included, unless this agreement says otherwise.

## Requirements

${list(product.needs)}

You answer our setup questions and give us the access that the automation needs. The first run is planned for ${product.setup_days === 1 ? 'one business day' : `${product.setup_days} business days`} after that. If there is a delay on your side, the first run moves by the same number of days. You never send us a password. We connect your tools with you on a call.

## Price and payment

${price} for each calendar month, in US dollars, excluding taxes. The first month is prorated by the day and charged with the order. If that amount is less than ${formatCents(CARD_MIN_CENTS)}, the following month is charged with the order too. After that, each month is invoiced in advance on its first day and is due within ${PAYMENT_DAYS} days. If you allowed us to charge a stored card, we charge that card. The last month is prorated by the day.

If you order by invoice, this agreement starts on the day you sign it. If you order by card, it starts when we receive the first payment. Without that payment, there is no agreement and you owe nothing.

## Term and notice

This agreement continues until either of us ends it with **${NOTICE_DAYS} days’ notice**, in a ticket or by email to ${provider.email}. The automation stops on the last day. For 30 days after that, you can ask us for an export of its settings and logs.

## Your data

Your data stays yours, and we use it only to provide the service. Each of us protects information that is clearly confidential with reasonable care. The output of language models can be wrong. Check it before you rely on it for an important decision.

## Limit of liability

As far as the law permits, neither of us is liable for indirect or consequential damages, or for lost profits, revenue or data. Our total liability arising out of this agreement is limited to **the amount you paid us in the 12 months before the event** that gave rise to the claim. These limits do not apply to your duty to pay.

## Signature

An owner of ${plain(company.name)} signs by typing their name with the order. We both agree that this has the effect of a signature on paper.
`
}
