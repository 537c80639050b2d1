/** Number of calls per month that the voice agent would take. */
export const CALL_VOLUMES = ['under-100', '100-500', '500-2000', 'over-2000', 'unknown'] as const
export type CallVolume = (typeof CALL_VOLUMES)[number]
/** Their labels on the form, in emails and in the portal. */
export const CALL_VOLUME_LABELS: Record<CallVolume, string> = {
  'under-100': 'Fewer than 100',
  '100-500': '100 to 500',
  '500-2000': '500 to 2,000',
  'over-2000': 'More than 2,000',
  unknown: 'I don’t know',
}
