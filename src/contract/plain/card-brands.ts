// Names of card brands, the same on screens and in CSV files. Imports nothing, because screens load it.

/** Names by Stripe's codes. */
export const CARD_BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** Returns the name of a card brand; "Card" for an unknown one. */
export const getCardBrand = (code: string): string => CARD_BRANDS[code] ?? 'Card'
