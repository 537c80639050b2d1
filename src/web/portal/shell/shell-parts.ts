import type { ComponentType, ReactNode } from 'react'
import type { Group } from './navigation.ts'

/** The parts of the frame that modules provide. Components can load their code when they are first shown. */
export interface ShellParts {
  Search: ComponentType<{ screens: Group[] }>
  Timer: ComponentType
  Bell: ComponentType
  /** The number of action items, next to the first screen of the navigation. */
  WaitingCount: ComponentType
  MailCount: ComponentType
  /** The remaining hours, below a partner's name. */
  HoursFoot: ComponentType<{ onNavigate: (() => void) | undefined }>
  /** Replaces all screens until two-factor authentication is set up. */
  TwoFactorGate: ComponentType<{ onDone: () => void }>
  /** Replaces the page after a purchase if the session has ended. */
  PurchaseSignedOut: ComponentType
  /** Wraps the screens. */
  Screens: ComponentType<{ children: ReactNode }>
}
