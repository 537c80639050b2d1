/** A requirement or limit of a vendor's API, as its documentation states it. */
export type VendorFact = {
  /** One sentence that a catalog entry can quote. */
  text: string
  /** Address of the documentation page. */
  source: string
  /** Date on which the page was read. */
  checked: string
}

/** Facts about a vendor's API, by name. */
export type Vendor = { name: string; facts: Record<string, VendorFact> }
