import { getCardBrand } from '../../../../contract/plain/card-brands.ts'

/** Returns a card's name, such as "Visa ending in 4242". */
export const formatCardName = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${getCardBrand(brand)} ending in ${last4}`
/** Returns the short form of a card's name, such as "Visa ·· 4242". */
export const formatCard = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${getCardBrand(brand)} ·· ${last4}`
/** Returns the expiration date, such as "12/2031". */
export const formatCardExpiry = ({ expMonth, expYear }: { expMonth: number; expYear: number }): string =>
  `${String(expMonth).padStart(2, '0')}/${expYear}`
