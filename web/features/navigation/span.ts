import type { Track } from '../../../shared/contracts/navigation.ts'

/** Formats the time span of a track as `2025-11-22 10:00:00 – 12:04:59`, with the last day if it differs. Empty before the track is read. */
export function spanOf({ firstAt, lastAt }: Pick<Track, 'firstAt' | 'lastAt'>): string {
  if (!firstAt || !lastAt) return ''
  const [first, last] = [firstAt.slice(0, 19).replace('T', ' '), lastAt.slice(0, 19).replace('T', ' ')]
  return `${first} – ${first.slice(0, 10) === last.slice(0, 10) ? last.slice(11) : last}`
}
