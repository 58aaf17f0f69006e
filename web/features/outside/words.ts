import type { ScrapedRecord } from '../../../shared/contracts/outside-records.ts'
import { formatDepth } from '../../ui/format.ts'

type Depths = Pick<ScrapedRecord, 'minimumDepthInMeters' | 'maximumDepthInMeters'>

/** Formats a depth range as "5–10 m". Null without a depth. */
export function depthsOf({ minimumDepthInMeters: top, maximumDepthInMeters: bottom }: Depths): string | null {
  if (top === null && bottom === null) return null
  if (top === null || bottom === null || top === bottom) return formatDepth((top ?? bottom) as number)
  return `${formatDepth(top).replace(/\s*m$/, '')}–${formatDepth(bottom)}`
}
