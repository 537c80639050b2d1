/** What a service page says. Texts are plain; `code` in backticks is the only mark-up. */
export type ServicePage = {
  /** `/msp-vcto` */
  path: `/${string}`
  audience: 'msp' | 'vendors' | 'business' | 'students'
  /** The service's name, as on its card. */
  label: string
  /** The headline: what changes for the reader, in at most nine words. */
  headline: string
  /** One or two sentences beneath it. */
  lead: string
  /** For search engines: 120 to 155 characters. */
  description: string
  /** Says so on the page and asks for an address instead of a call. */
  comingSoon?: boolean
  problem: { heading: string; paragraphs: string[] }
  /** What we do about it: three to five parts. */
  work: { heading: string; intro: string; parts: { title: string; text: string }[] }
  /** How it runs, step by step, four to six, in the order the reader lives through them. */
  steps: { heading: string; items: { title: string; text: string }[] }
  /** What the reader has in hand afterwards. */
  gets: { heading: string; items: string[] }
  /** What we need from the reader, honestly. */
  needs: { heading: string; items: string[] }
  /** Three to six questions people really ask, answered. */
  questions: { q: string; a: string }[]
  next: { heading: string; text: string }
  /** The page's own drawing: what it shows, for those who do not see it. */
  drawing: string
}
