import type { Media } from '../../../../shared/contracts/media.ts'
import { spanText } from '../clocks/span-text.ts'

/** Sentence about the basis of an image's time; undefined without one. */
export function timeWords({ eventDate, timeBasis }: Media, zoneNote: string | number | undefined): string | undefined {
  const { source = null, cameraTime = null, zone = null, aheadSeconds = 0 } = timeBasis ?? {}
  const clock = cameraTime && `${cameraTime.slice(0, 10)} ${cameraTime.slice(11, 19)}`
  switch (source) {
    case 'unanswered':
      return `The camera’s clock showed ${clock}, without a time zone.`
    case 'assumed':
      return 'The camera gave no time zone: its clock was assumed to be UTC.'
    case 'answer':
      return `The camera’s clock showed ${clock}. It was set to ${named(zone)}${offBy(aheadSeconds ?? 0)}.`
    case 'table':
      return 'From a table or an imported file.'
    case 'person':
      return eventDate === null ? undefined : 'Entered by a person.'
    default:
      return zoneNote === undefined ? undefined : `Time zone: ${zoneNote}.`
  }
}

const named = (zone: string | null) => (zone?.startsWith('+') || zone?.startsWith('-') ? `UTC${zone}` : zone)

const offBy = (seconds: number) => (seconds === 0 ? '' : ` and ${spanText(Math.abs(seconds))} ${seconds > 0 ? 'fast' : 'slow'}`)
