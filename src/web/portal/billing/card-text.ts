const NAMES: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** A card as people call it: "Visa ending in 4242". */
export const showCard = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${NAMES[brand] ?? 'Card'} ending in ${last4}`
/** The same where there is little room: "Visa ·· 4242". */
export const shortCard = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${NAMES[brand] ?? 'Card'} ·· ${last4}`
/** Until when it is good: "12/2031". */
export const showExpiry = ({ expMonth, expYear }: { expMonth: number; expYear: number }): string =>
  `${String(expMonth).padStart(2, '0')}/${expYear}`
