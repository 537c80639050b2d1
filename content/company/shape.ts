/** An item of a list: a step, a principle or a part. */
export type CompanyItem = { title: string; text: string }

/** A section of a company page. Texts are plain; `code` in backticks is the only markup. */
export type CompanySection = {
  heading: string
  paragraphs: string[]
  /** Short points in no particular order. */
  list?: string[]
  /** Steps in order. */
  steps?: CompanyItem[]
  /** Points with a name and a sentence each, in no particular order. */
  parts?: CompanyItem[]
  /** Questions that people really ask, with answers. */
  questions?: { q: string; a: string }[]
}

/** The content of a page about the provider. */
export type CompanyPage = {
  /** Such as `/about`. */
  path: `/${string}`
  /** The page title in the browser tab, without the brand. */
  title: string
  /** The headline, in at most nine words. */
  headline: string
  /** One or two sentences below the headline. */
  lead: string
  /** For search engines: 120 to 155 characters. */
  description: string
  sections: CompanySection[]
  /** The call to action at the end: its text, and where its one button leads. */
  next: { heading: string; text: string; label: string; to: `/${string}` }
}

/** One turn of a call. */
export type TranscriptLine = { who: 'agent' | 'caller'; text: string }

/** The page about the voice agent: a company page with a sample call and a form at its end. */
export type VoicePage = Omit<CompanyPage, 'next'> & {
  transcript: {
    heading: string
    /** Says that the call is made up, and what to look for. */
    intro: string
    lines: TranscriptLine[]
    /** The result of the call, as it appears in the ticket. */
    outcome: { label: string; value: string }[]
  }
  /** Text above the form. */
  form: { heading: string; text: string }
}
