/** One thing of a row of things: a step, a principle, a part. */
export type CompanyItem = { title: string; text: string }

/** A part of a company page. Texts are plain; `code` in backticks is the only mark-up. */
export type CompanySection = {
  heading: string
  paragraphs: string[]
  /** Short points without an order. */
  list?: string[]
  /** What happens one after the other. */
  steps?: CompanyItem[]
  /** Points that each need a name and a sentence, without an order. */
  parts?: CompanyItem[]
  /** Questions people really ask, answered. */
  questions?: { q: string; a: string }[]
}

/** What a page about the provider says. */
export type CompanyPage = {
  /** `/about` */
  path: `/${string}`
  /** The page's name in the browser's tab, without the brand. */
  title: string
  /** The headline, in at most nine words. */
  headline: string
  /** One or two sentences beneath it. */
  lead: string
  /** For search engines: 120 to 155 characters. */
  description: string
  sections: CompanySection[]
  /** The call to action at the end: its words, and where its one button leads. */
  next: { heading: string; text: string; label: string; to: `/${string}` }
}

/** One turn of a call. */
export type TranscriptLine = { who: 'agent' | 'caller'; text: string }

/** The page about the voice agent: a company page with a call to read and a form at its end. */
export type VoicePage = Omit<CompanyPage, 'next'> & {
  transcript: {
    heading: string
    /** Says that the call is made up, and what to look for. */
    intro: string
    lines: TranscriptLine[]
    /** What the call left behind, as it stands in the ticket. */
    outcome: { label: string; value: string }[]
  }
  /** Stands above the form. */
  form: { heading: string; text: string }
}
