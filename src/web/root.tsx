import { type ReactNode, useContext } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router'
import { NonceContext } from './nonce.ts'
import enhance from './site/enhance.ts?worker&url'
import { StartContext, startElement } from './start.ts'

/** The HTML document. Pages that hydrate set `live` in their handle. All others load one small script and no React. */
export function Layout({ children }: { children: ReactNode }) {
  const live = useMatches().some((m) => (m.handle as { live?: boolean } | undefined)?.live)
  const nonce = useContext(NonceContext)
  const start = useContext(StartContext)
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {live && (
          <>
            <script
              {...startElement}
              suppressHydrationWarning
              // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without `<`
              dangerouslySetInnerHTML={{ __html: start?.data ?? '' }}
            />
            <script
              nonce={nonce}
              suppressHydrationWarning
              // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours
              dangerouslySetInnerHTML={{ __html: start?.script ?? '' }}
            />
          </>
        )}
        <meta name="color-scheme" content="dark" />
        <meta name="theme-color" content="#0a0b0e" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {/* `site/enhance.ts` adds it to the other pages. */}
        {live && <link rel="manifest" href="/manifest.webmanifest" />}
        <Meta />
        {/* Styles come from our own files and need no nonce. A real nonce would cause a hydration mismatch. */}
        <Links nonce="" />
        {/* Only the account button waits for it, so it must not compete with the font. */}
        {!live && <script type="module" fetchPriority="low" src={enhance} />}
      </head>
      <body>
        {children}
        {live && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  )
}

/** Renders the site or the portal, depending on the address. */
export default function Root() {
  return <Outlet />
}
