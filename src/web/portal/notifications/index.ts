// The module's public API: action items.

export { Panel, PanelRows } from './waiting-list.tsx'
export { StaffWaiting, WaitingOnYou, waitingOptions } from './waiting-panels.tsx'
