// Formats bank transfer details line by line, in the same way on screens, in mails and in PDFs. Pure functions without
// a schema.

/** The provider's bank details as an invoice stores them. Old deployments set only a note. */
export type RemittanceParts = {
  accountName?: string | null | undefined
  bankName?: string | null | undefined
  routingNumber?: string | null | undefined
  accountNumber?: string | null | undefined
  swift?: string | null | undefined
  address?: string | null | undefined
  note?: string | null | undefined
}

/** Returns the labeled lines of the transfer details. `reference` is the invoice number. */
export function remittanceLines(r: RemittanceParts, reference: string): { label: string; value: string }[] {
  const lines: [string, string | null | undefined][] = [
    ['Account name', r.accountName],
    ['Bank', r.bankName],
    ['Routing number (ABA)', r.routingNumber],
    ['Account number', r.accountNumber],
    ['SWIFT/BIC', r.swift],
    ['Remittance address', r.address],
    ['Reference', reference],
    ['Note', r.note],
  ]
  return lines.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

/** Returns whether nine digits are a routing number: their weighted sum is a multiple of ten (ABA). */
export const isRoutingNumber = (digits: string): boolean =>
  /^\d{9}$/.test(digits) &&
  digits !== '000000000' &&
  [...digits].reduce((sum, digit, i) => sum + Number(digit) * ([3, 7, 1][i % 3] as number), 0) % 10 === 0
