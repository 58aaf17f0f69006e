import { type Mean, meanOf } from './mean.ts'
import { requireCount } from './tally.ts'
import { type Interval, wilsonInterval } from './wilson.ts'

/** Share of the sea floor, 0–1 (multiply by 100 for percent), with Wilson's 95 % interval. */
export interface Cover extends Interval {
  points: number
  share: number
}

export interface CoverTable {
  points: number
  /** Number of scorable points: the n of every share. */
  scorable: number
  /** Number of points left out. Report it together with the cover. */
  unscorable: number
  /** Cover of every scorable label with an entry, even of 0 points. Empty when no point is scorable. */
  covers: Map<string, Cover>
}

/**
 * Percent cover from point counts: share = points of the label / scorable points. Points with labels in `unscorable` (shadow, tape, frame,
 * out of focus) are excluded from both. The interval treats points as independent, but points of one image are not. For the mean of a site,
 * use {@link coverOfImages}. Source of the interval: Wilson 1927.
 * @throws RangeError for a number of points that is not a whole number of 0 or more
 */
export function percentCover(pointsOf: ReadonlyMap<string, number>, unscorable: ReadonlySet<string>): CoverTable {
  let [points, left] = [0, 0]
  for (const [label, count] of pointsOf) {
    requireCount(count)
    points += count
    if (unscorable.has(label)) left += count
  }
  const scorable = points - left
  const covers = new Map<string, Cover>()
  if (scorable > 0)
    for (const [label, count] of pointsOf)
      if (!unscorable.has(label)) covers.set(label, { points: count, share: count / scorable, ...wilsonInterval(count, scorable) })
  return { points, scorable, unscorable: left, covers }
}

export interface ImageCover {
  /** Number of scorable points with the label. */
  hits: number
  /** Number of all scorable points of the image. */
  scorable: number
}

/**
 * Cover of one label at a site: the mean of the images' shares and its standard error. The unit is the image (or the transect). Images
 * without a scorable point have no share: they are excluded and counted separately. `cover` is null when no image is left.
 * @throws RangeError when an image has more hits than scorable points, or a number is not a whole number of 0 or more
 */
export function coverOfImages(images: Iterable<ImageCover>): { cover: Mean | null; imagesWithoutPoints: number } {
  const shares: number[] = []
  let imagesWithoutPoints = 0
  for (const { hits, scorable } of images) {
    requireCount(hits)
    requireCount(scorable)
    if (hits > scorable) throw new RangeError(`${hits} of ${scorable} is not a share`)
    if (scorable === 0) imagesWithoutPoints += 1
    else shares.push(hits / scorable)
  }
  return { cover: meanOf(shares), imagesWithoutPoints }
}

/** Sums over the images of a group that have a scorable point. Images without the label add 0 to `shares` and `squares`. */
export interface ShareSums {
  images: number
  /** Σ share */
  shares: number
  /** Σ share² */
  squares: number
}

/** Mean and standard error as in {@link coverOfImages}, from sums computed by a database. Null without images. */
export function coverOfSums({ images, shares, squares }: ShareSums): { mean: number; standardError: number | null } | null {
  if (images === 0) return null
  const mean = shares / images
  if (images < 2) return { mean, standardError: null }
  const variance = Math.max(0, squares - images * mean ** 2) / (images - 1)
  return { mean, standardError: Math.sqrt(variance / images) }
}
