import { createContext, type ReactNode, useContext } from 'react'

/** Renders part of a page to HTML. Available only on the server, and not in development. */
export const MarkupContext = createContext<((part: ReactNode) => string) | undefined>(undefined)

const made = new Map<string, string>()

/**
 * Returns props that fill an element with content shared by many pages that do not hydrate. The content is rendered
 * once per `name`, so `name` must include everything that can vary, and the content must not use page-specific data.
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
