// What other rooms show of this one: what waits for somebody.

export { Panel, PanelRows } from './waiting-list.tsx'
export { StaffWaiting, WaitingOnYou, waitingOptions } from './waiting-panels.tsx'
