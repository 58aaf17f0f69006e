import type { Member } from '../../../shared/contracts/members.ts'

/** Returns the path of a round, or of the list of rounds. */
export const roundPath = (projectId: string, roundId?: string) =>
  ['/projects', encodeURIComponent(projectId), 'annotate/sessions', ...(roundId ? [encodeURIComponent(roundId)] : [])].join('/')

/** Returns the members of a project who can take part in a round. */
export const annotatorsAmong = (members: readonly Member[]) =>
  members.flatMap(({ accountId, name, email, role }) => (role === 'viewer' ? [] : [{ id: accountId, name: name ?? email }]))

/** Formats kappa with two decimals, such as `0.69`; `–` without a value. */
export const kappaText = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : value.toFixed(2).replace('-', '\u2212')

/** Formats kappa with its interval, such as `0.69 (0.55 – 0.84)`. */
export const withInterval = (kappa: { kappa: number; low: number; high: number } | null): string =>
  kappa ? `${kappaText(kappa.kappa)} (${kappaText(kappa.low)} – ${kappaText(kappa.high)})` : '–'
