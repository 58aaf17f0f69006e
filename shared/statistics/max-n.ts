import { requireCount } from './tally.ts'

/** Number of individuals of a taxon visible in one frame of a clip. Rows of the same frame and taxon are added up. */
export interface FrameCount {
  clip: string
  /** Time of the frame in the clip in seconds, or number of the frame. This value identifies and orders frames. */
  frame: number
  /** Taxon; null: the frame was examined and nothing was found. */
  taxon: string | null
  count: number
}

export interface MaxN {
  maxN: number
  /** First frame with MaxN. If frames are times, this is the time to MaxN. */
  frame: number
}

/**
 * MaxN of each clip and taxon: the largest number of individuals visible in one frame. Counts of descendants are added to their ancestors
 * frame by frame; `ancestors` returns all ancestors of a taxon. Without it, each taxon is counted alone. Rows may come in any order.
 *
 * An absent clip was not examined. A taxon absent from a clip was not seen there and has 0. MaxN is not additive over clips.
 * Source: Priede et al. 1994, J. Mar. Biol. Ass. U.K. 74: 481–498; Cappo et al. 2003.
 * @throws RangeError when a count is not a whole number of 0 or more
 */
export function maxNOfClips(
  rows: Iterable<FrameCount>,
  ancestors: (taxon: string) => Iterable<string> = () => []
): Map<string, Map<string, MaxN>> {
  const frames = new Map<string, Map<string, Map<number, number>>>()
  for (const { clip, frame, taxon, count } of rows) {
    requireCount(count)
    const ofClip = frames.get(clip) ?? new Map<string, Map<number, number>>()
    frames.set(clip, ofClip)
    if (taxon === null || count === 0) continue
    for (const name of new Set([taxon, ...ancestors(taxon)])) {
      const ofTaxon = ofClip.get(name) ?? new Map<number, number>()
      ofClip.set(name, ofTaxon)
      ofTaxon.set(frame, (ofTaxon.get(frame) ?? 0) + count)
    }
  }
  return new Map(Array.from(frames, ([clip, ofClip]) => [clip, new Map(Array.from(ofClip, ([name, counts]) => [name, largest(counts)]))]))
}

/** MaxN of a deployment of several clips: the maximum over its clips, not their sum. Of clips with equal maxima, the first is reported. */
export function maxNOfDeployment(clips: ReadonlyMap<string, ReadonlyMap<string, MaxN>>): Map<string, MaxN & { clip: string }> {
  const most = new Map<string, MaxN & { clip: string }>()
  for (const [clip, taxa] of clips)
    for (const [taxon, found] of taxa) if (found.maxN > (most.get(taxon)?.maxN ?? 0)) most.set(taxon, { ...found, clip })
  return most
}

function largest(counts: ReadonlyMap<number, number>): MaxN {
  let most: MaxN = { maxN: 0, frame: Infinity }
  for (const [frame, count] of counts) if (count > most.maxN || (count === most.maxN && frame < most.frame)) most = { maxN: count, frame }
  return most
}
