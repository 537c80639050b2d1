/** A requirement or limit of a vendor's product or API, with the page that states it. */
export type VendorFact = {
  /** One sentence that a catalog entry can quote. */
  text: string
  /** Address of the page. */
  source: string
  /** Whose page it is. `integrator`: of someone who works with the vendor's API; no public page of the vendor was found. */
  by: 'vendor' | 'integrator'
  /** Date on which the page was read. A comment says so if it was read in a copy or as a quote. */
  checked: string
}

/** Facts about a vendor, by name. `sites` are the vendor's domains, with a path if only a part of the domain is its own. */
export type Vendor = { name: string; sites: string[]; facts: Record<string, VendorFact> }
