/** A requirement or limit of a vendor's product or API, with the page that states it. */
export type VendorFact = {
  /** One sentence that a catalog entry can quote. */
  text: string
  /** Address of the vendor's own page or file. */
  source: string
  /** Date on which the page was read. A comment says so if it was read in a copy or as a quote. */
  checked: string
}

/** Facts about a vendor, by name. `sites` are the vendor's domains, with a path if only a part of the domain is its own. */
export type Vendor = { name: string; sites: string[]; facts: Record<string, VendorFact> }
