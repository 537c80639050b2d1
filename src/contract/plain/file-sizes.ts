const UNITS = ['KB', 'MB', 'GB'] as const

/** Formats bytes as "820 B", "14 KB", "2.4 MB" or "5.0 GB". A KB has 1,024 bytes, as in the limits of files. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  let size = bytes / 1024
  let unit = 0
  // Rounded to what is shown, so that no size reads "1000 KB".
  for (; Math.round(size) >= 1000 && unit < UNITS.length - 1; unit++) size /= 1024
  return `${unit === 0 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`
}
