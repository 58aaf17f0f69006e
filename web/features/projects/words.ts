import type { Project } from '../../../shared/contracts/projects.ts'
import { restoreWindowDays } from '../../../shared/limits.ts'
import { formatDays } from '../../ui/format.ts'

/** Formats region and dates, such as `Monterey Canyon · 2026-03-01 – 2026-04-12`. Empty without either. */
export function placeAndTime({ region, startDate, endDate }: Pick<Project, 'region' | 'startDate' | 'endDate'>): string {
  return [region, formatDays(startDate, endDate)].filter(Boolean).join(' · ')
}

const dayMs = 86_400_000

/** Returns the whole days until a deleted project is permanently deleted, at least 0. */
export function daysToRestore(deletedAt: string, now = Date.now()): number {
  const end = new Date(deletedAt).getTime() + restoreWindowDays * dayMs
  return Math.max(0, Math.ceil((end - now) / dayMs))
}

export const mayEdit = ({ role }: Pick<Project, 'role'>): boolean => role === 'owner' || role === 'editor'
