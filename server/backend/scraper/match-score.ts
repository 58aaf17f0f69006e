/** Facts of a record that are compared with those of another record. */
export interface Comparable {
  /** Accepted AphiaID; null for a name that is not matched to WoRMS. */
  aphiaId: number | null
  /** Name in lower case. */
  name: string
  latitude: number | null
  longitude: number | null
  uncertaintyInMeters: number | null
  firstDay: string | null
  lastDay: string | null
  minimumDepthInMeters: number | null
  maximumDepthInMeters: number | null
}

/** Minimum scores of likely and possible duplicates. */
const [likelyFrom, possibleFrom] = [0.9, 0.7]
/** Maximum score of two records when at least one of them has no date. */
const mostWithoutDate = 0.85
const leastSigmaMeters = 50
const weights = { name: 0.35, place: 0.3, date: 0.2, depth: 0.05 }
const earthRadiusMeters = 6_371_008.8

/**
 * Returns the similarity of two records from different datasets, 0…1; null for different names. Facts missing from either record are skipped,
 * and the weights of the others are scaled up. The score only suggests a duplicate; a user decides.
 */
export function similarityOf(one: Comparable, other: Comparable): number | null {
  const isSameName = one.aphiaId !== null && other.aphiaId !== null ? one.aphiaId === other.aphiaId : one.name === other.name
  if (!isSameName) return null
  const [place, date, depth] = [placeScore(one, other), dateScore(one, other), depthScore(one, other)]
  const parts: [number, number | null][] = [
    [weights.name, 1],
    [weights.place, place],
    [weights.date, date],
    [weights.depth, depth]
  ]
  const known = parts.filter(([, score]) => score !== null)
  const score = known.reduce((sum, [weight, part]) => sum + weight * (part ?? 0), 0) / known.reduce((sum, [weight]) => sum + weight, 0)
  return date === null ? Math.min(score, mostWithoutDate) : score
}

export const matchOfScore = (score: number): 'likely' | 'possible' | null =>
  score >= likelyFrom ? 'likely' : score >= possibleFrom ? 'possible' : null

function placeScore(one: Comparable, other: Comparable): number | null {
  if (one.latitude === null || one.longitude === null || other.latitude === null || other.longitude === null) return null
  const sigma = Math.max(leastSigmaMeters, one.uncertaintyInMeters ?? 0, other.uncertaintyInMeters ?? 0)
  return Math.exp(-metersBetween(one.latitude, one.longitude, other.latitude, other.longitude) / sigma)
}

function dateScore(one: Comparable, other: Comparable): number | null {
  if (one.firstDay === null || one.lastDay === null || other.firstDay === null || other.lastDay === null) return null
  const isDay = ({ firstDay, lastDay }: Comparable) => firstDay === lastDay
  if (isDay(one) && isDay(other)) return one.firstDay === other.firstDay ? 1 : 0
  const overlaps = one.firstDay <= other.lastDay && other.firstDay <= one.lastDay
  if (!overlaps) return 0
  const isMonth = ({ firstDay, lastDay }: Comparable) =>
    !isDay({ firstDay, lastDay } as Comparable) && firstDay?.slice(0, 7) === lastDay?.slice(0, 7)
  return isMonth(one) || isMonth(other) ? 0.4 : 0.7
}

function depthScore(one: Comparable, other: Comparable): number | null {
  const [top, bottom] = [rangeOf(one), rangeOf(other)]
  if (!top || !bottom) return null
  return top[0] <= bottom[1] && bottom[0] <= top[1] ? 1 : 0
}

function rangeOf({ minimumDepthInMeters: top, maximumDepthInMeters: bottom }: Comparable): [number, number] | null {
  const [from, to] = [top ?? bottom, bottom ?? top]
  return from === null || to === null ? null : [from, to]
}

/** Great-circle distance in metres on a sphere, which is accurate enough for nearby positions. */
function metersBetween(latitude: number, longitude: number, otherLatitude: number, otherLongitude: number): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [height, width] = [radians(otherLatitude - latitude) / 2, radians(otherLongitude - longitude) / 2]
  const part = Math.sin(height) ** 2 + Math.cos(radians(latitude)) * Math.cos(radians(otherLatitude)) * Math.sin(width) ** 2
  return 2 * earthRadiusMeters * Math.asin(Math.min(1, Math.sqrt(part)))
}
