import { withoutNewer } from '../../../sync/without-newer.ts'
import { type Edit, type SiteVersion, unset } from './edits.ts'

/** Fields that form one fact: a place, a depth range or a sample size. A mixture of two versions would be a value that nobody entered. */
const facts = [
  ['decimalLatitude', 'decimalLongitude', 'footprintWKT'],
  ['minimumDepthInMeters', 'maximumDepthInMeters'],
  ['sampleSizeValue', 'sampleSizeUnit']
]

/**
 * Part of an undo or redo that leaves newer values of others unchanged; null when no part remains. A site can be removed only if nobody has
 * changed it since.
 * @param reverted edit that `edit` reverts
 */
export function partOf(now: SiteVersion | undefined, edit: Edit, reverted: Edit): Edit | null {
  if (edit.kind === 'create' || edit.kind === 'restore') return edit
  if (!now || now.removed) return null
  if (edit.kind === 'remove') {
    const { was } = edit
    const names = ['name', ...Object.keys(unset)] as (keyof SiteVersion)[]
    return withoutNewer(now, {}, Object.fromEntries(names.map(name => [name, was[name]]))) && edit
  }
  const change = withoutNewer(now, edit.change, reverted.kind === 'revise' ? reverted.change : {}, facts)
  return change && (change === edit.change ? edit : { ...edit, change })
}
