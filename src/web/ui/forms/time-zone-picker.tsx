import { useMemo } from 'react'
import { Combobox } from './combobox'
import { formatZone, formatZoneName, listTimeZones, matchesZone } from './time-zones'

const NONE = ''

interface TimeZonePickerProps {
  /** IANA name, or null for `none`. */
  value: string | null
  onChange: (zone: string | null) => void
  /** The label for no time zone, such as "As this device (Chicago)". */
  none: string
}

/** Selects a time zone, which can be found by place, name or UTC offset. Use it inside a `Field`. */
export function TimeZonePicker({ value, onChange, none }: TimeZonePickerProps) {
  const choices = useMemo(() => {
    const known = listTimeZones()
    // Keep a zone that was chosen in another browser, even if this one does not know it.
    return [NONE, ...known, ...(value && !known.includes(value) ? [value] : [])]
  }, [value])
  return (
    <Combobox
      value={value ?? NONE}
      onChange={(zone) => onChange(zone === NONE ? null : zone)}
      choices={choices}
      labelOf={(zone) => (zone === NONE ? none : formatZone(zone))}
      detailOf={(zone) =>
        zone === NONE ? null : [formatZoneName(zone).name, formatZoneName(zone).offset].filter(Boolean).join(', ')
      }
      matches={(zone, query) => (zone === NONE ? none.toLowerCase().includes(query) : matchesZone(zone, query))}
      empty="No time zones match. Try a large city nearby."
    />
  )
}
