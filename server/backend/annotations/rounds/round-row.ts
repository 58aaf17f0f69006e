import type { Selectable } from 'kysely'
import { timestamp } from '../../../lib/clock.ts'
import type { AnnotationSessionTable } from '../tables.ts'

export type RoundRow = Selectable<AnnotationSessionTable> & { created_by_name: string | null }

/** State of a round at a time. @param now RFC 3339 */
export function stateAt({ starts_at: start, ends_at: end }: Pick<RoundRow, 'starts_at' | 'ends_at'>, now = timestamp()) {
  if (now >= end) return 'ended'
  return now < start ? 'planned' : 'running'
}
