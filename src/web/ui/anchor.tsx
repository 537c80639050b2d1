import { type ComponentProps, type ComponentType, createContext, type ReactNode, use } from 'react'

/** What a link takes: all of `<a>`, with an address. */
export type AnchorProps = ComponentProps<'a'> & { href: string }

const AnchorContext = createContext<ComponentType<AnchorProps> | null>(null)

/** Gives every link of the kit the router's own link. Without it, links are plain `<a>`. */
export function AnchorProvider({ anchor, children }: { anchor: ComponentType<AnchorProps>; children: ReactNode }) {
  return <AnchorContext value={anchor}>{children}</AnchorContext>
}

/** A link: the router's where `AnchorProvider` stands above, else `<a>`. */
export function Anchor(props: AnchorProps) {
  const Routed = use(AnchorContext)
  return Routed ? <Routed {...props} /> : <a {...props} />
}
