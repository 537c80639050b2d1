/** The content of a service page. Texts are plain; `code` in backticks is the only markup. */
export type ServicePage = {
  /** Such as `/msp-vcto`. */
  path: `/${string}`
  audience: 'msp' | 'vendors' | 'business' | 'students'
  /** The service's name, as on its card. */
  label: string
  /** The page title in search results, without the brand, if the label and the audience do not say what is offered. */
  title?: string
  /** The headline, in at most nine words: what changes for the reader. */
  headline: string
  /** One to three sentences below the headline. */
  lead: string
  /** For search engines: 120 to 155 characters. */
  description: string
  /**
   * Whether the service is announced only. The page then says so, and asks for an address instead of offering a call.
   */
  comingSoon?: boolean
  problem: { heading: string; paragraphs: string[] }
  /** What we do about it: three to five parts. */
  work: { heading: string; intro: string; parts: { title: string; text: string }[] }
  /** How it works: four to six steps, in the order in which the reader goes through them. */
  steps: { heading: string; items: { title: string; text: string }[] }
  /** What the reader has afterwards. */
  gets: { heading: string; items: string[] }
  /** What we need from the reader. */
  needs: { heading: string; items: string[] }
  /** Three to six questions that people really ask, with answers. */
  questions: { q: string; a: string }[]
  next: { heading: string; text: string }
  /** Text alternative of the page's own drawing. */
  drawing: string
}
