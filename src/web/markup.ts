import { createContext, type ReactNode, useContext } from 'react'

/** Makes markup of a part of a page. Only the server can; in a browser, and in development, there is none. */
export const MarkupContext = createContext<((part: ReactNode) => string) | undefined>(undefined)

const made = new Map<string, string>()

/**
 * The inside of an element that is the same on many pages which do not hydrate, as props of that element. It is rendered
 * once per `name`, which must tell apart all that can differ; so it may not use what only one page has.
 */
export function useSameInside(
  name: string,
  inside: () => ReactNode,
): { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } } {
  const markup = useContext(MarkupContext)
  if (!markup) return { children: inside() }
  let html = made.get(name)
  if (html === undefined) made.set(name, (html = markup(inside())))
  return { dangerouslySetInnerHTML: { __html: html } }
}
