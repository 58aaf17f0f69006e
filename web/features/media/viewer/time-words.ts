import type { Media } from '../../../../shared/contracts/media.ts'
import { spanText } from '../clocks/span-text.ts'
import { texts } from './texts.ts'

const { basis: words } = texts

/** Describes the origin of an image's time in a sentence; undefined if it is not known. */
export function timeWords({ eventDate, timeBasis }: Media, zoneNote: string | number | undefined): string | undefined {
  const { source = null, cameraTime = null, zone = null, aheadSeconds = 0 } = timeBasis ?? {}
  const clock = cameraTime && `${cameraTime.slice(0, 10)} ${cameraTime.slice(11, 19)}`
  switch (source) {
    case 'unanswered':
      return words.noZone(clock)
    case 'assumed':
      return words.assumed
    case 'answer':
      return words.setTo(clock, named(zone) ?? null, offBy(aheadSeconds ?? 0))
    case 'table':
      return words.table
    case 'person':
      return eventDate === null ? undefined : words.person
    default:
      return zoneNote === undefined ? undefined : words.zone(zoneNote)
  }
}

const named = (zone: string | null) => (zone?.startsWith('+') || zone?.startsWith('-') ? `UTC${zone}` : zone)

const offBy = (seconds: number) => (seconds === 0 ? '' : (seconds > 0 ? words.fast : words.slow)(spanText(Math.abs(seconds))))
