import { requireCount } from './tally.ts'

/** Individuals of a taxon that are visible in one frame of a clip; several rows of one frame add up. */
export interface FrameCount {
  clip: string
  /** Time of the frame in the clip in seconds, or its number: what tells frames apart and orders them. */
  frame: number
  /** null: the frame was looked at, and nothing was there. */
  taxon: string | null
  count: number
}

export interface MaxN {
  maxN: number
  /** The first frame that shows them: with times, the time to MaxN. */
  frame: number
}

/**
 * MaxN of each clip and taxon: the largest number of individuals that is visible in one frame. Counts of descendants are added to their
 * ancestors frame by frame, `ancestors` naming all of them (without it, each taxon stands alone). Rows come in any order.
 *
 * A clip that is missing was not looked at; a taxon that is missing in a clip was not seen, and has 0. Not additive over clips.
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

/** MaxN of a deployment of several clips: the largest of its clips, which is not their sum. At a tie the clip that comes first. */
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
