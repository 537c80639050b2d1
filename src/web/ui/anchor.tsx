import { type ComponentProps, type ComponentType, createContext, type ReactNode, use } from 'react'

/** Props of a link: those of `<a>`, with a required `href`. */
export type AnchorProps = ComponentProps<'a'> & { href: string }

const AnchorContext = createContext<ComponentType<AnchorProps> | null>(null)

/** Makes all links below it use the router's link component. Without it, links are plain `<a>`. */
export function AnchorProvider({ anchor, children }: { anchor: ComponentType<AnchorProps>; children: ReactNode }) {
  return <AnchorContext value={anchor}>{children}</AnchorContext>
}

/** A link: the router's inside an `AnchorProvider`, otherwise `<a>`. */
export function Anchor(props: AnchorProps) {
  const Routed = use(AnchorContext)
  return Routed ? <Routed {...props} /> : <a {...props} />
}
