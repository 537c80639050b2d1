import { useMemo } from 'react'
import { Combobox } from './combobox'
import { timeZones, zoneLabel, zoneMatches, zoneName } from './time-zones'

const NONE = ''

interface TimeZonePickerProps {
  /** IANA name, or null for `none`. */
  value: string | null
  onChange: (zone: string | null) => void
  /** What it means to choose none: "As this device (Chicago)". */
  none: string
}

/** A time zone, found by place, name or distance. Stands inside a `Field`. */
export function TimeZonePicker({ value, onChange, none }: TimeZonePickerProps) {
  const choices = useMemo(() => {
    const known = timeZones()
    // A zone that was chosen in another browser stays a choice here.
    return [NONE, ...known, ...(value && !known.includes(value) ? [value] : [])]
  }, [value])
  return (
    <Combobox
      value={value ?? NONE}
      onChange={(zone) => onChange(zone === NONE ? null : zone)}
      choices={choices}
      labelOf={(zone) => (zone === NONE ? none : zoneLabel(zone))}
      detailOf={(zone) =>
        zone === NONE ? null : [zoneName(zone).name, zoneName(zone).offset].filter(Boolean).join(', ')
      }
      matches={(zone, query) => (zone === NONE ? none.toLowerCase().includes(query) : zoneMatches(zone, query))}
      empty="No time zone of that name. Try a large city nearby."
    />
  )
}
